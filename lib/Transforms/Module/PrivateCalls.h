// Functions whose every use is known to be a call.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_PRIVATECALLS_H
#define RELAX_LIB_TRANSFORMS_MODULE_PRIVATECALLS_H

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// A function whose signature may change, and all of its calls.
struct PrivateFunction {
  FuncOp func;
  SmallVector<CallOp> calls;
};

/// The private functions of `module` that nothing but calls of them uses, and
/// that are called; in order. None if not all uses can be seen.
SmallVector<PrivateFunction> getPrivateFunctions(ModuleOp module);

/// Calls `change` for each of them, and again for those that call a changed one
/// or are called by it, until it returns false, "nothing changed", for all.
/// Calls that it replaces by others in the same place it writes to the list.
bool changePrivateFunctions(ModuleOp module,
                            llvm::function_ref<bool(PrivateFunction &)> change);

/// Replaces a call by one of the same function with other operands and other
/// result types; the results' uses are the caller's to replace.
CallOp changeCall(CallOp call, ValueRange args, TypeRange results);

/// Gives a function the types that its parameters and its `relax.return` have.
void updateSignature(FuncOp func);

/// It is an error if something in `module` uses a function whose weights, the
/// parameters behind `num_input`, become other ones.
LogicalResult verifyWeightsGivenOutside(FuncOp func, ModuleOp module);

/// Drops parameters of a function, with their attributes; `num_input` counts
/// those that stay.
void eraseParameters(FuncOp func, const llvm::BitVector &dropped);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_PRIVATECALLS_H
