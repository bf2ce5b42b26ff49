// Steps that add an operator which moves elements: sorts, gathers, scatters,
// slices, pads, repeats.
#include "BodyGenerator.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// A tensor of which nothing but sizes in numbers is known, and not many.
/// Indices are written as constants, one for each element, and repetitions
/// multiply sizes: without a bound a few steps in a row would make tensors that
/// no campaign can afford.
static bool isSmall(Value x) {
  constexpr int64_t kMaxElements = 256;
  auto type = cast<RankedTensorType>(x.getType());
  return type.hasStaticShape() && type.getNumElements() <= kMaxElements;
}

NamedAttribute BodyGenerator::axisOf(Value x, StringRef name) {
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  int64_t axis = decisions.below(std::max<int64_t>(rank, 1));
  return named(
      name, builder.getI64IntegerAttr(decisions.oneIn(4) ? axis - rank : axis));
}

NamedAttribute BodyGenerator::numbers(StringRef name,
                                      ArrayRef<int64_t> values) {
  return named(name, builder.getDenseI64ArrayAttr(values));
}

// Within the axis, since what lies outside is undefined for some modes, so that
// two right answers could differ. They go into the pool, as ops that follow
// should meet integers, too.
Value BodyGenerator::addIndices(ArrayRef<int64_t> shape, int64_t limit) {
  auto type = RankedTensorType::get(shape, builder.getI64Type());
  SmallVector<Attribute> values;
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i)
    values.push_back(builder.getI64IntegerAttr(decisions.below(limit)));
  OperationState state(builder.getUnknownLoc(), "relax.constant");
  state.addAttribute("value", DenseElementsAttr::get(type, values));
  state.addTypes(type);
  Value indices = builder.create(state)->getResult(0);
  pool.push_back(indices);
  return indices;
}

bool BodyGenerator::addSort() {
  // Places of equal floats that a pass has rounded differently are no fault.
  bool places = decisions.oneIn(2);
  Value x = pickTensor(places ? Elements::Integer : Elements::Number, 1);
  if (!x)
    return false;
  NamedAttribute axis = axisOf(x);
  if (!places)
    return tryOp(
        "relax.sort", x,
        {axis, named("descending", builder.getBoolAttr(decisions.oneIn(2)))});
  if (decisions.oneIn(2))
    return tryOp(
        "relax.argsort", x,
        {axis, named("descending", builder.getBoolAttr(decisions.oneIn(2)))});
  static constexpr StringRef kinds[] = {"both", "values", "indices"};
  return tryOp("relax.topk", x,
               {axis,
                named("k", builder.getI64IntegerAttr(1 + decisions.below(2))),
                named("ret_type", builder.getStringAttr(decisions.pick(kinds))),
                named("largest", builder.getBoolAttr(decisions.oneIn(2)))});
}

bool BodyGenerator::addGather() {
  Value x = pickTensor(Elements::Any, 1);
  if (!x || !isSmall(x))
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  int64_t axis = decisions.below(type.getRank()), size = type.getDimSize(axis);
  if (size == 0)
    return false;
  NamedAttribute along = named("axis", builder.getI64IntegerAttr(axis));
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = 1 + decisions.below(3);
  switch (decisions.below(4)) {
  // `nan` is left out: a NaN compares with nothing, so that the comparison of
  // runs would need a rule for it.
  case 0: {
    static constexpr StringRef modes[] = {"clip", "wrap", "fast"};
    return tryOp(
        "relax.take", {x, addIndices({shape[axis]}, size)},
        {along, named("mode", builder.getStringAttr(decisions.pick(modes)))});
  }
  case 1:
    return tryOp("relax.gather_elements", {x, addIndices(shape, size)}, along);
  case 2:
    return tryOp("relax.gather_nd",
                 {x, addIndices({shape[axis], 1}, type.getDimSize(0))});
  default:
    return tryOp("relax.index_tensor",
                 {x, addIndices({shape[axis]}, type.getDimSize(0))});
  }
}

bool BodyGenerator::addScatter() {
  Value x = pickTensor(Elements::Number, 1);
  if (!x || !isSmall(x))
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  int64_t size = type.getDimSize(0);
  if (size == 0)
    return false;
  // Which of several updates of one element is last is not said.
  static constexpr StringRef ways[] = {"add", "max", "min", "mul"};
  NamedAttribute way =
      named("reduction", builder.getStringAttr(decisions.pick(ways)));
  int64_t count = 1 + decisions.below(2);
  SmallVector<int64_t> updates(type.getShape());
  updates[0] = count;
  switch (decisions.below(3)) {
  case 0:
    return tryOp("relax.scatter_elements",
                 {x, addIndices(updates, size),
                  addWeight(updates, type.getElementType())},
                 {way, named("axis", builder.getI64IntegerAttr(0))});
  case 1:
    return tryOp("relax.scatter_nd",
                 {x, addIndices({count, 1}, size),
                  addWeight(updates, type.getElementType())},
                 way);
  default: {
    auto expression = [&](int64_t value) {
      return SymExprAttr::constant(builder.getContext(), value);
    };
    // A slice of more rows than the tensor has would not match the update, and
    // the step would be wasted.
    count = std::min(count, size);
    updates[0] = count;
    int64_t start = decisions.below(size - count + 1);
    return tryOp("relax.slice_scatter",
                 {x, addWeight(updates, type.getElementType())},
                 {named("start", expression(start)),
                  named("end", expression(start + count)),
                  named("axis", builder.getI64IntegerAttr(0))});
  }
  }
}

bool BodyGenerator::addSlice() {
  Value x = pickTensor(Elements::Any, 1);
  if (!x)
    return false;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  int64_t axis = decisions.below(rank);
  if (decisions.oneIn(3))
    return tryOp(
        "relax.split", x,
        {named("sections", builder.getI64IntegerAttr(1 + decisions.below(3))),
         named("axis", builder.getI64IntegerAttr(axis))});
  auto list = [&](int64_t value) {
    return builder.getArrayAttr(
        Attribute(SymExprAttr::constant(builder.getContext(), value)));
  };
  // Ends beyond the tensor and negative ones are made on purpose: clamping them
  // is where implementations go wrong.
  bool down = decisions.oneIn(3);
  int64_t begin = decisions.below(3), end = int64_t(decisions.below(6)) - 2;
  return tryOp("relax.strided_slice", x,
               {numbers("axes", axis), named("begin", list(down ? -1 : begin)),
                named("end", list(down ? begin : end)),
                numbers("strides", down ? -1 - int64_t(decisions.below(2))
                                        : 1 + int64_t(decisions.below(2)))});
}

bool BodyGenerator::addRepetition() {
  Value x = pickTensor(Elements::Any, 1);
  if (!x || !isSmall(x))
    return false;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  SmallVector<int64_t> counts;
  switch (decisions.below(4)) {
  case 0:
    for (int64_t i = 0; i < rank + int64_t(decisions.below(2)); ++i)
      counts.push_back(1 + decisions.below(2));
    return tryOp("relax.tile", x, numbers("repeats", counts));
  case 1:
    return tryOp(
        "relax.repeat", x,
        {named("repeats", builder.getI64IntegerAttr(1 + decisions.below(3))),
         axisOf(x)});
  case 2: {
    Value square = pickTensor(Elements::Any, 2);
    return square &&
           tryOp(decisions.oneIn(2) ? "relax.tril" : "relax.triu", square,
                 named("k", builder.getI64IntegerAttr(
                                int64_t(decisions.below(3)) - 1)));
  }
  default: {
    static constexpr StringRef modes[] = {"constant", "replicate", "reflect",
                                          "circular"};
    for (int64_t i = 0; i < 2 * rank; ++i)
      counts.push_back(decisions.below(2));
    return tryOp(
        "relax.nn.pad", x,
        {numbers("pad_width", counts),
         named("pad_mode", builder.getStringAttr(decisions.pick(modes)))});
  }
  }
}

} // namespace mlir::relax
