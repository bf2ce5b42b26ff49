// Decisions of a schedule that a number makes: sizes of tiles, one of several.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_SAMPLEDECISION_H
#define RELAX_DIALECT_TIR_SCHEDULE_SAMPLEDECISION_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

// The same number makes the same decision on every machine.

namespace mlir::tir {

/// `parts` factors of the extent of `loop`, the last of at most `maxInnermost`.
/// Fails with an error unless the extent is a constant.
FailureOr<SmallVector<int64_t>> samplePerfectTile(ForOp loop, unsigned parts,
                                                  int64_t maxInnermost,
                                                  uint64_t seed);

/// `parts` factors of the extent of `loop`; the product of those from `inner`
/// on is a multiple of `innerFactor`. Fails with an error unless the extent
/// is a constant and a multiple of that.
FailureOr<SmallVector<int64_t>>
samplePartitionedTile(ForOp loop, unsigned parts, unsigned inner,
                      int64_t innerFactor, uint64_t seed);

/// Fails, with an error, unless the factors make the extent of `loop`.
LogicalResult checkTile(ForOp loop, ArrayRef<int64_t> factors);

/// A number below that of the weights, each as likely as its weight says; one
/// of them is positive.
size_t sampleWeighted(ArrayRef<double> weights, uint64_t seed);

/// The loops around what reads the result of `block` in which it could be
/// computed, `computeAt`, outer ones first.
SmallVector<ForOp> getComputeLocations(BlockOp block);

/// A number below `bound`, which is positive.
uint64_t sampleBelow(uint64_t bound, uint64_t seed);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_SAMPLEDECISION_H
