// Running sums, products and the like of rows, and the kernel that computes
// them.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_SCANKERNEL_H
#define RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_SCANKERNEL_H

#include "Relax/Dialect/TIR/Schedule/Reduction.h"
#include "Rules.h"

namespace mlir::tir {

/// A nest over rows whose block stores one element of a row and then, in a loop
/// from 1, each next one: the one before joined with a step, by an op that may
/// do the steps in any order.
struct Scan {
  BlockNest nest;
  memref::StoreOp first, store;
  ForOp loop;
  memref::LoadOp total;
  Operation *combiner = nullptr;
  /// The dimension of the result along which it goes.
  unsigned dim = 0;

  Value getLength() { return loop.getUpperBound(); }
  /// What is joined with the element before.
  Value getStep();
};

/// The scan whose outermost op is `root`; nullopt if it is something else.
std::optional<Scan> matchScan(Operation *root);

/// How a block does rows: some at once, with so many threads each, of which
/// each joins so many neighbours on its own. Or rows, whose number is known,
/// are cut into pieces, each of which is a block's.
struct ScanShape {
  int64_t rows = 1, lanes = 256, perLane = 3, pieces = 1;

  int64_t getTile() const { return lanes * perLane; }
};

/// Replace the scan by a kernel; of pieces by two, of which the second joins
/// with each piece what is in those before.
void buildScanKernel(Scan &scan, const ScanShape &shape);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_SCANKERNEL_H
