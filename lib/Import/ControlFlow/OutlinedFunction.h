// A part of a graph as a function of its own.
#ifndef RELAX_LIB_IMPORT_CONTROLFLOW_OUTLINEDFUNCTION_H
#define RELAX_LIB_IMPORT_CONTROLFLOW_OUTLINEDFUNCTION_H

#include "NodeImport.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// A `relax.dataflow` whose results are known only when it is done. While it is
/// open, the builder stands in it.
class DataflowRegion {
public:
  DataflowRegion(OpBuilder &builder, Location loc);
  /// Let `results` leave the region; the builder then stands behind it.
  SmallVector<Value> close(ValueRange results);

private:
  OpBuilder &builder;
  DataflowOp open;
};

/// A private function for control flow, of which a dataflow region has none.
/// While it is open, the builder stands in it, and ops may use the values and
/// the symbols of the caller: they become parameters when it is closed.
class OutlinedFunction {
public:
  /// The function is called after the node's function and `suffix`.
  OutlinedFunction(NodeImport &node, StringRef suffix, TypeRange parameters);
  /// A function that was not closed is erased, with all made since.
  ~OutlinedFunction();

  ValueRange getParameters() { return parameters; }

  /// Whether the caller knows all symbols in `expr`, which is not null.
  bool isVisible(SymExprAttr expr) const;

  /// A call of the function by itself; what it uses of the caller is added.
  SmallVector<Value> callItself(ValueRange arguments, TypeRange results);

  /// Return `results` and call the function where the builder stood before.
  SmallVector<Value> close(ValueRange results, TypeRange types,
                           ValueRange arguments);

private:
  void findVisible();
  SmallVector<Value> addCaptures();
  SmallVector<StringAttr> getCapturedSymbols();

  NodeImport &node;
  OpBuilder &builder;
  OpBuilder::InsertPoint caller;
  FuncOp function;
  SmallVector<Value> parameters;
  llvm::SmallPtrSet<Operation *, 8> others;
  llvm::DenseSet<StringAttr> visible;
  bool isClosed = false;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_CONTROLFLOW_OUTLINEDFUNCTION_H
