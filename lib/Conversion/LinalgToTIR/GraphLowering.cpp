// One graph function while its linalg and tensor ops become calls of kernels.
#include "GraphLowering.h"

#include "GenericNest.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// KernelLibrary, KernelInputs
//===----------------------------------------------------------------------===//

// Kernels that are equal up to names are made once: 50 equal layers of a model
// have one kernel each, and compile time is by kernel. Comparing within one
// function type keeps it to few candidates.
static bool isEqual(tir::FuncOp lhs, tir::FuncOp rhs) {
  return lhs.getNumInputs() == rhs.getNumInputs() &&
         // Argument attributes say which numbers are sizes; bodies alone do
         // not.
         lhs.getArgAttrsAttr() == rhs.getArgAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(
             &lhs.getBody(), &rhs.getBody(),
             OperationEquivalence::Flags::IgnoreLocations);
}

tir::FuncOp KernelLibrary::insert(tir::FuncOp made) {
  SmallVector<tir::FuncOp> &known = byType[made.getFunctionType()];
  // Linear in the kernels of one type, each comparison stops at the first
  // different op.
  for (tir::FuncOp other : known)
    if (isEqual(made, other)) {
      made.erase();
      return other;
    }
  known.push_back(made);
  // The symbol table renames on a clash; so names only need to be good, not
  // unique.
  symbols.insert(made);
  return made;
}

unsigned KernelInputs::addTensor(Value tensor) {
  auto *found = llvm::find(tensors, tensor);
  unsigned position = found - tensors.begin();
  if (found == tensors.end())
    tensors.push_back(tensor);
  return position;
}

void KernelInputs::addScalar(Value scalar) {
  // What is a constant or an expression of sizes is computed in the kernel: no
  // parameter, and loops over it may be static.
  if (matchPattern(scalar, m_Constant()) || sizes.getExpr(scalar)) {
    known.push_back(scalar);
    return;
  }
  Type type = scalar.getType();
  // Tensors of index do not exist for the runtime (DLPack has no such type).
  Type element = type.isIndex() ? builder.getI64Type() : type;
  // A run-time scalar becomes a tensor of rank 0: call_tir takes tensors only,
  // so that it stays a pure value op.
  Value tensor = ScalarToTensorOp::create(
      builder, scalar.getLoc(), RankedTensorType::get({}, element), scalar);
  loaded.emplace_back(scalar, addTensor(tensor));
}

SmallVector<RankedTensorType> KernelInputs::getTypes() const {
  return llvm::map_to_vector(tensors, [](Value tensor) {
    return cast<RankedTensorType>(tensor.getType());
  });
}

void KernelInputs::addKnown(KernelBuilder &kernel, IRMapping &values) const {
  for (Value scalar : known) {
    TypedAttr number;
    if (matchPattern(scalar, m_Constant(&number))) {
      values.map(scalar, arith::ConstantOp::create(kernel.builder(),
                                                   kernel.loc(), number)
                             .getResult());
      continue;
    }
    Value size = kernel.index(sizes.getExpr(scalar));
    if (!scalar.getType().isIndex())
      size = arith::IndexCastOp::create(kernel.builder(), kernel.loc(),
                                        scalar.getType(), size);
    values.map(scalar, size);
  }
}

// Loaded inside of the block that uses it: values of a block must not come
// from outside.
void KernelInputs::addLoaded(KernelBuilder &kernel, OpBuilder &inner,
                             Location loc, IRMapping &values) const {
  for (auto [scalar, input] : loaded) {
    Value value =
        memref::LoadOp::create(inner, loc, kernel.input(input), ValueRange());
    if (scalar.getType().isIndex())
      value =
          arith::IndexCastOp::create(inner, loc, inner.getIndexType(), value);
    values.map(scalar, value);
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// The element types that buffers, DLPack and the code generator have. index,
// odd widths and complex numbers are legal in tensors and are rejected with a
// reason.
std::string getElementObstacle(Type element) {
  auto isKnown = [](unsigned width, ArrayRef<unsigned> widths) {
    return llvm::is_contained(widths, width);
  };
  bool fits = false;
  if (auto integer = dyn_cast<IntegerType>(element))
    fits =
        !integer.isSigned() && isKnown(integer.getWidth(), {1, 8, 16, 32, 64});
  else if (isa<FloatType>(element))
    fits = isa<Float16Type, BFloat16Type, Float32Type, Float64Type,
               Float8E4M3FNType, Float8E5M2Type>(element);
  if (fits)
    return "";
  return llvm::formatv("no kernel has elements of {0}; expected floats of 8 to "
                       "64 bits, or 'i' and 'ui' integers of 1, 8, 16, 32 or "
                       "64",
                       element)
      .str();
}

/// The most dimensions of a kernel's buffers; each is a loop.
/// Deep nests are built by recursion in several passes.
static constexpr int64_t kMaxRank = 64;

std::string getTensorObstacle(Type type) {
  if (isa<UnrankedTensorType>(type))
    return llvm::formatv("{0} has no known rank; expected one, as by "
                         "'tensor.cast'",
                         type)
        .str();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return "";
  if (tensor.getRank() > kMaxRank)
    return llvm::formatv("it has {0} dimensions; expected {1} at most",
                         tensor.getRank(), kMaxRank)
        .str();
  // Sparse and other encodings change what memory holds.
  if (tensor.getEncoding() && !isa<DimsAttr>(tensor.getEncoding()))
    return llvm::formatv("{0} has an encoding that kernels do not know; "
                         "expected a dense tensor",
                         type)
        .str();
  return getElementObstacle(tensor.getElementType());
}

// A fill and a splat constant are the same: an operand without memory. The
// types must agree, since fill converts its number.
TypedAttr getSplat(Value tensor) {
  TypedAttr number;
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>()) {
    if (matchPattern(fill.getInputs().front(), m_Constant(&number)) &&
        number.getType() == getElementTypeOrSelf(tensor.getType()))
      return number;
    return {};
  }
  auto constant = tensor.getDefiningOp<ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  return splat ? dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>())
               : TypedAttr();
}

// Called where a value is needed after all, for example as a function's
// result.
Value buildFull(Operation *op, GraphLowering &graph, RankedTensorType type,
                TypedAttr number) {
  KernelInputs inputs(graph.getSizes(), graph.getBuilder());
  KernelBuilder kernel(op->getLoc(), "full", {}, type);
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> extents;
  for (SymExprAttr dim : getDims(type)) {
    std::optional<int64_t> size = dim.getConstant();
    extents.push_back(size ? OpFoldResult(builder.getIndexAttr(*size))
                           : OpFoldResult(kernel.index(dim)));
  }
  tir::buildComputeBlock(
      builder, kernel.loc(), "full", extents,
      [&](OpBuilder &b, Location loc, ValueRange) -> Value {
        return arith::ConstantOp::create(b, loc, number);
      },
      kernel.output());
  return graph.call(op, kernel, inputs, type).front();
}

// Fill and empty are lowered late: most of their uses are inits, which need
// only sizes or the number.
Value GraphLowering::materialize(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!isa_and_nonnull<linalg::FillOp, tensor::EmptyOp>(op))
    return sizes.getNamed(tensor);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  auto type = SymbolicSizes::getType(cast<RankedTensorType>(tensor.getType()),
                                     sizes.getDims(tensor));
  // What is in an empty tensor is for us to say.
  // Reading an empty tensor is undefined upstream; zeros are one of its values
  // and make results reproducible.
  TypedAttr number = isa<tensor::EmptyOp>(op)
                         ? builder.getZeroAttr(type.getElementType())
                         : getSplat(tensor);
  Value full;
  if (number) {
    // A fill of a computed number is a kernel like any other.
    full = buildFull(op, *this, type, number);
  } else {
    Replacements values = lowerLinalg(op, *this);
    if (failed(values))
      return {};
    full = values->front();
  }
  // Replaced at once: a second user gets the same tensor.
  tensor.replaceAllUsesWith(full);
  op->erase();
  return full;
}

// call_tir and not call_tir_dyn: the results' sizes are expressions in the
// call's scope, which the kernel's symbolic variables get.
SmallVector<Value> GraphLowering::call(Operation *op, KernelBuilder &kernel,
                                       const KernelInputs &inputs,
                                       ArrayRef<RankedTensorType> results) {
  tir::FuncOp callee = kernels.insert(kernel.getFunction());
  auto call = CallTIROp::create(
      builder, op->getLoc(), TypeRange(SmallVector<Type>(results)),
      FlatSymbolRefAttr::get(callee.getSymNameAttr()), inputs.getTensors(),
      getSymExprArray(func.getContext(), kernel.getVars()));
  return SmallVector<Value>(call.getResults());
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

LogicalResult GraphLowering::reject(Operation *op, const Twine &reason) {
  return op->emitOpError("cannot become a tensor program: ") << reason;
}

/// Ops that upstream knows to write with generic ones.
/// pad, pack, softmax and others have upstream's own rewritings to generics.
/// Writing them again here would be a second meaning.
static void rewriteOp(Operation *op) {
  IRRewriter rewriter(op);
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    Value empty = tensor::EmptyOp::create(
        rewriter, op->getLoc(), splat.getType(), splat.getDynamicSizes());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, splat.getInput(), empty);
  } else if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
    (void)linalg::rewriteInDestinationPassingStyle(rewriter, generate);
  } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    if (!pad.getConstantPaddingValue())
      (void)linalg::rewriteInDestinationPassingStyle(rewriter, pad);
  } else if (auto pack = dyn_cast<linalg::PackOp>(op)) {
    (void)linalg::lowerPack(rewriter, pack);
  } else if (auto unpack = dyn_cast<linalg::UnPackOp>(op)) {
    (void)linalg::lowerUnPack(rewriter, unpack);
  } else if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
    (void)linalg::generalizeNamedOp(rewriter, broadcast);
  } else if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op)) {
    FailureOr<SmallVector<Value>> values = softmax.decomposeOperation(rewriter);
    if (succeeded(values))
      rewriter.replaceOp(op, *values);
  }
}

/// Whether an op only repeats its operand along new axes, or along those of
/// size 1.
/// Upstream broadcasts by a generic that copies. As an operand of an addition
/// it hides the bias from our rules, which look for a lower rank operand, and
/// costs a tensor in memory.
static bool isBroadcast(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  Block &body = op.getRegion().front();
  AffineMap in = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return llvm::hasSingleElement(body) &&
         body.getTerminator()->getOperand(0) == body.getArgument(0) &&
         out.isIdentity() && in.isProjectedPermutation(/*allowZero=*/true) &&
         in.getNumResults() <= out.getNumResults() && !in.isPermutation();
}

/// Has an op read the operand of what is repeated for it: schedules know a bias
/// that is added to each row, and a kernel less is run.
/// Upstream's elementwise fusion does the substitution; only broadcasts are
/// fused here, because the rest of fusion is decided at the kernel stage with
/// costs.
static void readThroughBroadcasts(linalg::GenericOp op) {
  // A changed op is a new op, with operands of its own to look at; it has
  // fewer broadcasts, so this ends.
  for (bool changed = true; changed;) {
    changed = false;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
      if (!producer || !isBroadcast(producer) ||
          !linalg::areElementwiseOpsFusable(operand))
        continue;
      IRRewriter rewriter(op);
      FailureOr<linalg::ElementwiseOpFusionResult> fused =
          linalg::fuseElementwiseOps(rewriter, operand);
      if (failed(fused))
        continue;
      auto made = cast<linalg::GenericOp>(fused->fusedOp);
      rewriter.replaceOp(op, made->getResults().take_back(op->getNumResults()));
      op = made;
      changed = true;
      break;
    }
  }
}

// The pattern set turns arith on tensors into linalg first. Then special ops,
// which may create generics, and broadcasts at the end, when all are there.
void GraphLowering::rewriteForGeneric() {
  RewritePatternSet patterns(func.getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  walkAndApplyPatterns(func, std::move(patterns));
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<tensor::SplatOp, tensor::GenerateOp, tensor::PadOp, linalg::PackOp,
            linalg::UnPackOp, linalg::SoftmaxOp, linalg::BroadcastOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    rewriteOp(op);
  SmallVector<linalg::GenericOp> generics;
  func.walk([&](linalg::GenericOp op) { generics.push_back(op); });
  for (linalg::GenericOp op : generics)
    readThroughBroadcasts(op);
}

/// Whether what the op gives is written down only where something needs it.
static bool isLazy(Operation *op) {
  return isa<linalg::FillOp, tensor::EmptyOp>(op) && op->getNumResults() == 1;
}

/// The ops to lower, in order; what is inside of one goes with it.
/// The order of the block is the order of lowering: operands are converted
/// before users. Constants are ours as ops, too.
static SmallVector<Operation *> getOps(FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isConstant = isa<arith::ConstantOp>(op) &&
                      isa<RankedTensorType>(op->getResult(0).getType());
    bool isOurs = isa_and_nonnull<linalg::LinalgDialect, tensor::TensorDialect>(
        op->getDialect());
    if (isConstant || isOurs)
      ops.push_back(op);
    return isOurs ? WalkResult::skip() : WalkResult::advance();
  });
  return ops;
}

/// Whether an op writes down the shape that reshapes take.
/// A from_elements whose users are reshapes is never a tensor: its elements
/// become expressions of the result type.
static bool isShape(Operation *op) {
  return isa<tensor::FromElementsOp>(op) &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isa<tensor::ReshapeOp>(user);
         });
}

/// Why a type of an operand or a result fits no buffer.
static std::string getTypeObstacle(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  // The shape of a reshape becomes expressions.
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    types.push_back(reshape.getSource().getType());
  else
    llvm::append_range(types, op->getOperandTypes());
  for (Type type : types) {
    std::string obstacle = getTensorObstacle(type);
    if (!obstacle.empty())
      return obstacle;
  }
  return "";
}

// Dead ops are dropped first, or an unused op of an unsupported type would be
// an error.
LogicalResult GraphLowering::lower(Operation *op) {
  if (isOpTriviallyDead(op)) {
    op->erase();
    return success();
  }
  if (isShape(op))
    return success();
  builder.setInsertionPoint(op);
  // relax.constant can be written to the constants file and shared,
  // arith.constant not.
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto value = dyn_cast<ElementsAttr>(constant.getValue());
    op->replaceAllUsesWith(ConstantOp::create(
        builder, op->getLoc(), op->getResult(0).getType(), value));
    op->erase();
    return success();
  }
  std::string obstacle = getTypeObstacle(op);
  if (!obstacle.empty())
    return reject(op, obstacle);
  Replacements values = isa<linalg::LinalgDialect>(op->getDialect())
                            ? lowerLinalg(op, *this)
                            : lowerTensor(op, *this);
  if (failed(values))
    return failure();
  // An op without a replacement is host code.
  // A tensor.extract stays: its scalar result is used by host code, for a
  // condition as an example.
  if (values->empty())
    return success();
  op->replaceAllUsesWith(*values);
  op->erase();
  return success();
}

/// What nothing needed is dropped, and what something else than a kernel needs
/// is written down; then goes the arithmetic of sizes, and what is left over
/// from the dialects that came before.
void GraphLowering::lowerRest() {
  SmallVector<Operation *> rest;
  func.walk([&](Operation *op) {
    if (isLazy(op))
      rest.push_back(op);
  });
  // In reverse: a dead fill makes its empty dead.
  for (Operation *op : llvm::reverse(rest))
    if (op->use_empty())
      op->erase();
    else
      (void)materialize(op->getResult(0));
  // Size arithmetic stays until everything is lowered, since the expressions
  // are read from it.
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (!isa_and_nonnull<RelaxDialect>(op->getDialect()) &&
        isOpTriviallyDead(op))
      op->erase();
}

LogicalResult GraphLowering::run() {
  rewriteForGeneric();
  SmallVector<Operation *> ops = getOps(func);
  bool lowered = true;
  for (Operation *op : ops)
    if (!isLazy(op))
      lowered &= succeeded(lower(op));
  if (lowered && !ops.empty())
    lowerRest();
  return success(lowered);
}

} // namespace mlir::relax
