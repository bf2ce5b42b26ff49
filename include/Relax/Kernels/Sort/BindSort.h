// The kernel that sorts rows in shared memory.
#ifndef RELAX_KERNELS_SORT_BINDSORT_H
#define RELAX_KERNELS_SORT_BINDSORT_H

#include "Relax/Dialect/TIR/Analysis/RankSort.h"

namespace mlir::tir {

/// How a block sorts rows, or runs of these: some at once, with so many threads
/// each, of which each has so many neighbours in registers.
struct SortShape {
  int64_t rows = 1, lanes = 32, perLane = 8;

  int64_t getTile() const { return lanes * perLane; }
};

/// Bytes of shared memory that a block has.
int64_t getSharedBytes(RankSort &sort, const SortShape &shape);

/// Whether `bindSort` can be done: for keys of 8 to 64 bits; a known number of
/// elements that are sorted together, which threads have room for, in runs of
/// just as many; whole warps for a row, or powers of 2 below; and what a block
/// may have of threads and shared memory.
bool canBindSort(RankSort &sort, const SortShape &shape);

/// Replace the nests of the sort by a kernel.
void bindSort(RankSort &sort, const SortShape &shape);

} // namespace mlir::tir

#endif // RELAX_KERNELS_SORT_BINDSORT_H
