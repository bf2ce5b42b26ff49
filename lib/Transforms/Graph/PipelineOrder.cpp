// The operators of a pipeline, in the order in which it computes them.
//
// The way back is not said by the program, but it shows: it is what derivatives
// need beside the way there. Its operators are placed by what they read, as
// late on the way there, and so as early on the way back, as all of that is on
// one worker: a derivative by activations with the weight that it is multiplied
// with, a mask with the last operator that reads what is masked. Thus values
// only go down on the way back, whatever the stages will be, and each one meets
// the weights and activations that its worker has already.
#include "PipelineOrder.h"

#include "MeshCost.h"
#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::relax {

/// The ops that results need which are derivatives, or those that others need.
static DenseSet<Operation *> findNeeded(FuncOp func, bool areDerivatives) {
  llvm::SetVector<Operation *> needed;
  auto add = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      needed.insert(op);
  };
  Operation *end = func.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(end->getOperands()))
    if (bool(func.getResultAttr(i, kDerivativeName)) == areDerivatives)
      add(value);
  for (size_t i = 0; i < needed.size(); ++i)
    llvm::for_each(getReadValues(needed[i]), add);
  return {needed.begin(), needed.end()};
}

/// The ops that a micro-batch ends a derivative with, and its parameter.
static DenseMap<Operation *, Value>
findDerived(FuncOp func, const PipelineBatches &batches) {
  llvm::StringMap<Value> byName;
  for (BlockArgument parameter : func.getArguments())
    byName[func.getParameterName(parameter.getArgNumber())] = parameter;
  DenseMap<Operation *, Value> derived;
  Operation *end = func.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(end->getOperands()))
    if (auto name = func.getResultAttrOfType<StringAttr>(i, kDerivativeName))
      for (Value part : batches.getParts(value))
        if (Value parameter = byName.lookup(name);
            parameter && part.getDefiningOp())
          derived[part.getDefiningOp()] = parameter;
  return derived;
}

PipelineOrder::PipelineOrder(FuncOp func, const PipelineBatches &batches)
    : func(func), derived(findDerived(func, batches)) {
  unsigned numInputs = func.getNumInput().value_or(func.getNumArguments());
  DenseSet<Operation *> isForward = findNeeded(func, /*areDerivatives=*/false),
                        isBack = findNeeded(func, /*areDerivatives=*/true);
  SmallVector<Operation *> back;
  // What has a place, before its life is known.
  DenseSet<Value> follows(func.getArguments().begin(),
                          func.getArguments().begin() + numInputs);
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (batches.isOnce(&op) ||
        llvm::none_of(getReadValues(&op),
                      [&](Value value) { return follows.contains(value); }))
      continue;
    follows.insert(op.result_begin(), op.result_end());
    if (isBack.contains(&op) && !isForward.contains(&op))
      back.push_back(&op);
    else
      addForward(&op);
  }
  // Without a way there is none back.
  for (Operation *op : back)
    forward.empty() ? addForward(op) : addBackward(op);
  sink();
  for (PlacedOp placed : backward)
    follow(placed.op, placed.place, /*isBack=*/true);
}

/// Null operators are none; a parameter follows from itself.
ArrayRef<Value> PipelineOrder::getParameters(Value value) {
  if (auto known = parameters.find(value); known != parameters.end())
    return known->second;
  llvm::SetVector<Value> found;
  if (isa<BlockArgument>(value))
    found.insert(value);
  else if (!lives.contains(value))
    for (Value operand : getReadValues(value.getDefiningOp()))
      found.insert_range(getParameters(operand));
  return parameters[value] = found.takeVector();
}

/// The place that reads a parameter and is next before `place`; that one itself
/// if there is none.
size_t PipelineOrder::getNearest(Value parameter, size_t place) const {
  auto known = readers.find(parameter);
  if (known == readers.end())
    return place;
  auto after = llvm::upper_bound(known->second, place);
  return after == known->second.begin() ? place : *std::prev(after);
}

/// What is returned stays where it is made: keys and values of a layer are read
/// there again.
void PipelineOrder::follow(Operation *op, size_t place, bool isBack) {
  for (Value value : getReadValues(op)) {
    auto life = lives.find(value);
    if (life == lives.end())
      continue;
    // A worker that has had it on the way there has it on the way back.
    if (!life->second.isBack)
      life->second.read = std::max(life->second.read, place);
    if (isBack)
      life->second.lowest = std::min(life->second.lowest, place);
  }
}

void PipelineOrder::addForward(Operation *op) {
  size_t place = forward.size();
  follow(op, place, /*isBack=*/false);
  for (Value value : getReadValues(op))
    for (Value parameter : getParameters(value))
      if (SmallVector<size_t> &known = readers[parameter];
          known.empty() || known.back() != place)
        known.push_back(place);
  for (Value result : op->getResults())
    lives[result] = {place, place, place, /*isBack=*/false};
  forward.push_back(op);
}

void PipelineOrder::addBackward(Operation *op) {
  size_t place = forward.size() - 1;
  SmallVector<Value> read = getReadValues(op);
  for (Value value : read)
    if (auto life = lives.find(value); life != lives.end())
      place = std::min(place, life->second.isBack ? life->second.made
                                                  : life->second.read);
  bool readsParameters = false;
  for (Value value : read)
    for (Value parameter : getParameters(value)) {
      readsParameters = true;
      place = getNearest(parameter, place);
    }
  // A derivative belongs to who has the weight.
  if (Value parameter = derived.lookup(op); parameter && !readsParameters)
    place = getNearest(parameter, place);
  for (Value result : op->getResults())
    lives[result] = {place, place, place, /*isBack=*/true};
  backward.push_back({op, place});
}

/// The place of the first reader, where an op would send less than from its
/// own: of all its operands there, the fewer bytes. None if it reads weights,
/// or if others read it than ops of the way back.
std::optional<size_t>
PipelineOrder::findLower(Operation *op,
                         const DenseMap<Operation *, size_t> &places) {
  Block &body = func.getBody().front();
  size_t lower = 0;
  auto findReader = [&](Operation *user) {
    return places.find(body.findAncestorOpInBlock(*user));
  };
  for (Operation *user : op->getUsers()) {
    auto reader = findReader(user);
    if (reader == places.end())
      return std::nullopt;
    lower = std::max(lower, reader->second);
  }
  int64_t bytes = 0;
  SmallVector<Value> sent;
  for (Value value : getReadValues(op)) {
    auto life = lives.find(value);
    if (life == lives.end() && !getParameters(value).empty())
      return std::nullopt;
    if (life != lives.end() && life->second.isBack)
      sent.push_back(value);
    else if (life != lives.end())
      lower = std::max(lower, life->second.made);
  }
  // What others read there comes anyway.
  for (Value value : sent)
    if (llvm::none_of(value.getUsers(), [&](Operation *user) {
          auto reader = findReader(user);
          return reader != places.end() && reader->second <= lower;
        }))
      bytes += countBytes(value.getType());
  for (Value result : op->getResults())
    bytes -= countBytes(result.getType());
  return bytes <= 0 ? std::optional<size_t>(lower) : std::nullopt;
}

/// What is made of activations alone, such as a transposed one, or is larger
/// than what it is made of, is made where it is read.
void PipelineOrder::sink() {
  DenseMap<Operation *, size_t> places;
  for (PlacedOp &placed : llvm::reverse(backward)) {
    if (std::optional<size_t> lower = findLower(placed.op, places))
      placed.place = std::min(placed.place, *lower);
    places[placed.op] = placed.place;
    for (Value result : placed.op->getResults())
      lives[result] = {placed.place, placed.place, placed.place, true};
  }
}

} // namespace mlir::relax
