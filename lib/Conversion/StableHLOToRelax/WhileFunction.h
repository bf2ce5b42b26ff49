// Loops.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_WHILEFUNCTION_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_WHILEFUNCTION_H

#include "GraphConversion.h"

namespace mlir::relax {

/// A `while` as copies of its body, or as a function that calls itself.
LogicalResult convertWhile(hlo::WhileOp op, GraphConversion &graph);

/// Whether a condition of the program holds for all sizes.
bool holdsAlways(Value condition, GraphConversion &graph);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_WHILEFUNCTION_H
