// Primitives that change indices: of buffers, of blocks, blocks of nests.
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"

#include "Relax/Dialect/TIR/Schedule/Blockize.h"
#include "Relax/Dialect/TIR/Schedule/TransformLayout.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.cpp.inc"

namespace mlir::tir::schedule {

DiagnosedSilenceableFailure
BlockizeOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    if (failed(loop))
      return failure();
    return setBlock(results, getOuter(), blockize(*loop));
  });
}

DiagnosedSilenceableFailure
TransformLayoutOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) ||
                   failed(transformLayout(*block, getBuffer(), getMap())));
  });
}

DiagnosedSilenceableFailure
TransformBlockLayoutOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &results,
                              transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) ||
                   failed(transformBlockLayout(rewriter, *block, getMap())));
  });
}

} // namespace mlir::tir::schedule
