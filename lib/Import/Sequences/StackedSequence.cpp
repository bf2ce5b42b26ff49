// Sequences of which only the run time knows the length, as slices of a tensor.
// The tensor is never cut into parts: an item is a slice where it is used, and
// joining the items again is the tensor, perhaps with its axes in another
// order.
#include "StackedSequence.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

using Stack = ValueTable::Stack;

// An expression and no value, so that loops over the sequence and sizes that
// follow from it keep their names.
SymExprAttr getLength(NodeImport &node, const Stack &stack) {
  SymExprAttr size = TensorMath(node).dims(stack.tensor)[stack.axis];
  return stack.part == 1 ? size : floorDiv(size + (stack.part - 1), stack.part);
}

Value takeItem(NodeImport &node, const Stack &stack, Value place) {
  TensorMath math(node);
  Value item = math.take(stack.tensor, place, stack.axis);
  return stack.keepsAxis ? math.expand(item, stack.axis) : item;
}

/// Parts of several elements have sizes of their own, so the place must be
/// known, from the front or from the end.
static Value takePart(NodeImport &node, const Stack &stack, unsigned input) {
  TensorMath math(node);
  SmallVector<int64_t> places =
      node.requireIntegers(input, "a place among parts of several elements");
  if (node.hasFailed() || places.size() != 1)
    return nullptr;
  SymExprAttr size = math.dims(stack.tensor)[stack.axis];
  SymExprAttr place = node.makeExpr(places.front());
  if (places.front() < 0)
    place = getLength(node, stack) + place;
  // No place of an empty sequence is one: the slice is then empty.
  SymExprAttr zero = node.makeExpr(0);
  SymExprAttr begin = SymExprAttr::maximum({place * stack.part, zero});
  SymExprAttr end = min(begin + stack.part, size);
  Value part = math.slice(stack.tensor, stack.axis, begin, end);
  if (!part)
    return part;
  SmallVector<SymExprAttr> dims = math.dims(part);
  dims[stack.axis] = SymExprAttr::maximum({end - begin, zero});
  part.setType(getTensorType(dims, getElementTypeOrSelf(part.getType())));
  return part;
}

Value takeItem(NodeImport &node, const Stack &stack, unsigned input) {
  if (stack.part != 1)
    return takePart(node, stack, input);
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  Value size = node.makeSize(math.dims(stack.tensor)[stack.axis], i64);
  Value place = node.castTo(node.getTensor(input), i64);
  if (math.rank(place) != 0)
    place = math.reshape(place, {});
  Value zero = node.makeScalar(0, i64);
  place = math.where(math.less(place, zero), math.add(place, size), place);
  return takeItem(node, stack, place);
}

/// `x` with its axis `from` at `to`.
static Value moveAxis(NodeImport &node, Value x, int64_t from, int64_t to) {
  TensorMath math(node);
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < math.rank(x); ++axis)
    if (axis != from)
      axes.push_back(axis);
  axes.insert(axes.begin() + to, from);
  return from == to ? x : math.permute(x, axes);
}

// Scripts split along axis 0 and stack along it again, thus the common case
// moves nothing: the permutation is left out then.
Value putFirst(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  Value first = moveAxis(node, stack.tensor, stack.axis, 0);
  return stack.keepsAxis ? math.expand(first, stack.axis + 1) : first;
}

// Needed where the place is computed: a tensor can be indexed when it runs, a
// list of values of the graph cannot. Types must agree in all sizes, or no one
// tensor could hold the items.
std::optional<Stack> stackItems(NodeImport &node,
                                ArrayRef<ValueTable::Item> items) {
  TensorMath math(node);
  SmallVector<Value> tensors;
  for (const ValueTable::Item &item : items) {
    if (!item.isTensor())
      return std::nullopt;
    tensors.push_back(node.getValues().getTensor(item, node.getLoc()));
    if (tensors.back().getType() != tensors.front().getType() ||
        llvm::is_contained(math.dims(tensors.back()), SymExprAttr()))
      return std::nullopt;
  }
  for (Value &tensor : tensors)
    tensor = math.expand(tensor, int64_t(0));
  if (tensors.empty())
    return std::nullopt;
  return Stack{math.concat(tensors, 0)};
}

/// Whether an item is one element of the axis; an error if not.
static bool hasSingles(NodeImport &node, const Stack &stack) {
  if (stack.part != 1)
    node.error() << "sequence has parts of " << stack.part
                 << " elements and a length that only the run time knows, "
                    "expected parts of 1";
  return stack.part == 1;
}

void insertItem(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  bool isLast = !node.hasInput(2), isFirst = false;
  if (!isLast)
    if (auto place = node.getIntegers(2); place && place->size() == 1)
      isFirst = place->front() == 0;
  if (!isLast && !isFirst) {
    node.error() << "sequence has a length that only the run time knows, "
                    "expected a place at its front or none for its end";
    return;
  }
  if (!hasSingles(node, stack))
    return;
  Value item = math.expand(node.getTensor(1), int64_t(0));
  SmallVector<Value> parts = {putFirst(node, stack), item};
  if (isFirst)
    std::swap(parts[0], parts[1]);
  if (Value joined = math.concat(parts, 0))
    node.setResult(0, ValueTable::makeStack(Stack{joined}));
}

// Only an end can go: the rest is then one slice. An item in the middle would
// leave two, which could be joined, but no model that was seen does it.
void eraseItem(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  int64_t place = -1;
  if (node.hasInput(1)) {
    SmallVector<int64_t> places = node.requireIntegers(1, "a place");
    place = places.size() == 1 ? places.front() : place;
  }
  if (!node.hasFailed() && place != 0 && place != -1)
    node.error() << "sequence has a length that only the run time knows, "
                    "expected place 0 or -1, found "
                 << place;
  if (node.hasFailed() || !hasSingles(node, stack))
    return;
  SymExprAttr size = getLength(node, stack);
  Stack rest = stack;
  rest.tensor =
      math.slice(stack.tensor, stack.axis, node.makeExpr(place == 0 ? 1 : 0),
                 place == 0 ? size : size - 1);
  if (rest.tensor)
    node.setResult(0, ValueTable::makeStack(rest));
}

// Both what scripts do to a list in the end, cat and stack, are the tensor with
// its axes in another order: no item is ever copied alone.
void joinItems(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  bool isNew = node.getInt("new_axis", 0) != 0;
  int64_t rank = math.rank(stack.tensor) - (stack.keepsAxis ? 0 : 1);
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), rank + isNew);
  if (node.hasFailed())
    return;
  // What was split is whole again.
  if (!isNew && stack.keepsAxis && axis == stack.axis)
    return node.setResult(0, stack.tensor);
  if (!hasSingles(node, stack))
    return;
  Value joined = moveAxis(node, putFirst(node, stack), 0, axis);
  if (!isNew) {
    // The items are adjacent in front of their axis, and both become one.
    SmallVector<SymExprAttr> dims = math.dims(joined);
    if (dims.empty())
      return;
    dims[axis] = dims[axis] * dims[axis + 1];
    dims.erase(dims.begin() + axis + 1);
    joined = math.reshape(joined, dims);
  }
  node.setResult(0, joined);
}

/// Parts of sizes that a list of known length gives: slices, which are known.
static void splitBySizes(NodeImport &node, int64_t axis) {
  TensorMath math(node);
  SmallVector<SymExprAttr> sizes = readSizes(node, 1);
  Value x = giveSymbols(node, node.getTensor(0));
  if (node.hasFailed() || !x)
    return;
  SymExprAttr end = node.makeExpr(0);
  for (SymExprAttr size : sizes)
    end = end + size;
  // The run time compares their sum with the axis.
  SmallVector<SymExprAttr> dims = math.dims(x);
  dims[axis] = end;
  x = castDims(node, x, dims);
  SmallVector<ValueTable::Item> items;
  SymExprAttr begin = node.makeExpr(0);
  for (SymExprAttr size : sizes) {
    Value part = math.slice(x, axis, begin, begin + size);
    if (!part)
      return;
    items.push_back(ValueTable::makeItem(part));
    begin = begin + size;
  }
  node.setResult(0, ValueTable::makeSequence(items));
}

// A known axis of up to 10,000 elements takes the other way, since slices of
// known places fold into what reads them.
void splitToStack(NodeImport &node, int64_t axis, bool keepsAxis) {
  Stack stack{giveSymbols(node, node.getTensor(0)), axis, keepsAxis};
  if (node.hasInput(1)) {
    if (node.getRank(1) != 0)
      return splitBySizes(node, axis);
    SmallVector<int64_t> part = node.requireIntegers(1, "the size of a part");
    if (node.hasFailed())
      return;
    stack.part = part.front();
    if (stack.part < 1) {
      node.error() << "parts have " << stack.part
                   << " elements, expected 1 or more";
      return;
    }
  }
  if (stack.tensor)
    node.setResult(0, ValueTable::makeStack(stack));
}

} // namespace mlir::relax
