// What nests over the same rows have of buffers, row by row.
#ifndef RELAX_LIB_KERNELS_ROWREDUCTION_ROWBUFFERS_H
#define RELAX_LIB_KERNELS_ROWREDUCTION_ROWBUFFERS_H

#include "Relax/Kernels/RowReduction/RowReductionGroups.h"

namespace mlir::tir {

/// A dimension of a buffer of which a row has all, or some members.
struct KeptDim {
  unsigned dim;
  /// How many members a row has; 0 if it has all.
  int64_t members = 0;

  bool operator==(const KeptDim &other) const {
    return dim == other.dim && members == other.members;
  }

  /// The place in what a row has, of an access of a block.
  Value getIndex(BlockOp block, ValueRange indices) const;
};

/// The dimensions of a buffer of which rows have more than one element in some
/// access of the group; nullopt unless there is a dimension for each axis of
/// rows.
std::optional<SmallVector<KeptDim>> findKeptDims(RowReductionGroup &group,
                                                 Value buffer);

/// The shape of what `rows` rows have of a buffer; nullopt if it is not known,
/// or no memory of a block is of such elements.
std::optional<MemRefType> getRowsType(MemRefType type,
                                      ArrayRef<KeptDim> keptDims, int64_t rows);

/// The buffers that the group alone uses, element by element: small ones first.
SmallVector<Value> findOwnBuffers(RowReductionGroup &group);

/// True if rows of `later`, which nests store first, may be where those of
/// `earlier` have been: no nest uses both, but for one that replaces an element
/// by that of the same indices.
bool takesPlace(RowReductionGroup &group, Value earlier, Value later);

/// A buffer that several nests load, and the one of them, the first, that loads
/// each element of a row once, at the indices of `load`.
struct RowInput {
  Value buffer;
  RowLoopNest *nest;
  memref::LoadOp load;
};
SmallVector<RowInput> findSharedInputs(RowReductionGroup &group);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_ROWBUFFERS_H
