// Let a block work on a copy of a buffer at indices of one's choice.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_REINDEXCACHE_H
#define RELAX_DIALECT_TIR_SCHEDULE_REINDEXCACHE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::tir {

/// As `reindexRead` and `reindexWrite`, but the new buffer is in the memory
/// `scope`, and the block touches it at the results of `map` of its iterators.
/// Fails with an error where the map uses an iterator that no index of the
/// buffer is computed of, or may take two elements to one place.
FailureOr<BlockOp> reindexCacheRead(BlockOp block, unsigned buffer,
                                    StringRef scope, AffineMap map);
FailureOr<BlockOp> reindexCacheWrite(BlockOp block, unsigned buffer,
                                     StringRef scope, AffineMap map);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_REINDEXCACHE_H
