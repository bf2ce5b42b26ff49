// How a schedule primitive turns down what it was asked for.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_PRECONDITION_H
#define RELAX_DIALECT_TIR_ANALYSIS_PRECONDITION_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::tir {

/// What a person calls a loop or a block: `'tir.block' "C"`, `loop #1 around
/// 'tir.block' "C"` (the outermost loop of the block is #0).
std::string describe(Operation *op);

/// The error "cannot VERB OP: ", at the op; goes on with the reason. Whoever
/// gives it has not changed anything yet.
InFlightDiagnostic failPrecondition(Operation *op, const Twine &verb);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_PRECONDITION_H
