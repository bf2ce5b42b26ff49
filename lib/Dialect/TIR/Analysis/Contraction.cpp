// A reduction that sums products: matrix products and convolutions.
#include "Relax/Dialect/TIR/Analysis/Contraction.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

std::optional<int64_t> Contraction::getConstantExtent(unsigned iter) {
  return iter == groups.iter ? groups.size
                             : reduction.nest.getConstantExtent(iter);
}

SmallVector<Value> Contraction::getExtents(OpBuilder &builder,
                                           ArrayRef<unsigned> iters) {
  SmallVector<Value> extents;
  for (unsigned iter : iters)
    extents.push_back(
        iter == groups.iter
            ? indexConstant(builder, reduction.nest.block.getLoc(), groups.size)
            : reduction.nest.getExtent(iter));
  return extents;
}

std::optional<int64_t> Contraction::getConstantTotal(ArrayRef<unsigned> iters) {
  int64_t total = 1;
  for (unsigned iter : iters) {
    std::optional<int64_t> extent = getConstantExtent(iter);
    if (!extent || llvm::MulOverflow(total, *extent, total))
      return std::nullopt;
  }
  return total;
}

Value Contraction::buildTotal(OpBuilder &builder, ArrayRef<unsigned> iters) {
  return getTotal(builder, reduction.nest.block.getLoc(),
                  getExtents(builder, iters));
}

Value Contraction::addProduct(OpBuilder &builder, Value lhs, Value rhs,
                              Value accumulator) {
  IRMapping mapping;
  mapping.map(this->lhs.value, lhs);
  mapping.map(this->rhs.value, rhs);
  mapping.map(reduction.load.getResult(), accumulator);
  builder.clone(*product, mapping);
  return builder.clone(*sum, mapping)->getResult(0);
}

// The ops of the block that a value is computed of, with the value's own.
static llvm::SetVector<Operation *> getSlice(BlockOp block, Value value) {
  llvm::SetVector<Operation *> slice;
  auto add = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    if (op && op->getBlock() == block.getBody())
      slice.insert(op);
  };
  add(value);
  for (size_t i = 0; i < slice.size(); ++i)
    for (Value operand : slice[i]->getOperands())
      add(operand);
  return slice;
}

SmallVector<ElementAccess> getLoadsOf(BlockOp block, Value value) {
  SmallVector<ElementAccess> loads;
  for (Operation *op : getSlice(block, value))
    if (auto load = dyn_cast<memref::LoadOp>(op))
      loads.push_back({op, load.getMemRef(), load.getIndices(), false});
  return loads;
}

llvm::SmallBitVector getIters(BlockOp block, Value value) {
  llvm::SmallBitVector iters(block.getNumIters());
  auto add = [&](Value operand) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (argument && argument.getOwner() == block.getBody())
      iters.set(argument.getArgNumber());
  };
  add(value);
  for (Operation *op : getSlice(block, value))
    for (Value operand : op->getOperands())
      add(operand);
  return iters;
}

static bool matchProduct(Contraction &found) {
  Reduction &reduction = found.reduction;
  found.sum = reduction.combiner;
  if (!isa_and_present<arith::AddFOp, arith::AddIOp>(found.sum))
    return false;
  bool isFirst = found.sum->getOperand(0) == reduction.load.getResult();
  found.product = found.sum->getOperand(isFirst ? 1 : 0).getDefiningOp();
  if (!isa_and_present<arith::MulFOp, arith::MulIOp>(found.product) ||
      found.product->getBlock() != reduction.nest.block.getBody())
    return false;
  found.lhs.value = found.product->getOperand(0);
  found.rhs.value = found.product->getOperand(1);
  return true;
}

// The start is the same for all elements.
static bool startsAnywhere(Reduction &reduction) {
  for (Operation &op : reduction.initStore->getBlock()->without_terminator())
    if (&op != reduction.initStore)
      for (Value operand : op.getOperands())
        if (isa<BlockArgument>(operand) &&
            reduction.nest.block.getRegion().isAncestor(
                operand.getParentRegion()))
          return false;
  return !isa<BlockArgument>(reduction.initStore.getValueToStore()) &&
         llvm::none_of(*reduction.initStore->getBlock(),
                       llvm::IsaPred<memref::LoadOp>);
}

// The constant of which all that `value` is computed of an iterator is the
// quotient; nullopt if there is no such one.
static std::optional<int64_t> getDivisor(BlockOp block, Value value,
                                         unsigned iter) {
  std::optional<int64_t> found;
  Value argument = block.getBody()->getArgument(iter);
  for (Operation *op : getSlice(block, value)) {
    if (!llvm::is_contained(op->getOperands(), argument))
      continue;
    std::optional<int64_t> divisor;
    if (isa<arith::DivUIOp, arith::FloorDivSIOp>(op) &&
        op->getOperand(0) == argument)
      divisor = getConstantIndex(op->getOperand(1));
    if (divisor.value_or(0) < 2 || (found && found != divisor))
      return std::nullopt;
    found = divisor;
  }
  return found;
}

// Takes an iterator of both factors for one that counts through groups, if one
// of the factors says so.
static SmallVector<unsigned> *matchGroups(Contraction &found, unsigned iter) {
  LoopNest &nest = found.reduction.nest;
  std::optional<int64_t> extent = nest.getConstantExtent(iter);
  std::optional<int64_t> lhsDivisor =
      getDivisor(nest.block, found.lhs.value, iter);
  std::optional<int64_t> rhsDivisor =
      getDivisor(nest.block, found.rhs.value, iter);
  std::optional<int64_t> size = lhsDivisor ? lhsDivisor : rhsDivisor;
  if (found.groups.iter || !extent || !size || (lhsDivisor && rhsDivisor) ||
      *extent % *size != 0)
    return &found.batch;
  found.groups = {iter, *size, *extent / *size};
  return lhsDivisor ? &found.columns : &found.rows;
}

// Which factor moves with each axis of the result.
static void sortIters(Contraction &found) {
  LoopNest &nest = found.reduction.nest;
  llvm::SmallBitVector lhs = getIters(nest.block, found.lhs.value);
  llvm::SmallBitVector rhs = getIters(nest.block, found.rhs.value);
  SmallVector<unsigned> *last = nullptr;
  for (Value index : found.reduction.store.getIndices()) {
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument || nest.getConstantExtent(argument.getArgNumber()) == 1)
      continue;
    unsigned iter = argument.getArgNumber();
    if (lhs.test(iter) && rhs.test(iter))
      last = matchGroups(found, iter);
    else
      last = lhs.test(iter)   ? &found.rows
             : rhs.test(iter) ? &found.columns
                              : &found.batch;
    last->push_back(iter);
  }
  for (unsigned iter : found.reduction.reduce)
    if (nest.getConstantExtent(iter) != 1)
      found.kIters.push_back(iter);
  if (last != &found.rows)
    return;
  std::swap(found.rows, found.columns);
  std::swap(found.lhs, found.rhs);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isOfBytes(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8 &&
         llvm::isPowerOf2_32(type.getIntOrFloatBitWidth());
}

static bool hasWholeBytes(const ContractionOperand &operand) {
  return isOfBytes(operand.getType()) &&
         llvm::all_of(operand.loads, [](const ElementAccess &load) {
           Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
           return !type.isIntOrFloat() || type.isInteger(1) || isOfBytes(type);
         });
}

bool isFloat8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

Value getNarrow(Value value, Type sum) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::ExtFOp, arith::ExtSIOp>(op))
    return {};
  Type type = op->getOperand(0).getType();
  bool fits = sum.isF32() ? type.isF16() || type.isBF16() || isFloat8(type)
                          : sum.isInteger(32) && type.isInteger(8);
  return fits ? op->getOperand(0) : Value();
}

// As `getStride`, also where an index that does not move with the iterator is
// no expression, as that of an element inside of padding.
static std::optional<int64_t> getStep(BlockOp block, const ElementAccess &load,
                                      unsigned iter) {
  if (std::optional<int64_t> stride = getStride(block, load, iter))
    return stride;
  for (Value index : load.indices.drop_back())
    if (getIters(block, index).test(iter))
      return std::nullopt;
  AffineExpr expr = getIndexExpr(block, load.indices.back());
  // Neighbours are of one element, or of the next one, of packed weights and of
  // scales of groups: the index is a quotient.
  auto quotient = dyn_cast_if_present<AffineBinaryOpExpr>(expr);
  if (quotient && quotient.getKind() == AffineExprKind::FloorDiv &&
      isa<AffineConstantExpr>(quotient.getRHS()))
    expr = quotient.getLHS();
  return getCoefficient(expr, iter);
}

static bool isContiguous(BlockOp block, ArrayRef<ElementAccess> loads,
                         unsigned iter) {
  bool moves = false;
  for (const ElementAccess &load : loads) {
    std::optional<int64_t> stride = getStep(block, load, iter);
    if (stride != 0 && stride != 1)
      return false;
    moves |= stride == 1;
  }
  return moves;
}

ContractionOperand matchOperand(BlockOp block, Value value) {
  ContractionOperand operand{value, {}, getLoadsOf(block, value), {}};
  operand.hasWholeBytes = hasWholeBytes(operand);
  operand.contiguous.resize(block.getNumIters());
  for (unsigned iter = 0; iter != block.getNumIters(); ++iter)
    operand.contiguous[iter] = isContiguous(block, operand.loads, iter);
  return operand;
}

//===----------------------------------------------------------------------===//
// Match
//===----------------------------------------------------------------------===//

FailureOr<Contraction> matchMultiplyAccumulate(const Reduction &reduction) {
  Contraction found;
  found.reduction = reduction;
  if (!matchProduct(found) || !startsAnywhere(found.reduction))
    return failure();
  return found;
}

FailureOr<Contraction> matchContraction(const Reduction &reduction) {
  FailureOr<Contraction> sum = matchMultiplyAccumulate(reduction);
  if (failed(sum))
    return failure();
  Contraction found = *sum;
  sortIters(found);
  if (found.rows.empty() || found.columns.empty())
    return failure();
  found.shape = {
      found.getConstantTotal(found.rows), found.getConstantTotal(found.columns),
      found.getConstantTotal(found.kIters),
      found.getConstantTotal(found.batch).value_or(1) * found.groups.number};
  Type type = found.sum->getResult(0).getType();
  for (ContractionOperand *operand : {&found.lhs, &found.rhs}) {
    Value narrow = getNarrow(operand->value, type);
    *operand = matchOperand(reduction.nest.block, operand->value);
    operand->narrow = narrow;
  }
  return found;
}

} // namespace mlir::tir
