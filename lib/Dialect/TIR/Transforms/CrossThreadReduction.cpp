// Write out what the threads of a block reduce together: each on its own, then
// a tree of what they have.
#include "Relax/Dialect/TIR/Transforms/CrossThreadReduction.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// True if a loop over blocks or threads is around the op.
static bool isInKernel(Operation *op) {
  while ((op = op->getParentOp()))
    if (auto loop = dyn_cast<ForOp>(op); loop && loop.getThreadAxis())
      return true;
  return false;
}

/// Threads with neighbouring numbers, which shuffle values directly.

namespace {

/// One reduction over threads, and the loops that it becomes.
class CrossThreadLowering {
public:
  explicit CrossThreadLowering(BlockOp block)
      : block(block), loc(block.getLoc()) {}

  LogicalResult check();
  void run();

private:
  InFlightDiagnostic fail() {
    return tir::failPrecondition(block, "lower")
           << "threads reduce it together; ";
  }
  LogicalResult checkLoops();
  LogicalResult checkValues();
  bool isOfSpatial(Value value);
  bool reduces(Value value);
  int64_t countLanes();
  int64_t countParts();
  bool isOfWarps();
  void makeBuffers();
  SmallVector<Value> getPartIndices(Value lane);
  int64_t countOwn();
  Value makeOwn(OpBuilder &builder);
  void startOwn(OpBuilder &builder, Value own, Value zero);
  Value joinOwn(OpBuilder &builder, Value own, Value zero);
  void buildSteps(OpBuilder builder);
  void buildJoin(OpBuilder builder, int64_t distance, int64_t count);
  void buildResult(OpBuilder builder);
  Value joinWarp(OpBuilder &builder, Value value, int64_t count);
  void finishWarp(OpBuilder &builder, IRMapping &mapping, Value lane,
                  Value value);
  void buildWarpResult(OpBuilder builder);
  void storeResult(OpBuilder &builder, IRMapping &mapping, Value value);
  Value openThreads(OpBuilder &builder, IRMapping &mapping);
  void openIf(OpBuilder &builder, Value condition);
  Value combine(OpBuilder &builder, Value result, Value step);
  Value index(OpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value getNeutral(OpBuilder &builder) {
    return arith::ConstantOp::create(builder, loc,
                                     *arith::getNeutralElement(combiner));
  }
  Value isInBounds(OpBuilder &builder, Value value, int64_t count) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, value,
                                 index(builder, count));
  }

  BlockOp block;
  Location loc;
  Accumulator accumulator;
  Operation *combiner = nullptr;
  /// The loops that reduce: over threads, and the others.
  SmallVector<ForOp> threads, serial;
  /// The loops over threads around all of them.
  SmallVector<ForOp> around;
  ForOp top;
  /// What each thread or warp has, for all to see; null if there is one.
  Value parts;
};

} // namespace

// True if all that has an effect in the loop's body is what holds the block.
static bool holdsOnly(ForOp loop, BlockOp block) {
  Operation *holder = loop.getBody()->findAncestorOpInBlock(*block);
  return isa<ForOp, BlockOp>(holder) &&
         llvm::all_of(loop.getBody()->without_terminator(), [&](Operation &op) {
           return &op == holder ||
                  (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
         });
}

// True if a loop that reduces has a part in the value.
bool CrossThreadLowering::reduces(Value value) {
  return llvm::any_of(getDrivingLoops(block, true),
                      [&](ForOp loop) { return dependsOn(value, loop); });
}

LogicalResult CrossThreadLowering::checkLoops() {
  if (isa<BlockOp>(getScope(block)))
    return fail() << "expected it outside of other blocks, found it in "
                  << describe(getScope(block));
  SmallVector<ForOp> all = getDrivingLoops(block, true);
  SmallVector<ForOp> others = getDrivingLoops(block, false);
  top = all.front();
  for (ForOp loop : getLoops(block)) {
    if (!top->isAncestor(loop)) {
      if (isOverThreads(loop))
        around.push_back(loop);
      continue;
    }
    if (!llvm::is_contained(all, loop) || llvm::is_contained(others, loop) ||
        !holdsOnly(loop, block))
      return fail() << describe(loop)
                    << ", inside the first loop that reduces, is expected to "
                       "do nothing but reduce it";
    (isOverThreads(loop) ? threads : serial).push_back(loop);
  }
  SmallVector<ForOp> bound = around;
  llvm::append_range(bound, threads);
  for (ForOp loop : bound)
    if (!loop.getConstantExtent() ||
        getConstantIndex(loop.getLowerBound()) != 0)
      return fail() << describe(loop)
                    << " is expected to run from 0 to a constant";
  for (ForOp loop : serial)
    if (loop.getThreadAxis())
      return fail() << describe(loop) << " reduces over \""
                    << *loop.getThreadAxis()
                    << "\", expected an axis of threads";
  return success();
}

// True if only spatial iterators, and what is before the loops, make the value.
bool CrossThreadLowering::isOfSpatial(Value value) {
  if (!top->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == block.getBody() &&
           block.getIterKind(argument.getArgNumber()) == IterKind::Spatial;
  return llvm::all_of(value.getDefiningOp()->getOperands(),
                      [&](Value operand) { return isOfSpatial(operand); });
}

LogicalResult CrossThreadLowering::checkValues() {
  SmallVector<ForOp> others = getDrivingLoops(block, false);
  for (Value condition : getConditions(block)) {
    bool isOther = llvm::any_of(
        others, [&](ForOp loop) { return dependsOn(condition, loop); });
    if (isOther && reduces(condition))
      return fail() << "expected each condition of its predicate to depend on "
                       "loops that reduce or on others, not on both, found "
                    << describe(condition);
  }
  // What is of no loop that reduces is computed once more, behind them.
  SmallVector<Value> values;
  for (Value condition : getConditions(block))
    if (!reduces(condition))
      values.push_back(condition);
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) == IterKind::Spatial)
      values.push_back(block.getBindings()[i]);
  for (Value value : values)
    if (!canCopyValue(value, top, {}))
      return fail() << "expected bindings of its iterators that are computable "
                       "where nothing is reduced, found "
                    << describe(value);
  for (Value position : accumulator.store.getIndices())
    if (!isOfSpatial(position))
      return fail() << "expected the indices of its writes to be computed "
                       "outside of the loops that reduce, found "
                    << describe(position);
  return success();
}

LogicalResult CrossThreadLowering::check() {
  FailureOr<std::pair<Accumulator, Operation *>> found =
      matchCrossThread(block, "lower");
  if (failed(found))
    return failure();
  std::tie(accumulator, combiner) = *found;
  return failure(failed(checkLoops()) || failed(checkValues()));
}

int64_t CrossThreadLowering::countLanes() {
  int64_t count = 1;
  for (ForOp loop : threads)
    count *= *loop.getConstantExtent();
  return count;
}

// What goes through shared memory: a part of each thread, or of each warp.
int64_t CrossThreadLowering::countParts() {
  return isOfWarps() ? countLanes() / kWarpThreads : countLanes();
}

// One element for each part, around the loops over threads.
void CrossThreadLowering::makeBuffers() {
  if (countParts() == 1)
    return;
  SmallVector<int64_t> shape;
  for (ForOp loop : around)
    shape.push_back(*loop.getConstantExtent());
  shape.push_back(countParts());
  OpBuilder builder(around.empty() ? top : around.front());
  auto space = gpu::AddressSpaceAttr::get(block.getContext(),
                                          gpu::AddressSpace::Workgroup);
  parts = memref::AllocOp::create(
      builder, loc,
      MemRefType::get(shape, accumulator.store.getMemRefType().getElementType(),
                      MemRefLayoutAttrInterface(), space));
}

// Copies of the loops over threads; gives the number of a thread in them.
Value CrossThreadLowering::openThreads(OpBuilder &builder, IRMapping &mapping) {
  copyLoops(builder, threads, top, mapping);
  Value lane;
  for (ForOp loop : threads) {
    Value own = mapping.lookup(loop.getInductionVar());
    if (lane)
      own = arith::AddIOp::create(
          builder, loc,
          arith::MulIOp::create(builder, loc, lane,
                                index(builder, *loop.getConstantExtent())),
          own);
    lane = own;
  }
  return lane;
}

// Where a thread of the present row has its part.
SmallVector<Value> CrossThreadLowering::getPartIndices(Value lane) {
  SmallVector<Value> position;
  for (ForOp loop : around)
    position.push_back(loop.getInductionVar());
  position.push_back(lane);
  return position;
}

void CrossThreadLowering::openIf(OpBuilder &builder, Value condition) {
  if (!condition)
    return;
  IfOp branch = IfOp::create(builder, loc, condition);
  builder.setInsertionPointToStart(&branch.getThen().front());
}

Value CrossThreadLowering::combine(OpBuilder &builder, Value result,
                                   Value step) {
  IRMapping mapping;
  for (Value operand : combiner->getOperands())
    mapping.map(operand,
                operand == accumulator.load.getResult() ? result : step);
  return builder.clone(*combiner, mapping)->getResult(0);
}

// The results of one thread: one, or one for each element of its vectors.
int64_t CrossThreadLowering::countOwn() {
  if (serial.empty() || serial.back().getKind() != ForKind::Vectorized ||
      getConstantIndex(serial.back().getLowerBound()) != 0)
    return 1;
  // Wide ones would take too many registers.
  constexpr unsigned kMaxBits = 32;
  constexpr int64_t kMax = 16;
  Type type = accumulator.store.getMemRefType().getElementType();
  int64_t extent = serial.back().getConstantExtent().value_or(1);
  return extent > 1 && extent <= kMax && type.isIntOrFloat() &&
                 type.getIntOrFloatBitWidth() <= kMaxBits
             ? extent
             : 1;
}

// These, in registers.
Value CrossThreadLowering::makeOwn(OpBuilder &builder) {
  auto space = gpu::AddressSpaceAttr::get(block.getContext(),
                                          gpu::AddressSpace::Private);
  Type element = accumulator.store.getMemRefType().getElementType();
  return memref::AllocOp::create(
      builder, loc,
      MemRefType::get(countOwn(), element, MemRefLayoutAttrInterface(), space));
}

// Nothing is reduced yet.
void CrossThreadLowering::startOwn(OpBuilder &builder, Value own, Value zero) {
  Value start = getNeutral(builder);
  auto store = [&](OpBuilder &b, ValueRange at) {
    memref::StoreOp::create(b, loc, start, own, at);
  };
  if (countOwn() == 1)
    return store(builder, zero);
  buildLoop(builder, loc, ForKind::Vectorized, countOwn(), store);
}

// All of them joined, neighbours first.
Value CrossThreadLowering::joinOwn(OpBuilder &builder, Value own, Value zero) {
  SmallVector<Value> values;
  for (int64_t i = 0; i != countOwn(); ++i)
    values.push_back(memref::LoadOp::create(builder, loc, own,
                                            i == 0 ? zero : index(builder, i)));
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    values.push_back(combine(builder, values[i], values[i + 1]));
  return values.back();
}

// The steps of one thread, with the result so far in registers.
void CrossThreadLowering::buildSteps(OpBuilder builder) {
  IRMapping mapping;
  Value lane = openThreads(builder, mapping);
  // What is copied into the loops is not there behind them.
  IRMapping behind = mapping;
  Value own = makeOwn(builder);
  Value zero = index(builder, 0);
  startOwn(builder, own, zero);
  OpBuilder inner = builder;
  copyLoops(inner, serial, top, mapping);
  Value position =
      countOwn() == 1 ? zero : mapping.lookup(serial.back().getInductionVar());
  SmallVector<Value> conditions;
  for (Value condition : getConditions(block))
    conditions.push_back(copyValue(inner, condition, top, mapping));
  SmallVector<Value> bindings;
  for (Value binding : block.getBindings())
    bindings.push_back(copyValue(inner, binding, top, mapping));
  openIf(inner, joinConditions(inner, loc, conditions));
  for (auto [iter, binding] : llvm::zip(block.getIters(), bindings))
    mapping.map(iter, binding);
  for (Operation &op : block.getBody()->without_terminator()) {
    if (&op == accumulator.load)
      mapping.map(
          accumulator.load.getResult(),
          memref::LoadOp::create(inner, loc, own, position).getResult());
    else if (&op == accumulator.store)
      memref::StoreOp::create(
          inner, loc, mapping.lookupOrDefault(accumulator.store.getValue()),
          own, position);
    else if (!isa<InitOp>(op))
      inner.clone(op, mapping);
  }
  // The one thread is done; others join. What loops compute is not known here.
  Value part = joinOwn(builder, own, zero);
  if (isOfWarps())
    finishWarp(builder, behind, lane, joinWarp(builder, part, kWarpThreads));
  else if (parts)
    memref::StoreOp::create(builder, loc, part, parts, getPartIndices(lane));
  else
    storeResult(builder, behind, part);
}

// True if the threads that reduce are whole warps, whose values fit shuffles.
bool CrossThreadLowering::isOfWarps() {
  Type type = accumulator.store.getMemRefType().getElementType();
  int64_t lanes = countLanes();
  return threads.size() == 1 && threads[0].getThreadAxis() == "threadIdx.x" &&
         lanes % kWarpThreads == 0 && lanes <= kWarpThreads * kWarpThreads &&
         type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64;
}

// The first `count` threads of a warp, and all groups as large behind them,
// join their values; each thread of a group gets the result.
Value CrossThreadLowering::joinWarp(OpBuilder &builder, Value value,
                                    int64_t count) {
  for (int64_t distance = count / 2; distance >= 1; distance /= 2) {
    auto other = gpu::ShuffleOp::create(builder, loc, value, distance,
                                        kWarpThreads, gpu::ShuffleMode::XOR);
    value = combine(builder, value, other.getShuffleResult());
  }
  return value;
}

// The first thread of a warp has what it made: it is the result, or a part.
void CrossThreadLowering::finishWarp(OpBuilder &builder, IRMapping &mapping,
                                     Value lane, Value value) {
  Value warp = index(builder, kWarpThreads);
  Value within = arith::RemUIOp::create(builder, loc, lane, warp);
  openIf(builder, isInBounds(builder, within, 1));
  if (!parts)
    return storeResult(builder, mapping, value);
  Value position = arith::DivUIOp::create(builder, loc, lane, warp);
  memref::StoreOp::create(builder, loc, value, parts, getPartIndices(position));
}

// Each warp joins the parts, so that no thread waits; one writes.
void CrossThreadLowering::buildWarpResult(OpBuilder builder) {
  IRMapping mapping;
  Value lane = openThreads(builder, mapping);
  int64_t count = countParts();
  Value within =
      arith::RemUIOp::create(builder, loc, lane, index(builder, kWarpThreads));
  Value has = isInBounds(builder, within, count);
  Value position =
      arith::MinUIOp::create(builder, loc, within, index(builder, count - 1));
  Value part =
      memref::LoadOp::create(builder, loc, parts, getPartIndices(position));
  Value value =
      arith::SelectOp::create(builder, loc, has, part, getNeutral(builder));
  value = joinWarp(builder, value, llvm::bit_ceil<uint64_t>(count));
  openIf(builder, isInBounds(builder, lane, 1));
  storeResult(builder, mapping, value);
}

// Lanes below `count` take in what those `distance` further have.
void CrossThreadLowering::buildJoin(OpBuilder builder, int64_t distance,
                                    int64_t count) {
  IRMapping mapping;
  Value lane = openThreads(builder, mapping);
  openIf(builder, isInBounds(builder, lane, count));
  Value other =
      arith::AddIOp::create(builder, loc, lane, index(builder, distance));
  Value a = memref::LoadOp::create(builder, loc, parts, getPartIndices(lane));
  Value b = memref::LoadOp::create(builder, loc, parts, getPartIndices(other));
  memref::StoreOp::create(builder, loc, combine(builder, a, b), parts,
                          getPartIndices(lane));
}

// The start of the reduction joined with `value`, where no condition forbids.
void CrossThreadLowering::storeResult(OpBuilder &builder, IRMapping &mapping,
                                      Value value) {
  SmallVector<Value> conditions;
  for (Value condition : getConditions(block))
    if (!reduces(condition))
      conditions.push_back(copyValue(builder, condition, top, mapping));
  openIf(builder, joinConditions(builder, loc, conditions));
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) == IterKind::Spatial)
      mapping.map(block.getIters()[i],
                  copyValue(builder, block.getBindings()[i], top, mapping));
  for (Operation &op : block.getInit().getBody()->without_terminator())
    if (&op != accumulator.initStore)
      builder.clone(op, mapping);
  Value start = mapping.lookupOrDefault(accumulator.initStore.getValue());
  SmallVector<Value> position;
  for (Value at : accumulator.store.getIndices())
    position.push_back(copyValue(builder, at, top, mapping));
  memref::StoreOp::create(builder, loc, combine(builder, start, value),
                          accumulator.store.getMemRef(), position);
}

void CrossThreadLowering::buildResult(OpBuilder builder) {
  IRMapping mapping;
  Value lane = openThreads(builder, mapping);
  openIf(builder, isInBounds(builder, lane, 1));
  Value all = memref::LoadOp::create(builder, loc, parts, getPartIndices(lane));
  storeResult(builder, mapping, all);
}

void CrossThreadLowering::run() {
  if (!isInKernel(top)) {
    // Threads alone would be one kernel a loop.
    OpBuilder builder(top);
    ForOp blocks =
        ForOp::create(builder, loc, index(builder, 0), index(builder, 1),
                      ForKind::ThreadBinding, "blockIdx.x");
    top->moveBefore(blocks.getBody(), blocks.getBody()->begin());
  }
  makeBuffers();
  OpBuilder builder(top);
  buildSteps(builder);
  int64_t lanes = isOfWarps() ? 1 : countLanes();
  for (int64_t distance = llvm::bit_floor<uint64_t>(lanes - 1);
       lanes > 1 && distance >= 1; distance /= 2) {
    buildJoin(builder, distance, std::min(distance, lanes - distance));
    lanes = distance;
  }
  if (parts)
    isOfWarps() ? buildWarpResult(builder) : buildResult(builder);
  top.erase();
}

LogicalResult lowerCrossThreadReduction(BlockOp block) {
  CrossThreadLowering lowering(block);
  if (failed(lowering.check()))
    return failure();
  lowering.run();
  return success();
}

LogicalResult lowerCrossThreadReductions(Operation *root) {
  SmallVector<BlockOp> blocks;
  root->walk([&](BlockOp block) {
    if (!getReducingThreads(block).empty())
      blocks.push_back(block);
  });
  bool isRight = true;
  for (BlockOp block : blocks)
    isRight &= succeeded(lowerCrossThreadReduction(block));
  return success(isRight);
}

} // namespace mlir::tir
