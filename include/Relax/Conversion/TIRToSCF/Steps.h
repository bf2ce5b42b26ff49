// The steps of convert-tir-to-scf, in their order.
#ifndef RELAX_CONVERSION_TIRTOSCF_STEPS_H
#define RELAX_CONVERSION_TIRTOSCF_STEPS_H

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tir {

/// Put the body of each block in its place, and its init where it belongs.
void lowerBlocks(FuncOp function);

/// Replace vectorized loops under `root` by vectors; one that does not fit
/// becomes serial, with a remark if `remarks`.
void vectorizeLoops(Operation *root, bool remarks);

/// Copy the bodies of unrolled loops of constant extent under `root`.
void unrollLoops(Operation *root);

/// Declare what foreign calls in `module` call, where nothing has that name.
void declareForeignFunctions(ModuleOp module);

/// Replace loops, branches, assertions and foreign calls under `root`. What
/// is called is declared already.
LogicalResult lowerControl(Operation *root);

/// Where vectors of `function` are stored past the caches, let it look first
/// whether its results begin with a line of a cache, and else store plainly.
void guardStreams(FuncOp function);

using FunctionSet = llvm::SmallDenseSet<Operation *>;

/// The functions of `module` of which a call gives an output a buffer that it
/// also gives to another parameter.
FunctionSet findCalledInPlace(ModuleOp module);

/// Replace the function, whose body holds no op of tir but its return. The
/// buffers of one that is not called in place are apart.
func::FuncOp lowerFunction(FuncOp function, bool isCalledInPlace);

} // namespace mlir::tir

#endif // RELAX_CONVERSION_TIRTOSCF_STEPS_H
