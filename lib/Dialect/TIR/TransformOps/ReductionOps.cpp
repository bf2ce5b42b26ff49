// Primitives that change reductions.
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.h"

#include "Relax/Dialect/TIR/Schedule/DecomposeReduction.h"
#include "Relax/Dialect/TIR/Schedule/FactorReduction.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.cpp.inc"

namespace mlir::tir::schedule {

DiagnosedSilenceableFailure
DecomposeReductionOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    if (failed(block) || failed(loop))
      return failure();
    return setBlock(results, getInit(), decomposeReductionAt(*block, *loop));
  });
}

DiagnosedSilenceableFailure
RFactorOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    if (failed(block) || failed(loop))
      return failure();
    return setBlock(results, getResult(),
                    factorReduction(*block, *loop, getAxis()));
  });
}

} // namespace mlir::tir::schedule
