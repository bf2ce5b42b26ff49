// Sequences of which only the run time knows the length, as slices of a tensor.
// The tensor is never cut into parts: an item is a slice where it is used, and
// joining the items again is the tensor, perhaps with its axes in another
// order.
#include "StackedSequence.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TensorParts.h"
#include "TensorMath.h"
#include "UnevenSequence.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

using Stack = ValueTable::Stack;

// An expression and no value, so that loops over the sequence and sizes that
// follow from it keep their names.
SymExprAttr getLength(NodeImport &node, const Stack &stack) {
  if (stack.sizes)
    return getKnownDim(node, stack.sizes, 0);
  SymExprAttr size = getKnownDim(node, stack.tensor, stack.axis);
  return stack.part == 1 ? size : floorDiv(size + (stack.part - 1), stack.part);
}

Value takeItem(NodeImport &node, const Stack &stack, Value place) {
  if (stack.sizes)
    return takeUneven(node, stack, place);
  TensorMath math(node);
  Value item = math.take(stack.tensor, place, stack.axis);
  return stack.keepsAxis ? math.expand(item, stack.axis) : item;
}

/// The last part may have a size of its own, which follows from the place if
/// that is known, from the front or from the end.
static Value takePart(NodeImport &node, const Stack &stack, unsigned input) {
  TensorMath math(node);
  SmallVector<int64_t> places =
      node.requireIntegers(input, "a place among parts of several elements");
  if (node.hasFailed() || places.size() != 1)
    return nullptr;
  SymExprAttr size = getKnownDim(node, stack.tensor, stack.axis);
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

/// The place among `size` items that an input gives, counted from the front.
static Value readPlace(NodeImport &node, unsigned input, SymExprAttr size) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  Value place = node.castTo(node.getTensor(input), i64);
  if (math.rank(place) != 0)
    place = math.reshape(place, {});
  Value zero = node.makeScalar(0, i64);
  return math.where(math.less(place, zero),
                    math.add(place, node.makeSize(size, i64)), place);
}

Value takeItem(NodeImport &node, const Stack &parts, unsigned input) {
  if (parts.part != 1 && node.getIntegers(input))
    return takePart(node, parts, input);
  if (parts.sizes)
    return takeItem(node, parts,
                    readPlace(node, input, getLength(node, parts)));
  Stack stack = separateItems(node, parts);
  if (!stack.tensor)
    return {};
  SymExprAttr size = getKnownDim(node, stack.tensor, stack.axis);
  return takeItem(node, stack, readPlace(node, input, size));
}

/// `x` with its axis `from` at `to`.
static Value moveAxis(NodeImport &node, Value x, int64_t from, int64_t to) {
  return moveAxis(node.getBuilder(), node.getLoc(), x, from, to);
}

// Scripts split along axis 0 and stack along it again, thus the common case
// moves nothing: the permutation is left out then.
Value putFirst(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  if (!stack.tensor)
    return {};
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

// One tensor holds items of one shape only, so the last part must be as long as
// the others, which the run time tests.
Stack separateItems(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  if (stack.sizes)
    return evenOut(node, stack);
  if (stack.part == 1 || !stack.tensor)
    return stack;
  SmallVector<SymExprAttr> dims = math.dims(stack.tensor);
  SymExprAttr length = floorDiv(dims[stack.axis], stack.part);
  dims[stack.axis] = length * stack.part;
  Value whole = castDims(node, stack.tensor, dims);
  if (!whole)
    return Stack{};
  dims[stack.axis] = length;
  dims.insert(dims.begin() + stack.axis + 1, node.makeExpr(stack.part));
  return Stack{math.reshape(whole, dims), stack.axis};
}

/// The place that input `input` gives, if it is a number that is known.
static std::optional<int64_t> getKnownPlace(NodeImport &node, unsigned input,
                                            int64_t otherwise) {
  if (!node.hasInput(input))
    return otherwise;
  std::optional<SmallVector<int64_t>> place = node.getIntegers(input);
  return place && place->size() == 1 ? std::optional(place->front())
                                     : std::nullopt;
}

/// Numbers from 0 on, each with `step` added from place `place` on: where the
/// items of a longer or shorter sequence come from.
// A gather and no slices: their sizes would follow from a number that only the
// run time knows, while that of the sequence is known to be one more or less.
static Value shiftFrom(NodeImport &node, Value place, SymExprAttr size,
                       double step) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  Value number = math.range(node.makeExpr(0), size, i64);
  Value shifted = math.add(number, node.makeScalar(step, i64));
  return math.where(math.less(number, place), number, shifted);
}

/// The sequence with one more item, of any size, at its front or its end.
static void insertUneven(NodeImport &node, const Stack &parts, bool isFirst) {
  TensorMath math(node);
  Value item = math.expand(node.getTensor(1), int64_t(0));
  Stack one = makeUneven(node, Stack{item}, parts.axis);
  if (!one.tensor) {
    node.error() << "an item of type " << node.getType(1)
                 << " is put into a sequence whose items differ along axis "
                 << parts.axis << ", expected one with that axis";
    return;
  }
  node.setResult(0,
                 ValueTable::makeStack(isFirst ? joinUneven(node, one, parts)
                                               : joinUneven(node, parts, one)));
}

// At an end the items and the new one are joined, which copies them once; in
// between a gather takes them in their new order, which does so again.
void insertItem(NodeImport &node, const Stack &parts) {
  TensorMath math(node);
  std::optional<int64_t> known = getKnownPlace(node, 2, INT64_MAX);
  if (parts.sizes && (known == 0 || known == INT64_MAX))
    return insertUneven(node, parts, known == 0);
  Stack stack = separateItems(node, parts);
  if (!stack.tensor)
    return;
  Value item = math.expand(node.getTensor(1), int64_t(0));
  SmallVector<Value> both = {putFirst(node, stack), item};
  if (known == 0)
    std::swap(both[0], both[1]);
  Value joined = math.concat(both, 0);
  if (joined && known != 0 && known != INT64_MAX) {
    Type i64 = node.getBuilder().getI64Type();
    SymExprAttr size = getLength(node, stack);
    // What lies in front of the sequence counts as its front.
    Value place = math.max(readPlace(node, 2, size), node.makeScalar(0, i64));
    Value number = math.range(node.makeExpr(0), size + 1, i64);
    Value order = math.where(math.binary<EqualOp>(number, place),
                             node.makeSize(size, i64),
                             shiftFrom(node, place, size + 1, -1));
    joined = math.take(joined, order, 0);
  }
  if (joined)
    node.setResult(0, ValueTable::makeStack(Stack{joined}));
}

// Without an end the rest is one slice.
void eraseItem(NodeImport &node, const Stack &parts) {
  TensorMath math(node);
  std::optional<int64_t> known = getKnownPlace(node, 1, -1);
  if (parts.sizes && (known == 0 || known == -1))
    return node.setResult(0, ValueTable::makeStack(dropUneven(
                                 node, parts, /*isFirst=*/known == 0)));
  Stack stack = separateItems(node, parts);
  if (!stack.tensor)
    return;
  SymExprAttr size = getLength(node, stack);
  Stack rest = stack;
  if (known == 0 || known == -1) {
    rest.tensor =
        math.slice(stack.tensor, stack.axis, node.makeExpr(*known == 0 ? 1 : 0),
                   *known == 0 ? size : size - 1);
  } else {
    Value zero = node.makeScalar(0, node.getBuilder().getI64Type());
    Value place = math.max(readPlace(node, 1, size), zero);
    SymExprAttr less = SymExprAttr::maximum({size - 1, node.makeExpr(0)});
    rest.tensor =
        math.take(stack.tensor, shiftFrom(node, place, less, 1), stack.axis);
  }
  if (rest.tensor)
    node.setResult(0, ValueTable::makeStack(rest));
}

// Both what scripts do to a list in the end, cat and stack, are the tensor with
// its axes in another order: no item is ever copied alone.
void joinItems(NodeImport &node, const Stack &parts) {
  TensorMath math(node);
  bool isNew = node.getInt("new_axis", 0) != 0;
  int64_t rank = math.rank(parts.tensor) - (parts.keepsAxis ? 0 : 1);
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), rank + isNew);
  if (node.hasFailed())
    return;
  // What was split is whole again.
  if (!isNew && parts.keepsAxis && axis == parts.axis)
    return node.setResult(0, parts.tensor);
  Stack stack = separateItems(node, parts);
  if (!stack.tensor)
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
    if (node.getRank(1) != 0 && node.getType(1).isDynamicDim(0)) {
      stack = splitUneven(node, stack.tensor, node.getTensor(1), axis);
      return stack.tensor ? node.setResult(0, ValueTable::makeStack(stack))
                          : void();
    }
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
