// Primitives as steps of a default schedule: done, and written down.
#include "ScheduleSteps.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.h"
#include "Relax/Dialect/TIR/TransformOps/LoopTransformOps.h"
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h"
#include "Relax/Support/CollectError.h"
#include "ScheduleWriter.h"

namespace mlir::tir {

bool ScheduleSteps::check(LogicalResult result) {
  hasFailed |= failed(result);
  return writer && !hasFailed;
}

SmallVector<Value> ScheduleSteps::getHandles(ArrayRef<ForOp> loops) {
  return llvm::map_to_vector(loops,
                             [&](ForOp loop) { return getHandle(loop); });
}

void ScheduleSteps::setHandles(ArrayRef<ForOp> loops, ValueRange named) {
  for (auto [loop, handle] : llvm::zip_equal(loops, named))
    handles[loop] = handle;
}

SmallVector<ForOp> ScheduleSteps::getLoops(BlockOp block) {
  SmallVector<ForOp> loops = tir::getLoops(block);
  if (check(success())) {
    SmallVector<Type> types(loops.size(), writer->getLoopType());
    setHandles(loops,
               writer->write<schedule::GetLoopsOp>(types, getHandle(block))
                   .getLoops());
  }
  return loops;
}

void ScheduleSteps::simplifyIters(BlockOp block) {
  if (hasFailed)
    return;
  FailureOr<LoopNest> nest = matchLoopNest(getOwnRoot(block), nullptr);
  if (succeeded(nest) && writer)
    writer->write<schedule::SimplifyItersOp>(getHandle(block));
  if (succeeded(nest))
    simplifyNest(*nest);
  (void)check(nest);
}

SmallVector<ForOp> ScheduleSteps::split(ForOp loop, ArrayRef<int64_t> factors) {
  if (hasFailed)
    return SmallVector<ForOp>(factors.size());
  FailureOr<SmallVector<ForOp>> loops = splitLoop(rewriter, loop, factors);
  if (check(loops)) {
    SmallVector<Type> types(factors.size(), writer->getLoopType());
    setHandles(*loops, writer
                           ->write<schedule::SplitOp>(types, getHandle(loop),
                                                      ValueRange(), factors)
                           .getLoops());
  }
  return succeeded(loops) ? *loops : SmallVector<ForOp>(factors.size());
}

ForOp ScheduleSteps::fuse(ArrayRef<ForOp> loops) {
  if (hasFailed || loops.size() == 1)
    return loops.front();
  SmallVector<Value> named;
  if (writer)
    named = getHandles(loops);
  FailureOr<ForOp> fused = fuseLoops(rewriter, loops);
  if (check(fused))
    setHandles(*fused,
               writer->write<schedule::FuseOp>(writer->getLoopType(), named)
                   .getFused());
  return succeeded(fused) ? *fused : ForOp();
}

void ScheduleSteps::reorder(ArrayRef<ForOp> order) {
  auto isAround = [](ForOp outer, ForOp inner) {
    return outer->isProperAncestor(inner);
  };
  if (hasFailed ||
      llvm::all_of(llvm::zip(order.drop_back(), order.drop_front()),
                   [&](auto pair) { return std::apply(isAround, pair); }))
    return;
  if (check(reorderLoops(rewriter, order)))
    writer->write<schedule::ReorderOp>(getHandles(order));
}

void ScheduleSteps::bind(ForOp loop, StringRef axis) {
  if (!hasFailed && check(bindLoop(loop, axis)))
    writer->write<schedule::BindOp>(getHandle(loop), axis);
}

void ScheduleSteps::parallel(ForOp loop) {
  if (!hasFailed && check(setParallel(loop)))
    writer->write<schedule::ParallelOp>(getHandle(loop));
}

void ScheduleSteps::vectorize(ForOp loop) {
  if (!hasFailed && check(setVectorized(loop)))
    writer->write<schedule::VectorizeOp>(getHandle(loop));
}

void ScheduleSteps::unroll(ForOp loop) {
  if (!hasFailed && check(setUnrolled(loop)))
    writer->write<schedule::UnrollOp>(getHandle(loop));
}

FailureOr<BlockOp>
composeSchedule(BlockOp block, ScheduleWriter *writer,
                llvm::function_ref<void(BlockSteps &, BlockOp)> steps,
                std::string *why) {
  Operation *root = getOwnRoot(block);
  Operation *last = writer ? writer->getLast() : nullptr;
  // While there are two of its name, nobody could find it.
  Value handle = writer ? writer->find(block) : Value();
  OpBuilder builder(root);
  Operation *before = root->getPrevNode();
  Operation *copied = builder.clone(*root);
  BlockOp copy = isa<BlockOp>(copied) ? cast<BlockOp>(copied)
                                      : getChildBlocks(copied).front();
  BlockSteps primitives(copy, writer, handle);
  std::string error =
      relax::collectError(block.getContext(), [&] { steps(primitives, copy); });
  if (primitives.areDone()) {
    root->erase();
    return copy;
  }
  if (why)
    *why = error;
  if (writer)
    writer->eraseAfter(last);
  // Primitives may have made buffers and nests around that of the copy.
  while (root->getPrevNode() != before) {
    root->getPrevNode()->dropAllUses();
    root->getPrevNode()->erase();
  }
  return failure();
}

} // namespace mlir::tir
