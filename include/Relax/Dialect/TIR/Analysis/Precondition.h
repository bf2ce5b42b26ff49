// How a schedule primitive turns down what it was asked for.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_PRECONDITION_H
#define RELAX_DIALECT_TIR_ANALYSIS_PRECONDITION_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::tir {

/// What a person calls a loop or a block: `'tir.block' "C"`, `loop #1 around
/// 'tir.block' "C"` (the outermost loop of the block is #0).
std::string describe(Operation *op);

/// What makes a value: `'arith.addi'`, `4`, `a loop`, `iterator #1`.
std::string describe(Value value);
std::string describe(ValueRange values);

/// What the iterators of a block are bound to, and whether under a predicate.
std::string describeBindings(BlockOp block);

/// The indices of a buffer in a block: of an access that is not at iterators
/// of the block only, or of the first one.
std::string describeIndices(BlockOp block, Value buffer);

/// The error "cannot VERB OP: ", at the op; goes on with the reason. Whoever
/// gives it has not changed anything yet.
InFlightDiagnostic failPrecondition(Operation *op, const Twine &verb);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_PRECONDITION_H
