// Finds the code that imports a node and runs it.
#include "NodeDispatch.h"
#include "DiagnosticPrefix.h"
#include "NodeOrder.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

/// The default domain has two spellings.
static StringRef getDomain(StringRef domain) {
  return domain == "ai.onnx" ? StringRef() : domain;
}

NodeDispatch::NodeDispatch(const ::onnx::ModelProto &model,
                           const TensorData &data, ValueTable &values,
                           SymbolNames &symbols, OpBuilder &builder)
    : model(model), data(data), values(values), symbols(symbols),
      builder(builder) {
  for (const ::onnx::OperatorSetIdProto &set : model.opset_import())
    opsets[getDomain(set.domain())] = set.version();
}

LogicalResult NodeDispatch::checkOperatorSets(Location loc) const {
  auto found = opsets.find("");
  if (found == opsets.end())
    return emitError(loc) << "model imports no version of operator set "
                             "\"ai.onnx\", expected "
                          << kFirstOpset << " to " << kLastOpset
                          << "; the file is truncated or no ONNX model";
  if (found->second < kFirstOpset || found->second > kLastOpset)
    return emitError(loc) << "model imports version " << found->second
                          << " of operator set \"ai.onnx\", expected "
                          << kFirstOpset << " to " << kLastOpset
                          << "; convert it with onnx.version_converter";
  return success();
}

std::string NodeDispatch::describe(const ::onnx::NodeProto &node) const {
  auto opset = opsets.find(getDomain(node.domain()));
  if (opset == opsets.end())
    return describeNode(node);
  return describeNode(node, opset->second);
}

bool NodeDispatch::usesFailed(const ::onnx::NodeProto &node) const {
  return llvm::any_of(node.input(), [&](const std::string &name) {
    return values.isFailed(name);
  });
}

bool NodeDispatch::hasFunction(const ::onnx::NodeProto &node) const {
  return llvm::any_of(model.functions(),
                      [&](const ::onnx::FunctionProto &function) {
                        return function.name() == node.op_type() &&
                               function.domain() == node.domain();
                      });
}

LogicalResult NodeDispatch::import(const ::onnx::NodeProto &node) {
  Location loc = getNodeLoc(builder.getContext(), node);
  LogicalResult result = failure();
  if (!usesFailed(node)) {
    auto makePrefix = [&] { return describe(node); };
    DiagnosticPrefix prefix(loc, makePrefix);
    result = importChecked(node, loc);
  }
  for (const std::string &output : node.output())
    if (!output.empty() && !values.contains(output))
      (void)values.defineFailed(output);
  return result;
}

LogicalResult NodeDispatch::importChecked(const ::onnx::NodeProto &node,
                                          Location loc) {
  bool isControlFlow = llvm::StringSwitch<bool>(node.op_type())
                           .Cases({"If", "Loop", "Scan", "SequenceMap"}, true)
                           .Default(false);
  if (getDomain(node.domain()).empty() && isControlFlow)
    return emitError(loc) << "control flow is not supported; export the "
                             "model without it";
  if (hasFunction(node))
    return emitError(loc) << "functions of a model are not supported; inline "
                             "them with onnx.inliner";
  if (!getDomain(node.domain()).empty())
    return emitError(loc) << "operator is not supported, expected one of "
                             "domain \"ai.onnx\"";
  if (node.op_type() == "Constant")
    return importConstant(node, loc);
  return importOperator(node, loc);
}

/// A tensor that says what `attribute` of a Constant node says; none if it
/// says nothing of numbers.
static std::optional<::onnx::TensorProto>
makeTensor(const ::onnx::AttributeProto &attribute) {
  ::onnx::TensorProto tensor;
  StringRef name = attribute.name();
  if (name == "value_int") {
    tensor.set_data_type(::onnx::TensorProto::INT64);
    tensor.add_int64_data(attribute.i());
  } else if (name == "value_ints") {
    tensor.set_data_type(::onnx::TensorProto::INT64);
    tensor.add_dims(attribute.ints_size());
    *tensor.mutable_int64_data() = attribute.ints();
  } else if (name == "value_float") {
    tensor.set_data_type(::onnx::TensorProto::FLOAT);
    tensor.add_float_data(attribute.f());
  } else if (name == "value_floats") {
    tensor.set_data_type(::onnx::TensorProto::FLOAT);
    tensor.add_dims(attribute.floats_size());
    *tensor.mutable_float_data() = attribute.floats();
  } else {
    return std::nullopt;
  }
  return tensor;
}

LogicalResult NodeDispatch::importConstant(const ::onnx::NodeProto &node,
                                           Location loc) {
  if (node.attribute_size() != 1 || node.output_size() != 1)
    return emitError(loc) << "constant has " << node.attribute_size()
                          << " attributes and " << node.output_size()
                          << " outputs, expected one each";
  const ::onnx::AttributeProto &attribute = node.attribute(0);
  ::onnx::TensorProto *tensor = nullptr;
  if (attribute.name() == "value" && attribute.has_t()) {
    // The weights move out of the model, which this importer owns.
    tensor = const_cast<::onnx::TensorProto *>(&attribute.t());
  } else if (std::optional<::onnx::TensorProto> made = makeTensor(attribute)) {
    tensor = &tensors.emplace_back(std::move(*made));
  } else {
    return emitError(loc) << "constant is given by attribute "
                          << quote(attribute.name())
                          << ", expected a dense tensor or numbers";
  }
  FailureOr<RankedTensorType> type = data.check(*tensor, loc);
  if (failed(type))
    return failure();
  return values.define(node.output(0), *tensor, *type);
}

const Operator *NodeDispatch::findOperator(const ::onnx::NodeProto &node,
                                           Location loc) {
  ArrayRef<const Operator *> versions =
      OperatorTable::get().lookup(node.op_type());
  if (versions.empty()) {
    emitError(loc) << "operator is not supported, expected one that "
                      "'relax-import-onnx --list-operators' names";
    return nullptr;
  }
  int64_t opset = opsets.lookup("");
  for (const Operator *version : versions)
    if (opset >= version->first && opset <= version->last)
      return version;
  InFlightDiagnostic error = emitError(loc)
                             << "operator is not supported in opset " << opset
                             << ", expected opset";
  llvm::interleave(
      versions,
      [&](const Operator *version) {
        error << " " << version->first << " to " << version->last;
      },
      [&] { error << " or"; });
  return nullptr;
}

LogicalResult NodeDispatch::checkArity(const ::onnx::NodeProto &node,
                                       const Operator &op, Location loc) {
  unsigned numInputs = node.input_size();
  bool isComplete = numInputs >= op.minInputs && numInputs <= op.maxInputs;
  for (unsigned i = 0; i < op.minInputs && isComplete; ++i)
    isComplete = !node.input(int(i)).empty();
  // Each input of a variadic operator counts.
  if (op.maxInputs == kAny)
    isComplete &= llvm::all_of(
        node.input(), [](const std::string &name) { return !name.empty(); });
  if (!isComplete) {
    InFlightDiagnostic error = emitError(loc)
                               << "operator has " << numInputs
                               << " inputs, expected " << op.minInputs;
    if (op.maxInputs == kAny)
      error << " or more";
    else if (op.maxInputs != op.minInputs)
      error << " to " << op.maxInputs;
    return error << ", none of the required ones missing";
  }
  unsigned numOutputs = node.output_size();
  if (numOutputs < 1 || numOutputs > op.maxOutputs)
    return emitError(loc) << "operator has " << numOutputs
                          << " outputs, expected 1 to " << op.maxOutputs;
  return success();
}

LogicalResult NodeDispatch::importOperator(const ::onnx::NodeProto &node,
                                           Location loc) {
  const Operator *op = findOperator(node, loc);
  if (!op || failed(checkArity(node, *op, loc)))
    return failure();
  NodeImport import(node, opsets.lookup(""), values, symbols, builder, loc);
  if (FoldFn fold = OperatorTable::get().lookupFold(node.op_type()))
    if (std::optional<SymbolicTensor> known = fold(import))
      import.setResult(0, std::move(*known));
  if (!import.hasFailed() && !import.isDefined(0))
    op->import(import);
  import.checkAttributes();
  if (import.hasFailed())
    return failure();
  for (int i = 0; i < node.output_size(); ++i)
    if (!import.isDefined(i))
      return emitError(loc) << "output " << i << " is not supported";
  return success();
}

} // namespace mlir::relax
