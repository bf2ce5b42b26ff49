// What the importer knows about the values of a graph.
#include "ValueTable.h"
#include "NarrowElement.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::relax {

// More elements than any shape, pad or slice list has; less than any weight.
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

LogicalResult ValueTable::insert(StringRef name, Entry entry) {
  return success(entries.try_emplace(name, std::move(entry)).second);
}

LogicalResult ValueTable::define(StringRef name, Value value) {
  Entry entry;
  entry.tensor = value;
  entry.type = cast<RankedTensorType>(value.getType());
  return insert(name, std::move(entry));
}

LogicalResult ValueTable::define(StringRef name, SymbolicTensor integers) {
  Entry entry;
  SmallVector<int64_t> shape;
  if (!integers.isScalar)
    shape.push_back(integers.elements.size());
  entry.type = RankedTensorType::get(shape, integers.elementType);
  entry.symbolic = std::move(integers);
  return insert(name, std::move(entry));
}

LogicalResult ValueTable::define(StringRef name, ::onnx::TensorProto &tensor,
                                 RankedTensorType type) {
  Entry entry;
  entry.constant = &tensor;
  entry.type = type;
  if (isNarrow(tensor.data_type()))
    entry.narrowCode = tensor.data_type();
  return insert(name, std::move(entry));
}

LogicalResult ValueTable::define(StringRef name, const Item &item) {
  return insert(name, *item.entry);
}

bool ValueTable::Item::isTensor() const {
  return !entry->items && !entry->isAbsent;
}

bool ValueTable::Item::isAbsent() const { return entry->isAbsent; }

ValueTable::Item ValueTable::getItem(StringRef name) const {
  Entry &found = lookup(name);
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

ValueTable::Item ValueTable::makeAbsent() {
  Item item;
  item.entry = std::make_shared<Entry>();
  item.entry->isAbsent = true;
  return item;
}

bool ValueTable::isTensor(StringRef name) const {
  const Entry &entry = lookup(name);
  return !entry.items && !entry.isAbsent;
}

std::optional<SmallVector<ValueTable::Item>>
ValueTable::getItems(StringRef name) const {
  const Entry &entry = lookup(name);
  if (!entry.items)
    return std::nullopt;
  return *entry.items;
}

LogicalResult ValueTable::defineFailed(StringRef name) {
  Entry entry;
  entry.failed = true;
  return insert(name, std::move(entry));
}

ValueTable::Entry &ValueTable::lookup(StringRef name) const {
  auto [place, isNew] = entries.try_emplace(name);
  if (!isNew)
    return place->second;
  Entry &found = outer->lookup(name);
  found.isShared = true;
  return place->second = found;
}

LogicalResult ValueTable::alias(StringRef name, const ValueTable &from,
                                StringRef other) {
  Entry &found = from.lookup(other);
  found.isShared = true;
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
  if (failed(value))
    value = ElementsAttr(cast<ElementsAttr>(builder.getZeroAttr(type)));
  // The model and the module need not hold the weights both. Short data stays:
  // an operator may still want its numbers.
  if (type.getNumElements() > kSmall && tensor.has_raw_data() && !isNested &&
      !entry.isShared)
    delete tensor.release_raw_data();
  return ConstantOp::create(builder, loc, type, *value);
}

/// The rank-1 tensor of `elements`, some of which depend on symbols. A shape
/// has no negative entry, so such numbers are added afterwards.
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
  SmallVector<int64_t> shape;
  if (!integers.isScalar)
    shape.push_back(integers.elements.size());
  RankedTensorType type = RankedTensorType::get(shape, integers.elementType);
  if (std::optional<SmallVector<int64_t>> numbers = integers.getConstants()) {
    unsigned width = integers.elementType.getIntOrFloatBitWidth();
    SmallVector<APInt> words;
    for (int64_t number : *numbers)
      words.push_back(APInt(64, uint64_t(number)).trunc(width));
    return ConstantOp::create(builder, loc, type,
                              DenseElementsAttr::get(type, words));
  }
  Value result = makeList(builder, integers.elements, loc);
  if (integers.isScalar)
    result = SqueezeOp::create(builder, loc,
                               RankedTensorType::get({}, builder.getI64Type()),
                               result, builder.getDenseI64ArrayAttr({0}));
  if (!integers.elementType.isInteger(64))
    result = AsTypeOp::create(builder, loc, type, result,
                              TypeAttr::get(integers.elementType));
  return result;
}

Value ValueTable::getTensor(Entry &entry, Location loc) {
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
  return getTensor(lookup(name),
                   NameLoc::get(builder.getStringAttr(name), loc));
}

std::optional<SymbolicTensor> ValueTable::getSymbolic(StringRef name,
                                                      Location loc) const {
  const Entry &entry = lookup(name);
  if (entry.symbolic)
    return entry.symbolic;
  if (!entry.constant || entry.type.getRank() > 1)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> values = getIntegers(name, loc);
  if (!values)
    return std::nullopt;
  SymbolicTensor result;
  result.elementType = entry.type.getElementType();
  result.isScalar = entry.type.getRank() == 0;
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
