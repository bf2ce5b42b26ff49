// Complex tensors of a program as two tensors each.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SPLITCOMPLEX_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SPLITCOMPLEX_H

#include "GraphConversion.h"

namespace mlir::relax {

/// Splits complex values inside of the functions, and those of private ones.
/// Casts are left at parameters and results of public ones, which are pairs of
/// numbers at the graph level, and at ops that take no complex numbers, which
/// are to be rejected.
void splitComplex(ModuleOp module);

/// The type that a parameter or a result has at the graph level: of complex
/// numbers pairs of numbers, along a last axis of 2.
Type getPairType(Type type);

/// Whether a value of complex numbers reaches an op that has no rule for them.
bool takesComplex(Operation *op);
LogicalResult rejectComplex(Operation *op, GraphConversion &graph);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SPLITCOMPLEX_H
