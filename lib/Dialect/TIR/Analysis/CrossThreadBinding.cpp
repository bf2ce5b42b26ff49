// What the threads of a block may reduce together.
#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"

namespace mlir::tir {

/// Only threads of one block have shuffles, shared memory and a barrier; blocks
/// of a grid have none of these.
bool isOverThreads(ForOp loop) {
  return loop.getThreadAxis().value_or("").starts_with("threadIdx.");
}

/// Asking for the loops walks bindings, so blocks that reduce nothing are left
/// out first.
SmallVector<ForOp> getReducingThreads(BlockOp block) {
  SmallVector<ForOp> loops;
  // Most kernels have blocks without threads, or threads without blocks.
  if (block.isReduction())
    loops = getDrivingLoops(block, true);
  llvm::erase_if(loops, [](ForOp loop) { return !isOverThreads(loop); });
  return loops;
}

SmallVector<BlockOp> getReductionsOver(ForOp loop) {
  SmallVector<BlockOp> blocks;
  loop.walk([&](BlockOp block) {
    for (unsigned i = 0; i != block.getNumIters(); ++i)
      if (block.getIterKind(i) == IterKind::Reduce &&
          dependsOn(block.getBindings()[i], loop)) {
        blocks.push_back(block);
        return;
      }
  });
  return blocks;
}

/// Threads, and lanes, join partial results in a tree, so the op must be
/// associative and commutative, and the start must be separable from the steps.
FailureOr<std::pair<Accumulator, Operation *>>
matchCrossThread(BlockOp block, StringRef verb) {
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial &&
        block.getIterKind(i) != IterKind::Reduce)
      return failPrecondition(block, verb)
             << "expected iterator #" << i
             << " to be spatial or to reduce, as its steps are done together; "
                "found '"
             << stringifyIterKind(block.getIterKind(i)) << "'";
  std::optional<Accumulator> found = matchAccumulator(block);
  if (!found || found->load.getIndices() != found->store.getIndices() ||
      found->initStore.getMemRef() != found->store.getMemRef() ||
      found->initStore.getIndices() != found->store.getIndices())
    return failPrecondition(block, verb)
           << "expected a plain reduction into one buffer, as its steps are "
              "done together, with its start in 'tir.init'";
  Operation *combiner = getCombiner(found->load, found->store);
  if (!combiner)
    return failPrecondition(block, verb)
           << "expected an op that may do its steps in any order to join its "
              "result and a step, as its steps are done together; found "
           << describe(found->store.getValueToStore());
  return std::make_pair(*found, combiner);
}

// Whether parts of the reduction over `loop` may be joined in any order.
static LogicalResult checkShared(ForOp loop, StringRef verb) {
  BlockOp block = getReductionsOver(loop).front();
  SmallVector<ForOp> nest = getOwnNest(block);
  if (!llvm::is_contained(nest, loop))
    return failPrecondition(loop, verb)
           << "expected it, as it reduces, to hold nothing but "
           << describe(block);
  if (llvm::is_contained(getDrivingLoops(block, false), loop))
    return failPrecondition(loop, verb)
           << "expected it to drive reducing iterators only, or none, of "
           << describe(block);
  return matchCrossThread(block, (verb + " the loops of").str());
}

/// The extent is the number of threads, so it must be a constant.
LogicalResult checkCrossThread(ForOp loop, StringRef axis) {
  if (!axis.starts_with("threadIdx."))
    return failPrecondition(loop, "bind")
           << "it reduces, which only threads of one block do together; "
              "expected threadIdx.x, .y or .z, found \""
           << axis << "\"";
  if (!loop.getConstantExtent())
    return failPrecondition(loop, "bind")
           << "expected a constant extent, as it reduces, found "
           << describe(loop.getUpperBound()) << "; split it first";
  return checkShared(loop, "bind");
}

LogicalResult checkReducingVector(ForOp loop) {
  return checkShared(loop, "vectorize");
}

} // namespace mlir::tir
