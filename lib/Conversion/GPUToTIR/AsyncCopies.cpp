// Copies that threads do not wait for, done as late as they may be.
//
// Each thread keeps what a copy has read, and where it goes, until it waits for
// the group of the copy; up to then the place holds what is no number, so that
// who reads it too early gives wrong results here, too. A thread has room for
// some groups of each copy: one more ends the oldest.
#include "EmulationBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

/// Groups of a copy that a thread has room for.
/// cp.async has no limit on groups in flight. Kernels of ours have at most a
/// few stages, and 8 slots for 1024 threads are already 8 times the copy's
/// bytes in host memory for each block.
static constexpr int64_t kCopySlots = 8;

namespace {

/// What threads keep of the copies of one op: of each slot the elements, where
/// they go, and the number of the group, from 1 on; 0 if the slot is empty.
struct Kept {
  nvgpu::DeviceAsyncCopyOp op;
  Value elements, positions, groups;
};

/// The copies of a launch.
class CopyEmulation : EmulationBuilder {
public:
  explicit CopyEmulation(gpu::LaunchOp launch)
      // Emulation works on the IR of the launch and not on generated code: so
      // every check of the loops, bounds and races of the interpreter, applies
      // to what an asynchronous copy does.
      : EmulationBuilder(launch, launch.getLoc(),
                         OpBuilder(launch.getContext())) {}

  LogicalResult run();

private:
  Value isHeld(Value group);
  Kept prepare(nvgpu::DeviceAsyncCopyOp op);
  void lowerCopy(Kept &copy);
  void lowerWait(Operation *op, int64_t numLater, ArrayRef<Kept> copies);
  void finish(Kept copy, Value thread, Value slot);

  /// The number of the group that each thread is at.
  Value current;
};

} // namespace

// No slot of any thread holds anything at first.
// Copies may be started under a condition, and some threads may start none:
// emptiness must be defined for each.
Kept CopyEmulation::prepare(nvgpu::DeviceAsyncCopyOp op) {
  auto type = cast<MemRefType>(op.getDst().getType());
  int64_t count = op.getDstElements().getSExtValue();
  Kept copy{op,
            makeBuffer({kMaxThreads, kCopySlots, count}, type.getElementType()),
            makeBuffer(
                {kMaxThreads, kCopySlots, std::max<int64_t>(type.getRank(), 1)},
                builder.getIndexType()),
            makeBuffer({kMaxThreads, kCopySlots}, builder.getIndexType())};
  // At the start of the launch each thread clears its own slots: no barrier is
  // needed, since nobody else reads them.
  builder.setInsertionPointToStart(&launch.getBody().front());
  Value thread = getThreadNumber(builder, launch);
  forEach(kCopySlots, [&](Value slot) {
    store(index(0), copy.groups, ValueRange{thread, slot});
  });
  return copy;
}

// Writes what a slot holds to where it goes, and empties the slot.
void CopyEmulation::finish(Kept copy, Value thread, Value slot) {
  auto type = cast<MemRefType>(copy.elements.getType());
  SmallVector<Value> position;
  size_t rank = copy.op.getDstIndices().size();
  for (size_t axis = 0; axis != rank; ++axis)
    position.push_back(
        load(copy.positions,
             ValueRange{thread, slot, index(static_cast<int64_t>(axis))}));
  forEach(type.getDimSize(2), [&](Value i) {
    // Copies are of neighbours along the last axis (up to 16 bytes in PTX), so
    // only that index moves.
    SmallVector<Value> at(position);
    at.back() = add(at.back(), i);
    store(load(copy.elements, ValueRange{thread, slot, i}), copy.op.getDst(),
          at);
  });
  store(index(0), copy.groups, ValueRange{thread, slot});
}

// True if a slot holds the copy of a group.
Value CopyEmulation::isHeld(Value group) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, group,
                               index(0));
}

void CopyEmulation::lowerCopy(Kept &copy) {
  nvgpu::DeviceAsyncCopyOp op = copy.op;
  builder.setInsertionPoint(op);
  Type element = cast<MemRefType>(op.getDst().getType()).getElementType();
  Value thread = getThreadNumber(builder, launch);
  Value group = load(current, thread);
  // The slot follows from the group's number: a copy in a loop finds the slot
  // of the group 8 turns ago. It ends that group, which is early but allowed:
  // cp.async may complete at any time before the wait.
  Value slot = rest(group, kCopySlots);
  inCase(isHeld(load(copy.groups, ValueRange{thread, slot})),
         [&] { finish(copy, thread, slot); });
  store(group, copy.groups, ValueRange{thread, slot});
  for (auto [axis, at] : llvm::enumerate(op.getDstIndices()))
    store(at, copy.positions,
          ValueRange{thread, slot, index(static_cast<int64_t>(axis))});
  int64_t count = op.getDstElements().getSExtValue();
  // src-size of cp.async: fewer elements than the destination has are read,
  // and the rest is zero-filled.
  Value read = op.getSrcElements() ? op.getSrcElements() : index(count);
  Value poison = makePoison(builder, loc, element);
  forEach(count, [&](Value i) {
    // The element is read now and written later. The target is poisoned now,
    // so that whoever reads it before the wait computes NaN or all ones.
    SmallVector<Value> from(op.getSrcIndices()), to(op.getDstIndices());
    from.back() = add(from.back(), i);
    to.back() = add(to.back(), i);
    store(loadIf(isLess(i, read), op.getSrc(), from), copy.elements,
          ValueRange{thread, slot, i});
    store(poison, op.getDst(), to);
  });
}

// All groups but the last ones.
void CopyEmulation::lowerWait(Operation *op, int64_t numLater,
                              ArrayRef<Kept> copies) {
  builder.setInsertionPoint(op);
  Value thread = getThreadNumber(builder, launch);
  Value group = load(current, thread);
  for (const Kept &copy : copies)
    forEach(kCopySlots, [&](Value slot) {
      // Done are the groups that have at least `numLater` groups behind them:
      // cp.async.wait_group N waits until at most N of the latest are pending.
      Value held = load(copy.groups, ValueRange{thread, slot});
      Value isDone = isLess(add(held, index(numLater)), group);
      inCase(both(isHeld(held), isDone), [&] { finish(copy, thread, slot); });
    });
  op->erase();
}

// How many groups may be on their way after a wait; nothing for other ops.
// Both spellings occur: nvgpu's op before the conversion to NVVM, and NVVM's
// where our own pass writes it.
static std::optional<int64_t> getNumLater(Operation *op) {
  if (auto wait = dyn_cast<nvgpu::DeviceAsyncWaitOp>(op))
    return wait.getNumGroups().value_or(0);
  if (auto wait = dyn_cast<NVVM::CpAsyncWaitGroupOp>(op))
    return wait.getN();
  return std::nullopt;
}

// A token goes from the copy to its group and from there to a wait.
// Tokens order nothing at run time, since groups are numbered by each thread.
// A token that goes through a loop or an argument would be a dependence that
// the numbers do not show.
static LogicalResult checkTokens(Operation *op) {
  for (Operation *user : op->getUsers())
    if (!isa<nvgpu::DeviceAsyncCreateGroupOp, nvgpu::DeviceAsyncWaitOp>(user))
      return user->emitOpError("passes on what a thread waits for; expected "
                               "'nvgpu.device_async_create_group' or "
                               "'nvgpu.device_async_wait', to run the threads "
                               "of a block in loops");
  auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op);
  if (copy && (copy.getDstIndices().empty() || copy.getSrcIndices().empty()))
    return copy.emitOpError("copies buffers without axes; expected neighbours "
                            "along the last axis, to run the threads of a "
                            "block in loops");
  return success();
}

LogicalResult CopyEmulation::run() {
  SmallVector<nvgpu::DeviceAsyncCopyOp> ops;
  SmallVector<Operation *> groups, waits;
  launch.walk([&](Operation *op) {
    if (auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op))
      ops.push_back(copy);
    else if (isa<nvgpu::DeviceAsyncCreateGroupOp, NVVM::CpAsyncCommitGroupOp>(
                 op))
      groups.push_back(op);
    else if (getNumLater(op))
      waits.push_back(op);
  });
  // Without any of them the launch needs no buffer.
  if (ops.empty() && groups.empty() && waits.empty())
    return success();
  for (nvgpu::DeviceAsyncCopyOp op : ops)
    if (failed(checkTokens(op)))
      return failure();
  for (Operation *op : groups)
    if (failed(checkTokens(op)))
      return failure();
  current = makeBuffer({kMaxThreads}, builder.getIndexType());
  builder.setInsertionPointToStart(&launch.getBody().front());
  // Groups count from 1, because 0 marks an empty slot.
  store(index(1), current, getThreadNumber(builder, launch));
  SmallVector<Kept> copies;
  for (nvgpu::DeviceAsyncCopyOp op : ops)
    copies.push_back(prepare(op));
  // Copies are lowered before the groups advance the number: an op reads it
  // where it stands, so only the order in the block matters, but the ops must
  // still be there as insertion points.
  for (Kept &copy : copies)
    lowerCopy(copy);
  for (Operation *op : waits)
    lowerWait(op, *getNumLater(op), copies);
  for (Operation *op : groups) {
    builder.setInsertionPoint(op);
    Value thread = getThreadNumber(builder, launch);
    store(add(load(current, thread), index(1)), current, thread);
    op->erase();
  }
  for (nvgpu::DeviceAsyncCopyOp op : ops)
    op.erase();
  return success();
}

LogicalResult lowerAsyncCopies(gpu::LaunchOp launch) {
  return CopyEmulation(launch).run();
}

} // namespace mlir::tir
