// The order of elements along an axis.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_SORTING_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_SORTING_H

#include "BlockMath.h"
#include "Legalization.h"

namespace mlir::relax {

/// What is put in order: `data` along `axis`, which is counted from the front.
/// Equal elements keep their order; NaN is greater than all numbers.
struct SortedAxis {
  Value data;
  int64_t axis;
  bool descending;
  /// Whether many threads do it, else one.
  bool isForGPU = false;
};

/// A new buffer of i64 like the data: along the axis, it holds the places of
/// the elements in order.
Value buildOrder(KernelBuilder &kernel, const SortedAxis &sorted);

/// As `buildOrder`, but for the first `k` places only. Expects that many
/// elements.
Value buildTopK(KernelBuilder &kernel, const SortedAxis &sorted, int64_t k);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_SORTING_H
