// Programs of linear algebra, which calls of LAPACK become, too.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_LINEARALGEBRA_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_LINEARALGEBRA_H

#include "GraphConversion.h"

namespace mlir::relax {

/// The triangular factor of `x`; null unless it is square matrices of floats.
Value emitCholesky(GraphConversion &graph, Value x, bool isLower);

/// Which equation with a triangular matrix is meant.
struct TriangularForm {
  /// Whether the matrix stands on the left of the unknowns.
  bool isLeft;
  /// Whether its lower triangle is read, before it is transposed.
  bool isLower, isTransposed;
  /// Whether its diagonal counts as ones.
  bool isUnit;
};

/// The unknowns of a triangular equation; null if the operands do not fit.
Value emitTriangularSolve(GraphConversion &graph, Value a, Value b,
                          const TriangularForm &form);

/// The results of a call of LAPACK that is one of these; none for another.
SmallVector<Value> emitLapackCall(hlo::CustomCallOp op, GraphConversion &graph);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_LINEARALGEBRA_H
