// The order of elements along an axis.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_SORTING_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_SORTING_H

#include "BlockMath.h"
#include "Legalization.h"

namespace mlir::relax {

/// A new buffer of i64 like `data`: along `axis`, which is counted from the
/// front, it holds the places of the elements in order. Equal ones keep their
/// order; NaN is greater than all numbers.
Value buildOrder(KernelBuilder &kernel, Value data, int64_t axis,
                 bool descending);

/// Whether `lhs` stands before `rhs` in ascending order.
Value standsBefore(BlockMath math, Value lhs, Value rhs);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_SORTING_H
