// Primitives that decide by a number.
#include "Relax/Dialect/TIR/TransformOps/SampleOps.h"

#include "Relax/Dialect/TIR/Schedule/SampleDecision.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/SampleOps.cpp.inc"

namespace mlir::tir::schedule {

// Numbers, one a result.
static void setNumbers(transform::TransformResults &results, ResultRange params,
                       ArrayRef<int64_t> numbers) {
  for (auto [param, number] : llvm::zip_equal(params, numbers))
    results.setParams(
        cast<OpResult>(param),
        {IntegerAttr::get(IntegerType::get(param.getContext(), 64), number)});
}

template <typename OpTy>
static LogicalResult verifyTile(OpTy op) {
  if (op.getFactors().empty())
    return op.emitOpError("gives no factor; expected a result for each");
  size_t count = op.getFactors().size();
  if (op.getDecision() && op.getDecision()->size() != count)
    return op.emitOpError("has a decision of ")
           << op.getDecision()->size() << " factors, but " << count
           << " results";
  return success();
}

// The decision, or else what is sampled.
template <typename OpTy>
static DiagnosedSilenceableFailure
applyTile(OpTy op, transform::TransformResults &results,
          transform::TransformState &state,
          llvm::function_ref<FailureOr<SmallVector<int64_t>>(ForOp)> sample) {
  return runPrimitive(op, [&]() -> LogicalResult {
    FailureOr<ForOp> loop = getOne<ForOp>(op, state, op.getLoop());
    if (failed(loop))
      return failure();
    FailureOr<SmallVector<int64_t>> factors =
        op.getDecision() ? SmallVector<int64_t>(*op.getDecision())
                         : sample(*loop);
    if (failed(factors) || failed(checkTile(*loop, *factors)))
      return failure();
    setNumbers(results, op.getFactors(), *factors);
    return success();
  });
}

LogicalResult SamplePerfectTileOp::verify() { return verifyTile(*this); }

DiagnosedSilenceableFailure
SamplePerfectTileOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  return applyTile(*this, results, state, [&](ForOp loop) {
    return samplePerfectTile(loop, getFactors().size(), getMaxInnermost(),
                             getSeed());
  });
}

LogicalResult SamplePartitionedTileOp::verify() {
  if (getInner() >= getFactors().size())
    return emitOpError("has no factor #")
           << getInner() << " among its " << getFactors().size();
  return verifyTile(*this);
}

DiagnosedSilenceableFailure
SamplePartitionedTileOp::apply(transform::TransformRewriter &rewriter,
                               transform::TransformResults &results,
                               transform::TransformState &state) {
  return applyTile(*this, results, state, [&](ForOp loop) {
    return samplePartitionedTile(loop, getFactors().size(), getInner(),
                                 getFactor(), getSeed());
  });
}

LogicalResult SampleCategoricalOp::verify() {
  size_t count = getCandidates().size();
  if (getWeights().size() != count)
    return emitOpError("has ")
           << getWeights().size() << " weights for " << count << " numbers";
  double sum = 0;
  for (double weight : getWeights()) {
    bool isWeight = weight >= 0 && weight < 1e9;
    if (!isWeight)
      return emitOpError("expects weights from 0 to 10^9, found ") << weight;
    sum += weight;
  }
  if (sum <= 0)
    return emitOpError("expects a weight above 0");
  if (getDecision() && *getDecision() >= count)
    return emitOpError("has no number #")
           << int64_t(*getDecision()) << " among its " << count;
  return success();
}

DiagnosedSilenceableFailure
SampleCategoricalOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  size_t place =
      getDecision() ? *getDecision() : sampleWeighted(getWeights(), getSeed());
  setNumbers(results, getOperation()->getResults(), getCandidates()[place]);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
SampleComputeLocationOp::apply(transform::TransformRewriter &rewriter,
                               transform::TransformResults &results,
                               transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (failed(block))
      return failure();
    SmallVector<ForOp> loops = getComputeLocations(*block);
    int64_t count = loops.size() + 1;
    int64_t place = getDecision() ? int64_t(*getDecision())
                                  : int64_t(sampleBelow(count, getSeed()));
    if (place < 0 || place >= count)
      return emitOpError("decides for place #")
             << place << ", but there are " << count << " for 'tir.block' "
             << block->getLabelAttr();
    SmallVector<Operation *> chosen;
    if (place != 0)
      chosen.push_back(loops[place - 1]);
    results.set(cast<OpResult>(getLoop()), chosen);
    return success();
  });
}

} // namespace mlir::tir::schedule
