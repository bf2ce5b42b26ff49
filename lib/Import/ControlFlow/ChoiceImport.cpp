// The operator that chooses one of two graphs.
// Branches may give values of different rank, or sequences, as a Squeeze does
// that depends on a size. No op behind the If could then be imported, so such
// ops go into both branches, where ranks are known, until results agree:
//
//   y = If(c, squeeze(x), x)        r = If(c, { y = squeeze(x); max(f(y)) },
//   z = f(y)                  ->                { y = x;       max(f(y)) })
//   r = max(z)
#include "InnerGraph.h"
#include "NodeDispatch.h"
#include "OutlinedFunction.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Sequences/CarriedSequence.h"
#include "TensorMath.h"

namespace mlir::relax {

namespace {
/// An If whose condition only the run time knows.
class Choice {
public:
  Choice(NodeImport &node, ::onnx::GraphProto &yes, ::onnx::GraphProto &no)
      : node(node), yes(yes), no(no), parts(node.getDispatch().getParts()),
        pending(*parts.pending.back()) {
    // What leaves an inner choice with an unknown rank gets to this one, which
    // then takes in what uses it.
    pending.setTaken(&sunk);
  }
  ~Choice() { pending.setTaken(nullptr); }

  void run();

private:
  bool build(Value condition);
  void fillBranch(::onnx::GraphProto &graph, Region &region);
  bool sinkUsers();
  void chooseOutputs();
  Type joinTypes(OutlinedFunction &function, Value yes, Value no,
                 StringRef name);
  IfOp closeIf(IfOp open, TypeRange types);
  void setResults(ArrayRef<Value> results);
  void fail();
  bool canStayApart(Type lhs, Type rhs, StringRef name);

  NodeImport &node;
  ::onnx::GraphProto &yes, &no;
  ModelParts &parts;
  PendingNodes &pending;
  /// What is in both branches behind their graphs: nodes that followed the If.
  /// Its outputs are the results of the `relax.if`.
  ::onnx::GraphProto sunk;
  /// Values that have no common type; `found` is new since the last build.
  llvm::StringSet<> apart, found;
  /// Results that are sequences, as their items along a first axis.
  llvm::StringSet<> stacked;
  int numBuilds = 0, numLevels = 1;
};
} // namespace

/// Whether a value whose branches differ may leave the `if`: as an output of
/// the model, whose rank the caller reads, or of what another choice took in.
bool Choice::canStayApart(Type lhs, Type rhs, StringRef name) {
  size_t depth = parts.getDepth();
  bool isRankless =
      depth == 0 || parts.pending[depth - 1]->getTaken() == &pending.getGraph();
  return isRankless && pending.isOutput(name) && apart.contains(name) &&
         getElementTypeOrSelf(lhs) == getElementTypeOrSelf(rhs);
}

/// The type that both branches' values fit, as far as the caller can tell; null
/// if there is none.
Type Choice::joinTypes(OutlinedFunction &function, Value yes, Value no,
                       StringRef name) {
  // Of unknown rank if another choice is in the branch.
  RankedTensorType lhs = dyn_cast<RankedTensorType>(yes.getType());
  RankedTensorType rhs = dyn_cast<RankedTensorType>(no.getType());
  if (!lhs || !rhs || lhs.getRank() != rhs.getRank() ||
      lhs.getElementType() != rhs.getElementType()) {
    if (canStayApart(yes.getType(), no.getType(), name))
      return UnrankedTensorType::get(getElementTypeOrSelf(yes.getType()));
    // Nothing is left that could be put into the branches.
    if (apart.contains(name))
      node.error() << "branches give " << yes.getType() << " and "
                   << no.getType() << " as " << quote(name)
                   << ", expected one rank and element type of what leaves a "
                      "graph inside, and one element type of an output; where "
                      "the condition depends on sizes, give these with "
                      "--input-shape";
    found.insert(name);
    return nullptr;
  }
  SmallVector<SymExprAttr> dims = getDims(lhs);
  // A size stays in the joined type if both branches agree on it and the caller
  // can see its symbols. A symbol that the branch made is not in scope behind
  // the `if`.
  for (auto [dim, other] : llvm::zip(dims, getDims(rhs)))
    if (dim != other || !dim || !function.isVisible(dim))
      dim = nullptr;
  return getTensorType(dims, lhs.getElementType());
}

/// One branch, as the region of a `relax.if`.
void Choice::fillBranch(::onnx::GraphProto &graph, Region &region) {
  OpBuilder &builder = node.getBuilder();
  builder.setInsertionPointToEnd(&region.emplaceBlock());
  // Control flow is not allowed in a dataflow region, but the branch's own ops
  // may be in one, and fusion looks there only.
  DataflowRegion dataflow(builder, node.getLoc());
  std::unique_ptr<ValueTable> values =
      importInner(node, graph, [](ValueTable &) {});
  if (!values)
    return;
  // To the nodes behind the If its outputs are what this branch gives.
  std::unique_ptr<ValueTable> behind =
      importInner(node, sunk, [&](ValueTable &inner) {
        for (unsigned i = 0; i < node.getNumOutputs(); ++i)
          if (node.hasOutput(i))
            (void)inner.alias(node.getOutputName(i), *values,
                              graph.output(int(i)).name());
      });
  if (!behind)
    return;
  SmallVector<Value> results;
  for (int i = 0; i < sunk.output_size(); ++i) {
    // A sequence, for which nodes behind the If are wanted here, too.
    StringRef name = sunk.output(i).name();
    bool isSequence = !behind->isTensor(name);
    // No node takes what leaves the graph around the If, a turn of a loop.
    if (Value stack = isSequence && pending.isOutput(name)
                          ? stackSequence(node, *behind, name)
                          : Value()) {
      stacked.insert(name);
      results.push_back(stack);
      continue;
    }
    if (isSequence && !apart.contains(name)) {
      found.insert(name);
      continue;
    }
    results.push_back(getInnerTensor(node, sunk, *behind, i));
  }
  if (node.hasFailed())
    return;
  YieldOp::create(builder, node.getLoc(), dataflow.close(results));
}

/// The `if` is built twice. Its result types follow from what the branches
/// give, which is known only once they are filled. So the first one has no
/// results, and the second takes over its regions.
IfOp Choice::closeIf(IfOp open, TypeRange types) {
  OpBuilder &builder = node.getBuilder();
  builder.setInsertionPoint(open);
  IfOp choice =
      IfOp::create(builder, node.getLoc(), types, open.getCondition());
  choice.getThenRegion().takeBody(open.getThenRegion());
  choice.getElseRegion().takeBody(open.getElseRegion());
  open.erase();
  builder.setInsertionPointAfter(choice);
  return choice;
}

/// Build the `if`; false if it failed, or some of its results have no common
/// type: these are in `found`, and what was built is gone.
bool Choice::build(Value condition) {
  OpBuilder &builder = node.getBuilder();
  OutlinedFunction function(node, "if", {});
  IfOp open = IfOp::create(builder, node.getLoc(), TypeRange(), condition);
  fillBranch(yes, open.getThenRegion());
  if (!node.hasFailed())
    fillBranch(no, open.getElseRegion());
  if (node.hasFailed() || !found.empty())
    return false;
  SmallVector<Type> types;
  for (auto [output, lhs, rhs] :
       llvm::zip(sunk.output(),
                 open.getThenRegion().front().getTerminator()->getOperands(),
                 open.getElseRegion().front().getTerminator()->getOperands()))
    types.push_back(joinTypes(function, lhs, rhs, output.name()));
  if (node.hasFailed() || !found.empty())
    return false;
  IfOp choice = closeIf(open, types);
  setResults(function.close(choice.getResults(), types, {}));
  return true;
}

void Choice::setResults(ArrayRef<Value> results) {
  ValueTable &values = node.getValues();
  for (auto [output, value] : llvm::zip(sunk.output(), results)) {
    // Unknown sizes of the results get symbols at once: without a name, two
    // results could not be shown to have equal sizes later.
    Value named = isa<RankedTensorType>(value.getType())
                      ? giveSymbols(node, value)
                      : value;
    if (named && stacked.contains(output.name()))
      (void)values.define(output.name(), ValueTable::makeStack({named}));
    else if (named)
      (void)values.define(output.name(), named);
  }
  // All users of the others are in the branches.
  for (unsigned i = 0; i < node.getNumOutputs(); ++i)
    if (!node.isDefined(i))
      (void)values.defineFailed(node.getOutputName(i));
}

/// Which values leave the branches: what the node gives, and what else is used
/// behind the nodes that were put into the branches.
void Choice::chooseOutputs() {
  sunk.clear_output();
  auto add = [&](const std::string &name, bool isWanted) {
    if (!name.empty() && isWanted &&
        (!apart.contains(name) || pending.isOutput(name)))
      sunk.add_output()->set_name(name);
  };
  for (unsigned i = 0; i < node.getNumOutputs(); ++i)
    add(node.getOutputName(i).str(), /*isWanted=*/true);
  for (const ::onnx::NodeProto &moved : sunk.node())
    for (const std::string &name : moved.output())
      add(name, pending.isUsed(name));
}

/// Put what uses the values without a common type into the branches.
bool Choice::sinkUsers() {
  // One level of users a build keeps what can stay outside; long chains would
  // need as many builds as they have nodes, so later ones take more.
  constexpr int kFewBuilds = 8;
  numLevels = ++numBuilds > kFewBuilds ? 2 * numLevels : 1;
  for (StringRef name : found.keys())
    apart.insert(name);
  for (int level = 0; level < numLevels && !found.empty(); ++level) {
    llvm::StringSet<> made;
    for (const ::onnx::NodeProto *user : pending.takeUsers(found)) {
      *sunk.add_node() = *user;
      for (const std::string &output : user->output())
        made.insert(output);
    }
    found = std::move(made);
  }
  found.clear();
  return succeeded(
      node.getDispatch().countExpanded(sunk.node_size(), node.getLoc()));
}

void Choice::run() {
  Value condition = makeScalar(node, node.getTensor(0));
  if (!condition)
    return fail();
  // Each turn knows of more values that they have no common type. It ends, at
  // the latest, when all nodes behind the If are in its branches.
  for (chooseOutputs(); !build(condition); chooseOutputs()) {
    // What goes into the branches must not need a value that comes later.
    // Once nodes were taken, what depends on these would look independent.
    bool isPostponed =
        !node.hasFailed() && sunk.node_size() == 0 && pending.postpone();
    if (isPostponed)
      return node.setFailed();
    if (node.hasFailed() || !sinkUsers())
      return fail();
  }
}

/// Nodes that were taken are imported nowhere: what they would have made is
/// known to have failed.
void Choice::fail() {
  for (const ::onnx::NodeProto &moved : sunk.node())
    for (const std::string &name : moved.output())
      if (!name.empty())
        (void)node.getValues().defineFailed(name);
  node.setFailed();
}

static void importIf(NodeImport &node) {
  ::onnx::GraphProto *yes = node.requireGraph("then_branch");
  ::onnx::GraphProto *no = node.requireGraph("else_branch");
  if (!yes || !no)
    return;
  // The output count is checked before anything is built: both branches must
  // match the node, or an output would have a value from only one of them.
  for (const ::onnx::GraphProto *graph : {yes, no})
    if (graph->output_size() != int(node.getNumOutputs())) {
      node.error() << "branch has " << graph->output_size()
                   << " outputs, expected " << node.getNumOutputs()
                   << " like the node";
      return;
    }
  // Exporters leave Ifs whose condition follows from shapes, for instance a
  // Squeeze that depends on a rank. Choosing at import keeps the other branch,
  // which often does not type-check for this input, out of the module.
  std::optional<SmallVector<int64_t>> known = node.getIntegers(0);
  if (!known || known->size() != 1)
    return Choice(node, *yes, *no).run();
  // A branch that is chosen at import is a part of the graph.
  ::onnx::GraphProto &graph = known->front() != 0 ? *yes : *no;
  std::unique_ptr<ValueTable> values =
      importInner(node, graph, [](ValueTable &) {});
  for (unsigned i = 0; i < node.getNumOutputs() && values; ++i)
    node.setResult(i, *values, graph.output(int(i)).name());
}

void addChoiceOperators(OperatorTable &table) {
  table.add({
      {"If", 7, kLastOpset, 1, 1, importIf, kAny},
  });
}

} // namespace mlir::relax
