// One node of a graph, as the code that imports its operator sees it.
#include "NodeImport.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "SymbolNames.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"

namespace mlir::relax {

InFlightDiagnostic NodeImport::error() {
  // Kept as a flag beside the diagnostic: helpers return harmless values after
  // an error, and only the driver looks.
  failed = true;
  return emitError(loc);
}

//===-- Inputs ------------------------------------------------------------===//

StringRef NodeImport::getInputName(unsigned index) const {
  return node.input(int(index));
}

StringRef NodeImport::getOutputName(unsigned index) const {
  return node.output(int(index));
}

bool NodeImport::hasInput(unsigned index) const {
  // ONNX leaves an optional input out at the end, or by an empty name in the
  // middle.
  return index < getNumInputs() && !getInputName(index).empty();
}

Value NodeImport::getTensor(unsigned index) {
  return values.getTensor(getInputName(index), loc);
}

SmallVector<Value> NodeImport::getTensors() {
  SmallVector<Value> result;
  for (unsigned i = 0; i < getNumInputs(); ++i)
    result.push_back(getTensor(i));
  return result;
}

ValueTable::Item NodeImport::getItem(unsigned index) const {
  return values.getItem(getInputName(index));
}

SmallVector<ValueTable::Item> NodeImport::requireItems(unsigned index) {
  if (std::optional<SmallVector<ValueTable::Item>> items =
          values.getItems(getInputName(index)))
    return *items;
  error() << "input " << index << " is no sequence, expected one";
  return {};
}

RankedTensorType NodeImport::getType(unsigned index) const {
  return values.getType(getInputName(index));
}

Type NodeImport::getElementType(unsigned index) const {
  return getType(index).getElementType();
}

int32_t NodeImport::getNarrowCode(unsigned index) const {
  return values.getNarrowCode(getInputName(index));
}

SmallVector<SymExprAttr> NodeImport::getDims(unsigned index) const {
  return relax::getDims(getType(index));
}

std::optional<SymbolicTensor> NodeImport::getSymbolic(unsigned index,
                                                      int64_t maxRank) const {
  return values.getSymbolic(getInputName(index), loc, maxRank);
}

std::optional<SmallVector<int64_t>>
NodeImport::getIntegers(unsigned index) const {
  return values.getIntegers(getInputName(index), loc);
}

std::optional<SmallVector<double>> NodeImport::getFloats(unsigned index) const {
  return values.getFloats(getInputName(index), loc);
}

SmallVector<int64_t> NodeImport::requireIntegers(unsigned index,
                                                 StringRef what) {
  if (std::optional<SmallVector<int64_t>> found = getIntegers(index))
    return *found;
  error() << "expected constant integers as " << what << ", found "
          << getType(index) << " known only at run time";
  return {};
}

SmallVector<SymExprAttr> NodeImport::requireSymbolic(unsigned index,
                                                     StringRef what) {
  if (std::optional<SymbolicTensor> found = getSymbolic(index))
    return found->elements;
  error() << "expected " << what
          << " that follow from the shapes of the inputs, found "
          << getType(index) << " known only at run time";
  return {};
}

//===-- Attributes --------------------------------------------------------===//

static const ::onnx::AttributeProto *
findAttribute(const ::onnx::NodeProto &node, StringRef name) {
  for (const ::onnx::AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

bool NodeImport::hasAttribute(StringRef name) const {
  return findAttribute(node, name) != nullptr;
}

const ::onnx::AttributeProto *NodeImport::find(StringRef name, int32_t type,
                                               StringRef typeName) {
  // Marked before the type is checked: an attribute of the wrong type is
  // reported for its type only, not a second time as unknown.
  understood.insert(name);
  const ::onnx::AttributeProto *attribute = findAttribute(node, name);
  if (!attribute || attribute->type() == type)
    return attribute;
  error() << "attribute '" << name << "' has type '"
          << ::onnx::AttributeProto::AttributeType_Name(attribute->type())
          << "', expected '" << typeName << "'";
  return nullptr;
}

int64_t NodeImport::getInt(StringRef name, int64_t otherwise) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::INT, "INT");
  return attribute ? attribute->i() : otherwise;
}

double NodeImport::getFloat(StringRef name, double otherwise) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::FLOAT, "FLOAT");
  return attribute ? attribute->f() : otherwise;
}

StringRef NodeImport::getString(StringRef name, StringRef otherwise) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::STRING, "STRING");
  return attribute ? StringRef(attribute->s()) : otherwise;
}

std::optional<SmallVector<int64_t>> NodeImport::getInts(StringRef name) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::INTS, "INTS");
  if (!attribute)
    return std::nullopt;
  return SmallVector<int64_t>(attribute->ints().begin(),
                              attribute->ints().end());
}

std::optional<SmallVector<double>> NodeImport::getFloatList(StringRef name) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::FLOATS, "FLOATS");
  if (!attribute)
    return std::nullopt;
  return SmallVector<double>(attribute->floats().begin(),
                             attribute->floats().end());
}

DenseElementsAttr NodeImport::getDense(StringRef name, int64_t limit,
                                       bool takesStrings) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::TENSOR, "TENSOR");
  if (!attribute)
    return nullptr;
  const TensorData &data = values.getData();
  FailureOr<RankedTensorType> type = data.check(attribute->t(), loc);
  DenseElementsAttr dense;
  // The type and the data of the attribute can both be wrong; `check` also
  // bounds its size, so that a hostile tensor is not allocated.
  if (succeeded(type) && (takesStrings || attribute->t().data_type() !=
                                              ::onnx::TensorProto::STRING))
    dense = data.readDense(attribute->t(), *type, loc, limit);
  if (!dense)
    error() << "attribute '" << name << "' is no short list of numbers";
  return dense;
}

SmallVector<StringRef> NodeImport::getStrings(StringRef name) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::STRINGS, "STRINGS");
  if (!attribute)
    return {};
  return SmallVector<StringRef>(attribute->strings().begin(),
                                attribute->strings().end());
}

::onnx::GraphProto *NodeImport::requireGraph(StringRef name) {
  const ::onnx::AttributeProto *attribute =
      find(name, ::onnx::AttributeProto::GRAPH, "GRAPH");
  if (attribute)
    // Weights move out of the model, which the importer owns.
    return const_cast<::onnx::GraphProto *>(&attribute->g());
  // An attribute of another type was reported by `find` already.
  if (!failed)
    error() << "attribute '" << name << "' is missing, expected a graph";
  return nullptr;
}

void NodeImport::checkAttributes() {
  for (const ::onnx::AttributeProto &attribute : node.attribute())
    if (!understood.contains(attribute.name()))
      error() << "expected an attribute of this operator, found "
              << quote(attribute.name()) << "; remove it";
}

std::optional<SmallVector<int64_t>>
NodeImport::getIntsOrInput(StringRef name, unsigned index, int64_t since) {
  if (opset < since)
    // From `since` on an attribute of the same name would be unknown, and
    // `checkAttributes` says so, because it is not read here.
    return getInts(name);
  if (!hasInput(index))
    return std::nullopt;
  return requireIntegers(index, name);
}

int64_t NodeImport::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  error() << "axis is " << axis << ", expected one of a tensor of rank "
          << rank;
  // A harmless axis, so that the caller may go on; rank 0 has none, but there
  // every access is guarded by the failure.
  return 0;
}

SmallVector<int64_t> NodeImport::normalizeAxes(ArrayRef<int64_t> axes,
                                               int64_t rank) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    int64_t normal = normalizeAxis(axis, rank);
    // After an invalid axis the harmless 0 could look like a duplicate. Hence
    // only one error.
    if (llvm::is_contained(result, normal) && !failed)
      error() << "axis " << axis << " is given twice; give it once";
    result.push_back(normal);
  }
  return result;
}

//===-- Results -----------------------------------------------------------===//

bool NodeImport::hasOutput(unsigned index) const {
  return index < getNumOutputs() && !node.output(int(index)).empty();
}

void NodeImport::setResult(unsigned index, Value value) {
  if (!value || !hasOutput(index))
    return;
  // `emit` gives tensors of unknown rank for no operator here; an op whose
  // inference knows less must not get into the table, where everything has a
  // RankedTensorType.
  RankedTensorType type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) {
    error() << "result " << index << " has type " << value.getType()
            << ", expected a tensor of known rank";
    return;
  }
  // The driver checked that the name is free.
  (void)values.define(node.output(int(index)), value);
}

void NodeImport::setResult(unsigned index, SymbolicTensor integers) {
  if (hasOutput(index))
    (void)values.define(node.output(int(index)), std::move(integers));
}

void NodeImport::setResult(unsigned index, const ValueTable::Item &item) {
  if (hasOutput(index))
    (void)values.define(node.output(int(index)), item);
}

void NodeImport::setResult(unsigned index, const ValueTable &from,
                           StringRef name) {
  if (hasOutput(index))
    (void)values.alias(node.output(int(index)), from, name);
}

void NodeImport::setNarrowCode(unsigned index, int32_t code) {
  if (hasOutput(index) && isDefined(index))
    values.setNarrowCode(node.output(int(index)), code);
}

bool NodeImport::isDefined(unsigned index) const {
  return !hasOutput(index) || values.contains(node.output(int(index)));
}

SymExprAttr NodeImport::makeSymbol(StringRef suffix) {
  // The node's name tells the user of `--emit` where a size comes from.
  // Exporters often leave names empty; outputs never are.
  StringRef stem = node.name();
  if (stem.empty() && node.output_size() > 0)
    stem = node.output(0);
  return symbols.makeFresh((stem + "_" + suffix).str());
}

//===-- Small values ------------------------------------------------------===//

Value NodeImport::makeConstant(DenseElementsAttr value) {
  return ConstantOp::create(builder, loc, value.getType(), value);
}

/// `value` as an element of type `element`.
static Attribute makeNumber(double value, Type element) {
  if (FloatType type = dyn_cast<FloatType>(element))
    return FloatAttr::get(type, value);
  // Implicit truncation lets -1 stand for all ones in an unsigned or narrow
  // type.
  APInt number(element.getIntOrFloatBitWidth(), uint64_t(int64_t(value)),
               /*isSigned=*/true, /*implicitTrunc=*/true);
  return IntegerAttr::get(element, number);
}

Value NodeImport::makeFilled(double value, ArrayRef<int64_t> shape,
                             Type element) {
  return makeConstant(DenseElementsAttr::get(
      RankedTensorType::get(shape, element), makeNumber(value, element)));
}

Value NodeImport::makeNumbers(ArrayRef<double> numbers, ArrayRef<int64_t> shape,
                              Type element) {
  SmallVector<Attribute> elements;
  for (double number : numbers)
    elements.push_back(makeNumber(number, element));
  return makeConstant(
      DenseElementsAttr::get(RankedTensorType::get(shape, element), elements));
}

Value NodeImport::makeScalar(double value, Type element) {
  return makeFilled(value, {}, element);
}

Value NodeImport::makeIntegers(ArrayRef<int64_t> numbers) {
  return makeConstant(DenseElementsAttr::get(
      RankedTensorType::get(int64_t(numbers.size()), builder.getI64Type()),
      numbers));
}

Value NodeImport::makeSize(SymExprAttr size, Type element) {
  return values.makeTensor({{size}, element, /*isScalar=*/true}, loc);
}

Value NodeImport::makeShape(ArrayRef<SymExprAttr> dims) {
  // A null dimension may be among `dims` after an error, and an expression list
  // must have none.
  if (failed)
    return nullptr;
  ShapeOp::Properties properties;
  SmallVector<Attribute> entries(dims.begin(), dims.end());
  properties.values = builder.getArrayAttr(entries);
  return emit<ShapeOp>(ValueRange(), properties);
}

Value NodeImport::castTo(Value value, Type element) {
  // A cast to the same type would be an op that copies.
  if (!value || getElementTypeOrSelf(value.getType()) == element)
    return value;
  AsTypeOp::Properties properties;
  properties.dtype = TypeAttr::get(element);
  return emit<AsTypeOp>(value, properties);
}

SymExprAttr NodeImport::makeExpr(int64_t value) {
  return SymExprAttr::constant(getContext(), value);
}

//===-- Ops ---------------------------------------------------------------===//

bool NodeImport::checkOperands(ValueRange operands) const {
  return llvm::all_of(operands, [](Value operand) { return bool(operand); });
}

Operation *NodeImport::finish(OperationState &state) {
  Operation *op = builder.create(state);
  // A broken op is reported for its node, and no later node sees it.
  // Verification without regions: at this point an op such as `if` may still be
  // empty.
  if (mlir::failed(verify(op, /*verifyRecursively=*/false))) {
    failed = true;
    op->erase();
    return nullptr;
  }
  return op;
}

} // namespace mlir::relax
