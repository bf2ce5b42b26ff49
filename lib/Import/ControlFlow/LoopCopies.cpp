// Turns of a loop as sequential copies of its body.
#include "LoopCopies.h"
#include "Broadcasting.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"

namespace mlir::relax {

Value makeSlice(NodeImport &node, Value value) {
  ExpandDimsOp::Properties properties;
  properties.axis = node.getBuilder().getDenseI64ArrayAttr(0);
  return node.emit<ExpandDimsOp>(value, properties);
}

Value stackSlices(NodeImport &node, ValueRange values) {
  // One slice needs no concatenation, and `concat` of one operand would be a
  // copy.
  if (values.size() == 1)
    return values.front();
  ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  // Slices agree in all axes but the new one only if the run time says so:
  // unknown sizes of two turns have different symbols.
  return node.emit<ConcatOp>(alignAllBut(node, values, 0), properties);
}

Value Copies::getIndex(NodeImport &node, int64_t copy) const {
  Value index =
      node.makeScalar(double(first + copy), node.getBuilder().getI64Type());
  return base ? node.emit<AddOp>({base, index}) : index;
}

LoopTurn writeOut(NodeImport &node, const Copies &copies,
                  // The carried values flow from copy to copy as SSA
                  // values, thus nothing needs one type for all turns: a
                  // value may grow from turn to turn, which the function
                  // form cannot express without a symbol.
                  ValueRange initial, LoopBody body) {
  LoopTurn result;
  llvm::append_range(result.carried, initial);
  SmallVector<SmallVector<Value>> slices;
  for (int64_t i = 0; i < copies.count; ++i) {
    std::optional<int64_t> known;
    if (!copies.base)
      known = copies.first + i;
    LoopTurn turn = body(copies.getIndex(node, i), known, result.carried);
    // A turn that failed has reported its error. Going on would report the same
    // once more for each copy.
    if (node.hasFailed())
      return {};
    result.carried = turn.carried;
    slices.resize(turn.slices.size());
    for (auto [all, slice] : llvm::zip(slices, turn.slices))
      all.push_back(makeSlice(node, slice));
  }
  for (ArrayRef<Value> all : slices)
    result.slices.push_back(stackSlices(node, all));
  return result;
}

} // namespace mlir::relax
