// What the importer knows about the values of a graph.
#include "ValueTable.h"
#include "ElementType.h"
#include "NarrowElement.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::relax {

// More elements than any shape, pad or slice list has; less than any weight.
// getIntegers and getFloats read up to this many elements, and shorter data
// stay in the model for that.
static constexpr int64_t kSmall = 256;

std::optional<SmallVector<int64_t>> SymbolicTensor::getConstants() const {
  SmallVector<int64_t> result;
  for (SymExprAttr element : elements) {
    std::optional<int64_t> value = element.getConstant();
    if (!value)
      return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

SmallVector<int64_t> SymbolicTensor::getShape() const {
  int64_t count = elements.size();
  if (isScalar)
    return {};
  if (numColumns == 0)
    return {count};
  return {count / numColumns, numColumns};
}

// try_emplace does not overwrite: SSA names are unique in ONNX, and a second
// definition is the caller's error to report.
LogicalResult ValueTable::insert(StringRef name, Entry entry) {
  return success(entries.try_emplace(name, std::move(entry)).second);
}

LogicalResult ValueTable::define(StringRef name, Value value) {
  Entry entry;
  entry.tensor = value;
  entry.type = dyn_cast<RankedTensorType>(value.getType());
  return insert(name, std::move(entry));
}

LogicalResult ValueTable::define(StringRef name, SymbolicTensor integers) {
  Entry entry;
  // A list of expressions has the static type of its length, although its
  // numbers are symbolic.
  entry.type = RankedTensorType::get(integers.getShape(), integers.elementType);
  entry.symbolic = std::move(integers);
  return insert(name, std::move(entry));
}

LogicalResult ValueTable::define(StringRef name, ::onnx::TensorProto &tensor,
                                 RankedTensorType type) {
  Entry entry;
  // A pointer into the model, which outlives the table: large weights are not
  // copied until they become ops.
  entry.constant = &tensor;
  entry.type = type;
  if (isNarrow(tensor.data_type()) || tensor.data_type() == kString)
    entry.narrowCode = tensor.data_type();
  return insert(name, std::move(entry));
}

LogicalResult ValueTable::define(StringRef name, const Item &item) {
  // A copy of the entry. Sequences share their items by pointer, so the copy is
  // cheap.
  return insert(name, *item.entry);
}

bool ValueTable::Item::isTensor() const {
  return !entry->items && !entry->stack && !entry->isAbsent;
}

bool ValueTable::Item::isAbsent() const { return entry->isAbsent; }

ValueTable::Item ValueTable::getItem(StringRef name) const {
  Entry &found = lookup(name);
  // Shared means that two entries lead to one TensorProto. Then its bytes must
  // not be freed after the first use.
  found.isShared = true;
  Item item;
  item.entry = std::make_shared<Entry>(found);
  return item;
}

ValueTable::Item ValueTable::makeItem(Value value) {
  Item item;
  item.entry = std::make_shared<Entry>();
  item.entry->tensor = value;
  item.entry->type = cast<RankedTensorType>(value.getType());
  return item;
}

ValueTable::Item ValueTable::makeSequence(ArrayRef<Item> items) {
  Item item;
  item.entry = std::make_shared<Entry>();
  item.entry->items =
      std::make_shared<SmallVector<Item>>(items.begin(), items.end());
  return item;
}

ValueTable::Item ValueTable::makeStack(const Stack &stack) {
  Item item;
  item.entry = std::make_shared<Entry>();
  item.entry->stack = stack;
  return item;
}

ValueTable::Item ValueTable::makeAbsent() {
  Item item;
  item.entry = std::make_shared<Entry>();
  item.entry->isAbsent = true;
  return item;
}

bool ValueTable::isTensor(StringRef name) const {
  const Entry &entry = lookup(name);
  return !entry.items && !entry.stack && !entry.isAbsent;
}

std::optional<SmallVector<ValueTable::Item>>
ValueTable::getItems(StringRef name) const {
  const Entry &entry = lookup(name);
  if (!entry.items)
    return std::nullopt;
  return *entry.items;
}

std::optional<ValueTable::Stack> ValueTable::getStack(StringRef name) const {
  return lookup(name).stack;
}

LogicalResult ValueTable::defineFailed(StringRef name) {
  Entry entry;
  entry.failed = true;
  return insert(name, std::move(entry));
}

/// Items become ops where they are used, like other values: a graph inside has
/// its own.
ValueTable::Entry ValueTable::Entry::copyForInner() const {
  Entry copy = *this;
  if (!items)
    return copy;
  copy.items = std::make_shared<SmallVector<Item>>(*items);
  for (Item &item : *copy.items)
    item.entry = std::make_shared<Entry>(item.entry->copyForInner());
  return copy;
}

// Outer entries are copied on first use, and each graph materializes its own
// constants: an op inside of a loop function must not be used from another
// function.
ValueTable::Entry &ValueTable::lookup(StringRef name) const {
  auto [place, isNew] = entries.try_emplace(name);
  if (!isNew)
    return place->second;
  Entry &found = outer->lookup(name);
  found.isShared = true;
  return place->second = found.copyForInner();
}

LogicalResult ValueTable::alias(StringRef name, const ValueTable &from,
                                StringRef other) {
  Entry &found = from.lookup(other);
  found.isShared = true;
  // The alias is an own entry: it gets the caller's op if there was one, and
  // makes its own op if not.
  return insert(name, found);
}

bool ValueTable::isFailed(StringRef name) const {
  return contains(name) && lookup(name).failed;
}

RankedTensorType ValueTable::getType(StringRef name) const {
  return lookup(name).type;
}

int32_t ValueTable::getNarrowCode(StringRef name) const {
  return lookup(name).narrowCode;
}

void ValueTable::setNarrowCode(StringRef name, int32_t code) {
  lookup(name).narrowCode = code;
}

Value ValueTable::materialize(const Entry &entry, Location loc) {
  ::onnx::TensorProto &tensor = *entry.constant;
  RankedTensorType type = entry.type;
  FailureOr<ElementsAttr> value = data.read(tensor, type, loc);
  // After an error the import goes on with zeros, to find further errors.
  // Zeros have the right type; going on finds further errors in the same run.
  if (failed(value))
    value = ElementsAttr(cast<ElementsAttr>(builder.getZeroAttr(type)));
  // The model and the module need not hold the weights both. Short data stays:
  // an operator may still want its numbers.
  // Inner graphs may be imported again (trials of loops, copies of turns), and
  // shared tensors may be wanted elsewhere: both keep their bytes.
  if (type.getNumElements() > kSmall && tensor.has_raw_data() && !isNested &&
      !entry.isShared)
    delete tensor.release_raw_data();
  return ConstantOp::create(builder, loc, type, *value);
}

/// The rank-1 tensor of `elements`, some of which depend on symbols. A shape
/// has no negative entry, so such numbers are added afterwards.
/// A shape is the only op that turns symbols into numbers, and its entries are
/// sizes. Exporters do concatenate -1 with sizes, for the target of a reshape.
static Value makeList(OpBuilder &builder, ArrayRef<SymExprAttr> elements,
                      Location loc) {
  SmallVector<SymExprAttr> sizes(elements);
  SmallVector<int64_t> rest(elements.size(), 0);
  for (auto [size, number] : llvm::zip(sizes, rest))
    if (size.getConstant().value_or(0) < 0) {
      number = *size.getConstant();
      size = SymExprAttr::constant(builder.getContext(), 0);
    }
  ShapeType shape = ShapeType::get(builder.getContext(), sizes);
  RankedTensorType type =
      RankedTensorType::get(int64_t(sizes.size()), builder.getI64Type());
  SmallVector<Attribute> entries(sizes.begin(), sizes.end());
  Value list =
      ShapeOp::create(builder, loc, shape, builder.getArrayAttr(entries));
  list = ShapeToTensorOp::create(builder, loc, type, list);
  if (llvm::all_of(rest, [](int64_t number) { return number == 0; }))
    return list;
  Value numbers = ConstantOp::create(
      builder, loc, type, DenseElementsAttr::get(type, ArrayRef(rest)));
  return AddOp::create(builder, loc, type, list, numbers);
}

Value ValueTable::makeTensor(const SymbolicTensor &integers, Location loc) {
  RankedTensorType type =
      RankedTensorType::get(integers.getShape(), integers.elementType);
  // All numbers: a constant, which folds.
  if (std::optional<SmallVector<int64_t>> numbers = integers.getConstants()) {
    unsigned width = integers.elementType.getIntOrFloatBitWidth();
    SmallVector<APInt> words;
    for (int64_t number : *numbers)
      // Truncated on purpose: i32 results of i64 arithmetic wrap as they would
      // at run time.
      words.push_back(APInt(64, uint64_t(number)).trunc(width));
    return ConstantOp::create(builder, loc, type,
                              DenseElementsAttr::get(type, words));
  }
  Value result = makeList(builder, integers.elements, loc);
  if (integers.isScalar)
    result = SqueezeOp::create(builder, loc,
                               RankedTensorType::get({}, builder.getI64Type()),
                               result, builder.getDenseI64ArrayAttr({0}));
  if (integers.numColumns != 0) {
    SmallVector<SymExprAttr> dims = getDims(type);
    Value shape = ShapeOp::create(
        builder, loc, ShapeType::get(builder.getContext(), dims),
        builder.getArrayAttr(SmallVector<Attribute>(dims.begin(), dims.end())));
    result = ReshapeOp::create(
        builder, loc,
        RankedTensorType::get(type.getShape(), builder.getI64Type()), result,
        shape);
  }
  // Shapes are i64; other integer types are cast from that.
  if (!integers.elementType.isInteger(64))
    result = AsTypeOp::create(builder, loc, type, result,
                              TypeAttr::get(integers.elementType));
  return result;
}

Value ValueTable::getTensor(Entry &entry, Location loc) {
  // The op is made at the first use, where the builder stands. Later uses are
  // behind it in the same block, because nodes are imported in order; inner
  // graphs have own entries.
  if (!entry.tensor)
    entry.tensor = entry.constant ? materialize(entry, loc)
                                  : makeTensor(*entry.symbolic, loc);
  return entry.tensor;
}

Value ValueTable::getTensor(const Item &item, Location loc) {
  return getTensor(*item.entry, loc);
}

Value ValueTable::getTensor(StringRef name, Location loc) {
  // What is made for a value carries that value's name.
  // A NameLoc around the node's location: diagnostics name the value, dumps the
  // node.
  return getTensor(lookup(name),
                   NameLoc::get(builder.getStringAttr(name), loc));
}

std::optional<SymbolicTensor>
ValueTable::getSymbolic(StringRef name, Location loc, int64_t maxRank) const {
  const Entry &entry = lookup(name);
  // Most folds are about lists of sizes: to them a matrix is data.
  if ((!entry.symbolic && !entry.constant) || entry.type.getRank() > maxRank)
    return std::nullopt;
  if (entry.symbolic)
    return entry.symbolic;
  std::optional<SmallVector<int64_t>> values = getIntegers(name, loc);
  int64_t rank = entry.type.getRank();
  // An empty matrix would lose its number of columns, and one of bytes is a
  // weight, whose type may stand for another.
  if (!values || (rank == 2 && (values->empty() ||
                                entry.type.getElementTypeBitWidth() < 32)))
    return std::nullopt;
  SymbolicTensor result;
  result.elementType = entry.type.getElementType();
  result.isScalar = rank == 0;
  result.numColumns = rank == 2 ? entry.type.getDimSize(1) : 0;
  for (int64_t value : *values)
    result.elements.push_back(
        SymExprAttr::constant(builder.getContext(), value));
  return result;
}

std::optional<SmallVector<int64_t>>
ValueTable::getIntegers(StringRef name, Location loc) const {
  const Entry &entry = lookup(name);
  if (entry.symbolic)
    return entry.symbolic->getConstants();
  if (!entry.constant)
    return std::nullopt;
  // The limit keeps a weight that is asked for by mistake from being decoded.
  return data.readIntegers(*entry.constant, entry.type, loc, kSmall);
}

std::optional<SmallVector<double>> ValueTable::getFloats(StringRef name,
                                                         Location loc) const {
  const Entry &entry = lookup(name);
  if (!entry.constant)
    return std::nullopt;
  return data.readFloats(*entry.constant, entry.type, loc, kSmall);
}

} // namespace mlir::relax
