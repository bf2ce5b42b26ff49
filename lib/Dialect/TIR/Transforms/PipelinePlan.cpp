// What a loop that is to be a pipeline consists of.
//
// Statements are the ops of the body that have effects, but for loads, which
// belong to the statement that uses the value, for allocations, and barriers.
// Two statements of which one writes what the other one touches keep their
// order in two ways: within an iteration, by stage and place; and from one
// iteration to the next, where the memory is not each iteration's own.
//
// The annotations are TVM's (`software_pipeline_stage`, `_order`,
// `_async_stages`). TVM trusts them about order; here an order that would
// change results is an error with both statements.
#include "PipelinePlan.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

/// More stages than memory has room for versions.
static constexpr int64_t kMaxStages = 32;

const PipelineBuffer *PipelinePlan::findBuffer(Value buffer) const {
  for (const PipelineBuffer &own : buffers)
    if (buffer && own.alloc == buffer.getDefiningOp())
      return &own;
  return nullptr;
}

InFlightDiagnostic failPipelinePrecondition(ForOp loop) {
  return loop.emitOpError("cannot be a pipeline: ");
}

/// A null buffer is memory that nobody knows, so it conflicts with all.
bool isPipelineConflict(const PipelineAccess &a, const PipelineAccess &b) {
  return (a.isWrite || b.isWrite) &&
         (!a.buffer || !b.buffer || a.buffer == b.buffer);
}

// An op that computes a value from others and from memory, and does no more.
static bool isOperand(Operation *op) {
  return isMemoryEffectFree(op) || isa<memref::LoadOp>(op);
}

/// Transitively: the values a statement reads are computed again for each stage
/// it stands in.
SmallVector<Operation *> getPipelineOperands(ForOp loop, Operation *statement) {
  llvm::SetVector<Operation *> needed;
  auto visit = [&](Operation *root) {
    root->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *op = operand.getDefiningOp();
        if (op && op->getBlock() == loop.getBody() && op != root)
          needed.insert(op);
      }
    });
  };
  visit(statement);
  for (size_t i = 0; i != needed.size(); ++i)
    visit(needed[i]);
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

/// Ops with regions are walked into, so their own effects are those of what
/// they hold. A barrier is no access; it is kept in a list of its own.
static void addAccesses(Operation *op, SmallVectorImpl<PipelineAccess> &to) {
  if (isMemoryEffectFree(op) || isa<gpu::BarrierOp>(op) ||
      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return to.push_back({Value(), true});
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    Value buffer = effect.getValue();
    to.push_back({buffer ? getViewedBuffer(buffer) : buffer,
                  !isa<MemoryEffects::Read>(effect.getEffect())});
  }
}

namespace {

/// Finds the plan of a loop, or what is against it.
class PipelinePlanner {
public:
  explicit PipelinePlanner(ForOp loop) { plan.loop = loop; }

  LogicalResult run();
  PipelinePlan plan;

private:
  InFlightDiagnostic failPrecondition() {
    return failPipelinePrecondition(plan.loop);
  }
  FailureOr<SmallVector<int64_t>> getNumbers(StringRef name);
  LogicalResult findStatements();
  LogicalResult checkBuffer(memref::AllocOp alloc);
  LogicalResult readStages();
  LogicalResult readOrder();
  LogicalResult readAsyncStages();
  LogicalResult checkValues(unsigned number);
  LogicalResult checkLoad(memref::LoadOp load, unsigned number);
  LogicalResult checkOrder();
  LogicalResult checkNextIteration();
  LogicalResult failNextIteration(unsigned early, unsigned late);
  bool areIterationsDisjoint(unsigned first, unsigned second, Value buffer);
  void countVersions();
  bool isOrderKept(unsigned first, unsigned second, int64_t distance) const;
  void note(InFlightDiagnostic &error, unsigned number) const;
};

} // namespace

void PipelinePlanner::note(InFlightDiagnostic &error, unsigned number) const {
  error.attachNote(plan.statements[number].op->getLoc())
      << "statement #" << number << " is here";
}

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> PipelinePlanner::getNumbers(StringRef name) {
  Attribute value = plan.loop.getAnnotationsAttr().get(name);
  if (auto dense = dyn_cast_if_present<DenseI64ArrayAttr>(value))
    return SmallVector<int64_t>(dense.asArrayRef());
  SmallVector<int64_t> numbers;
  auto list = dyn_cast_if_present<ArrayAttr>(value);
  for (Attribute element : list ? list.getValue() : ArrayRef<Attribute>()) {
    auto number = dyn_cast<IntegerAttr>(element);
    if (!number || !number.getValue().isSignedIntN(64))
      list = nullptr;
    else
      numbers.push_back(number.getValue().getSExtValue());
  }
  if (list)
    return numbers;
  InFlightDiagnostic error = failPrecondition()
                             << "expected a list of integers as \"" << name
                             << "\", found ";
  if (value)
    error << value;
  else
    error << "none; give it together with \""
          << (name == kPipelineStage ? kPipelineOrder : kPipelineStage) << "\"";
  return error;
}

// Each iteration has its own memory, whose size is known before the loop, and
// whose parts are seen by loads, stores, and ops that take any view. A view
// made before the loop of versions would point into version 0 only.
LogicalResult PipelinePlanner::checkBuffer(memref::AllocOp alloc) {
  for (Value size : alloc.getDynamicSizes())
    if (!canCopyValue(size, plan.loop, {}))
      return (failPrecondition() << "expected sizes of its buffers that are "
                                    "known before the loop, found "
                                 << describe(size) << "; make them there")
                 .attachNote(alloc.getLoc())
             << "the buffer is made here";
  for (Operation *user : alloc->getUsers())
    if (isa<ViewLikeOpInterface>(user) ||
        !alloc.getType().getLayout().isIdentity() ||
        llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return (failPrecondition()
              << "expected no view of a buffer that it makes, found "
              << describe(user)
              << ", as iterations cannot have versions of it; use the buffer "
                 "itself")
                 .attachNote(user->getLoc())
             << "the view is here";
  plan.buffers.push_back({alloc, 1});
  return success();
}

LogicalResult PipelinePlanner::findStatements() {
  ForOp loop = plan.loop;
  if (loop.getKind() != ForKind::Serial && loop.getKind() != ForKind::Unrolled)
    return failPrecondition()
           << "expected a serial loop, found '"
           << stringifyForKind(loop.getKind())
           << "': a pipeline takes its iterations one by one";
  BlockOp block;
  loop.walk([&](BlockOp inner) { block = inner; });
  if (block)
    return (failPrecondition()
            << "expected no blocks in it, found " << describe(block)
            << "; lower them first, with 'tir-convert-blocks-to-opaque'")
               .attachNote(block.getLoc())
           << "one is here";
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      if (failed(checkBuffer(alloc)))
        return failure();
      continue;
    }
    auto end = dyn_cast<memref::DeallocOp>(op);
    if (isOperand(&op) || (end && plan.findBuffer(end.getMemref())))
      continue;
    if (isa<gpu::BarrierOp>(op)) {
      plan.barriers.push_back(&op);
      continue;
    }
    PipelineStatement statement;
    statement.op = &op;
    op.walk([&](Operation *inner) { addAccesses(inner, statement.accesses); });
    // A value's loads happen where the statement stands, so its reads are the
    // statement's.
    for (Operation *operand : getPipelineOperands(loop, &op))
      addAccesses(operand, statement.accesses);
    // Memory that is made inside of the statement is nobody else's.
    llvm::erase_if(statement.accesses, [&](PipelineAccess access) {
      return access.buffer &&
             op.isAncestor(access.buffer.getParentBlock()->getParentOp());
    });
    plan.statements.push_back(std::move(statement));
  }
  return success();
}

LogicalResult PipelinePlanner::readStages() {
  FailureOr<SmallVector<int64_t>> stages = getNumbers(kPipelineStage);
  if (failed(stages))
    return failure();
  if (stages->size() != plan.statements.size()) {
    InFlightDiagnostic error = failPrecondition()
                               << "expected a stage for each of its "
                               << plan.statements.size()
                               << " statements, found " << stages->size();
    for (unsigned i = 0; i != plan.statements.size(); ++i)
      note(error, i);
    return error;
  }
  for (auto [statement, stage] : llvm::zip(plan.statements, *stages)) {
    if (stage < 0 || stage >= kMaxStages)
      return failPrecondition() << "expected stages from 0 to "
                                << kMaxStages - 1 << ", found " << stage;
    statement.stage = stage;
    plan.lastStage = std::max(plan.lastStage, stage);
  }
  return success();
}

LogicalResult PipelinePlanner::readOrder() {
  FailureOr<SmallVector<int64_t>> positions = getNumbers(kPipelineOrder);
  if (failed(positions))
    return failure();
  SmallVector<int64_t> sorted(*positions);
  llvm::sort(sorted);
  auto count = static_cast<int64_t>(plan.statements.size());
  if (sorted != llvm::to_vector(llvm::seq<int64_t>(0, count)))
    return failPrecondition()
           << "expected an order that gives its " << count
           << " statements places from 0 on, each another one, found "
           << plan.loop.getAnnotationsAttr().get(kPipelineOrder);
  plan.order.resize(plan.statements.size());
  for (auto [number, position] : llvm::enumerate(*positions)) {
    plan.statements[number].position = static_cast<unsigned>(position);
    plan.order[static_cast<size_t>(position)] = static_cast<unsigned>(number);
  }
  return success();
}

LogicalResult PipelinePlanner::readAsyncStages() {
  if (!plan.loop.getAnnotationsAttr().contains(kPipelineAsyncStages))
    return success();
  FailureOr<SmallVector<int64_t>> stages = getNumbers(kPipelineAsyncStages);
  if (failed(stages))
    return failure();
  for (int64_t stage : *stages) {
    bool isFound = false;
    for (PipelineStatement &statement : plan.statements)
      if (statement.stage == stage)
        isFound = statement.isAsync = true;
    if (!isFound)
      return failPrecondition() << "expected a statement in stage " << stage
                                << ", which is asynchronous";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// What may not change
//===----------------------------------------------------------------------===//

// A value is loaded where the statement that uses it stands. Moving the
// statement to a later stage would move the load behind a write that came
// before.
LogicalResult PipelinePlanner::checkLoad(memref::LoadOp load, unsigned number) {
  PipelineAccess read{getViewedBuffer(load.getMemRef()), false};
  for (auto [i, other] : llvm::enumerate(plan.statements)) {
    if (other.op->isBeforeInBlock(load) || i >= number ||
        llvm::none_of(other.accesses, [&](const PipelineAccess &access) {
          return isPipelineConflict(read, access);
        }))
      continue;
    InFlightDiagnostic error =
        failPrecondition()
        << "statement #" << number
        << " uses a value that was loaded before statement #" << i
        << " wrote there, expected a buffer; load it into one";
    error.attachNote(load.getLoc()) << "the value is loaded here";
    return error;
  }
  return success();
}

LogicalResult PipelinePlanner::checkValues(unsigned number) {
  for (Operation *op :
       getPipelineOperands(plan.loop, plan.statements[number].op)) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (failed(checkLoad(load, number)))
        return failure();
      continue;
    }
    if (isOperand(op) || isa<memref::AllocOp>(op))
      continue;
    InFlightDiagnostic error = failPrecondition()
                               << "statement #" << number
                               << " uses a value that another statement gives, "
                                  "expected a buffer; pass it through one";
    error.attachNote(op->getLoc()) << "the value is made here";
    return error;
  }
  return success();
}

// Whether `first` of an iteration is over before `second` of the iteration that
// is `distance` behind it begins. Stage s of iteration i runs in step i + s. So
// the later iteration is behind if its stage plus the distance is greater; in
// one step the order decides.
bool PipelinePlanner::isOrderKept(unsigned first, unsigned second,
                                  int64_t distance) const {
  const PipelineStatement &one = plan.statements[first];
  const PipelineStatement &other = plan.statements[second];
  int64_t later = other.stage + distance;
  return one.stage < later ||
         (one.stage == later && one.position < other.position);
}

LogicalResult PipelinePlanner::checkOrder() {
  for (unsigned second = 0; second != plan.statements.size(); ++second)
    for (unsigned first = 0; first != second; ++first) {
      if (isOrderKept(first, second, 0))
        continue;
      for (const PipelineAccess &a : plan.statements[first].accesses)
        for (const PipelineAccess &b : plan.statements[second].accesses) {
          if (!isPipelineConflict(a, b))
            continue;
          InFlightDiagnostic error =
              failPrecondition()
              << "expected stages and an order that keep statement #" << second
              << " behind statement #" << first
              << ", which touches the same memory before it";
          note(error, first);
          note(error, second);
          return error;
        }
    }
  return success();
}

// Whether what `first` touches of a buffer, and what `second` touches of it in
// a later iteration, have nothing in common. Threads meet at barriers, and may
// touch what others did. With barriers, a thread may read what another thread
// wrote in the same iteration, and per-thread disjointness says nothing.
bool PipelinePlanner::areIterationsDisjoint(unsigned first, unsigned second,
                                            Value buffer) {
  if (!buffer || !plan.barriers.empty())
    return false;
  auto collect = [&](unsigned number, SmallVector<ElementAccess> &to) {
    Operation *op = plan.statements[number].op;
    SmallVector<Operation *> ops = getPipelineOperands(plan.loop, op);
    ops.push_back(op);
    bool isComplete = true;
    for (Operation *part : ops)
      llvm::append_range(to, collectAccesses(part, isComplete));
    return isComplete;
  };
  SmallVector<ElementAccess> before, after;
  if (!collect(first, before) || !collect(second, after))
    return false;
  for (const ElementAccess &a : before)
    for (const ElementAccess &b : after)
      if (getViewedBuffer(a.buffer) == buffer && (a.isStore || b.isStore) &&
          !areDisjoint(a, b, plan.loop, Order::Before))
        return false;
  return true;
}

LogicalResult PipelinePlanner::failNextIteration(unsigned early,
                                                 unsigned late) {
  InFlightDiagnostic error =
      failPrecondition()
      << "expected stages and an order that keep statement #" << early
      << " of an iteration behind statement #" << late
      << " of the one before, which touches the same memory; make "
         "the memory in the loop";
  note(error, late);
  note(error, early);
  return error;
}

LogicalResult PipelinePlanner::checkNextIteration() {
  auto count = static_cast<unsigned>(plan.statements.size());
  for (unsigned first = 0; first != count; ++first)
    for (unsigned second = 0; second != count; ++second) {
      if (isOrderKept(first, second, 1))
        continue;
      for (const PipelineAccess &a : plan.statements[first].accesses)
        for (const PipelineAccess &b : plan.statements[second].accesses) {
          Value buffer = b.buffer ? a.buffer : b.buffer;
          if (isPipelineConflict(a, b) && !plan.findBuffer(buffer) &&
              !areIterationsDisjoint(first, second, buffer))
            return failNextIteration(second, first);
        }
    }
  return success();
}

// As many versions that none is overwritten while it is needed. The number
// grows until no pair of statements, that many iterations apart, meets in one
// version. Stages are below 32, so it ends.
void PipelinePlanner::countVersions() {
  auto count = static_cast<unsigned>(plan.statements.size());
  for (PipelineBuffer &buffer : plan.buffers)
    for (unsigned first = 0; first != count; ++first)
      for (unsigned second = 0; second != count; ++second)
        for (const PipelineAccess &a : plan.statements[first].accesses)
          for (const PipelineAccess &b : plan.statements[second].accesses)
            while (a.buffer == buffer.alloc && b.buffer == buffer.alloc &&
                   isPipelineConflict(a, b) &&
                   !isOrderKept(first, second, buffer.versions))
              ++buffer.versions;
}

LogicalResult PipelinePlanner::run() {
  if (failed(findStatements()) || failed(readStages()) || failed(readOrder()) ||
      failed(readAsyncStages()))
    return failure();
  for (unsigned i = 0; i != plan.statements.size(); ++i)
    if (failed(checkValues(i)))
      return failure();
  if (failed(checkOrder()) || failed(checkNextIteration()))
    return failure();
  countVersions();
  return success();
}

FailureOr<PipelinePlan> planPipeline(ForOp loop) {
  PipelinePlanner planner(loop);
  if (failed(planner.run()))
    return failure();
  return std::move(planner.plan);
}

} // namespace mlir::tir
