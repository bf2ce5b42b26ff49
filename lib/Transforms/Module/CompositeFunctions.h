// Composite functions, which a library may compute, and what holds them.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_COMPOSITEFUNCTIONS_H
#define RELAX_LIB_TRANSFORMS_MODULE_COMPOSITEFUNCTIONS_H

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// The attributes of TVM: which pattern a function is of, "dnnl.matmul_relu",
/// and which library is to compute one.
inline constexpr llvm::StringLiteral kCompositeAttr = "Composite";
inline constexpr llvm::StringLiteral kCodegenAttr = "Codegen";

/// The library of a pattern: what its name says before the first dot.
StringAttr getLibraryOf(StringAttr pattern);

/// The pattern of a function or of a local one; null if it is of none.
StringAttr getComposite(Operation *function);

/// The composite function that `op` calls, if it calls one.
FuncOp getCalledComposite(Operation *op, const SymbolTable &symbols);

/// Whether passes that look for patterns leave the function alone.
bool isOfLibrary(FuncOp func);

/// Makes of `func`, which calls composite functions, one that `library` is to
/// compute: public, with these as local functions and without dataflow regions.
/// It is called `name` with the library's behind it.
void makeLibraryFunction(FuncOp func, StringAttr library, StringRef name,
                         SymbolTable &symbols);

/// Erases the composite functions that nothing calls any more.
void eraseUnusedComposites(ModuleOp module);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_COMPOSITEFUNCTIONS_H
