// Primitives that change indices: of buffers, of blocks, blocks of nests.
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"

#include "Relax/Dialect/TIR/Schedule/Blockize.h"
#include "Relax/Dialect/TIR/Schedule/DecomposePadding.h"
#include "Relax/Dialect/TIR/Schedule/PadEinsum.h"
#include "Relax/Dialect/TIR/Schedule/RollingBuffer.h"
#include "Relax/Dialect/TIR/Schedule/Tensorize.h"
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

// A function of the program.
static FailureOr<FuncOp> lookUp(Operation *op, BlockOp block,
                                FlatSymbolRefAttr name) {
  if (auto found = SymbolTable::lookupNearestSymbolFrom<FuncOp>(block, name))
    return found;
  InFlightDiagnostic error = op->emitOpError("names the intrinsic ")
                             << name
                             << ", but the program has no 'tir.func' of it";
  error.attachNote(block.getLoc()) << "it is for this block";
  return error;
}

DiagnosedSilenceableFailure
TensorizeOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (failed(block))
      return failure();
    FailureOr<FuncOp> pattern = lookUp(*this, *block, getPatternAttr());
    FailureOr<FuncOp> intrinsic = lookUp(*this, *block, getIntrinsicAttr());
    return failure(failed(pattern) || failed(intrinsic) ||
                   failed(tensorize(rewriter, *block, *pattern, *intrinsic)));
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

DiagnosedSilenceableFailure
DecomposePaddingOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    if (failed(block) || failed(loop))
      return failure();
    return setBlock(results, getBorder(), decomposePadding(*block, *loop));
  });
}

DiagnosedSilenceableFailure
PadEinsumOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) || failed(padEinsum(*block, getPadding())));
  });
}

DiagnosedSilenceableFailure
RollingBufferOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) || failed(rollBuffer(*block, getBuffer())));
  });
}

} // namespace mlir::tir::schedule
