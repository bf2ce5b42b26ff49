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
           << op.getDecision()->size() << " factors, expected " << count;
  return success();
}

// The decision, or else what is sampled.
template <typename OpTy>
static LogicalResult
runTile(OpTy op, Application &application,
        llvm::function_ref<FailureOr<SmallVector<int64_t>>(ForOp)> sample) {
  auto decide = [&](ForOp loop) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> factors =
        op.getDecision() ? SmallVector<int64_t>(*op.getDecision())
                         : sample(loop);
    if (failed(factors) || failed(checkTile(loop, *factors)))
      return failure();
    setNumbers(application.results, op.getFactors(), *factors);
    return success();
  };
  return application.run(decide, op.getLoop());
}

LogicalResult SamplePerfectTileOp::verify() { return verifyTile(*this); }

LogicalResult SamplePerfectTileOp::run(Application &application) {
  return runTile(*this, application, [&](ForOp loop) {
    return samplePerfectTile(loop, getFactors().size(), getMaxInnermost(),
                             getSeed());
  });
}

LogicalResult SamplePartitionedTileOp::verify() {
  if (getInner() >= getFactors().size())
    return emitOpError("names factor #")
           << getInner() << ", expected one of its " << getFactors().size();
  return verifyTile(*this);
}

LogicalResult SamplePartitionedTileOp::run(Application &application) {
  return runTile(*this, application, [&](ForOp loop) {
    return samplePartitionedTile(loop, getFactors().size(), getInner(),
                                 getFactor(), getSeed());
  });
}

LogicalResult SampleCategoricalOp::verify() {
  size_t count = getCandidates().size();
  if (getWeights().size() != count)
    return emitOpError("has ")
           << getWeights().size() << " weights, expected one for each of "
           << count << " numbers";
  double sum = 0;
  for (double weight : getWeights()) {
    bool isWeight = weight >= 0 && weight < 1e9;
    if (!isWeight)
      return emitOpError("expects weights from 0 to 10^9, found ") << weight;
    sum += weight;
  }
  if (sum <= 0)
    return emitOpError("expects a weight above 0, found a sum of ") << sum;
  if (getDecision() && *getDecision() >= count)
    return emitOpError("decides for number #")
           << int64_t(*getDecision()) << ", expected one of its " << count;
  return success();
}

LogicalResult SampleCategoricalOp::run(Application &application) {
  size_t index =
      getDecision() ? *getDecision() : sampleWeighted(getWeights(), getSeed());
  setNumbers(application.results, getOperation()->getResults(),
             getCandidates()[index]);
  return success();
}

LogicalResult SampleComputeLocationOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  SmallVector<ForOp> loops = getComputeLocations(*block);
  int64_t count = loops.size() + 1;
  int64_t index = getDecision() ? int64_t(*getDecision())
                                : int64_t(sampleBelow(count, getSeed()));
  if (index < 0 || index >= count)
    return emitOpError("decides for place #")
           << index << ", expected one of " << count << " for 'tir.block' "
           << block->getLabelAttr();
  SmallVector<Operation *> chosen;
  if (index != 0)
    chosen.push_back(loops[index - 1]);
  application.results.set(cast<OpResult>(getLoop()), chosen);
  return success();
}

} // namespace mlir::tir::schedule
