// Sequences that a loop carries, as tensors whose first axis may change from
// turn to turn: only tensors are parameters of functions.
#include "CarriedSequence.h"
#include "ElementType.h"
#include "StackedSequence.h"
#include "TensorMath.h"

namespace mlir::relax {

Value stackSequence(NodeImport &node, const ValueTable &values,
                    StringRef name) {
  std::optional<ValueTable::Stack> stack = values.getStack(name);
  if (!stack)
    if (auto items = values.getItems(name))
      stack = stackItems(node, *items);
  return stack && stack->tensor ? putFirst(node, separateItems(node, *stack))
                                : Value();
}

/// An empty sequence of what `info` says; null if it does not say all.
// Nothing else tells what the items will be: their type is known once a turn
// has made one, which is too late for the parameter of the first turn.
static Value makeEmptyStack(NodeImport &node,
                            const ::onnx::ValueInfoProto &info) {
  const auto &type = info.type().sequence_type().elem_type().tensor_type();
  Type element = getElementType(node.getContext(), type.elem_type());
  if (!element || !type.has_shape())
    return {};
  SmallVector<SymExprAttr> dims = {node.makeExpr(0)};
  for (const auto &dim : type.shape().dim()) {
    if (!dim.has_dim_value())
      return {};
    dims.push_back(node.makeExpr(dim.dim_value()));
  }
  return TensorMath(node).zeros(dims, element);
}

SmallVector<Value> stackCarried(NodeImport &node,
                                const ::onnx::GraphProto &graph) {
  SmallVector<Value> stacks;
  for (unsigned i = 2; i < node.getNumInputs(); ++i) {
    Value &stack = stacks.emplace_back();
    if (node.getItem(i).isTensor())
      continue;
    StringRef name = node.getInputName(i);
    auto items = node.getValues().getItems(name);
    stack = items && items->empty()
                ? makeEmptyStack(node, graph.input(int(i)))
                : stackSequence(node, node.getValues(), name);
    if (!stack)
      return {};
  }
  return stacks;
}

} // namespace mlir::relax
