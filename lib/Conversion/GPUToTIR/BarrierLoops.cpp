// Loops around barriers, so that threads meet at barriers only.
//
// The threads of a phase are a loop, which ends where a loop around barriers
// begins, comes back and ends: as if there were a barrier. So what is in front
// of the first barrier of the body, A, goes in front of the loop and to the end
// of the step before, and the last step goes behind the loop:
//
//   for i in n: A(i); barrier; B(i)
//   A(0); for i in n - 1: barrier; B(i); A(i + 1)
//   barrier; B(n - 1)
//
// What one piece gives to another goes through memory of the thread, unless it
// can be computed again.
#include "BlockEmulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

namespace {

/// A loop, and the ops of its body between barriers.
class BarrierLoop {
public:
  explicit BarrierLoop(scf::ForOp loop) : loop(loop) {}

  /// Makes pieces of the body that no value connects but those that are
  /// computed again; false, with nothing changed, if that cannot be.
  bool split();

  /// Peels the first piece, and the last step.
  void peel();

private:
  bool collect();
  bool isRepeatable(Value value);
  SmallVector<Value> findPassed();
  void passThroughMemory(Value value);
  void emit(ArrayRef<Operation *> piece, Value step, OpBuilder &builder);
  void remake(Value value, IRMapping &mapping, OpBuilder &builder);

  scf::ForOp loop;
  SmallVector<SmallVector<Operation *>> pieces;
  /// The piece of each op of the body.
  llvm::DenseMap<Operation *, size_t> numbers;
  /// What is known of values.
  llvm::DenseMap<Value, bool> repeatable;
};

} // namespace

// Calls `visit` with what ops in `op` take from the body of `loop`.
static bool allTaken(Operation *op, scf::ForOp loop,
                     llvm::function_ref<bool(Value)> visit) {
  return !op->walk([&](Operation *inner) {
              for (Value operand : inner->getOperands()) {
                Operation *made = operand.getDefiningOp();
                if (made && made->getBlock() == loop.getBody() &&
                    !visit(operand))
                  return WalkResult::interrupt();
              }
              return WalkResult::advance();
            }).wasInterrupted();
}

// Whether the value can be computed again anywhere in the step.
bool BarrierLoop::isRepeatable(Value value) {
  auto known = repeatable.find(value);
  if (known != repeatable.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  bool result =
      op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
      allTaken(op, loop, [&](Value taken) { return isRepeatable(taken); });
  return repeatable[value] = result;
}

bool BarrierLoop::collect() {
  pieces.assign(1, {});
  numbers.clear();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isa<gpu::BarrierOp>(op)) {
      pieces.emplace_back();
      continue;
    }
    bool hasBarrier = op.walk([](gpu::BarrierOp) {
                          return WalkResult::interrupt();
                        }).wasInterrupted();
    if (hasBarrier)
      return false;
    numbers[&op] = pieces.size() - 1;
    pieces.back().push_back(&op);
  }
  return pieces.size() > 1;
}

// What a piece takes from another one, and cannot compute again, in order.
SmallVector<Value> BarrierLoop::findPassed() {
  llvm::SmallSetVector<Value, 8> passed;
  for (Operation &op : *loop.getBody())
    allTaken(&op, loop, [&](Value taken) {
      bool isOwn = numbers.lookup(taken.getDefiningOp()) == numbers.lookup(&op);
      if (!isOwn && !isRepeatable(taken))
        passed.insert(taken);
      return true;
    });
  return passed.takeVector();
}

// The memory is of a step: the next one writes it before anybody reads.
void BarrierLoop::passThroughMemory(Value value) {
  auto launch = loop->getParentOfType<gpu::LaunchOp>();
  Location location = value.getLoc();
  Operation *made = value.getDefiningOp();
  auto space =
      gpu::AddressSpaceAttr::get(loop.getContext(), gpu::AddressSpace::Private);
  Value buffer = launch.addPrivateAttribution(
      MemRefType::get({1}, value.getType(), MemRefLayoutAttrInterface(), space),
      location);
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    Operation *user = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
    if (numbers.lookup(user) == numbers.lookup(made))
      continue;
    OpBuilder builder(user);
    Value first = arith::ConstantIndexOp::create(builder, location, 0);
    use.set(memref::LoadOp::create(builder, location, buffer, first));
  }
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(made);
  Value first = arith::ConstantIndexOp::create(builder, location, 0);
  memref::StoreOp::create(builder, location, value, buffer, first);
}

bool BarrierLoop::split() {
  if (loop->getNumResults() || loop.getUnsignedCmp() ||
      !matchPattern(loop.getStep(), m_One()) || !collect())
    return false;
  SmallVector<Value> passed = findPassed();
  if (llvm::any_of(passed, [](Value value) {
        return !MemRefType::isValidElementType(value.getType());
      }))
    return false;
  for (Value value : passed)
    passThroughMemory(value);
  return passed.empty() || collect();
}

// Computes a value of the body again, with all that it takes from there.
void BarrierLoop::remake(Value value, IRMapping &mapping, OpBuilder &builder) {
  if (mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  allTaken(op, loop, [&](Value taken) {
    remake(taken, mapping, builder);
    return true;
  });
  builder.clone(*op, mapping);
}

// The piece as it is in the step with number `step`.
void BarrierLoop::emit(ArrayRef<Operation *> piece, Value step,
                       OpBuilder &builder) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), step);
  for (Operation *op : piece) {
    allTaken(op, loop, [&](Value taken) {
      remake(taken, mapping, builder);
      return true;
    });
    // What is computed again may have come before, for another op.
    if (op->getNumResults() == 0 || !mapping.contains(op->getResult(0)))
      builder.clone(*op, mapping);
  }
}

void BarrierLoop::peel() {
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  Value from = loop.getLowerBound(), to = loop.getUpperBound();
  Value one = loop.getStep();
  Value isRun = arith::CmpIOp::create(builder, location,
                                      arith::CmpIPredicate::slt, from, to);
  Value last = arith::SubIOp::create(builder, location, to, one);
  // A loop without steps has barriers behind it now: nobody reads what others
  // write there.
  auto emitIfRun = [&](ArrayRef<Operation *> piece, Value step) {
    auto branch = scf::IfOp::create(builder, location, isRun,
                                    /*withElseRegion=*/false);
    OpBuilder inner = branch.getThenBodyBuilder();
    emit(piece, step, inner);
  };
  emitIfRun(pieces.front(), from);
  auto steps = scf::ForOp::create(builder, location, from, last, one);
  OpBuilder inner = OpBuilder::atBlockTerminator(steps.getBody());
  for (ArrayRef<Operation *> piece : ArrayRef(pieces).drop_front()) {
    gpu::BarrierOp::create(inner, location);
    emit(piece, steps.getInductionVar(), inner);
  }
  Value next =
      arith::AddIOp::create(inner, location, steps.getInductionVar(), one);
  emit(pieces.front(), next, inner);
  for (ArrayRef<Operation *> piece : ArrayRef(pieces).drop_front()) {
    gpu::BarrierOp::create(builder, location);
    emitIfRun(piece, last);
  }
  loop.erase();
}

void peelBarrierLoops(gpu::LaunchOp launch) {
  SmallVector<scf::ForOp> loops;
  launch.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (BarrierLoop barriers(loop); barriers.split())
      barriers.peel();
}

} // namespace mlir::tir
