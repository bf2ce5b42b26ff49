// How placements on a mesh are written: `[S[0], R]`.
#ifndef RELAX_DIALECT_RELAX_IR_PLACEMENTSYNTAX_H
#define RELAX_DIALECT_RELAX_IR_PLACEMENTSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::relax {

/// Reads a placement: for each axis of a mesh the dimension that it splits, or
/// `DTensorType::kReplicated`.
ParseResult parsePlacement(AsmParser &parser,
                           SmallVectorImpl<int64_t> &placement);

/// Writes a placement as `parsePlacement` reads it.
void printPlacement(AsmPrinter &printer, ArrayRef<int64_t> placement);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_PLACEMENTSYNTAX_H
