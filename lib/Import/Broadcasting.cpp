// Operands whose sizes must agree, where only the run time can tell.
#include "Broadcasting.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

Value castDims(NodeImport &node, Value value, ArrayRef<SymExprAttr> dims) {
  if (!value)
    return value;
  RankedTensorType type = cast<RankedTensorType>(value.getType());
  RankedTensorType wanted = getTensorType(dims, type.getElementType());
  if (type == wanted)
    // No op if the type says it already: a `match_cast` is a check at run time,
    // and it keeps the ops around it from being fused.
    return value;
  return MatchCastOp::create(node.getBuilder(), node.getLoc(), wanted, value);
}

/// The size that stands for all of `sizes`, none of which is 1: a number tells
/// most, then a symbol; a new symbol where nothing is known.
static SymExprAttr pickSize(NodeImport &node, ArrayRef<SymExprAttr> sizes) {
  SymExprAttr best;
  // A constant is best since rules and kernels depend on it. A plain symbol
  // beats an expression such as n + m - 1: later checks compare symbols by
  // name, but cannot solve an expression for one.
  for (SymExprAttr size : sizes) {
    if (!size)
      continue;
    if (size.getConstant())
      return size;
    if (!best || (size.isSymbol() && !best.isSymbol()))
      best = size;
  }
  return best ? best : node.makeSymbol("dim");
}

static bool isOne(SymExprAttr size) { return size && size.getConstant() == 1; }

namespace {
/// The dimensions of several operands, and the operands cast to them.
struct OperandDims {
  NodeImport &node;
  SmallVector<Value> operands;
  SmallVector<SmallVector<SymExprAttr>> dims;

  OperandDims(NodeImport &node, ValueRange operands)
      : node(node), operands(operands) {
    for (Value operand : operands)
      dims.push_back(getDims(cast<RankedTensorType>(operand.getType())));
  }

  /// Let the sizes in `places` (operand, axis) agree.
  void agree(ArrayRef<std::pair<unsigned, unsigned>> places) {
    SmallVector<SymExprAttr> sizes;
    for (auto [operand, axis] : places)
      if (!isOne(dims[operand][axis]))
        sizes.push_back(dims[operand][axis]);
    // With one size left, the others are literally 1 and broadcast. If all are
    // equal, there is nothing to check. An unknown size (null) is never equal
    // to another: two of those need a common symbol.
    if (sizes.size() < 2 || (sizes[0] && llvm::all_equal(sizes)))
      return;
    SymExprAttr size = pickSize(node, sizes);
    for (auto [operand, axis] : places)
      // Two numbers that differ are for the op's own rule to report.
      if (!dims[operand][axis] || !dims[operand][axis].getConstant())
        dims[operand][axis] = size;
  }

  SmallVector<Value> castAll() {
    for (auto [operand, wanted] : llvm::zip(operands, dims))
      operand = castDims(node, operand, wanted);
    return operands;
  }
};
} // namespace

SmallVector<Value> alignOperands(NodeImport &node, ValueRange operands) {
  // A null operand stands for an error that was reported. The others are handed
  // back as they are, so that `emit` finds the null.
  if (llvm::is_contained(operands, Value()))
    return SmallVector<Value>(operands);
  OperandDims aligned(node, operands);
  size_t rank = 0;
  for (ArrayRef<SymExprAttr> dims : aligned.dims)
    rank = std::max(rank, dims.size());
  // Broadcasting aligns axes at the end, as numpy does. So axes are counted
  // from the back, and an operand of lower rank takes no part in the outer
  // ones.
  for (size_t back = 1; back <= rank; ++back) {
    SmallVector<std::pair<unsigned, unsigned>> places;
    for (auto [index, dims] : llvm::enumerate(aligned.dims))
      if (back <= dims.size())
        places.emplace_back(index, dims.size() - back);
    aligned.agree(places);
  }
  return aligned.castAll();
}

SmallVector<Value> alignAllBut(NodeImport &node, ValueRange operands,
                               int64_t axis) {
  if (llvm::is_contained(operands, Value()))
    return SmallVector<Value>(operands);
  OperandDims aligned(node, operands);
  size_t rank = aligned.dims.front().size();
  for (ArrayRef<SymExprAttr> dims : aligned.dims)
    // Different ranks are an error of the op that follows, whose message names
    // both. Aligning them here would only hide it.
    if (dims.size() != rank)
      return SmallVector<Value>(operands);
  for (size_t i = 0; i < rank; ++i) {
    if (int64_t(i) == axis)
      continue;
    SmallVector<std::pair<unsigned, unsigned>> places;
    for (unsigned index = 0; index < operands.size(); ++index)
      places.emplace_back(index, i);
    aligned.agree(places);
  }
  return aligned.castAll();
}

} // namespace mlir::relax
