// What the turns of a loop give to stacks.
// Slices of one type are stacked along a new axis. Those that differ in the
// size of one axis are joined along it, and a second stack has their sizes: so
// both are stacks that grow along their first axis.
#include "LoopSlices.h"
#include "LoopCopies.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TensorParts.h"
#include "RuntimeShape.h"

namespace mlir::relax {

/// The slice `value`; no type after an error.
static LoopSlice describeSlice(NodeImport &node, Value value,
                               const OutlinedFunction &trial, bool mayDiffer) {
  RankedTensorType type = cast<RankedTensorType>(value.getType());
  SmallVector<SymExprAttr> dims = getDims(type);
  SmallVector<int64_t> others;
  for (auto [axis, dim] : llvm::enumerate(dims))
    if (!dim || !trial.isVisible(dim))
      others.push_back(int64_t(axis));
  if (others.empty())
    return {std::nullopt, type};
  // Two sizes that differ leave no axis along which the slices join.
  if (!mayDiffer || others.size() > 1) {
    node.error() << "a turn of the loop gives a slice of type " << type
                 << ", expected sizes that are known before the loop"
                 << (mayDiffer ? ", of all axes but one" : "");
    return {};
  }
  dims.erase(dims.begin() + others.front());
  return {others.front(), getTensorType(dims, type.getElementType())};
}

SmallVector<LoopSlice> describeSlices(NodeImport &node, ArrayRef<Value> values,
                                      const OutlinedFunction &trial,
                                      size_t numUneven) {
  SmallVector<LoopSlice> slices;
  for (auto [index, value] : llvm::enumerate(values)) {
    bool mayDiffer = index + numUneven >= values.size();
    slices.push_back(describeSlice(node, value, trial, mayDiffer));
    if (!slices.back().type)
      return {};
  }
  LoopSlice size{std::nullopt,
                 RankedTensorType::get({}, node.getBuilder().getI64Type())};
  slices.append(countUneven(slices), size);
  return slices;
}

size_t countUneven(ArrayRef<LoopSlice> slices) {
  return llvm::count_if(
      slices, [](const LoopSlice &slice) { return slice.axis.has_value(); });
}

SmallVector<Value> makeStacks(NodeImport &node, ArrayRef<LoopSlice> slices,
                              ArrayRef<Value> values) {
  SmallVector<Value> stacks, sizes;
  // The sizes have no values of their own, and so the shorter list counts.
  for (auto [slice, value] : llvm::zip(slices, values)) {
    if (!slice.axis) {
      stacks.push_back(makeSlice(node, value));
      continue;
    }
    OpBuilder &builder = node.getBuilder();
    Value named = giveSymbols(node, value);
    stacks.push_back(moveAxis(builder, node.getLoc(), named, *slice.axis, 0));
    SymExprAttr size = getKnownDim(node, named, *slice.axis);
    sizes.push_back(makeSlice(node, node.makeSize(size, builder.getI64Type())));
  }
  llvm::append_range(stacks, sizes);
  return stacks;
}

} // namespace mlir::relax
