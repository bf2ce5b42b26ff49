// Sequences of unknown length whose items differ in the size of one axis.
// The items lie behind each other along that axis, and a list has their sizes:
// joining them again is the tensor, and an item is a slice of it, whose place
// is the sum of the sizes in front of it.
#include "UnevenSequence.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TensorParts.h"
#include "StackedSequence.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

using Stack = ValueTable::Stack;

Stack makeStack(Value slices, const UnevenSlices &uneven) {
  if (!uneven.axis)
    return Stack{slices};
  return Stack{slices, *uneven.axis, /*keepsAxis=*/true, /*part=*/1,
               uneven.sizes};
}

/// Numbers of rank 0 as symbols, by which sizes can be told.
static SmallVector<SymExprAttr> readNumbers(NodeImport &node,
                                            ArrayRef<Value> numbers) {
  TensorMath math(node);
  SmallVector<Value> list;
  for (Value number : numbers)
    list.push_back(math.reshape(number, {node.makeExpr(1)}));
  Value shape = readShape(node, math.concat(list, 0));
  if (!shape)
    return SmallVector<SymExprAttr>(numbers.size(), node.makeExpr(0));
  return SmallVector<SymExprAttr>(cast<ShapeType>(shape.getType()).getDims());
}

/// `size` elements of an axis from `begin` on.
// The size is a symbol, which a slice's own type would tell by both ends.
static Value cutPart(NodeImport &node, Value tensor, int64_t axis,
                     SymExprAttr begin, SymExprAttr size) {
  TensorMath math(node);
  Value part = math.slice(tensor, axis, begin, begin + size);
  if (!part)
    return part;
  SmallVector<SymExprAttr> dims = math.dims(part);
  dims[axis] = size;
  part.setType(getTensorType(dims, getElementTypeOrSelf(part.getType())));
  return part;
}

Stack splitUneven(NodeImport &node, Value tensor, Value sizes, int64_t axis) {
  TensorMath math(node);
  sizes = giveSymbols(node, node.castTo(sizes, node.getBuilder().getI64Type()));
  Value sum = node.emit<SumOp>(sizes, SumOp::Properties());
  if (!sum || !tensor)
    return Stack{};
  // The run time compares the sum of the sizes with the axis.
  SmallVector<SymExprAttr> dims = math.dims(tensor);
  dims[axis] = readNumbers(node, sum).front();
  return Stack{castDims(node, tensor, dims), axis, /*keepsAxis=*/true,
               /*part=*/1, sizes};
}

Value takeUneven(NodeImport &node, const Stack &stack, Value place) {
  TensorMath math(node);
  CumsumOp::Properties along;
  along.axis = node.getBuilder().getI64IntegerAttr(0);
  Value ends = node.emit<CumsumOp>(stack.sizes, along);
  Value size = math.take(stack.sizes, place, 0);
  Value begin = math.sub(math.take(ends, place, 0), size);
  if (!begin)
    return begin;
  SmallVector<SymExprAttr> numbers = readNumbers(node, {begin, size});
  return cutPart(node, stack.tensor, stack.axis, numbers[0], numbers[1]);
}

// The items have one size if as many of the greatest one fill the axis, which
// the run time tests. No item is as long as no items are.
Stack evenOut(NodeImport &node, const Stack &stack) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  Value none = math.reshape(node.makeScalar(0, i64), {node.makeExpr(1)});
  Value greatest = node.emit<MaxOp>(math.concat({stack.sizes, none}, 0),
                                    MaxOp::Properties());
  if (!greatest)
    return Stack{};
  SymExprAttr size = readNumbers(node, greatest).front();
  SymExprAttr length = getKnownDim(node, stack.sizes, 0);
  SmallVector<SymExprAttr> dims = math.dims(stack.tensor);
  dims[stack.axis] = length * size;
  Value whole = castDims(node, stack.tensor, dims);
  dims[stack.axis] = length;
  dims.insert(dims.begin() + stack.axis + 1, size);
  return Stack{math.reshape(whole, dims), stack.axis};
}

Stack makeUneven(NodeImport &node, const Stack &stack, int64_t axis) {
  if (stack.sizes)
    return stack.axis == axis ? stack : Stack{};
  TensorMath math(node);
  Value first = giveSymbols(node, putFirst(node, separateItems(node, stack)));
  // The items' own axes are those behind the first one.
  if (!first || axis + 1 >= math.rank(first))
    return Stack{};
  SymExprAttr length = getKnownDim(node, first, 0);
  Value joined = moveAxis(node.getBuilder(), node.getLoc(), first, 0, axis);
  SmallVector<SymExprAttr> dims = math.dims(joined);
  SymExprAttr size = dims[axis + 1];
  dims[axis] = length * size;
  dims.erase(dims.begin() + axis + 1);
  Value number = node.makeSize(size, node.getBuilder().getI64Type());
  return Stack{math.reshape(joined, dims), axis, /*keepsAxis=*/true, /*part=*/1,
               math.broadcast(number, {length})};
}

Stack joinUneven(NodeImport &node, const Stack &first, const Stack &second) {
  TensorMath math(node);
  Stack result = first;
  result.tensor = math.concat({first.tensor, second.tensor}, first.axis);
  result.sizes = math.concat({first.sizes, second.sizes}, 0);
  return result;
}

Stack dropUneven(NodeImport &node, const Stack &stack, bool isFirst) {
  TensorMath math(node);
  Value tensor = giveSymbols(node, stack.tensor);
  SymExprAttr length = getKnownDim(node, stack.sizes, 0);
  SymExprAttr zero = node.makeExpr(0), one = node.makeExpr(1);
  Value place = node.makeSize(isFirst ? zero : length - 1,
                              node.getBuilder().getI64Type());
  SymExprAttr size =
      readNumbers(node, math.take(stack.sizes, place, 0)).front();
  SymExprAttr rest = getKnownDim(node, tensor, stack.axis) - size;
  Stack result = stack;
  result.tensor =
      cutPart(node, tensor, stack.axis, isFirst ? size : zero, rest);
  result.sizes =
      cutPart(node, stack.sizes, 0, isFirst ? one : zero, length - 1);
  return result;
}

} // namespace mlir::relax
