// A block, the loops that drive it, and what it accesses.
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

std::optional<int64_t> multiplyExtents(
    ArrayRef<unsigned> iters,
    llvm::function_ref<std::optional<int64_t>(unsigned)> getExtent) {
  int64_t total = 1;
  for (unsigned iter : iters) {
    std::optional<int64_t> extent = getExtent(iter);
    if (!extent || llvm::MulOverflow(total, *extent, total))
      return std::nullopt;
  }
  return total;
}

std::optional<int64_t> LoopNest::getConstantTotal(ArrayRef<unsigned> iters) {
  return multiplyExtents(
      iters, [&](unsigned iter) { return getConstantExtent(iter); });
}

std::optional<int64_t> LoopNest::getConstantTotal() {
  return getConstantTotal(llvm::to_vector(llvm::seq<unsigned>(0, size())));
}

// The one op in a body, but for its end.
static Operation *getOnlyOp(Block *body) {
  if (!llvm::hasNItems(*body, 2))
    return nullptr;
  return &body->front();
}

/// The form that the default schedules are written for. Primitives take more;
/// what is no nest of this form is left as it is, with the reason as a remark.
FailureOr<LoopNest> matchLoopNest(Operation *root, std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  SmallVector<ForOp> around;
  Operation *op = root;
  while (auto loop = dyn_cast_or_null<ForOp>(op)) {
    // A loop with a kind was scheduled by somebody.
    if (loop.getKind() != ForKind::Serial)
      return notifyMatchFailure("expected serial loops, found '" +
                                stringifyForKind(loop.getKind()) + "'");
    if (getConstantIndex(loop.getLowerBound()) != 0)
      return notifyMatchFailure("expected loops that start at 0, found " +
                                describe(loop.getLowerBound()));
    around.push_back(loop);
    op = getOnlyOp(loop.getBody());
  }
  auto block = dyn_cast_or_null<BlockOp>(op);
  if (!block)
    return notifyMatchFailure(
        "expected loops around one block and nothing else");
  if (block.getPredicate())
    return notifyMatchFailure(
        "expected a block without a predicate, found one");
  if (block.getNumIters() != around.size())
    return notifyMatchFailure(
        "expected as many iterators of the block as loops, found " +
        Twine(block.getNumIters()) + " for " + Twine(around.size()));
  LoopNest nest{block, {}};
  for (auto [binding, extent] :
       llvm::zip(block.getBindings(), block.getExtents())) {
    auto loop = llvm::find_if(around, [&, value = binding](ForOp candidate) {
      return candidate.getInductionVar() == value;
    });
    // One loop per iterator, one iterator per loop: then reordering or
    // splitting a loop is reordering or splitting an iterator.
    if (loop == around.end() || llvm::is_contained(nest.loops, *loop))
      return notifyMatchFailure(
          "expected each iterator to be bound to a loop of its own, found " +
          describe(binding));
    // A longer loop would run the block outside of its range, a shorter one
    // would leave results out.
    if (!isSameSize(loop->getUpperBound(), extent))
      return notifyMatchFailure(
          "expected each loop to run over what its iterator does, found " +
          describe(loop->getUpperBound()) + " for " + describe(extent));
    nest.loops.push_back(*loop);
  }
  return nest;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

SmallVector<ElementAccess> getAccesses(BlockOp block) {
  SmallVector<ElementAccess> accesses;
  block.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      accesses.push_back({op, load.getMemRef(), load.getIndices(), false});
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      accesses.push_back({op, store.getMemRef(), store.getIndices(), true});
  });
  return accesses;
}

// `op` as an expression of its operands' expressions; null if it is none.
static AffineExpr combine(Operation *op, AffineExpr lhs, AffineExpr rhs) {
  if (!lhs || !rhs)
    return {};
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return lhs - rhs;
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  if (isa<arith::MulIOp>(op)) {
    if (constant || isa<AffineConstantExpr>(lhs))
      return lhs * rhs;
    return {};
  }
  if (!constant || constant.getValue() <= 0)
    return {};
  if (isa<arith::FloorDivSIOp, arith::DivUIOp>(op))
    return lhs.floorDiv(rhs);
  if (isa<arith::RemUIOp>(op))
    return lhs % rhs;
  return {};
}

// What several ops use is found once. Without it, an index in which each op
// uses the one before it twice takes 2^n steps.
static AffineExpr getIndexExpr(BlockOp block, Value index,
                               llvm::DenseMap<Value, AffineExpr> &known) {
  MLIRContext *context = block.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getAffineConstantExpr(*constant, context);
  if (auto argument = dyn_cast<BlockArgument>(index))
    if (argument.getOwner() == block.getBody())
      return getAffineDimExpr(argument.getArgNumber(), context);
  // Which value a symbol is does not matter: it does not move.
  if (!block.getRegion().isAncestor(index.getParentRegion()))
    return getAffineSymbolExpr(0, context);
  Operation *op = index.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1)
    return {};
  if (auto found = known.find(index); found != known.end())
    return found->second;
  AffineExpr lhs = getIndexExpr(block, op->getOperand(0), known);
  AffineExpr rhs = getIndexExpr(block, op->getOperand(1), known);
  return known[index] = combine(op, lhs, rhs);
}

AffineExpr getIndexExpr(BlockOp block, Value index) {
  llvm::DenseMap<Value, AffineExpr> known;
  return getIndexExpr(block, index, known);
}

AffineExpr getIndexExpr(LoopNest &nest, Value index) {
  AffineExpr expr = getIndexExpr(nest.block, index);
  if (!expr)
    return {};
  SmallVector<AffineExpr> iters;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    iters.push_back(nest.getConstantExtent(iter) == 1
                        ? getAffineConstantExpr(0, expr.getContext())
                        : getAffineDimExpr(iter, expr.getContext()));
  return expr.replaceDims(iters);
}

std::optional<int64_t> getCoefficient(AffineExpr expr, unsigned dim) {
  if (!expr)
    return std::nullopt;
  if (!expr.isFunctionOfDim(dim))
    return 0;
  if (isa<AffineDimExpr>(expr))
    return 1;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = getCoefficient(binary.getLHS(), dim);
  std::optional<int64_t> rhs = getCoefficient(binary.getRHS(), dim);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return *lhs + *rhs;
  auto multiplier = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul && multiplier)
    return *lhs * multiplier.getValue();
  return std::nullopt;
}

// A place that is loaded stays where that of the load does, unless the block
// writes there.
static bool isLoadedInvariant(BlockOp block, Value index, unsigned iter) {
  if (auto cast = index.getDefiningOp<arith::IndexCastOp>())
    index = cast.getIn();
  auto load = index.getDefiningOp<memref::LoadOp>();
  auto isSame = [&](Value written) {
    return getViewedBuffer(written) == getViewedBuffer(load.getMemRef());
  };
  return load && block.getRegion().isAncestor(load->getParentRegion()) &&
         llvm::none_of(block.getWrites(), isSame) &&
         llvm::all_of(load.getIndices(), [&](Value place) {
           return getIndexStep(block, place, iter) == 0;
         });
}

std::optional<int64_t> getIndexStep(BlockOp block, Value index, unsigned iter) {
  if (AffineExpr expr = getIndexExpr(block, index))
    return getCoefficient(expr, iter);
  if (isLoadedInvariant(block, index, iter))
    return 0;
  // The batch of an operand that may have one: `select %isOne, 0, %batch`. It
  // is no expression, and moves with no iterator but that of the batch.
  auto select = index.getDefiningOp<arith::SelectOp>();
  if (!select ||
      block.getRegion().isAncestor(select.getCondition().getParentRegion()))
    return std::nullopt;
  std::optional<int64_t> lhs =
      getCoefficient(getIndexExpr(block, select.getTrueValue()), iter);
  std::optional<int64_t> rhs =
      getCoefficient(getIndexExpr(block, select.getFalseValue()), iter);
  return lhs == rhs ? lhs : std::nullopt;
}

std::optional<int64_t> getStride(BlockOp block, const ElementAccess &access,
                                 unsigned iter) {
  ArrayRef<int64_t> shape =
      cast<MemRefType>(access.buffer.getType()).getShape();
  int64_t stride = 0;
  std::optional<int64_t> inner = 1;
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    std::optional<int64_t> coefficient =
        getIndexStep(block, access.indices[d], iter);
    if (!coefficient || (*coefficient != 0 && !inner))
      return std::nullopt;
    stride += *coefficient == 0 ? 0 : *coefficient * *inner;
    if (inner && !ShapedType::isDynamic(shape[d]))
      *inner *= shape[d];
    else
      inner = std::nullopt;
  }
  return stride;
}

bool isInvariant(BlockOp block, const ElementAccess &access, unsigned iter) {
  return llvm::all_of(access.indices, [&](Value index) {
    return getIndexStep(block, index, iter) == 0;
  });
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// A size as a symbolic expression, where that is known; else the value itself,
// or null where not even that is there.
static OpFoldResult getSize(Value buffer, unsigned dim);

static relax::SymExprAttr getExpr(OpFoldResult size) {
  return dyn_cast_if_present<relax::SymExprAttr>(
      dyn_cast_if_present<Attribute>(size));
}

static OpFoldResult resolveSize(Value size);

static bool isComputed(Value size) {
  Operation *op = size.getDefiningOp();
  return op && op->getNumOperands() == 2 &&
         isa<arith::ArithDialect>(op->getDialect());
}

// The expression of `size`, where at most `budget` operands lead to it: an
// operand may be shared, and then each of its uses is a way to it.
static relax::SymExprAttr getComputed(Value size, unsigned &budget) {
  if (!isComputed(size))
    return getExpr(resolveSize(size));
  Operation *op = size.getDefiningOp();
  if (budget < 2)
    return {};
  budget -= 2;
  relax::SymExprAttr lhs = getComputed(op->getOperand(0), budget);
  relax::SymExprAttr rhs =
      lhs ? getComputed(op->getOperand(1), budget) : relax::SymExprAttr();
  if (!rhs)
    return {};
  return TypeSwitch<Operation *, relax::SymExprAttr>(op)
      .Case([&](arith::AddIOp) { return lhs + rhs; })
      .Case([&](arith::SubIOp) { return lhs - rhs; })
      .Case([&](arith::MulIOp) { return lhs * rhs; })
      .Case([&](arith::FloorDivSIOp) { return floorDiv(lhs, rhs); })
      .Case([&](arith::CeilDivSIOp) { return ceilDiv(lhs, rhs); })
      .Case([&](arith::DivUIOp) {
        // Without a sign -1 would be a large number.
        bool isSize = lhs.getLowerBound().value_or(-1) >= 0;
        return isSize ? floorDiv(lhs, rhs) : relax::SymExprAttr();
      })
      .Case([&](arith::MinSIOp) { return min(lhs, rhs); })
      .Case([&](arith::MaxSIOp) { return max(lhs, rhs); })
      .Default([](Operation *) { return relax::SymExprAttr(); });
}

static OpFoldResult resolveSize(Value size) {
  MLIRContext *context = size.getContext();
  if (std::optional<int64_t> constant = getConstantIndex(size))
    return Attribute(relax::SymExprAttr::constant(context, *constant));
  if (auto op = size.getDefiningOp<memref::DimOp>()) {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    std::optional<int64_t> dim = op.getConstantIndex();
    if (type && dim && *dim >= 0 && *dim < type.getRank())
      if (OpFoldResult known = getSize(op.getSource(), *dim))
        return known;
  }
  if (isComputed(size)) {
    unsigned budget = 64;
    if (relax::SymExprAttr computed = getComputed(size, budget))
      return Attribute(computed);
  }
  auto argument = dyn_cast<BlockArgument>(size);
  if (auto func = argument ? dyn_cast_or_null<FuncOp>(
                                 argument.getOwner()->getParentOp())
                           : FuncOp())
    if (auto expr = func.getArgAttrOfType<relax::SymExprAttr>(
            argument.getArgNumber(), TIRDialect::kVar))
      return Attribute(expr);
  return size;
}

// A dimension of a parameter that `tir.dims` names.
static relax::SymExprAttr getParameterDim(Value buffer, unsigned dim) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto func = argument
                  ? dyn_cast_or_null<FuncOp>(argument.getOwner()->getParentOp())
                  : FuncOp();
  if (!func)
    return {};
  auto dims = func.getArgAttrOfType<relax::DimsAttr>(argument.getArgNumber(),
                                                     TIRDialect::kDims);
  if (!dims || dim >= dims.getDims().size())
    return {};
  return dims.getDims()[dim];
}

static OpFoldResult getSize(Value buffer, unsigned dim) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type)
    return {};
  if (!type.isDynamicDim(dim))
    return Attribute(relax::SymExprAttr::constant(buffer.getContext(),
                                                  type.getDimSize(dim)));
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return resolveSize(alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
  // A view in which dimensions are one: the product.
  if (auto view = buffer.getDefiningOp<memref::CollapseShapeOp>()) {
    relax::SymExprAttr product =
        relax::SymExprAttr::constant(buffer.getContext(), 1);
    SmallVector<ReassociationIndices> groups = view.getReassociationIndices();
    for (int64_t source : groups[dim])
      product = product * getExpr(getSize(view.getSrc(), source));
    return product ? OpFoldResult(Attribute(product)) : OpFoldResult();
  }
  if (relax::SymExprAttr known = getParameterDim(buffer, dim))
    return Attribute(known);
  return {};
}

relax::SymExprAttr getSizeExpr(Value size) {
  return getExpr(resolveSize(size));
}

bool isSameSize(Value a, Value b) {
  if (a == b || resolveSize(a) == resolveSize(b))
    return true;
  auto x = a.getDefiningOp<arith::MulIOp>();
  auto y = b.getDefiningOp<arith::MulIOp>();
  return x && y && isSameSize(x.getLhs(), y.getLhs()) &&
         isSameSize(x.getRhs(), y.getRhs());
}

bool isSizeOf(Value size, Value buffer, unsigned dim) {
  if (auto op = size.getDefiningOp<memref::DimOp>())
    if (op.getSource() == buffer && op.getConstantIndex() == dim)
      return true;
  OpFoldResult known = getSize(buffer, dim);
  return known && resolveSize(size) == known;
}

} // namespace mlir::tir
