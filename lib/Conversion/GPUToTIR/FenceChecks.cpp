// Assertions that fences stand between accesses which only they order, and a
// barrier of the block between the start of one of TMA and its use by others.
//
// Tensor cores and TMA see memory by another way than loads and stores, and
// registers when they like: what a thread writes there comes to them behind its
// fence. Loops of the host see everything at once, so each thread notes here
// that it has written and not fenced yet, and counts barriers: who starts one
// for TMA is the first thread in all orders, and so seems to be in time.
#include "EmulationBuilder.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

namespace {

/// The fences of a launch.
class FenceChecks : EmulationBuilder {
public:
  explicit FenceChecks(gpu::LaunchOp launch)
      : EmulationBuilder(launch, launch.getLoc(),
                         OpBuilder(launch.getContext())) {}

  void run();

private:
  void collect();
  void makeNotes();
  void noteStored(Operation *op);
  void check(Operation *op);
  void countBarriers();
  void noteStarted(nvgpu::MBarrierInitOp op);
  void checkStarted(Operation *op);

  /// Registers that products add to, and memory that products or TMA access.
  DenseSet<Value> sums, shared;
  SmallVector<Operation *> users, writers, fences, waits, barriers;
  /// Of each thread whether it has written sums, or shared memory, and not come
  /// to a fence; how many threads have done the latter.
  Value inSums, inShared, numInShared;
  /// Of each thread how many barriers it has come to; who has started barriers
  /// of TMA, and how many it had come to then.
  Value numBarriers, starter;
};

} // namespace

// The buffer that an op of a thread writes, if any.
static Value getWritten(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return tir::getViewedBuffer(store.getMemref());
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return tir::getViewedBuffer(store.getBase());
  if (auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op))
    return tir::getViewedBuffer(copy.getDst());
  return {};
}

void FenceChecks::collect() {
  launch.walk([&](Operation *op) {
    if (auto product = dyn_cast<WarpgroupProductOp>(op)) {
      sums.insert(tir::getViewedBuffer(product.getAccumulators()));
      shared.insert(tir::getViewedBuffer(product.getLhs()));
      shared.insert(tir::getViewedBuffer(product.getRhs()));
      users.push_back(op);
    } else if (auto copy = dyn_cast<BulkLoadOp>(op)) {
      shared.insert(tir::getViewedBuffer(copy.getTarget()));
      users.push_back(op);
    } else if (isa<NVVM::WgmmaFenceAlignedOp, NVVM::FenceProxyOp>(op)) {
      fences.push_back(op);
    } else if (isa<nvgpu::MBarrierTryWaitParityOp, nvgpu::MBarrierArriveOp,
                   nvgpu::MBarrierArriveExpectTxOp>(op)) {
      waits.push_back(op);
    } else if (isa<gpu::BarrierOp>(op)) {
      barriers.push_back(op);
    }
  });
  launch.walk([&](Operation *op) {
    Value buffer = getWritten(op);
    if (isa<nvgpu::MBarrierInitOp>(op) ||
        (buffer && (sums.contains(buffer) || shared.contains(buffer))))
      writers.push_back(op);
  });
}

// All threads begin with nothing. The barrier stands where the emulation needs
// one, as there is no first thread in all orders.
void FenceChecks::makeNotes() {
  Type type = builder.getIndexType();
  inSums = makeBuffer(kMaxThreads, type);
  inShared = makeBuffer(kMaxThreads, type);
  numInShared = makeBuffer(1, type);
  numBarriers = makeBuffer(kMaxThreads, type);
  starter = makeBuffer(2, type);
  builder.setInsertionPointToStart(&launch.getBody().front());
  Value thread = getThreadNumber(builder, launch);
  for (Value notes : {inSums, inShared, numBarriers})
    store(index(0), notes, thread);
  store(index(0), numInShared, index(0));
  gpu::BarrierOp::create(builder, loc);
}

void FenceChecks::noteStored(Operation *op) {
  builder.setInsertionPoint(op);
  Value thread = getThreadNumber(builder, launch);
  if (Value buffer = getWritten(op); buffer && sums.contains(buffer))
    return store(index(1), inSums, thread);
  // Who starts a barrier under a condition writes only where that holds.
  auto init = dyn_cast<nvgpu::MBarrierInitOp>(op);
  Value isNew = isEqual(load(inShared, thread), index(0));
  if (init && init.getPredicate())
    isNew = both(isNew, init.getPredicate());
  inCase(isNew, [&] {
    store(index(1), inShared, thread);
    store(add(load(numInShared, index(0)), index(1)), numInShared, index(0));
  });
}

void FenceChecks::check(Operation *op) {
  builder.setInsertionPoint(op);
  auto require = [&](Value notes, Value at, StringRef message) {
    cf::AssertOp::create(builder, loc, isEqual(load(notes, at), index(0)),
                         message);
  };
  // One elected thread asks TMA for boxes, with the barrier that it started or
  // another one did; products read what all have written.
  require(numInShared, index(0),
          "a thread has written what tensor cores or TMA use; expected "
          "'nvvm.fence.proxy' of it in between");
  if (isa<WarpgroupProductOp>(op))
    require(inSums, getThreadNumber(builder, launch),
            "a product adds to registers that its thread has written; "
            "expected 'nvvm.wgmma.fence.aligned' in between");
}

void FenceChecks::countBarriers() {
  for (Operation *op : barriers) {
    builder.setInsertionPointAfter(op);
    Value thread = getThreadNumber(builder, launch);
    store(add(load(numBarriers, thread), index(1)), numBarriers, thread);
  }
}

// One thread starts all barriers of a kernel, at once.
void FenceChecks::noteStarted(nvgpu::MBarrierInitOp op) {
  builder.setInsertionPoint(op);
  Value thread = getThreadNumber(builder, launch);
  auto note = [&] {
    store(thread, starter, index(0));
    store(load(numBarriers, thread), starter, index(1));
  };
  if (op.getPredicate())
    inCase(op.getPredicate(), note);
  else
    note();
}

// Who came to as many barriers as the one that started it comes too early.
void FenceChecks::checkStarted(Operation *op) {
  builder.setInsertionPoint(op);
  Value thread = getThreadNumber(builder, launch);
  Value isOwn = isEqual(load(starter, index(0)), thread);
  Value isOrdered = isLess(load(starter, index(1)), load(numBarriers, thread));
  cf::AssertOp::create(
      builder, loc, arith::OrIOp::create(builder, loc, isOwn, isOrdered),
      "a thread uses a barrier of TMA that another one starts; expected "
      "'gpu.barrier' in between");
}

void FenceChecks::run() {
  collect();
  if (users.empty())
    return;
  makeNotes();
  for (Operation *op : writers)
    noteStored(op);
  for (Operation *op : users)
    check(op);
  countBarriers();
  for (Operation *op : writers)
    if (auto start = dyn_cast<nvgpu::MBarrierInitOp>(op))
      noteStarted(start);
  for (Operation *op : waits)
    checkStarted(op);
  for (Operation *op : fences) {
    builder.setInsertionPoint(op);
    Value thread = getThreadNumber(builder, launch);
    if (isa<NVVM::WgmmaFenceAlignedOp>(op)) {
      store(index(0), inSums, thread);
      continue;
    }
    inCase(isEqual(load(inShared, thread), index(1)), [&] {
      store(index(0), inShared, thread);
      store(subtract(load(numInShared, index(0)), index(1)), numInShared,
            index(0));
    });
  }
}

void checkFences(gpu::LaunchOp launch) { FenceChecks(launch).run(); }

} // namespace mlir::tir
