// Turns the graph of a model into a function: its parameters are the graph's
// inputs, its body is one dataflow region.
#include "GraphImport.h"
#include "ElementType.h"
#include "InputShapes.h"
#include "NarrowElement.h"
#include "NodeDispatch.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Verifier.h"

namespace mlir::relax {

namespace {
class GraphImport {
public:
  GraphImport(::onnx::ModelProto &model, StringRef folder, MLIRContext *context,
              const ImportONNXOptions &options)
      : graph(*model.mutable_graph()), loc(UnknownLoc::get(context)),
        builder(context), data(context, folder), symbols(context),
        values(builder, data), request{options, {}},
        parts{model, data, symbols, builder, request, {},
              {},    {},   {},      {},      0,       {}},
        nodes(parts, values) {}

  OwningOpRef<ModuleOp> run();

private:
  LogicalResult defineInputs();
  void createFunction(ArrayRef<const ::onnx::ValueInfoProto *> inputs,
                      ArrayRef<Type> types);
  LogicalResult finishFunction();
  void addOutput(const ::onnx::ValueInfoProto &output,
                 SmallVectorImpl<Value> &results,
                 SmallVectorImpl<std::string> &names);
  Value getOutput(const ::onnx::ValueInfoProto &output);
  Value refine(Value value, const ::onnx::ValueInfoProto &output);

  ::onnx::GraphProto &graph;
  Location loc;
  OpBuilder builder;
  TensorData data;
  SymbolNames symbols;
  ValueTable values;
  ModelRequest request;
  ModelParts parts;
  NodeDispatch nodes;
  OwningOpRef<ModuleOp> module;
  FuncOp function;
};
} // namespace

LogicalResult GraphImport::defineInputs() {
  // An initializer that is also listed as an input is the input's default value
  // (always so before IR version 4). It stays a constant; else each weight
  // would be a parameter of the function.
  SmallVector<const ::onnx::ValueInfoProto *> inputs;
  bool failedAny = false;
  for (const ::onnx::ValueInfoProto &input : graph.input())
    if (!values.contains(input.name()))
      inputs.push_back(&input);
  InputShapes shapes(symbols, loc);
  // All requested shapes are known before the first type is made: a size given
  // for one input binds the symbol of that name in all others.
  if (failed(shapes.addRequests(request.options.inputShapes)))
    return failure();
  FailureOr<SmallVector<Type>> types = shapes.getTypes(inputs);
  if (failed(types))
    return failure();
  createFunction(inputs, *types);
  for (auto [input, argument] : llvm::zip(inputs, function.getArguments())) {
    if (failed(values.define(input->name(), argument))) {
      emitError(loc)
          << "expected a name of its own for each value, found input "
          << quote(input->name()) << " twice";
      failedAny = true;
      continue;
    }
    // The model's type says int4, the tensor type says i8. The code goes along
    // with the value.
    int32_t code = input->type().tensor_type().elem_type();
    if (isNarrow(code) || code == kString)
      values.setNarrowCode(input->name(), code);
  }
  return failure(failedAny);
}

/// The function with its parameters, and an empty dataflow region in which the
/// nodes become ops.
void GraphImport::createFunction(
    ArrayRef<const ::onnx::ValueInfoProto *> inputs, ArrayRef<Type> types) {
  Location own = NameLoc::get(builder.getStringAttr(graph.name()));
  module = ModuleOp::create(own);
  builder.setInsertionPointToEnd(module->getBody());
  function = FuncOp::create(builder, own, request.options.functionName,
                            builder.getFunctionType(types, {}));
  function.setNumInput(int64_t(inputs.size()));
  Block *body = &function.getBody().front();
  for (auto [index, input] : llvm::enumerate(inputs)) {
    // Names are kept in an attribute, since SSA names vanish in the generic
    // form, and the runtime addresses inputs by name.
    StringAttr name = builder.getStringAttr(input->name());
    body->getArgument(index).setLoc(NameLoc::get(name));
    function.setArgAttr(index, "relax.name", name);
  }
  builder.setInsertionPointToEnd(body);
  // The region's results are known only when all outputs are: it is made
  // without results now and replaced in `finishFunction`.
  DataflowOp dataflow = DataflowOp::create(builder, own, TypeRange());
  builder.setInsertionPointToEnd(&dataflow.getBody().emplaceBlock());
}

/// `value`, with what the model says about `output` where the ops could not
/// tell: that is checked at run time.
Value GraphImport::refine(Value value, const ::onnx::ValueInfoProto &output) {
  // A rank that the run time decides stays so: models declare that of one
  // branch.
  RankedTensorType type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return value;
  const ::onnx::TypeProto::Tensor &declared = output.type().tensor_type();
  // A declared shape of another rank contradicts the ops. The computed one is
  // right, since it follows from what is executed; many models in use have
  // stale shapes.
  if (!declared.has_shape() || declared.shape().dim_size() != type.getRank())
    return value;
  SmallVector<SymExprAttr> dims = getDims(type);
  bool saysMore = false;
  for (auto [dim, entry] : llvm::zip(dims, declared.shape().dim())) {
    // Only what the ops do not know is taken over. Where both know a number,
    // and they differ, the ops win for the same reason.
    if (dim || !entry.has_dim_value() || entry.dim_value() < 0)
      continue;
    dim = SymExprAttr::constant(builder.getContext(), entry.dim_value());
    saysMore = true;
  }
  if (!saysMore)
    return value;
  return MatchCastOp::create(builder, value.getLoc(),
                             getTensorType(dims, type.getElementType()), value);
}

Value GraphImport::getOutput(const ::onnx::ValueInfoProto &output) {
  Location own = NameLoc::get(builder.getStringAttr(output.name()));
  if (!values.contains(output.name())) {
    emitError(own) << "expected output " << quote(output.name())
                   << " to be a result of a node, an input or an initializer";
    return nullptr;
  }
  if (values.isFailed(output.name()))
    return nullptr;
  Value value = values.getTensor(output.name(), own);
  Type element = getElementTypeOrSelf(value.getType());
  // Element types are not taken from the declaration, since it would
  // reinterpret the numbers: a difference is an error.
  int32_t code = output.type().tensor_type().elem_type();
  // Names of classes stay names, which the warning at their node lists.
  bool areNames =
      code == kString && values.getNarrowCode(output.name()) == kClassName;
  if (code != 0 && !areNames &&
      element != getElementType(builder.getContext(), code)) {
    emitError(own) << "output " << quote(output.name())
                   << " is declared with element type '"
                   << getElementTypeName(code)
                   << "', expected what its node gives, " << element;
    return nullptr;
  }
  return refine(value, output);
}

/// The results of the function with their names: one for a tensor, one an item
/// for a sequence, none for an optional value that is not there.
void GraphImport::addOutput(const ::onnx::ValueInfoProto &output,
                            SmallVectorImpl<Value> &results,
                            SmallVectorImpl<std::string> &names) {
  // Failed and unknown names take the way of tensors, where they are reported.
  StringRef name = output.name();
  bool isTensor =
      !values.contains(name) || values.isFailed(name) || values.isTensor(name);
  if (isTensor) {
    results.push_back(getOutput(output));
    names.push_back(name.str());
    return;
  }
  // An optional value that is not there has no items and gives no result. Its
  // absence is decided at import.
  Location own = NameLoc::get(builder.getStringAttr(name));
  if (values.getStack(name)) {
    emitError(own) << "output " << quote(name)
                   << " is a sequence whose length only the run time knows, "
                      "expected tensors; join it with ConcatFromSequence";
    results.push_back(nullptr);
    return;
  }
  std::optional<SmallVector<ValueTable::Item>> items = values.getItems(name);
  if (!items)
    return;
  for (auto [index, item] : llvm::enumerate(*items)) {
    results.push_back(values.getTensor(item, own));
    names.push_back((name + "_" + Twine(index)).str());
  }
}

/// Close the region and give the function the types that the nodes led to.
LogicalResult GraphImport::finishFunction() {
  SmallVector<Value> results;
  SmallVector<std::string> names;
  for (const ::onnx::ValueInfoProto &output : graph.output())
    addOutput(output, results, names);
  if (results.empty())
    return emitError(loc) << "graph has no output, expected at least one";
  // Null values were reported where they were made.
  if (llvm::is_contained(results, Value()))
    return failure();
  // A copy of the types is not needed: `results` outlives the use, and
  // TypeRange only refers to it.
  TypeRange types = ValueRange(results).getTypes();
  OutputOp::create(builder, function.getLoc(), results);
  DataflowOp open = cast<DataflowOp>(function.getBody().front().front());
  builder.setInsertionPoint(open);
  DataflowOp dataflow = DataflowOp::create(builder, open.getLoc(), types);
  dataflow.getBody().takeBody(open.getBody());
  open.erase();
  builder.setInsertionPointToEnd(&function.getBody().front());
  ReturnOp::create(builder, function.getLoc(), dataflow.getResults());
  function.setType(builder.getFunctionType(function.getArgumentTypes(), types));
  for (auto [index, name] : llvm::enumerate(names))
    function.setResultAttr(unsigned(index), "relax.name",
                           builder.getStringAttr(name));
  return success();
}

OwningOpRef<ModuleOp> GraphImport::run() {
  // Without a version nothing can be said of any node.
  // The opset decides which entry of the table is used, thus nothing is
  // imported without it.
  if (failed(nodes.checkOperatorSets(loc)))
    return nullptr;
  // Errors are collected and not returned at once, so that one run shows all
  // nodes that are not supported.
  if (failed(request.custom.add(request.options.customOps, loc)))
    return nullptr;
  bool failedAny = failed(nodes.defineInitializers(graph, loc));
  if (failed(defineInputs()))
    return nullptr;
  failedAny |= failed(nodes.importNodes(graph));
  // The verifier comes last: with an error before it, the module may be
  // incomplete, and would be reported a second time in the compiler's words.
  failedAny |= failed(finishFunction());
  if (failedAny)
    nodes.reportObstacles(loc);
  if (failedAny || failed(verify(*module)))
    return nullptr;
  return std::move(module);
}

OwningOpRef<ModuleOp> importGraph(::onnx::ModelProto &model, StringRef folder,
                                  MLIRContext *context,
                                  const ImportONNXOptions &options) {
  return GraphImport(model, folder, context, options).run();
}

} // namespace mlir::relax
