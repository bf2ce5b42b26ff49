// Finds the code that imports a node and runs it.
#include "NodeDispatch.h"
#include "DiagnosticPrefix.h"
#include "Domains/CustomImport.h"
#include "FunctionBody.h"
#include "HeldElements.h"
#include "NodeOrder.h"

namespace mlir::relax {

// Deeper than models nest, and far from the end of the stack.
// Each level of calls recurses through import, importCall and importNodes here.
static constexpr unsigned kMaxDepth = 64;

// Functions that call two functions that call two ... double at each level: 17
// levels are 131072 nodes from a file of a few hundred bytes.
static constexpr int64_t kMaxExpanded = 100000;

/// The default domain has two spellings.
static StringRef getDomain(StringRef domain) {
  return domain == "ai.onnx" ? StringRef() : domain;
}

/// The name of the operator with its domain, unless that is the default one.
static std::string getFullName(const ::onnx::NodeProto &node) {
  StringRef domain = getDomain(node.domain());
  return (domain + (domain.empty() ? "" : ".") + node.op_type()).str();
}

/// The model's own functions for the operator of `node`, one an overload.
static SmallVector<const ::onnx::FunctionProto *>
findOverloads(const ::onnx::ModelProto &model, const ::onnx::NodeProto &node) {
  SmallVector<const ::onnx::FunctionProto *> found;
  for (const ::onnx::FunctionProto &function : model.functions())
    if (function.name() == node.op_type() &&
        getDomain(function.domain()) == getDomain(node.domain()))
      found.push_back(&function);
  return found;
}

/// The one of them that `node` calls, if there is one.
static const ::onnx::FunctionProto *
findFunction(const ::onnx::ModelProto &model, const ::onnx::NodeProto &node) {
  for (const ::onnx::FunctionProto *function : findOverloads(model, node))
    if (getOverload(*function) == getOverload(node))
      return function;
  return nullptr;
}

NodeDispatch::NodeDispatch(ModelParts &parts, ValueTable &values)
    : parts(parts), values(values) {
  // The last entry of a domain wins; the standard forbids two.
  for (const ::onnx::OperatorSetIdProto &set : parts.model.opset_import())
    opsets[getDomain(set.domain())] = set.version();
}

LogicalResult NodeDispatch::checkOperatorSets(Location loc) const {
  auto found = opsets.find("");
  // A model whose nodes all are of other domains may leave the default one out;
  // a node of the default domain has opset 0 then, and is unknown by itself.
  if (found == opsets.end() && !opsets.empty())
    return success();
  if (found == opsets.end())
    return emitError(loc) << "model imports no version of operator set "
                             "\"ai.onnx\", expected 1 to "
                          << kLastOpset
                          << "; the file is truncated or no ONNX model";
  if (found->second < 1 || found->second > kLastOpset)
    return emitError(loc) << "model imports version " << found->second
                          << " of operator set \"ai.onnx\", expected 1 to "
                          << kLastOpset
                          << "; convert it with onnx.version_converter";
  return success();
}

std::optional<int64_t>
NodeDispatch::findOpset(const ::onnx::NodeProto &node) const {
  auto opset = opsets.find(getDomain(node.domain()));
  return opset == opsets.end() ? std::nullopt
                               : std::optional<int64_t>(opset->second);
}

bool NodeDispatch::usesFailed(const ::onnx::NodeProto &node) const {
  return llvm::any_of(node.input(), [&](const std::string &name) {
    return values.isFailed(name);
  });
}

/// Initializers come first: a graph input of the same name is its default.
LogicalResult NodeDispatch::defineInitializers(::onnx::GraphProto &graph,
                                               Location loc) {
  bool failedAny = false;
  Builder &builder = parts.builder;
  // Weights are checked but not copied: `define` moves large data out of the
  // protobuf message, or each would be in memory twice.
  for (::onnx::TensorProto &tensor : *graph.mutable_initializer()) {
    auto makePrefix = [&] {
      return "initializer " + quote(tensor.name()) + ": ";
    };
    // Of its own, so that errors name the tensor and not the whole graph.
    Location own = NameLoc::get(builder.getStringAttr(tensor.name()));
    DiagnosticPrefix prefix(own, makePrefix);
    FailureOr<RankedTensorType> type = parts.data.check(tensor, own);
    LogicalResult defined = succeeded(type)
                                ? values.define(tensor.name(), tensor, *type)
                                // A failed name is still defined. Nodes that
                                // use it are skipped, otherwise each of them
                                // would report a missing input.
                                : values.defineFailed(tensor.name());
    if (failed(defined))
      emitError(own)
          << "expected a name of its own for each value, found one twice";
    failedAny |= failed(type) || failed(defined);
  }
  for (const ::onnx::SparseTensorProto &tensor : graph.sparse_initializer()) {
    emitError(loc) << "initializer " << quote(tensor.values().name())
                   << ": tensor is sparse, expected a dense one";
    (void)values.defineFailed(tensor.values().name());
    failedAny = true;
  }
  return failure(failedAny);
}

LogicalResult NodeDispatch::importNodes(const ::onnx::GraphProto &graph) {
  auto isKnown = [&](StringRef name) { return values.contains(name); };
  FailureOr<SmallVector<const ::onnx::NodeProto *>> ordered =
      orderNodes(graph, parts.builder.getContext(), isKnown);
  // ONNX demands sorted nodes, but files of some tools are not, and sorting is
  // linear in nodes and inputs.
  if (failed(ordered))
    return failure();
  bool failedAny = false;
  // All nodes are visited also after an error, so that one run reports each
  // node that is wrong.
  PendingNodes pending(graph, *ordered);
  parts.pending.push_back(&pending);
  while (const ::onnx::NodeProto *node = pending.takeNext())
    failedAny |= failed(import(*node));
  parts.pending.pop_back();
  return failure(failedAny);
}

LogicalResult NodeDispatch::import(const ::onnx::NodeProto &node) {
  Location loc = getNodeLoc(parts.builder.getContext(), node, findOpset(node));
  LogicalResult result = failure();
  bool isReached = !usesFailed(node);
  // A node over a failed value cannot be imported. Its own outputs fail
  // silently in turn: one error for one cause.
  if (isReached) {
    auto makePrefix = [&] { return describeNode(node, findOpset(node)); };
    DiagnosticPrefix prefix(loc, makePrefix);
    result = importChecked(node, loc);
  }
  // The node lets others go first.
  if (failed(result) && parts.pending.back()->isPending(node))
    return success();
  if (failed(result))
    countObstacle(node, isReached);
  for (const std::string &output : node.output())
    if (!output.empty() && !values.contains(output))
      (void)values.defineFailed(output);
  return result;
}

/// Also nodes over values that failed are looked at: their operators stand in
/// the way, too.
void NodeDispatch::countObstacle(const ::onnx::NodeProto &node,
                                 bool isReached) {
  if (parts.getDepth() != 0)
    return;
  StringRef domain = getDomain(node.domain());
  bool isMissing =
      !findFunction(parts.model, node) && !findOperator(node) &&
      !parts.request.custom.lookup(getFullName(node)) &&
      !(domain.empty() && (node.op_type() == "Constant" ||
                           hasStandardBody(node.op_type(), opsets.lookup(""))));
  if (!isReached && !isMissing)
    return;
  auto &[nodes, missing] = parts.obstacles[getFullName(node)];
  ++nodes;
  missing += isMissing;
}

void NodeDispatch::reportObstacles(Location loc) const {
  if (parts.obstacles.empty())
    return;
  // The most frequent first.
  SmallVector<std::pair<int64_t, StringRef>> sorted;
  bool areMissing = true;
  int64_t total = 0;
  for (const auto &[name, counts] : parts.obstacles) {
    sorted.emplace_back(-counts.first, name);
    areMissing &= counts.first == counts.second;
    total += counts.first;
  }
  llvm::sort(sorted);
  InFlightDiagnostic error =
      emitError(loc) << "model has " << total << " nodes of " << sorted.size()
                     << " operators that cannot be imported: ";
  llvm::interleave(
      sorted,
      [&](auto entry) { error << escape(entry.second) << " " << -entry.first; },
      [&] { error << ", "; });
  error << (areMissing
                ? "; all other operators of the model are read, so these "
                  "would be enough"
                : "; all other operators of the model are read; change "
                  "these nodes as said above");
}

/// What the caller says comes first, then a function of the model, then the
/// operator itself, then what the standard says it stands for.
LogicalResult NodeDispatch::importChecked(const ::onnx::NodeProto &node,
                                          Location loc) {
  if (const CustomRule *rule = parts.request.custom.lookup(getFullName(node)))
    return importCustom(node, *rule, loc);
  // Before the table, since a model may bring a function under the name of a
  // standard operator for its own domain version, and the standard says that
  // the model's function is used.
  bool isDefault = getDomain(node.domain()).empty();
  if (const ::onnx::FunctionProto *function = findFunction(parts.model, node))
    return importCall(node, *function, loc);
  // Constants have no inputs and need no op, so they do not go through the
  // table: the data become an initializer.
  if (isDefault && node.op_type() == "Constant")
    return importConstant(node, loc);
  if (const Operator *op = findOperator(node))
    return importOperator(node, *op, loc);
  // Many operators are defined by the standard as functions of others. Only
  // what has no entry of its own is expanded: an own import gives one op that a
  // schedule recognises, instead of a dozen.
  FailureOr<const ::onnx::FunctionProto *> body = findStandardBody(
      parts, values, node, isDefault ? opsets.lookup("") : 0, loc);
  if (failed(body))
    return failure();
  return *body ? importCall(node, **body, loc) : reportUnknown(node, loc);
}

/// A tensor that says what `attribute` of a Constant node says; none if it
/// says nothing of numbers.
static std::optional<::onnx::TensorProto>
makeTensor(const ::onnx::AttributeProto &attribute) {
  ::onnx::TensorProto tensor;
  // The list forms came with opset 12 (Constant); a single value has rank 0, a
  // list rank 1.
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
    // The const is lifted to move the weights out: the importer owns the model
    // through `parts`, and nobody reads the tensor afterwards.
    tensor = const_cast<::onnx::TensorProto *>(&attribute.t());
  } else if (std::optional<::onnx::TensorProto> made = makeTensor(attribute)) {
    // `tensors` is a list with stable addresses; the table keeps a pointer to
    // the tensor until somebody wants it as an op.
    tensor = &parts.tensors.emplace_back(std::move(*made));
  } else {
    return emitError(loc) << "constant is given by attribute "
                          << quote(attribute.name())
                          << ", expected a dense tensor or numbers";
  }
  FailureOr<RankedTensorType> type = parts.data.check(*tensor, loc);
  if (failed(type))
    return failure();
  return values.define(node.output(0), *tensor, *type);
}

const Operator *
NodeDispatch::findOperator(const ::onnx::NodeProto &node) const {
  int64_t opset = opsets.lookup(getDomain(node.domain()));
  // A name may have several entries, for ranges of opsets that do not overlap.
  // So the first that fits is the only one.
  for (const Operator *version : OperatorTable::get().lookup(getFullName(node)))
    if (opset >= getFirstOpset(*version) && opset <= version->last)
      return version;
  return nullptr;
}

LogicalResult NodeDispatch::reportUnknown(const ::onnx::NodeProto &node,
                                          Location loc) const {
  // Functions of the name, but none of the overload.
  if (SmallVector<const ::onnx::FunctionProto *> overloads =
          findOverloads(parts.model, node);
      !overloads.empty()) {
    InFlightDiagnostic error =
        emitError(loc) << "node calls overload " << quote(getOverload(node))
                       << " of a function, expected one of the model: ";
    llvm::interleaveComma(overloads, error,
                          [&](const ::onnx::FunctionProto *function) {
                            error << quote(getOverload(*function));
                          });
    return error;
  }
  if (StringRef reason = getMissingReason(getFullName(node)); !reason.empty())
    return emitError(loc) << "operator is not supported: " << reason;
  if (!getDomain(node.domain()).empty())
    return emitError(loc) << "operator is not supported, expected one of "
                             "domain \"ai.onnx\" or a function of the model; "
                             "an external function needs a rule by --custom-op";
  ArrayRef<const Operator *> versions =
      OperatorTable::get().lookup(node.op_type());
  if (versions.empty())
    return emitError(loc) << "operator is not supported, expected one that "
                             "'relax-import-onnx --list-operators' names";
  InFlightDiagnostic error = emitError(loc)
                             << "operator is not supported in opset "
                             << opsets.lookup("") << ", expected opset";
  llvm::interleave(
      versions,
      [&](const Operator *version) {
        error << " " << getFirstOpset(*version) << " to " << version->last;
      },
      [&] { error << " or"; });
  return error << "; convert the model with onnx.version_converter";
}

LogicalResult NodeDispatch::checkArity(const ::onnx::NodeProto &node,
                                       const Operator &op, Location loc) {
  unsigned numInputs = node.input_size();
  bool isComplete = numInputs >= op.minInputs && numInputs <= op.maxInputs;
  for (unsigned i = 0; i < op.minInputs && isComplete; ++i)
    isComplete = !node.input(int(i)).empty();
  // Each input of a variadic operator counts.
  // In an operator with fixed inputs an empty name leaves an optional one out.
  // In Sum or Concat there is nothing to leave out.
  if (op.maxInputs == kAny)
    isComplete &= llvm::all_of(
        node.input(), [](const std::string &name) { return !name.empty(); });
  if (!isComplete) {
    InFlightDiagnostic error = emitError(loc)
                               << "operator has " << numInputs
                               << " inputs, expected " << op.minInputs;
    if (op.maxInputs >= kMany)
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
                                           const Operator &op, Location loc) {
  if (failed(checkArity(node, op, loc)) ||
      failed(checkTensors(node, op, values, loc)))
    return failure();
  StringRef domain = getDomain(node.domain());
  NodeImport import(node, opsets.lookup(domain), *this, values, parts.symbols,
                    parts.builder, loc);
  // Former definitions have attributes that no fold knows.
  bool isOld = domain.empty() && op.first < kFirstOpset &&
               import.getOpset() < kFirstOpset;
  bool isFolded = false;
  // A fold is tried first. What shapes are computed with then leaves no op, and
  // sizes stay expressions.
  if (FoldFn fold = isOld ? nullptr : OperatorTable::get().lookupFold(op.name))
    if (std::optional<SymbolicTensor> known = fold(import)) {
      import.setResult(0, std::move(*known));
      isFolded = true;
    }
  if (!import.hasFailed() && !isFolded)
    op.import(import);
  if (import.hasFailed())
    return failure();
  // Attributes are checked after the import, because reading marks them; an
  // error may have ended it before all were read. An attribute that nobody
  // reads changes the meaning in a way that nobody handles, so it is an error
  // and not a warning.
  import.checkAttributes();
  if (import.hasFailed())
    return failure();
  // An optional output that the model uses but this importer does not make
  // would otherwise be reported at its user, as an unknown name.
  for (int i = 0; i < node.output_size(); ++i)
    if (!import.isDefined(i))
      return emitError(loc) << "output " << i << " is not supported";
  keepNarrowCode(node, op, values);
  return success();
}

LogicalResult NodeDispatch::importCustom(const ::onnx::NodeProto &node,
                                         const CustomRule &rule, Location loc) {
  static constexpr Operator kCustom = {"", 0, 0, 0, kMany, nullptr};
  if (failed(checkTensors(node, kCustom, values, loc)))
    return failure();
  NodeImport import(node, opsets.lookup(getDomain(node.domain())), *this,
                    values, parts.symbols, parts.builder, loc);
  importCustomNode(import, node, getFullName(node), rule);
  return failure(import.hasFailed());
}

LogicalResult NodeDispatch::countExpanded(int64_t numNodes, Location loc) {
  parts.numExpanded += numNodes;
  if (parts.numExpanded <= kMaxExpanded)
    return success();
  return emitError(loc)
         << "expected functions and loops of the model to stand for at most "
         << kMaxExpanded << " nodes; call them less often";
}

/// The body becomes nodes of the graph that calls it.
LogicalResult NodeDispatch::importCall(const ::onnx::NodeProto &node,
                                       const ::onnx::FunctionProto &function,
                                       Location loc) {
  if (node.input_size() > function.input_size() ||
      node.output_size() > function.output_size())
    return emitError(loc) << "function expects " << function.input_size()
                          << " inputs and " << function.output_size()
                          << " outputs, found " << node.input_size() << " and "
                          << node.output_size();
  if (parts.getDepth() >= kMaxDepth)
    return emitError(loc) << "functions call each other more than " << kMaxDepth
                          << " deep; a function must not call "
                          << "itself";
  if (failed(countExpanded(function.node_size(), loc)))
    return failure();
  // The body of a function sees nothing of the caller. A subgraph does see
  // outer values, which is why `makeInner` asks.
  std::unique_ptr<ValueTable> inner = values.makeInner(/*seesValues=*/false);
  for (int i = 0; i < node.input_size(); ++i)
    if (!node.input(i).empty())
      // Inputs are aliased, not converted to tensors: a constant stays a
      // constant inside, so that shapes of the body fold.
      (void)inner->alias(function.input(i), values, node.input(i));
  NodeDispatch dispatch(*this, *inner);
  // A function has its own opset_import. Only what it does not mention is
  // inherited from the model.
  for (const ::onnx::OperatorSetIdProto &set : function.opset_import())
    dispatch.opsets[getDomain(set.domain())] = set.version();
  const ::onnx::GraphProto &body =
      // A copy per call, since attribute references (`ref_attr_name`) are
      // replaced by the values of this call. `graphs` keeps it alive as long as
      // the table may point into it.
      parts.graphs.emplace_back(instantiate(function, node, *inner));
  LogicalResult result = dispatch.importNodes(body);
  for (int i = 0; i < node.output_size() && succeeded(result); ++i) {
    if (node.output(i).empty())
      continue;
    if (!inner->contains(function.output(i)))
      return emitError(loc)
             << "expected the function to make a value "
             << quote(function.output(i)) << ", which is its output " << i;
    (void)values.alias(node.output(i), *inner, function.output(i));
  }
  return result;
}

} // namespace mlir::relax
