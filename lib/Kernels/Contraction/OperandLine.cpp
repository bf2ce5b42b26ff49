// What of an operand of a contraction is contiguous in memory.
#include "OperandLine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tir {

// As `getStride`, also where an index that does not move with the iterator is
// no expression, as that of an element inside of padding.
static std::optional<int64_t> getStep(BlockOp block, const ElementAccess &load,
                                      unsigned iter) {
  if (std::optional<int64_t> stride = getStride(block, load, iter))
    return stride;
  for (Value index : load.indices.drop_back())
    if (getIters(block, index).test(iter))
      return std::nullopt;
  return getCoefficient(getIndexExpr(block, load.indices.back()), iter);
}

// True if the loads of a value are of neighbours for neighbouring values of an
// iterator, or of one element.
static bool isContiguous(Contraction &contraction, Value value, unsigned iter) {
  BlockOp block = contraction.reduction.nest.block;
  bool moves = false;
  for (const ElementAccess &load : getLoadsOf(block, value)) {
    std::optional<int64_t> stride = getStep(block, load, iter);
    if (stride != 0 && stride != 1)
      return false;
    moves |= stride == 1;
  }
  return moves;
}

// The one load of the block that a value is, or is converted from.
static memref::LoadOp getOnlyLoad(Contraction &contraction, Value value) {
  Block *body = contraction.reduction.nest.block.getBody();
  Operation *op = value.getDefiningOp();
  while (isa_and_present<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp,
                         arith::TruncFOp, arith::TruncIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto load = dyn_cast_if_present<memref::LoadOp>(op);
  return load && load->getBlock() == body ? load : memref::LoadOp();
}

// As many of the last iterators as there are last dimensions that they walk
// through, each from end to end; dimensions of size 1 among them do not count.
static void mergeIters(Contraction &contraction, Value value,
                       ArrayRef<unsigned> iters, OperandLine &line) {
  memref::LoadOp load = getOnlyLoad(contraction, value);
  if (!load || !load.getMemRefType().getLayout().isIdentity())
    return;
  Block *body = contraction.reduction.nest.block.getBody();
  SmallVector<unsigned> found;
  unsigned numDims = 0;
  int64_t extent = 1;
  ArrayRef<int64_t> shape = load.getMemRefType().getShape();
  for (size_t dim = shape.size(); dim-- > 0;) {
    int64_t size = shape[dim];
    if (size != 1) {
      if (found.size() == iters.size())
        break;
      unsigned iter = iters[iters.size() - 1 - found.size()];
      if (load.getIndices()[dim] != body->getArgument(iter) ||
          iter == contraction.groupIter ||
          contraction.getConstantExtent(iter) != size)
        break;
      found.insert(found.begin(), iter);
      extent *= size;
    }
    ++numDims;
  }
  if (found.empty() || numDims < 2)
    return;
  line.iters = found;
  line.numDims = numDims;
  line.extent = extent;
  line.load = load;
}

OperandLine findOperandLine(Contraction &contraction, Value value,
                            ArrayRef<unsigned> own) {
  OperandLine line;
  ArrayRef<unsigned> iters = own;
  if (!isContiguous(contraction, value, iters.back())) {
    iters = contraction.kIters;
    if (iters.empty() || !isContiguous(contraction, value, iters.back()))
      return line;
    line.alongK = true;
  }
  line.iters = {iters.back()};
  line.extent = contraction.getConstantExtent(iters.back());
  mergeIters(contraction, value, iters, line);
  return line;
}

GuardedLoad matchGuardedLoad(Contraction &contraction, Value value,
                             const OperandLine &line) {
  GuardedLoad found;
  if (line.iters.empty())
    return found;
  BlockOp block = contraction.reduction.nest.block;
  auto choice = value.getDefiningOp<arith::SelectOp>();
  if (choice && (matchPattern(choice.getFalseValue(), m_Zero()) ||
                 matchPattern(choice.getFalseValue(), m_PosZeroFloat()))) {
    found.condition = choice.getCondition();
    value = choice.getTrueValue();
    llvm::SmallBitVector used = getIters(block, found.condition);
    if (llvm::any_of(line.iters, [&](unsigned iter) { return used[iter]; }))
      return {};
  }
  auto load = value.getDefiningOp<memref::LoadOp>();
  if (!load || load->getBlock() != block.getBody() || load.getIndices().empty())
    return {};
  Value last = block.getBody()->getArgument(line.iters.back());
  found.load = load;
  bool isLine =
      line.isMerged() ? load == line.load : load.getIndices().back() == last;
  return isLine ? found : GuardedLoad();
}

} // namespace mlir::tir
