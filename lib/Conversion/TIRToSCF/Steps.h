// The steps of convert-tir-to-scf, in their order.
#ifndef RELAX_LIB_CONVERSION_TIRTOSCF_STEPS_H
#define RELAX_LIB_CONVERSION_TIRTOSCF_STEPS_H

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tir {

/// Put the body of each block in its place, and its init where it belongs.
void lowerBlocks(FuncOp function);

/// Replace vectorized loops by vectors; one that does not fit becomes serial,
/// with a remark if `remarks`.
void vectorizeLoops(FuncOp function, bool remarks);

/// Copy the bodies of unrolled loops of constant extent.
void unrollLoops(FuncOp function);

/// Replace loops, branches, assertions and foreign calls under `function`.
LogicalResult lowerControl(FuncOp function);

/// Replace the function, whose body holds no op of tir but its return.
func::FuncOp lowerFunction(FuncOp function);

} // namespace mlir::tir

#endif // RELAX_LIB_CONVERSION_TIRTOSCF_STEPS_H
