// Primitives that make blocks, or move them, as steps of a default schedule.
#include "ScheduleSteps.h"

#include "Relax/Dialect/TIR/Schedule/Annotations.h"
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
#include "ScheduleWriter.h"

namespace mlir::tir {

template <typename Step>
BlockOp BlockSteps::cache(decltype(tir::cacheRead) &primitive, BlockOp block,
                          unsigned buffer, StringRef scope) {
  if (!areDone())
    return {};
  FailureOr<BlockOp> copy = primitive(block, buffer, scope);
  if (check(copy)) {
    Value handle = getHandle(block);
    setHandle(
        *copy,
        writer->write<Step>(handle.getType(), handle, buffer, scope).getCopy());
  }
  return succeeded(copy) ? *copy : BlockOp();
}

BlockOp BlockSteps::cacheRead(BlockOp block, unsigned buffer, StringRef scope) {
  return cache<schedule::CacheReadOp>(tir::cacheRead, block, buffer, scope);
}

BlockOp BlockSteps::cacheWrite(BlockOp block, unsigned buffer,
                               StringRef scope) {
  return cache<schedule::CacheWriteOp>(tir::cacheWrite, block, buffer, scope);
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
  FailureOr<BlockOp> init = decomposeReductionAt(block, loop);
  if (check(init)) {
    Value handle = getHandle(block);
    setHandle(*init, writer
                         ->write<schedule::DecomposeReductionOp>(
                             handle.getType(), handle, getHandle(loop))
                         .getInit());
  }
  return succeeded(init) ? *init : BlockOp();
}

BlockOp BlockSteps::rfactor(BlockOp block, ForOp loop, int64_t axis) {
  if (!areDone())
    return {};
  FailureOr<BlockOp> result = factorReduction(block, loop, axis);
  if (check(result)) {
    Value handle = getHandle(block);
    setHandle(*result, writer
                           ->write<schedule::RFactorOp>(
                               handle.getType(), handle, getHandle(loop), axis)
                           .getResult());
  }
  return succeeded(result) ? *result : BlockOp();
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

void inlineEpilogue(BlockOp epilogue, ScheduleWriter *writer) {
  Operation *last = writer ? writer->getLast() : nullptr;
  Value handle = writer ? writer->find(epilogue) : Value();
  IRRewriter rewriter(epilogue.getContext());
  if (succeeded(reverseComputeInline(rewriter, epilogue))) {
    if (writer)
      writer->write<schedule::ReverseComputeInlineOp>(handle);
  } else if (writer) {
    writer->eraseAfter(last);
  }
}

} // namespace mlir::tir
