// Primitives that make blocks, or move them, as steps of a default schedule.
#include "ScheduleSteps.h"

#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/ComputeInline.h"
#include "Relax/Dialect/TIR/Schedule/DecomposeReduction.h"
#include "Relax/Dialect/TIR/Schedule/FactorReduction.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"
#include "Relax/Dialect/TIR/Schedule/TransformLayout.h"
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h"
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.h"
#include "Relax/Support/CollectError.h"
#include "ScheduleWriter.h"

namespace mlir::tir {

template <typename Step, typename... Arguments>
BlockOp BlockSteps::add(BlockOp block, FailureOr<BlockOp> made,
                        const Arguments &...arguments) {
  if (check(made)) {
    Value handle = getHandle(block);
    auto step = writer->write<Step>(handle.getType(), handle, arguments...);
    setHandle(*made, step->getResult(0));
  }
  return succeeded(made) ? *made : BlockOp();
}

BlockOp BlockSteps::cacheRead(BlockOp block, unsigned buffer, StringRef scope) {
  if (!areDone())
    return {};
  return add<schedule::CacheReadOp>(block, tir::cacheRead(block, buffer, scope),
                                    buffer, scope);
}

BlockOp BlockSteps::cacheWrite(BlockOp block, unsigned buffer,
                               StringRef scope) {
  if (!areDone())
    return {};
  return add<schedule::CacheWriteOp>(
      block, tir::cacheWrite(block, buffer, scope), buffer, scope);
}

void BlockSteps::computeAt(BlockOp block, ForOp loop) {
  if (areDone() && check(tir::computeAt(rewriter, block, loop)))
    writer->write<schedule::ComputeAtOp>(getHandle(block), getHandle(loop));
}

void BlockSteps::reverseComputeAt(BlockOp block, ForOp loop) {
  if (areDone() && check(tir::reverseComputeAt(rewriter, block, loop)))
    writer->write<schedule::ReverseComputeAtOp>(getHandle(block),
                                                getHandle(loop));
}

BlockOp BlockSteps::decomposeReduction(BlockOp block, ForOp loop) {
  if (!areDone())
    return {};
  return add<schedule::DecomposeReductionOp>(
      block, decomposeReductionAt(block, loop), getHandle(loop));
}

BlockOp BlockSteps::rfactor(BlockOp block, ForOp loop, int64_t axis) {
  if (!areDone())
    return {};
  return add<schedule::RFactorOp>(block, factorReduction(block, loop, axis),
                                  getHandle(loop), axis);
}

void BlockSteps::transformLayout(BlockOp block, AffineMap map) {
  if (areDone() && check(tir::transformLayout(block, 0, map)))
    writer->write<schedule::TransformLayoutOp>(getHandle(block), 0, map);
}

void BlockSteps::alignStorage(BlockOp block, StorageAlignment alignment) {
  auto [axis, factor, offset] = alignment;
  if (areDone() && check(tir::alignStorage(block, 0, axis, factor, offset)))
    writer->write<schedule::StorageAlignOp>(getHandle(block), 0, axis, factor,
                                            offset);
}

void BlockSteps::annotate(ForOp loop, StringRef name, Attribute value) {
  auto key = StringAttr::get(loop.getContext(), name);
  if (areDone() && check(tir::annotate(loop, key, value)))
    writer->write<schedule::AnnotateOp>(getHandle(loop), key, value);
}

static void inlineEpilogue(BlockOp epilogue, ScheduleWriter *writer) {
  Operation *last = writer ? writer->getLast() : nullptr;
  Value handle = writer ? writer->find(epilogue) : Value();
  IRRewriter rewriter(epilogue.getContext());
  bool isDone = false;
  // Where it cannot be inlined, it stays a nest, which is no error.
  (void)relax::collectError(epilogue.getContext(), [&] {
    isDone = succeeded(reverseComputeInline(rewriter, epilogue));
  });
  if (isDone) {
    if (writer)
      writer->write<schedule::ReverseComputeInlineOp>(handle);
  } else if (writer) {
    writer->eraseAfter(last);
  }
}

FailureOr<BlockOp>
composeReduction(Reduction &reduction, ScheduleWriter *writer,
                 llvm::function_ref<void(BlockSteps &, BlockOp)> steps) {
  FailureOr<BlockOp> composed =
      composeSchedule(reduction.nest.block, writer, steps);
  if (succeeded(composed) && reduction.epilogue)
    inlineEpilogue(reduction.epilogue->block, writer);
  return composed;
}

} // namespace mlir::tir
