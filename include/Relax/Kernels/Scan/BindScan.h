// The kernel that computes running sums, products and the like.
#ifndef RELAX_KERNELS_SCAN_BINDSCAN_H
#define RELAX_KERNELS_SCAN_BINDSCAN_H

#include "Relax/Dialect/TIR/Analysis/Scan.h"

namespace mlir::tir {

/// True if all that moves along rows goes element by element along memory, the
/// first element is like the others, and rows have a known, whole number of
/// vectors of so many elements.
bool hasVectors(Scan &scan, int64_t elements);

/// Elements of such vectors of 128 bits, or of a smaller power of two; 1 where
/// there is not one for each thread of a warp.
int64_t countVectorElements(Scan &scan);

/// How a block does rows: some at once, with so many threads each, of which
/// each joins so many neighbours on its own: perhaps those of a vector, which
/// it loads and stores at once. Or rows, whose number is known,
/// are cut into pieces, each of which is a block's.
struct ScanShape {
  int64_t rows = 1, lanes = 256, perLane = 3, chunks = 1;
  bool areVectors = false;

  int64_t getTile() const { return lanes * perLane; }
  int64_t getVector() const { return areVectors ? perLane : 1; }
};

/// Bytes of shared memory that a block has.
int64_t getSharedBytes(Scan &scan, const ScanShape &shape);

/// Whether `bindScan` can be done, or the reason why not. `shape` has whole
/// warps for a row, and several rows or several pieces, not both.
LogicalResult checkScan(Scan &scan, const ScanShape &shape, std::string *why);

/// Replace the scan by a kernel; of pieces by two, of which the second joins
/// with each piece what is in those before.
void bindScan(Scan &scan, const ScanShape &shape);

} // namespace mlir::tir

#endif // RELAX_KERNELS_SCAN_BINDSCAN_H
