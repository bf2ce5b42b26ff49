// Nodes that become calls of external functions.
#include "CustomImport.h"
#include "ElementType.h"
#include "NodeDispatch.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "RuntimeShape.h"
#include <map>

namespace mlir::relax {

namespace {
/// One call under construction.
class CustomCall {
public:
  CustomCall(NodeImport &node, const ::onnx::NodeProto &proto,
             const CustomRule &rule)
      : node(node), proto(proto), rule(rule) {}

  void addInputs();
  void addAttributes();
  void finish(StringRef name);

private:
  void matchInput(unsigned index, RankedTensorType found);
  void bindIntegers();
  void bindInteger(StringAttr symbol);
  DenseElementsAttr readDefault(StringAttr name, Attribute value);
  ElementsAttr readAttribute(const ::onnx::AttributeProto &attribute);
  Type getResultType(unsigned index);
  void declare(StringRef name);

  NodeImport &node;
  const ::onnx::NodeProto &proto;
  const CustomRule &rule;
  unsigned numInputs = 0;
  SmallVector<Value> arguments;
  SymbolUnifier symbols;
};
} // namespace

//===-- Inputs ------------------------------------------------------------===//

void CustomCall::matchInput(unsigned index, RankedTensorType found) {
  // An element type is never converted: the function reads memory, and a wrong
  // type there is a wrong number without any error.
  const CustomTensor &wanted = (*rule.inputs)[index];
  if (wanted.element && wanted.element != found.getElementType()) {
    node.error() << "input " << index << " has type " << found
                 << ", expected elements " << wanted.element
                 << " as --custom-op says";
    return;
  }
  RankedTensorType pattern = getTensorType(wanted.dims, found.getElementType());
  // What only the run time can compare is the function's own business.
  if (symbols.unify(pattern, found) == Proof::Different)
    node.error() << "input " << index
                 << " does not fit --custom-op: " << symbols.getReason();
}

void CustomCall::addInputs() {
  numInputs = node.getNumInputs();
  if (rule.inputs && rule.inputs->size() != numInputs) {
    node.error() << "operator has " << numInputs << " inputs, expected "
                 << rule.inputs->size() << " as --custom-op says";
    return;
  }
  for (unsigned i = 0; i < numInputs && !node.hasFailed(); ++i) {
    // The function finds its arguments by their places.
    if (!node.hasInput(i)) {
      node.error() << "input " << i
                   << " is left out, expected all inputs of a custom operator";
      return;
    }
    // A size without a name could not be said in the type of a result.
    arguments.push_back(giveSymbols(node, node.getTensor(i)));
    if (rule.inputs)
      matchInput(i, cast<RankedTensorType>(arguments.back().getType()));
  }
}

//===-- Attributes --------------------------------------------------------===//

static RankedTensorType getListType(size_t size, Type element) {
  return RankedTensorType::get(int64_t(size), element);
}

/// Bytes, without a zero at the end: the function sees how many there are.
static DenseElementsAttr getBytes(StringRef text, MLIRContext *context) {
  Type byte = IntegerType::get(context, 8, IntegerType::Unsigned);
  return DenseElementsAttr::getFromRawBuffer(
      getListType(text.size(), byte), ArrayRef(text.data(), text.size()));
}

ElementsAttr
CustomCall::readAttribute(const ::onnx::AttributeProto &attribute) {
  // ONNX's attributes have 64 bits for integers and 32 for floats, always.
  Builder &builder = node.getBuilder();
  Type i64 = builder.getI64Type(), f32 = builder.getF32Type();
  switch (attribute.type()) {
  case ::onnx::AttributeProto::INT:
    return DenseElementsAttr::get(RankedTensorType::get({}, i64),
                                  int64_t(attribute.i()));
  case ::onnx::AttributeProto::FLOAT:
    return DenseElementsAttr::get(RankedTensorType::get({}, f32),
                                  attribute.f());
  case ::onnx::AttributeProto::INTS: {
    ArrayRef<int64_t> values(attribute.ints().data(),
                             size_t(attribute.ints_size()));
    return DenseElementsAttr::get(getListType(values.size(), i64), values);
  }
  case ::onnx::AttributeProto::FLOATS: {
    ArrayRef<float> values(attribute.floats().data(),
                           size_t(attribute.floats_size()));
    return DenseElementsAttr::get(getListType(values.size(), f32), values);
  }
  case ::onnx::AttributeProto::STRING:
    return getBytes(attribute.s(), node.getContext());
  case ::onnx::AttributeProto::TENSOR: {
    const TensorData &data = node.getValues().getData();
    FailureOr<RankedTensorType> type = data.check(attribute.t(), node.getLoc());
    FailureOr<ElementsAttr> value = failure();
    if (succeeded(type))
      value = data.read(attribute.t(), *type, node.getLoc());
    if (succeeded(value))
      return *value;
    node.setFailed();
    return nullptr;
  }
  default:
    node.error() << "attribute " << quote(attribute.name()) << " has type '"
                 << ::onnx::AttributeProto::AttributeType_Name(attribute.type())
                 << "', expected numbers, a string or a tensor, which an "
                    "external function can be given";
    return nullptr;
  }
}

/// The constant that stands for an attribute that the node lacks.
DenseElementsAttr CustomCall::readDefault(StringAttr name, Attribute value) {
  // Types that no tensor of a model has are left to the error below.
  if (isa<IntegerAttr, FloatAttr>(value) &&
      getElementTypeCode(cast<TypedAttr>(value).getType()) != 0)
    return DenseElementsAttr::get(
        RankedTensorType::get({}, cast<TypedAttr>(value).getType()), value);
  if (auto text = dyn_cast<StringAttr>(value))
    return getBytes(text.getValue(), node.getContext());
  if (auto dense = dyn_cast<DenseElementsAttr>(value);
      dense && getElementTypeCode(dense.getElementType()) != 0)
    return dense;
  if (isa<UnitAttr>(value))
    node.error() << "expected an attribute " << quote(name)
                 << ", found none; give it a default in --custom-op";
  else
    node.error() << "the default of attribute " << quote(name) << " is "
                 << value
                 << ", expected a number, a string or dense<...> : tensor<...>";
  return nullptr;
}

/// A symbol of the rule that no input gives is an attribute of the node.
void CustomCall::bindIntegers() {
  for (const CustomTensor &result : rule.results)
    for (SymExprAttr dim : result.dims)
      if (dim)
        dim.walkSymbols([&](StringAttr symbol) { bindInteger(symbol); });
}

void CustomCall::bindInteger(StringAttr symbol) {
  SymExprAttr expr = SymExprAttr::symbol(node.getContext(), symbol);
  if (symbols.substitute(expr))
    return;
  std::optional<int64_t> value;
  if (rule.attributes)
    if (auto otherwise = rule.attributes.getAs<IntegerAttr>(symbol))
      value = otherwise.getValue().trySExtValue();
  for (const ::onnx::AttributeProto &attribute : proto.attribute())
    if (attribute.name() == symbol.getValue() &&
        attribute.type() == ::onnx::AttributeProto::INT)
      value = attribute.i();
  if (value)
    (void)symbols.bind(expr, node.makeExpr(*value));
}

void CustomCall::addAttributes() {
  // Sorted by name: the order of attributes in a model has no meaning, and
  // exporters write them in any.
  std::map<StringRef, ElementsAttr> values;
  for (const ::onnx::AttributeProto &attribute : proto.attribute()) {
    if (rule.attributes && !rule.attributes.contains(attribute.name())) {
      node.error() << "expected an attribute that --custom-op lists, found "
                   << quote(attribute.name());
      return;
    }
    // A misspelt name would be left out silently, and the default taken.
    values[attribute.name()] = readAttribute(attribute);
  }
  for (NamedAttribute entry : rule.attributes ? rule.attributes.getValue()
                                              : ArrayRef<NamedAttribute>())
    if (!values.count(entry.getName()))
      values[entry.getName()] = readDefault(entry.getName(), entry.getValue());
  if (node.hasFailed())
    return;
  for (auto &[name, value] : values)
    arguments.push_back(ConstantOp::create(node.getBuilder(), node.getLoc(),
                                           value.getType(), value));
  bindIntegers();
}

//===-- Results -----------------------------------------------------------===//

Type CustomCall::getResultType(unsigned index) {
  // Elements of the first input unless the rule says others: what most
  // operators give, and what keeps simple rules short.
  const CustomTensor &wanted = rule.results[index];
  unsigned model = wanted.sameAs.value_or(0);
  if (model >= numInputs && (wanted.sameAs || !wanted.element)) {
    node.error() << "result " << index
                 << " of --custom-op has the type of input " << model
                 << ", expected one of the " << numInputs << " inputs";
    return nullptr;
  }
  Type element = wanted.element;
  if (!element)
    element = getElementTypeOrSelf(arguments[model].getType());
  if (wanted.sameAs)
    return getTensorType(getKnownDims(node, arguments[model]), element);
  SmallVector<SymExprAttr> dims;
  for (auto [axis, dim] : llvm::enumerate(wanted.dims)) {
    // The caller of an external function allocates its results, thus each size
    // has to follow from what is there before the call.
    dims.push_back(symbols.substitute(dim));
    if (dims.back())
      continue;
    InFlightDiagnostic error = node.error();
    error << "size " << axis << " of result " << index
          << " is unknown, expected sizes of the inputs or integer attributes";
    if (dim)
      error << " in " << dim;
    return nullptr;
  }
  return getTensorType(dims, element);
}

void CustomCall::declare(StringRef name) {
  OpBuilder &builder = node.getBuilder();
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  Operation *known = module.lookupSymbol(name);
  if (known && !isa<ExternFuncOp>(known))
    node.error()
        << "expected a name of its own for the external function "
        << quote(name)
        << ", found a function of the graph; choose another --function";
  if (known)
    return;
  // One declaration for all nodes; pure, as the call promises.
  OpBuilder outer = OpBuilder::atBlockEnd(module.getBody());
  ExternFuncOp::create(outer, node.getLoc(), builder.getStringAttr(name),
                       StringAttr(), builder.getUnitAttr());
}

void CustomCall::finish(StringRef name) {
  // The model may leave results at the end out; the function fills them.
  if (rule.results.size() < node.getNumOutputs())
    node.error() << "operator has " << node.getNumOutputs()
                 << " outputs, expected at most " << rule.results.size()
                 << " as --custom-op says";
  SmallVector<Type> types;
  for (unsigned i = 0; i < rule.results.size() && !node.hasFailed(); ++i)
    types.push_back(getResultType(i));
  if (!node.hasFailed())
    declare(name);
  if (node.hasFailed())
    return;
  auto call = CallDPSPackedOp::create(node.getBuilder(), node.getLoc(), types,
                                      name, arguments);
  for (auto [index, result] : llvm::enumerate(call.getResults()))
    node.setResult(unsigned(index), result);
}

void importCustomNode(NodeImport &node, const ::onnx::NodeProto &proto,
                      StringRef name, const CustomRule &rule) {
  CustomCall call(node, proto, rule);
  call.addInputs();
  if (!node.hasFailed())
    call.addAttributes();
  if (!node.hasFailed())
    call.finish(name);
}

} // namespace mlir::relax
