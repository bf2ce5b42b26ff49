// Copies of boxes by the device's own unit, and the barriers that count their
// bytes.
//
// A copy is done as late as it may be: when a thread waits at its barrier. What
// its place held is gone as soon as it starts, and is no number up to then. So
// who reads too early, or overwrites what others still need, gives wrong
// results here, too. A thread that waits for what nobody has started would wait
// forever: that is an error.
#include "EmulationBuilder.h"

#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tir {

// Copies of one op that are on their way at most: one more ends the oldest.
// TMA: cp.async.bulk.tensor. Kernels have as many boxes on their way as
// pipeline stages.
static constexpr int64_t kLoadSlots = 8;
// The 128-byte swizzle of tensor maps: bits 4 to 6 of the address are
// exchanged by XOR with bits 7 to 9, so that a column of 16-byte chunks falls
// into different banks.
static constexpr int64_t kLine = 128;

namespace {

/// Barriers: of each how many arrivals end a phase, how many are missing, the
/// number of the phase modulo 2, and bytes that are on their way.
/// mbarrier, PTX ISA: a phase ends when the pending arrivals are 0 and tx-count
/// is 0. Waiting is by parity, since a barrier is used again for each stage.
struct Barriers {
  Value counts, missing, phases, bytes;
};

/// The copies of one op: of each slot whether it is taken, the barrier, where
/// the box goes, and its coordinates; the next slot.
struct BulkLoads {
  BulkLoadOp op;
  TensorMapOp map;
  Value taken, barriers, starts, coordinates, next;
};

/// The copies and barriers of a launch.
/// Unlike cp.async, a bulk copy belongs to the block and not to a thread: one
/// thread starts it, all wait. So slots and barriers are shared memory.
class BulkEmulation : EmulationBuilder {
public:
  explicit BulkEmulation(gpu::LaunchOp launch)
      : EmulationBuilder(launch, launch.getLoc(),
                         OpBuilder(launch.getContext())) {}

  LogicalResult run();

private:
  LogicalResult collect();
  void makeBuffers();
  void init(nvgpu::MBarrierInitOp op);
  void expect(nvgpu::MBarrierArriveExpectTxOp op);
  void arrive(nvgpu::MBarrierArriveOp op);
  void wait(nvgpu::MBarrierTryWaitParityOp op);
  void start(BulkLoads &pending);
  void finish(BulkLoads &pending, Value slot);
  void endPhase(Barriers &group, Value barrier);
  Value getOffset(BulkLoads &pending, Value start, Value element);
  Value readElement(BulkLoads &pending, Value slot, Value element);

  SmallVector<Operation *> ops;
  llvm::MapVector<Value, Barriers> groups;
  SmallVector<BulkLoads> loads;
};

} // namespace

LogicalResult BulkEmulation::collect() {
  LogicalResult result = success();
  launch.walk([&](Operation *op) {
    if (op->getDialect() &&
        isa<nvgpu::MBarrierCreateOp, nvgpu::MBarrierInitOp,
            nvgpu::MBarrierArriveExpectTxOp, nvgpu::MBarrierArriveOp,
            nvgpu::MBarrierTryWaitParityOp, BulkLoadOp, NVVM::PrefetchOp>(op))
      // NVVM's prefetch of the descriptor has no meaning here and only goes
      // away.
      ops.push_back(op);
    if (isa<nvgpu::MBarrierCreateOp>(op))
      groups[op->getResult(0)];
    auto copy = dyn_cast<BulkLoadOp>(op);
    if (!copy)
      return;
    // A descriptor is an opaque pointer on the device. Only the op that makes
    // it tells base, sizes and strides.
    auto map = copy.getMap().getDefiningOp<TensorMapOp>();
    if (!map)
      result = op->emitOpError(
          "expected a 'tir.tensor_map' here that describes the tensor whose "
          "boxes it copies; cannot run the threads of a block in loops");
    else
      loads.push_back({copy, map, {}, {}, {}, {}, {}});
  });
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (isa<nvgpu::MBarrierGroupType>(operand.getType()) &&
          !groups.contains(operand))
        result = op->emitOpError(
            "expected barriers that an 'nvgpu.mbarrier.create' here makes; "
            "cannot run the threads of a block in loops");
  // An arrival's token names a phase to wait for, which would need a second
  // numbering of phases. Our kernels wait by parity, so a token that is used
  // is somebody else's.
  for (Operation *op : ops)
    if (isa<nvgpu::MBarrierArriveOp>(op) && !op->use_empty())
      result = op->emitOpError("gives a token that tells a phase; expected "
                               "waits by parity, to run the threads of a block "
                               "in loops");
  return result;
}

// The first thread, which is ahead of all others, clears what is shared.
// The threads of a phase run in order, thread 0 first. That is more than the
// device promises, and safe here: the initialisation on the device is followed
// by a barrier that everybody needs anyway.
void BulkEmulation::makeBuffers() {
  builder.setInsertionPointToStart(&launch.getBody().front());
  Type type = builder.getIndexType();
  Value isFirst = isEqual(getThreadNumber(builder, launch), index(0));
  for (auto &[value, group] : groups) {
    int64_t count =
        cast<nvgpu::MBarrierGroupType>(value.getType()).getNumBarriers();
    for (Value *numbers :
         {&group.counts, &group.missing, &group.phases, &group.bytes})
      *numbers = makeBuffer(count, type);
  }
  for (BulkLoads &pending : loads) {
    pending.taken = makeBuffer(kLoadSlots, type);
    pending.barriers = makeBuffer(kLoadSlots, type);
    pending.starts = makeBuffer(kLoadSlots, type);
    pending.coordinates = makeBuffer(
        {kLoadSlots, static_cast<int64_t>(pending.op.getCoordinates().size())},
        type);
    pending.next = makeBuffer(1, type);
    // Barriers need no clearing: `mbarrier.init` must come before any use, and
    // it sets all four numbers.
    inCase(isFirst, [&] {
      store(index(0), pending.next, index(0));
      forEach(kLoadSlots, [&](Value slot) {
        store(index(0), pending.taken, slot);
        store(index(0), pending.barriers, slot);
      });
    });
  }
}

void BulkEmulation::init(nvgpu::MBarrierInitOp op) {
  Barriers &group = groups[op.getBarriers()];
  auto write = [&] {
    store(op.getCount(), group.counts, op.getMbarId());
    store(op.getCount(), group.missing, op.getMbarId());
    store(index(0), group.phases, op.getMbarId());
    store(index(0), group.bytes, op.getMbarId());
  };
  if (op.getPredicate())
    inCase(op.getPredicate(), write);
  else
    write();
}

// A phase ends when all have arrived, and all bytes.
void BulkEmulation::endPhase(Barriers &group, Value barrier) {
  Value isEnd = both(isEqual(load(group.missing, barrier), index(0)),
                     isEqual(load(group.bytes, barrier), index(0)));
  inCase(isEnd, [&] {
    // The parity flips: 1 - p.
    store(subtract(index(1), load(group.phases, barrier)), group.phases,
          barrier);
    // The count is set again for the next phase, as the hardware does it.
    store(load(group.counts, barrier), group.missing, barrier);
  });
}

// arrive.expect_tx adds to tx-count first and then arrives: in the other order
// the phase could end before its bytes are known.
void BulkEmulation::expect(nvgpu::MBarrierArriveExpectTxOp op) {
  Barriers &group = groups[op.getBarriers()];
  Value barrier = op.getMbarId();
  auto write = [&] {
    store(add(load(group.bytes, barrier), op.getTxcount()), group.bytes,
          barrier);
    store(subtract(load(group.missing, barrier), index(1)), group.missing,
          barrier);
    endPhase(group, barrier);
  };
  if (op.getPredicate())
    inCase(op.getPredicate(), write);
  else
    write();
}

void BulkEmulation::arrive(nvgpu::MBarrierArriveOp op) {
  Barriers &group = groups[op.getBarriers()];
  Value barrier = op.getMbarId();
  store(subtract(load(group.missing, barrier), index(1)), group.missing,
        barrier);
  endPhase(group, barrier);
}

// Where an element of a box lies in the target.
// Bytes, because the swizzle exchanges bits of byte addresses, whatever the
// element's size. The tile is aligned to 1024 bytes, so offsets in it have the
// same low bits as addresses.
Value BulkEmulation::getOffset(BulkLoads &pending, Value start, Value element) {
  int64_t bytes = pending.op.getElementType().getIntOrFloatBitWidth() / 8;
  Value address = times(add(start, element), bytes);
  if (pending.op.getSwizzle()) {
    Value moves = rest(divide(address, kLine), kLines);
    address =
        arith::XOrIOp::create(builder, loc, address, times(moves, kChunkBytes));
  }
  return divide(address, bytes);
}

// An element of the box of a slot; 0 outside of the tensor.
Value BulkEmulation::readElement(BulkLoads &pending, Value slot,
                                 Value element) {
  ArrayRef<int64_t> box = pending.op.getBox();
  Value base = pending.map.getBase();
  Type type = pending.op.getElementType();
  // Digits of the element's number in the box, last axis first; the strides of
  // all axes but the last are in the map, the last is contiguous by definition
  // of a tensor map.
  Value isInBounds, from, remaining = element;
  for (size_t axis = box.size(); axis-- > 0;) {
    Value at = add(load(pending.coordinates,
                        ValueRange{slot, index(static_cast<int64_t>(axis))}),
                   rest(remaining, box[axis]));
    remaining = divide(remaining, box[axis]);
    // Below 0 is beyond all sizes.
    // Coordinates are signed and may be negative in the halo. As unsigned
    // numbers they are large, so one comparison is enough.
    Value isHere = isLess(at, pending.map.getSizes()[axis]);
    isInBounds = isInBounds ? both(isInBounds, isHere) : isHere;
    bool isLast = axis + 1 == box.size();
    from = isLast ? at : add(from, times(at, pending.map.getStrides()[axis]));
  }
  // The base has some rank-0 or strided type. A view of exactly from + 1
  // elements keeps the interpreter's bounds check happy at this place and
  // makes a wrong stride visible.
  Value all = memref::ReinterpretCastOp::create(
      builder, loc,
      MemRefType::get(ShapedType::kDynamic, type,
                      StridedLayoutAttr::get(builder.getContext(), 0, 1)),
      base, builder.getIndexAttr(0),
      ArrayRef<OpFoldResult>{add(from, index(1))},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  // Outside of the tensor TMA fills with zeros.
  return loadIf(isInBounds, all, from);
}

void BulkEmulation::start(BulkLoads &pending) {
  BulkLoadOp op = pending.op;
  Value slot = load(pending.next, index(0));
  // The ninth copy of an op ends the first, which is allowed: a copy may
  // arrive any time after its start.
  inCase(isEqual(load(pending.taken, slot), index(1)),
         [&] { finish(pending, slot); });
  store(index(1), pending.taken, slot);
  store(op.getBarrier(), pending.barriers, slot);
  store(op.getStart(), pending.starts, slot);
  for (auto [axis, at] : llvm::enumerate(op.getCoordinates()))
    store(at, pending.coordinates,
          ValueRange{slot, index(static_cast<int64_t>(axis))});
  store(rest(add(slot, index(1)), kLoadSlots), pending.next, index(0));
  Value poison = makePoison(builder, loc, op.getElementType());
  forEach(op.getNumElements(), [&](Value element) {
    store(poison, op.getTarget(), getOffset(pending, op.getStart(), element));
  });
}

void BulkEmulation::finish(BulkLoads &pending, Value slot) {
  BulkLoadOp op = pending.op;
  Value start = load(pending.starts, slot);
  forEach(op.getNumElements(), [&](Value element) {
    store(readElement(pending, slot, element), op.getTarget(),
          getOffset(pending, start, element));
  });
  store(index(0), pending.taken, slot);
  // Arrived bytes lower the tx-count; the last ones may end the phase.
  Barriers &group = groups[op.getBarriers()];
  Value barrier = load(pending.barriers, slot);
  Value expected = load(group.bytes, barrier),
        brought = index(op.getNumBytes());
  // Fewer than come: the phase would end in front of the last ones.
  Value isEnough = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::uge, expected, brought);
  cf::AssertOp::create(builder, loc, isEnough,
                       "copies bring more bytes than their barrier expects");
  store(subtract(expected, brought), group.bytes, barrier);
  endPhase(group, barrier);
}

// All copies of this barrier are finished here, at the last possible moment,
// and then the phase must have changed. Threads run one after the other, so
// whoever has not arrived by now is behind a barrier and never will.
void BulkEmulation::wait(nvgpu::MBarrierTryWaitParityOp op) {
  Barriers &group = groups[op.getBarriers()];
  Value barrier = op.getMbarId();
  Value parity = arith::IndexCastUIOp::create(
      builder, loc, builder.getIndexType(), op.getPhaseParity());
  // Who waits for a phase that is over does not wait: copies of the next one
  // are still on their way.
  Value waits = isEqual(load(group.phases, barrier), parity);
  for (BulkLoads &pending : loads) {
    if (pending.op.getBarriers() != op.getBarriers())
      continue;
    forEach(kLoadSlots, [&](Value slot) {
      Value isOnWay = both(isEqual(load(pending.taken, slot), index(1)),
                           isEqual(load(pending.barriers, slot), barrier));
      inCase(both(waits, isOnWay), [&] { finish(pending, slot); });
    });
  }
  Value isDone = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       load(group.phases, barrier), parity);
  cf::AssertOp::create(builder, loc, isDone,
                       "a thread waits at a barrier for copies or threads that "
                       "will not come");
}

LogicalResult BulkEmulation::run() {
  if (failed(collect()))
    return failure();
  if (ops.empty())
    return success();
  makeBuffers();
  // Barriers before loads: `start` uses the groups' buffers only, and the
  // order among ops is their place in the IR, not this order.
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    if (auto make = dyn_cast<nvgpu::MBarrierInitOp>(op))
      init(make);
    else if (auto arrival = dyn_cast<nvgpu::MBarrierArriveExpectTxOp>(op))
      expect(arrival);
    else if (auto arrival = dyn_cast<nvgpu::MBarrierArriveOp>(op))
      arrive(arrival);
    else if (auto end = dyn_cast<nvgpu::MBarrierTryWaitParityOp>(op))
      wait(end);
  }
  for (BulkLoads &pending : loads) {
    builder.setInsertionPoint(pending.op);
    start(pending);
  }
  // The barriers themselves come first.
  // In reverse, so that users go before the barrier group that they use.
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  return success();
}

LogicalResult lowerBulkLoads(gpu::LaunchOp launch) {
  return BulkEmulation(launch).run();
}

} // namespace mlir::tir
