// Finds the code that imports a node and runs it.
#ifndef RELAX_LIB_IMPORT_NODEDISPATCH_H
#define RELAX_LIB_IMPORT_NODEDISPATCH_H

#include "OperatorTable.h"
#include "Proto.h"
#include "SymbolNames.h"
#include "ValueTable.h"
#include <deque>

namespace mlir::relax {

/// Imports nodes one after the other. What goes wrong is reported with the
/// node's name, operator, domain and operator set; users of its results are
/// then passed over, so that each fault is told once.
class NodeDispatch {
public:
  NodeDispatch(const ::onnx::ModelProto &model, const TensorData &data,
               ValueTable &values, SymbolNames &symbols, OpBuilder &builder);

  /// Report a model whose operator sets cannot be read.
  LogicalResult checkOperatorSets(Location loc) const;

  /// Import `node`; its inputs are defined, its outputs are not.
  LogicalResult import(const ::onnx::NodeProto &node);

private:
  LogicalResult importChecked(const ::onnx::NodeProto &node, Location loc);
  LogicalResult importConstant(const ::onnx::NodeProto &node, Location loc);
  LogicalResult importOperator(const ::onnx::NodeProto &node, Location loc);
  const Operator *findOperator(const ::onnx::NodeProto &node, Location loc);
  LogicalResult checkArity(const ::onnx::NodeProto &node, const Operator &op,
                           Location loc);
  bool usesFailed(const ::onnx::NodeProto &node) const;
  bool hasFunction(const ::onnx::NodeProto &node) const;
  std::string describe(const ::onnx::NodeProto &node) const;

  const ::onnx::ModelProto &model;
  const TensorData &data;
  ValueTable &values;
  SymbolNames &symbols;
  OpBuilder &builder;
  /// The version of each operator set that the model imports.
  llvm::StringMap<int64_t> opsets;
  /// Tensors that stand for what Constant nodes say in other ways.
  std::deque<::onnx::TensorProto> tensors;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_NODEDISPATCH_H
