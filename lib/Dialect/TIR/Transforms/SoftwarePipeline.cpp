// Loops whose iterations overlap. With stages 0 and 1,
//
//   for i in lb..ub: { T = alloc; T = A[i]; B[i] = f(T) }
//
// becomes
//
//   T = alloc(2)
//   T[0] = A[lb]
//   for i in lb..ub - 1: { T[(i + 1) % 2] = A[i + 1]; B[i] = f(T[i % 2]) }
//   B[ub - 1] = f(T[(ub - 1) % 2])
//
// Step t does of iteration t - s what is in stage s. The steps are in three
// parts, [0, S), [S, N) and [max(N, S), N + S) for N iterations and a last
// stage S; what a bound does not decide is asked when it runs.
//
// Upstream's mlir::scf::pipelineForLoop passes values of an scf.for from stage
// to stage as iteration arguments. A tir.for has none: stages meet in memory,
// which that function neither orders nor multiplies, and waits and barriers
// between statements would be ops of some stage to it. What would be left of it
// is the copying of ops, in a loop that had to become an scf.for and back, and
// would lose its kind and annotations.
#include "Relax/Dialect/TIR/Transforms/SoftwarePipeline.h"

#include "PipelineCopies.h"
#include "PipelinePlan.h"
#include "PipelineWaits.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

bool isPipelineRequested(ForOp loop) {
  DictionaryAttr annotations = loop.getAnnotationsAttr();
  return annotations && (annotations.contains(kPipelineStage) ||
                         annotations.contains(kPipelineOrder) ||
                         annotations.contains(kPipelineAsyncStages));
}

namespace {

/// Some steps that follow each other: `count` of them, from step `first` on.
struct Steps {
  ForKind kind = ForKind::Unrolled;
  /// Nothing if only known when it runs.
  std::optional<int64_t> first, count;
  /// The same as values, where they are no constants.
  Value firstValue, countValue;
  /// Whether no statement meets an iteration that is not there.
  bool isFull = false;
};

/// Writes a pipeline in front of a loop.
class PipelineBuilder {
public:
  PipelineBuilder(PipelinePlan &plan, ArrayRef<PipelineWait> waits)
      : plan(plan), loop(plan.loop), waits(waits), loc(loop.getLoc()),
        builder(loop) {}

  void makeVersions();
  void build();

private:
  Value constant(int64_t value) { return indexConstant(builder, loc, value); }
  Value subtract(Value lhs, Value rhs) {
    return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate how, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, how, lhs, rhs);
  }
  Value getVersion(int64_t versions);
  void moveOut(PipelineBuffer &buffer);
  void useVersion(OpOperand &use, Value made, int64_t versions);
  Steps getFirstSteps() const;
  Steps getFullSteps();
  Steps getLastSteps();
  bool isRun(const Steps &steps, int64_t stage) const;
  bool mayBeEarly(const Steps &steps, int64_t stage) const;
  bool mayBeLate(const Steps &steps, int64_t stage) const;
  void buildSteps(const Steps &steps);
  void buildStep(const Steps &steps, Value number);
  void buildStatement(const Steps &steps, Value number,
                      const PipelineStatement &statement);
  void buildWait(std::optional<int64_t> groups, bool hasBarrier);

  PipelinePlan &plan;
  ForOp loop;
  ArrayRef<PipelineWait> waits;
  Location loc;
  OpBuilder builder;
  DenseMap<int64_t, Value> versionOf;
  /// What waits name: a group of no copies, before all others.
  Value token;
};

} // namespace

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

// The version that an iteration uses of a buffer.
Value PipelineBuilder::getVersion(int64_t versions) {
  Value &version = versionOf[versions];
  if (version)
    return version;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  if (getConstantIndex(loop.getLowerBound()) != 0)
    number = subtract(number, loop.getLowerBound());
  version = arith::RemUIOp::create(builder, loc, number, constant(versions));
  return version;
}

void PipelineBuilder::useVersion(OpOperand &use, Value made, int64_t versions) {
  Operation *user = use.getOwner();
  Value version = getVersion(versions);
  auto prefix = [&](MutableOperandRange indices) {
    SmallVector<Value> all{version};
    llvm::append_range(all, indices.getAsOperandRange());
    use.set(made);
    indices.assign(all);
  };
  if (auto load = dyn_cast<memref::LoadOp>(user))
    return prefix(load.getIndicesMutable());
  if (auto store = dyn_cast<memref::StoreOp>(user))
    return prefix(store.getIndicesMutable());
  OpBuilder at(user);
  if (auto dim = dyn_cast<memref::DimOp>(user)) {
    Value next = addIndex(at, loc, dim.getIndex(), indexConstant(at, loc, 1));
    use.set(made);
    dim.getIndexMutable().set(next);
    return;
  }
  auto type = cast<MemRefType>(made.getType());
  size_t rank = type.getShape().size();
  SmallVector<OpFoldResult> offsets(rank, at.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, at.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(at, loc, made);
  offsets.front() = version;
  sizes.front() = at.getIndexAttr(1);
  MemRefType seen = memref::SubViewOp::inferRankReducedResultType(
      type.getShape().drop_front(), type, offsets, sizes, strides);
  use.set(
      memref::SubViewOp::create(at, loc, seen, made, offsets, sizes, strides));
}

void PipelineBuilder::moveOut(PipelineBuffer &buffer) {
  memref::AllocOp alloc = buffer.alloc;
  MemRefType type = alloc.getType();
  IRMapping mapping;
  SmallVector<Value> sizes;
  for (Value size : alloc.getDynamicSizes())
    sizes.push_back(copyValue(builder, size, loop, mapping));
  SmallVector<int64_t> shape(type.getShape());
  if (buffer.versions > 1)
    shape.insert(shape.begin(), buffer.versions);
  auto made = memref::AllocOp::create(
      builder, alloc.getLoc(),
      MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(),
                      type.getMemorySpace()),
      sizes, alloc.getAlignmentAttr());
  made->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
  bool isEnded = false;
  for (OpOperand &use : llvm::make_early_inc_range(alloc->getUses())) {
    if (isa<memref::DeallocOp>(use.getOwner())) {
      isEnded = true;
      use.getOwner()->erase();
    } else if (buffer.versions > 1) {
      useVersion(use, made, buffer.versions);
    }
  }
  alloc.getResult().replaceAllUsesWith(made);
  alloc->erase();
  buffer.alloc = made;
  if (isEnded) {
    OpBuilder behind(loop);
    behind.setInsertionPointAfter(loop);
    memref::DeallocOp::create(behind, loc, made);
  }
}

void PipelineBuilder::makeVersions() {
  for (PipelineBuffer &buffer : plan.buffers)
    moveOut(buffer);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Steps PipelineBuilder::getFirstSteps() const {
  Steps steps;
  steps.first = 0;
  steps.count = plan.lastStage;
  return steps;
}

Steps PipelineBuilder::getFullSteps() {
  Steps steps;
  steps.kind = loop.getKind();
  steps.isFull = true;
  steps.first = plan.lastStage;
  if (std::optional<int64_t> extent = loop.getConstantExtent())
    steps.count = std::max<int64_t>(*extent - plan.lastStage, 0);
  return steps;
}

Steps PipelineBuilder::getLastSteps() {
  Steps steps;
  if (std::optional<int64_t> extent = loop.getConstantExtent()) {
    steps.first = std::max(*extent, plan.lastStage);
    steps.count = std::min(*extent, plan.lastStage);
    return steps;
  }
  steps.count = plan.lastStage;
  steps.firstValue = arith::MaxSIOp::create(
      builder, loc, subtract(loop.getUpperBound(), loop.getLowerBound()),
      constant(plan.lastStage));
  return steps;
}

// Whether the iteration of a stage is before the first one in some step.
bool PipelineBuilder::mayBeEarly(const Steps &steps, int64_t stage) const {
  return steps.first && *steps.first < stage;
}

// Whether the iteration of a stage is behind the last one in some step.
bool PipelineBuilder::mayBeLate(const Steps &steps, int64_t stage) const {
  if (steps.isFull)
    return false;
  std::optional<int64_t> extent = ForOp(loop).getConstantExtent();
  return !extent || !steps.first ||
         *steps.first + *steps.count - 1 - stage >= *extent;
}

// Whether a stage has something to do in some step.
bool PipelineBuilder::isRun(const Steps &steps, int64_t stage) const {
  if (steps.isFull)
    return true;
  if (!steps.first)
    return stage > 0;
  std::optional<int64_t> extent = ForOp(loop).getConstantExtent();
  return *steps.first + *steps.count > stage &&
         (!extent || *steps.first - stage < *extent);
}

void PipelineBuilder::buildWait(std::optional<int64_t> groups,
                                bool hasBarrier) {
  if (groups)
    nvgpu::DeviceAsyncWaitOp::create(
        builder, loc, token,
        builder.getI32IntegerAttr(static_cast<int32_t>(*groups)));
  if (hasBarrier)
    gpu::BarrierOp::create(builder, loc);
}

void PipelineBuilder::buildStatement(const Steps &steps, Value number,
                                     const PipelineStatement &statement) {
  OpBuilder::InsertionGuard guard(builder);
  Value behind = steps.first
                     ? constant(*steps.first - statement.stage)
                     : subtract(steps.firstValue, constant(statement.stage));
  Value index = addIndex(builder, loc, number, behind);
  Value condition;
  if (mayBeEarly(steps, statement.stage))
    condition = compare(arith::CmpIPredicate::sge, index, loop.getLowerBound());
  if (mayBeLate(steps, statement.stage)) {
    Value isInBounds =
        compare(arith::CmpIPredicate::slt, index, loop.getUpperBound());
    condition = condition ? builder.createOrFold<arith::AndIOp>(loc, condition,
                                                                isInBounds)
                          : isInBounds;
  }
  if (condition) {
    IfOp branch = IfOp::create(builder, loc, condition);
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), index);
  for (Operation *op : getPipelineOperands(loop, statement.op))
    builder.clone(*op, mapping);
  builder.clone(*statement.op, mapping);
}

// What a statement that does not run would have waited for, the next one does.
void PipelineBuilder::buildStep(const Steps &steps, Value number) {
  std::optional<int64_t> groups;
  bool hasBarrier = false;
  for (auto [position, statement] : llvm::enumerate(plan.order)) {
    const PipelineWait &wait = waits[position];
    hasBarrier |= wait.hasBarrier;
    if (wait.groups)
      groups = std::min(groups.value_or(*wait.groups), *wait.groups);
    if (isRun(steps, plan.statements[statement].stage)) {
      buildWait(groups, hasBarrier);
      groups.reset();
      hasBarrier = false;
      buildStatement(steps, number, plan.statements[statement]);
    }
    if (wait.endsGroup)
      nvgpu::DeviceAsyncCreateGroupOp::create(
          builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
          ValueRange());
  }
  buildWait(std::nullopt, hasBarrier);
}

// One step needs no loop, unless it has to stay one statement of a pipeline
// around it.
void PipelineBuilder::buildSteps(const Steps &steps) {
  if (steps.count && *steps.count == 0)
    return;
  auto outer = dyn_cast<ForOp>(loop->getParentOp());
  int64_t run = llvm::count_if(plan.statements, [&](auto &statement) {
    return isRun(steps, statement.stage);
  });
  bool isOne = outer && isPipelineRequested(outer) && run > 1;
  Value lower = loop.getLowerBound();
  if (steps.count && *steps.count == 1 && !isOne)
    return buildStep(steps, lower);
  Value upper = steps.count
                    ? addIndex(builder, loc, lower, constant(*steps.count))
                    : subtract(loop.getUpperBound(), constant(*steps.first));
  ForOp made = ForOp::create(builder, loc, lower, upper, steps.kind);
  if (steps.isFull && loop.getAnnotationsAttr()) {
    NamedAttrList rest(loop.getAnnotationsAttr());
    for (StringRef name :
         {kPipelineStage, kPipelineOrder, kPipelineAsyncStages})
      rest.erase(name);
    if (!rest.empty())
      made.setAnnotationsAttr(rest.getDictionary(loop.getContext()));
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(made.getBody());
  buildStep(steps, made.getInductionVar());
}

void PipelineBuilder::build() {
  if (loop.getConstantExtent().value_or(1) <= 0)
    return loop.erase();
  bool hasGroups = llvm::any_of(
      waits, [](const PipelineWait &wait) { return wait.endsGroup; });
  if (hasGroups)
    token = nvgpu::DeviceAsyncCreateGroupOp::create(
        builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
        ValueRange());
  // What comes before and after the loop may count on its barriers.
  if (!plan.barriers.empty() && !plan.statements.empty() &&
      plan.barriers.front()->isBeforeInBlock(plan.statements.front().op))
    gpu::BarrierOp::create(builder, loc);
  buildSteps(getFirstSteps());
  buildSteps(getFullSteps());
  if (plan.lastStage > 0)
    buildSteps(getLastSteps());
  if (!plan.barriers.empty())
    gpu::BarrierOp::create(builder, loc);
  loop.erase();
}

LogicalResult pipelineLoop(ForOp loop) {
  FailureOr<PipelinePlan> plan = planPipeline(loop);
  if (failed(plan))
    return failure();
  FailureOr<SmallVector<PipelineCopy>> copies = findCopies(*plan);
  if (failed(copies))
    return failure();
  SmallVector<PipelineWait> waits = findWaits(*plan);
  PipelineBuilder pipeline(*plan, waits);
  pipeline.makeVersions();
  makeAsync(*plan, *copies);
  pipeline.build();
  return success();
}

} // namespace mlir::tir
