// Let a block work on a copy of a buffer at indices of one's choice: first a
// copy at its iterators, then another layout and another memory for that.
#include "Relax/Dialect/TIR/Schedule/ReindexCache.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/TransformLayout.h"

namespace mlir::tir {

// A map of the iterators as a map of the indices at which the block touches
// the copy: these are iterators.
static FailureOr<AffineMap> getLayout(BlockOp block, Value copy, AffineMap map,
                                      StringRef verb) {
  MLIRContext *context = block.getContext();
  if (map.getNumDims() != block.getNumIters() || map.getNumSymbols() != 0)
    return failPrecondition(block, verb)
           << "expected a map of " << block.getNumIters()
           << " dimensions, one an iterator, found " << AffineMapAttr::get(map);
  SmallVector<AffineExpr> dims(block.getNumIters());
  unsigned rank = 0;
  for (const ElementAccess &access : getAccesses(block)) {
    if (access.buffer != copy)
      continue;
    rank = access.indices.size();
    for (auto [dim, index] : llvm::enumerate(access.indices))
      dims[cast<BlockArgument>(index).getArgNumber()] =
          getAffineDimExpr(dim, context);
  }
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (!dims[i] && map.isFunctionOfDim(i))
      return failPrecondition(block, verb)
             << "expected the map to use only iterators of which an index of "
                "the buffer is computed, found iterator #"
             << i;
  return map.replaceDimsAndSymbols(dims, {}, rank, 0);
}

// The number of a buffer in the `writes` of a block.
static unsigned getNumber(BlockOp block, Value buffer) {
  return llvm::find_if(block.getWrites(),
                       [&](Value written) {
                         return getViewedBuffer(written) == buffer;
                       }) -
         block.getWrites().begin();
}

// `made` copies, from a buffer that `block` writes or to one that it reads.
static LogicalResult arrange(BlockOp block, BlockOp made, bool isRead,
                             StringRef scope, AffineMap map) {
  StringRef verb = isRead
                       ? "cache, at other indices, a buffer that is read by"
                       : "cache, at other indices, a buffer that is written by";
  Value copy = isRead ? made.getWrites().front() : made.getReads().front();
  BlockOp writer = isRead ? made : block;
  FailureOr<AffineMap> layout = getLayout(block, copy, map, verb);
  if (failed(layout))
    return failure();
  unsigned number = getNumber(writer, copy);
  return failure(failed(setScope(writer, number, scope)) ||
                 failed(transformLayout(writer, number, *layout)));
}

FailureOr<BlockOp> reindexCacheRead(BlockOp block, unsigned buffer,
                                    StringRef scope, AffineMap map) {
  BlockOp made;
  auto steps = [&](ArrayRef<Operation *> ops) -> LogicalResult {
    auto own = cast<BlockOp>(ops.front());
    FailureOr<BlockOp> copy = reindexRead(own, buffer);
    if (failed(copy))
      return failure();
    made = *copy;
    return arrange(own, made, /*isRead=*/true, scope, map);
  };
  if (failed(applyIfPossible(block.getOperation(), steps)))
    return failure();
  return made;
}

FailureOr<BlockOp> reindexCacheWrite(BlockOp block, unsigned buffer,
                                     StringRef scope, AffineMap map) {
  BlockOp made;
  auto steps = [&](ArrayRef<Operation *> ops) -> LogicalResult {
    auto own = cast<BlockOp>(ops.front());
    FailureOr<BlockOp> copy = reindexWrite(own, buffer);
    if (failed(copy))
      return failure();
    made = *copy;
    return arrange(own, made, /*isRead=*/false, scope, map);
  };
  if (failed(applyIfPossible(block.getOperation(), steps)))
    return failure();
  return made;
}

} // namespace mlir::tir
