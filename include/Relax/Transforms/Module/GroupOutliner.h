// Groups of ops of one block become private functions that are called.
#ifndef RELAX_TRANSFORMS_MODULE_GROUPOUTLINER_H
#define RELAX_TRANSFORMS_MODULE_GROUPOUTLINER_H

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// Makes functions of groups of ops. Equal groups share one.
class GroupOutliner {
public:
  explicit GroupOutliner(SymbolTable &symbols) : symbols(symbols) {}

  /// Gives `group`, ops of a `relax.dataflow` region in their order, a private
  /// function with `attributes`, and puts a call of it in their place.
  /// Constants of the group are copied into the function, and stay. Null, with
  /// nothing changed, if nobody uses what the group computes, or if an op
  /// outside of it would have to run in the middle of it.
  CallOp outline(ArrayRef<Operation *> group,
                 ArrayRef<NamedAttribute> attributes);

private:
  struct Signature;

  Signature getSignature(ArrayRef<Operation *> group,
                         ArrayRef<NamedAttribute> attributes);
  FuncOp getOrCreateFunction(ArrayRef<Operation *> group,
                             const Signature &signature,
                             ArrayRef<NamedAttribute> attributes);

  SymbolTable &symbols;
  /// The function of each kind of group.
  llvm::StringMap<FuncOp> functions;
};

} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_MODULE_GROUPOUTLINER_H
