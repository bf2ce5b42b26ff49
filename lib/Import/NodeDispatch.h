// Finds the code that imports a node and runs it.
#ifndef RELAX_LIB_IMPORT_NODEDISPATCH_H
#define RELAX_LIB_IMPORT_NODEDISPATCH_H

#include "ControlFlow/PendingNodes.h"
#include "Domains/CustomRules.h"
#include "OperatorTable.h"
#include "Proto.h"
#include "Relax/Import/ImportONNX.h"
#include "SymbolNames.h"
#include "ValueTable.h"
#include <deque>
#include <map>

namespace mlir::relax {

/// What the caller says of a model.
struct ModelRequest {
  const ImportONNXOptions &options;
  /// Operators that are external functions, read from the options.
  CustomRules custom;
};

/// What all graphs of one model share.
struct ModelParts {
  const ::onnx::ModelProto &model;
  const TensorData &data;
  SymbolNames &symbols;
  OpBuilder &builder;
  const ModelRequest &request;
  /// Messages made at import, which values point into: tensors that stand for
  /// what Constant nodes say in other ways, and bodies of functions.
  std::deque<::onnx::TensorProto> tensors;
  std::deque<::onnx::GraphProto> graphs;
  std::deque<::onnx::FunctionProto> functions;
  /// The functions in which control flow is outlined.
  std::vector<Operation *> open;
  /// What is still to be imported of the open graphs, the innermost last.
  std::vector<PendingNodes *> pending;
  /// How many nodes of functions and of graphs in graphs were imported.
  int64_t numExpanded = 0;
  /// How many nodes of the model's graph cannot be imported, by operator; and
  /// how many of these have an operator that nobody reads.
  std::map<std::string, std::pair<int64_t, int64_t>> obstacles;

  /// How many functions, or graphs in graphs, are open.
  size_t getDepth() const { return pending.empty() ? 0 : pending.size() - 1; }
};

/// Imports nodes one after the other. What goes wrong is reported with the
/// node's name, operator, domain and operator set; users of its results are
/// then passed over, so that each fault is told once.
class NodeDispatch {
public:
  /// The graph of the model.
  NodeDispatch(ModelParts &parts, ValueTable &values);
  /// A graph inside that of `outer`, with values of its own.
  NodeDispatch(const NodeDispatch &outer, ValueTable &values)
      : parts(outer.parts), values(values), opsets(outer.opsets) {}
  /// The same for nodes of the operator set `opset`, whatever the model's is.
  NodeDispatch(const NodeDispatch &outer, ValueTable &values, int64_t opset)
      : NodeDispatch(outer, values) {
    opsets[""] = opset;
  }

  /// Report a model whose operator sets cannot be read.
  LogicalResult checkOperatorSets(Location loc) const;

  /// Define what `graph` stores; what is wrong with it is reported at `loc`.
  LogicalResult defineInitializers(::onnx::GraphProto &graph, Location loc);

  /// Import the nodes of `graph`, whose inputs are defined.
  LogicalResult importNodes(const ::onnx::GraphProto &graph);

  /// Count the nodes of a function, or of a graph in a graph, before they are
  /// imported. Too many are an error: a few functions that call each other can
  /// stand for more than any memory holds.
  LogicalResult countExpanded(int64_t numNodes, Location loc);

  /// After errors: which operators the model's graph has too many of, and
  /// whether reading these would be enough.
  void reportObstacles(Location loc) const;

  ModelParts &getParts() const { return parts; }

private:
  LogicalResult import(const ::onnx::NodeProto &node);
  LogicalResult importChecked(const ::onnx::NodeProto &node, Location loc);
  LogicalResult importConstant(const ::onnx::NodeProto &node, Location loc);
  LogicalResult importOperator(const ::onnx::NodeProto &node,
                               const Operator &op, Location loc);
  LogicalResult importCustom(const ::onnx::NodeProto &node,
                             const CustomRule &rule, Location loc);
  LogicalResult importCall(const ::onnx::NodeProto &node,
                           const ::onnx::FunctionProto &function, Location loc);
  const Operator *findOperator(const ::onnx::NodeProto &node) const;
  LogicalResult reportUnknown(const ::onnx::NodeProto &node,
                              Location loc) const;
  LogicalResult checkArity(const ::onnx::NodeProto &node, const Operator &op,
                           Location loc);
  bool usesFailed(const ::onnx::NodeProto &node) const;
  void countObstacle(const ::onnx::NodeProto &node, bool isReached);
  std::optional<int64_t> findOpset(const ::onnx::NodeProto &node) const;

  ModelParts &parts;
  ValueTable &values;
  /// The version of each operator set that the graph imports.
  llvm::StringMap<int64_t> opsets;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_NODEDISPATCH_H
