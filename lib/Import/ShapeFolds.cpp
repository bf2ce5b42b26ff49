// Shape computations at import: operators that move sizes around.
#include "OperatorTable.h"

namespace mlir::relax {

// Longer lists are data, not shapes.
// Weights that happen to be integers must not become attributes of expressions.
static constexpr int64_t kLongest = 256;

static Type getI64(NodeImport &node) { return node.getBuilder().getI64Type(); }

/// The first input, if it is known.
static std::optional<SymbolicTensor> getKnown(NodeImport &node,
                                              int64_t maxRank = 1) {
  return node.getSymbolic(0, maxRank);
}

/// `position` in a list of `size`, as numpy clamps the bounds of a slice.
static int64_t clampBound(int64_t position, int64_t size, bool forward) {
  if (position < 0)
    // Clamped before the size is added: ONNX allows INT64_MIN, and adding to it
    // is fine, but -INT64_MIN - 1 as a bound is not. Backward slices may end at
    // -1, in front of the first element.
    position = std::max(position, -size - 1) + size;
  int64_t low = forward ? 0 : -1;
  return std::clamp(position, low, forward ? size : size - 1);
}

/// The places of a slice in a list of `size`.
static SmallVector<int64_t> getPlaces(int64_t size, int64_t start, int64_t end,
                                      int64_t step) {
  SmallVector<int64_t> result;
  bool forward = step > 0;
  start = clampBound(start, size, forward);
  end = clampBound(end, size, forward);
  // INT64_MIN as a step would overflow the loop's index.
  step = std::clamp(step, -size - 1, size + 1);
  for (int64_t i = start; forward ? i < end : i > end; i += step)
    result.push_back(i);
  return result;
}

static SmallVector<SymExprAttr> takeSlice(ArrayRef<SymExprAttr> from,
                                          int64_t start, int64_t end,
                                          int64_t step) {
  SmallVector<SymExprAttr> result;
  for (int64_t place : getPlaces(from.size(), start, end, step))
    result.push_back(from[place]);
  return result;
}

static std::optional<SymbolicTensor> foldShape(NodeImport &node) {
  SmallVector<SymExprAttr> dims = node.getDims(0);
  int64_t rank = dims.size();
  // Shape 15 has start and end, clamped like a slice.
  int64_t start = node.getInt("start", 0);
  int64_t end = node.getInt("end", rank);
  SymbolicTensor result;
  result.elementType = getI64(node);
  result.elements = takeSlice(dims, start, end, 1);
  // What the type does not say is read at run time.
  if (llvm::is_contained(result.elements, SymExprAttr()))
    return std::nullopt;
  return result;
}

static std::optional<SymbolicTensor> foldSize(NodeImport &node) {
  SymExprAttr size = SymExprAttr::product(node.getContext(), node.getDims(0));
  if (!size)
    return std::nullopt;
  return SymbolicTensor{{size}, getI64(node), /*isScalar=*/true};
}

static std::optional<SymbolicTensor> foldGather(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node);
  std::optional<SymbolicTensor> indices = node.getSymbolic(1);
  // Lists have rank 1, thus only axis 0 (or -1) exists; larger axes are errors
  // of the model, for the op to report.
  if (!data || data->isScalar || !indices || node.getInt("axis", 0) > 0)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> places = indices->getConstants();
  if (!places)
    return std::nullopt;
  SymbolicTensor result{{}, data->elementType, indices->isScalar};
  int64_t size = data->elements.size();
  for (int64_t place : *places) {
    // Out of range is an error at run time in the standard, hence not folded.
    if (place < -size || place >= size)
      return std::nullopt;
    result.elements.push_back(data->elements[place < 0 ? place + size : place]);
  }
  return result;
}

/// Bounds of a slice of a list: from inputs, or before opset 10 attributes.
static std::optional<int64_t> getBound(NodeImport &node, StringRef name,
                                       unsigned index, int64_t otherwise) {
  std::optional<SmallVector<int64_t>> found;
  bool isGiven = true;
  if (node.getOpset() < 10) {
    found = node.getInts(name);
    isGiven = found.has_value();
  } else {
    isGiven = node.hasInput(index);
    found = isGiven ? node.getIntegers(index) : std::nullopt;
  }
  // Given but not known is different from not given: the former is none, the
  // latter has its default.
  if (!isGiven)
    return otherwise;
  return found && found->size() == 1 ? std::optional(found->front())
                                     : std::nullopt;
}

/// The rows of a matrix become columns.
static SymbolicTensor transpose(const SymbolicTensor &data) {
  int64_t columns = data.numColumns, rows = data.getShape()[0];
  SymbolicTensor result{{}, data.elementType, /*isScalar=*/false, rows};
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t row = 0; row < rows; ++row)
      result.elements.push_back(data.elements[row * columns + column]);
  return result;
}

/// These rows of a matrix.
static SymbolicTensor takeRows(const SymbolicTensor &data,
                               ArrayRef<int64_t> rows) {
  int64_t columns = data.numColumns;
  SymbolicTensor result{{}, data.elementType, /*isScalar=*/false, columns};
  for (int64_t row : rows)
    llvm::append_range(result.elements,
                       ArrayRef(data.elements).slice(row * columns, columns));
  return result;
}

static std::optional<SymbolicTensor> foldSlice(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node, /*maxRank=*/2);
  std::optional<int64_t> start = getBound(node, "starts", 1, 0);
  std::optional<int64_t> end = getBound(node, "ends", 2, 0);
  std::optional<int64_t> axis = getBound(node, "axes", 3, 0);
  std::optional<int64_t> step = getBound(node, "steps", 4, 1);
  // A step of 0 would not end.
  if (!data || data->isScalar || !start || !end || !step || *step == 0 || !axis)
    return std::nullopt;
  SmallVector<int64_t> shape = data->getShape();
  int64_t rank = shape.size();
  // Axes out of range are errors of the model, for the op to report.
  if (*axis < -rank || *axis >= rank)
    return std::nullopt;
  bool isAcross = rank == 2 && (*axis == 1 || *axis == -1);
  if (rank == 1)
    return SymbolicTensor{takeSlice(data->elements, *start, *end, *step),
                          data->elementType};
  SmallVector<int64_t> places =
      getPlaces(shape[isAcross ? 1 : 0], *start, *end, *step);
  // A matrix without elements would lose its other size.
  if (places.empty())
    return std::nullopt;
  return isAcross ? transpose(takeRows(transpose(*data), places))
                  : takeRows(*data, places);
}

static std::optional<SymbolicTensor> foldTranspose(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node, /*maxRank=*/2);
  std::optional<SmallVector<int64_t>> order = node.getInts("perm");
  if (!data || data->numColumns == 0 ||
      (order && ArrayRef(*order) != ArrayRef<int64_t>({1, 0})))
    return std::nullopt;
  return transpose(*data);
}

static std::optional<SymbolicTensor> foldConcat(NodeImport &node) {
  SymbolicTensor result;
  int64_t axis = node.getInt("axis", 0);
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    std::optional<SymbolicTensor> part = node.getSymbolic(i);
    if (!part || part->isScalar || (axis != 0 && axis != -1))
      return std::nullopt;
    result.elementType = part->elementType;
    llvm::append_range(result.elements, part->elements);
  }
  // Beyond that it is a table that happens to be put together from constants.
  if (result.elements.size() > size_t(kLongest))
    return std::nullopt;
  return result;
}

/// Operators that leave the elements as they are.
/// Identity.
static std::optional<SymbolicTensor> foldSame(NodeImport &node) {
  return getKnown(node, /*maxRank=*/2);
}

/// The list becomes a scalar.
static std::optional<SymbolicTensor> foldSqueeze(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node);
  if (!data || data->isScalar || data->elements.size() != 1)
    return std::nullopt;
  // Read for its effect only: with one element the result is the same for every
  // valid axis.
  (void)node.getIntsOrInput("axes", 1, 13);
  data->isScalar = true;
  return data;
}

/// A scalar becomes a list.
static std::optional<SymbolicTensor> foldUnsqueeze(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node);
  if (!data || !data->isScalar)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> axes = node.getIntsOrInput("axes", 1, 13);
  if (!axes || axes->size() != 1)
    return std::nullopt;
  data->isScalar = false;
  return data;
}

/// PyTorch's older exporter writes the widths of a Pad as pairs of an axis,
/// last axis first, and turns them by Reshape, Slice and Transpose into ONNX's
/// order. Hence matrices.
static std::optional<SymbolicTensor> foldReshape(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node, /*maxRank=*/2);
  std::optional<SmallVector<int64_t>> target = node.getIntegers(1);
  (void)node.getInt("allowzero", 0);
  // Only 0 to 2 axes are representable here.
  if (!data || !target || target->size() > 2)
    return std::nullopt;
  int64_t size = data->elements.size();
  data->isScalar = target->empty();
  data->numColumns = 0;
  if (target->size() < 2) {
    if (target->empty() ? size != 1
                        : target->front() != -1 && target->front() != size)
      return std::nullopt;
    return data;
  }
  int64_t rows = target->front(), columns = target->back();
  // One of both may be -1; an empty matrix has no number that -1 could be.
  if (columns == -1 && rows > 0)
    columns = size / rows;
  if (size == 0 || columns < 1 || size % columns != 0 ||
      (rows != -1 && rows != size / columns))
    return std::nullopt;
  data->numColumns = columns;
  return data;
}

/// Integers to integers; i1 arises here only as a number.
/// Casts to floats leave what this table can hold, so they become ops, with the
/// elements as their operand.
static std::optional<SymbolicTensor> foldCast(NodeImport &node) {
  constexpr int64_t kInt32 = 6, kInt64 = 7;
  std::optional<SymbolicTensor> data = getKnown(node, /*maxRank=*/2);
  int64_t to = node.getInt("to", 0);
  (void)node.getInt("saturate", 1);
  if (!data || (to != kInt32 && to != kInt64))
    return std::nullopt;
  data->elementType = node.getBuilder().getIntegerType(to == kInt32 ? 32 : 64);
  return data;
}

static std::optional<SymbolicTensor> foldConstantOfShape(NodeImport &node) {
  std::optional<SmallVector<int64_t>> shape = node.getIntegers(0);
  DenseElementsAttr value = node.getDense("value");
  if (!shape || shape->size() > 1 || !value || value.getNumElements() != 1 ||
      // An f32 fill, the default, is no size.
      !value.getElementType().isInteger(64))
    return std::nullopt;
  // A scalar's shape has no entries.
  int64_t size = shape->empty() ? 1 : shape->front();
  if (size < 0 || size > kLongest)
    return std::nullopt;
  SymbolicTensor result{{}, getI64(node), shape->empty()};
  result.elements.assign(size,
                         node.makeExpr(*value.getValues<int64_t>().begin()));
  return result;
}

static std::optional<SymbolicTensor> foldRange(NodeImport &node) {
  int64_t bounds[3];
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<SmallVector<int64_t>> bound = node.getIntegers(i);
    if (!bound || bound->size() != 1)
      return std::nullopt;
    bounds[i] = bound->front();
  }
  auto [start, limit, delta] = bounds;
  SymbolicTensor result{{}, node.getElementType(0)};
  if (delta == 0)
    return std::nullopt;
  for (int64_t i = start; delta > 0 ? i < limit : i > limit;) {
    // A longer range is data.
    if (result.elements.size() == size_t(kLongest))
      return std::nullopt;
    result.elements.push_back(node.makeExpr(i));
    // Near the end of i64 the next number does not exist, nor does it belong to
    // the range: the limit is an i64.
    if (llvm::AddOverflow(i, delta, i))
      break;
  }
  return result;
}

/// A list or scalar repeated to a list.
static std::optional<SymbolicTensor> foldExpand(NodeImport &node) {
  std::optional<SymbolicTensor> data = getKnown(node);
  std::optional<SmallVector<int64_t>> shape = node.getIntegers(1);
  if (!data || !shape || shape->size() != 1 || data->elements.size() != 1 ||
      // 0 elements would be a list without any, and 1 element keeps its value;
      // other ranks are not held here.
      shape->front() < 1 || shape->front() > kLongest)
    return std::nullopt;
  SymExprAttr element = data->elements.front();
  data->elements.assign(shape->front(), element);
  data->isScalar = false;
  return data;
}

void addShapeFolds(OperatorTable &table) {
  table.addFold("Cast", foldCast);
  table.addFold("Concat", foldConcat);
  table.addFold("ConstantOfShape", foldConstantOfShape);
  table.addFold("Expand", foldExpand);
  table.addFold("Gather", foldGather);
  table.addFold("Identity", foldSame);
  table.addFold("Range", foldRange);
  table.addFold("Reshape", foldReshape);
  table.addFold("Shape", foldShape);
  table.addFold("Size", foldSize);
  table.addFold("Slice", foldSlice);
  table.addFold("Squeeze", foldSqueeze);
  table.addFold("Transpose", foldTranspose);
  table.addFold("Unsqueeze", foldUnsqueeze);
}

} // namespace mlir::relax
