// Where a function is cut into the stages of a pipeline.
//
// A cut is a place in the order of the program, so that values only go forward,
// and from a stage to the next one. Which places are best is found by dynamic
// programming (the linear partition problem) over the time of operators.
#include "PipelineStages.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include <limits>
#include <numeric>

namespace mlir::relax {

static constexpr double kNever = std::numeric_limits<double>::infinity();

SmallVector<Value> getReadValues(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

/// The bytes of a tensor that another worker can take: it makes room before it
/// knows anything of the tensor but the type.
static int64_t countSentBytes(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape() ? countBytes(tensor) : -1;
}

void PipelineStages::addLife(Value value, size_t made) {
  lives[value] = {made, made, countSentBytes(value)};
}

PipelineStages::PipelineStages(FuncOp func, unsigned numInputs) : func(func) {
  // What is returned stays where it is made: keys and values of a layer are
  // read there again.
  for (Operation &op : func.getBody().front().without_terminator()) {
    SmallVector<Value> read = getReadValues(&op);
    if (llvm::none_of(read, [&](Value value) {
          auto parameter = dyn_cast<BlockArgument>(value);
          return parameter ? parameter.getArgNumber() < numInputs
                           : isComputed(value);
        }))
      continue;
    for (Value operand : read)
      if (auto life = lives.find(operand); life != lives.end())
        life->second.read = ops.size();
    for (Value result : op.getResults())
      addLife(result, ops.size());
    ops.push_back(&op);
  }
}

/// Fills `begins`; false if there are no such cuts. `between` says what a cut
/// in front of an operator costs.
bool PipelineStages::findBest(int64_t stages, ArrayRef<double> seconds,
                              ArrayRef<double> between) {
  /// Of the ops in front of a place in some stages: the longest stage, what all
  /// cuts cost, and where the last stage begins.
  struct Best {
    double longest = kNever, cuts = kNever;
    size_t begin = 0;
  };
  size_t count = seconds.size();
  SmallVector<double> sums(count + 1, 0);
  std::partial_sum(seconds.begin(), seconds.end(), sums.begin() + 1);
  std::vector<std::vector<Best>> best(stages + 1, std::vector<Best>(count + 1));
  best[0][0] = {0, 0, 0};
  for (int64_t stage = 1; stage <= stages; ++stage)
    for (size_t end = stage; end <= count; ++end)
      for (size_t begin = end; begin-- > 0;) {
        // A longer stage takes longer still.
        Best &known = best[stage][end];
        double own = sums[end] - sums[begin];
        if (own > known.longest)
          break;
        const Best &before = best[stage - 1][begin];
        double cut = begin == 0 ? 0 : between[begin];
        // Both sides of a cut are busy with it.
        own += cut + (end == count ? 0 : between[end]);
        Best found{std::max(before.longest, own), before.cuts + cut, begin};
        if (std::pair(found.longest, found.cuts) <
            std::pair(known.longest, known.cuts))
          known = found;
      }
  if (best[stages][count].longest == kNever)
    return false;
  begins.assign(stages + 1, count);
  for (int64_t stage = stages; stage-- > 0;)
    begins[stage] = best[stage + 1][begins[stage + 1]].begin;
  return true;
}

LogicalResult PipelineStages::cut(int64_t stages, int64_t workers,
                                  const MeshSpeed &speed) {
  SmallVector<double> seconds, between(ops.size() + 1, 0);
  for (Operation *op : ops) {
    std::optional<MeshCost> cost = getOpCost(op, workers);
    // Each operator counts, or stages of moves alone would be free.
    seconds.push_back((cost ? cost->getSeconds(speed) : 0) + speed.gamma);
  }
  for (auto &[value, life] : lives)
    for (size_t place = life.made + 1; place <= life.read; ++place)
      between[place] += life.bytes < 0
                            ? kNever
                            : speed.alpha + double(life.bytes) * speed.beta;
  if (findBest(stages, seconds, between))
    return success();
  InFlightDiagnostic error = func.emitOpError(
      "plan 'pipeline' expects operators that follow from the inputs for ");
  error << stages << " stages, found " << ops.size();
  for (auto &[value, life] : lives)
    if (life.bytes < 0 && life.read > life.made) {
      error << ", and values between them that no worker can take from another "
               "one; give tensors known sizes";
      error.attachNote(value.getLoc())
          << "a value of type " << value.getType() << " is made here";
      return error;
    }
  error << "; choose fewer stages";
  if (!ops.empty())
    error.attachNote(ops.back()->getLoc()) << "is the last one of them";
  return error;
}

size_t PipelineStages::getStage(Value value) const {
  auto life = lives.find(value);
  // What does not follow from an input is for who reads the last results.
  size_t made = life == lives.end() ? ops.size() - 1 : life->second.made;
  return llvm::upper_bound(begins, made) - begins.begin() - 1;
}

SmallVector<Value> PipelineStages::getTaken(size_t stage) const {
  SmallVector<Value> taken;
  size_t begin = begins[stage];
  if (stage != 0)
    for (auto &[value, life] : lives)
      if (life.made < begin && begin <= life.read)
        taken.push_back(value);
  return taken;
}

} // namespace mlir::relax
