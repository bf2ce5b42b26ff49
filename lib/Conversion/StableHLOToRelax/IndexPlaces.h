// What gather and scatter have in common: how vectors of indices name places.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_INDEXPLACES_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_INDEXPLACES_H

#include "GraphConversion.h"

namespace mlir::relax {

inline bool contains(ArrayRef<int64_t> list, int64_t value) {
  return llvm::is_contained(list, value);
}

/// A place in the indices: `batch` with `entry` on the axis of the vectors.
inline SmallVector<Value> getIndexPlace(ValueRange batch, int64_t vectorAxis,
                                        bool hasVector, Value entry) {
  SmallVector<Value> place(batch);
  if (hasVector)
    place.insert(place.begin() + vectorAxis, entry);
  return place;
}

/// The axes of the indices without that of the vectors.
inline SmallVector<int64_t> getBatchAxes(int64_t rank, int64_t vectorAxis) {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (axis != vectorAxis)
      axes.push_back(axis);
  return axes;
}

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_INDEXPLACES_H
