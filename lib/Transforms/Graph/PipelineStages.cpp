// Where a function is cut into the stages of a pipeline.
//
// A cut is a place in the order of the way there, so that values only go
// forward, and from a stage to the next one; on the way back they go down.
// Which places are best is found by dynamic programming (the linear partition
// problem) over the time of operators, of both ways.
#include "PipelineStages.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include <limits>
#include <numeric>

namespace mlir::relax {

static constexpr double kNever = std::numeric_limits<double>::infinity();

/// The bytes of a tensor that another worker can take: it makes room before it
/// knows anything of the tensor but the type.
static int64_t countSentBytes(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape() ? countBytes(tensor) : -1;
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

/// Of a value that goes from one worker to another one.
static double countSeconds(Value value, const MeshSpeed &speed) {
  int64_t bytes = countSentBytes(value);
  return bytes < 0 ? kNever : speed.alpha + double(bytes) * speed.beta;
}

LogicalResult PipelineStages::cut(int64_t stages, int64_t workers,
                                  const MeshSpeed &speed) {
  size_t count = order.getForward().size();
  SmallVector<double> seconds(count, 0), between(count + 1, 0);
  auto addSeconds = [&](Operation *op, size_t place) {
    std::optional<MeshCost> cost = getOpCost(op, workers);
    // Each operator counts, or stages of moves alone would be free.
    seconds[place] += (cost ? cost->getSeconds(speed) : 0) + speed.gamma;
  };
  for (auto [place, op] : llvm::enumerate(order.getForward()))
    addSeconds(op, place);
  for (PipelineOrder::PlacedOp placed : order.getBackward())
    addSeconds(placed.op, placed.place);
  for (auto &[value, life] : order.getLives()) {
    double sent = countSeconds(value, speed);
    for (size_t place = life.made + 1; place <= life.read; ++place)
      between[place] += sent;
    for (size_t place = life.lowest + 1; place <= life.made; ++place)
      between[place] += sent;
  }
  return findBest(stages, seconds, between) ? success() : reject(stages);
}

LogicalResult PipelineStages::reject(int64_t stages) {
  ArrayRef<Operation *> ops = order.getForward();
  InFlightDiagnostic error = func.emitOpError(
      "plan 'pipeline' expects operators that follow from the inputs for ");
  error << stages << " stages, found " << ops.size();
  for (auto &[value, life] : order.getLives())
    if (countSentBytes(value) < 0 && life.read > life.lowest) {
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
  auto life = order.getLives().find(value);
  // What does not follow from an input is for who reads the last results.
  size_t made = life == order.getLives().end() ? order.getForward().size() - 1
                                               : life->second.made;
  return llvm::upper_bound(begins, made) - begins.begin() - 1;
}

SmallVector<Value> PipelineStages::getTaken(size_t stage) const {
  SmallVector<Value> taken;
  size_t begin = begins[stage];
  for (auto &[value, life] : order.getLives())
    if (life.made < begin && begin <= life.read)
      taken.push_back(value);
  return taken;
}

SmallVector<Value> PipelineStages::getTakenBack(size_t stage) const {
  SmallVector<Value> taken;
  size_t end = begins[stage + 1];
  for (auto &[value, life] : order.getLives())
    if (life.lowest < end && end <= life.made)
      taken.push_back(value);
  return taken;
}

DenseSet<Value> PipelineStages::getMade(size_t stage) const {
  DenseSet<Value> made;
  for (auto &[value, life] : order.getLives())
    if (!life.isBack && getStage(value) == stage)
      made.insert(value);
  return made;
}

} // namespace mlir::relax
