// How placements on a mesh are written: `[S[0], R]`.
#ifndef RELAX_DIALECT_RELAX_IR_PLACEMENTSYNTAX_H
#define RELAX_DIALECT_RELAX_IR_PLACEMENTSYNTAX_H

#include "mlir/IR/OpImplementation.h"
#include <string>

namespace mlir::relax {

/// The placement on an axis of a mesh along which workers have addends of a
/// tensor.
inline constexpr int64_t kPartialSum = -2;

/// Whether the placement on an axis is a dimension that it splits.
inline bool isSplitDim(int64_t place) { return place >= 0; }

/// Reads a placement: for each axis of a mesh the dimension that it splits, or
/// `DTensorType::kReplicated`, or `kPartialSum`.
ParseResult parsePlacement(AsmParser &parser,
                           SmallVectorImpl<int64_t> &placement);

/// How the placement on one axis is written: `S[0]`, `R` or `P`.
std::string getPlaceText(int64_t place);

/// Writes a placement as `parsePlacement` reads it.
void printPlacement(AsmPrinter &printer, ArrayRef<int64_t> placement);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_PLACEMENTSYNTAX_H
