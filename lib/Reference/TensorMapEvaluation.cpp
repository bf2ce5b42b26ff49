// Boxes of tensors that a device copies to shared memory, and the barriers that
// count their bytes. A box comes as late as it may: when somebody waits for the
// phase that counts it, or when the phase has to end before.
#include "Machine.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::relax::reference {

namespace {
/// A tensor: the slots of its buffer, sizes and strides.
struct TensorSlots {
  uint32_t base;
  std::vector<uint32_t> sizes, strides;
};

/// A barrier: the op that makes it, how many that makes, the slot of the
/// number.
struct BarrierSlot {
  Operation *maker = nullptr;
  int64_t size = 0;
  uint32_t number = 0;
};

struct BoxSlots {
  TensorSlots tensor;
  BarrierSlot barrier;
  std::vector<uint32_t> coordinates;
  SmallVector<int64_t> box;
  uint32_t start;
  bool isSwizzled;
};

/// `extra` is the slot of a number of arrivals or bytes, or of a parity;
/// `predicate` that of a condition, if there is one.
struct PhaseStep : Meeting {
  BarrierSlot barrier;
  uint32_t extra = 0;
  std::optional<uint32_t> predicate;
};
} // namespace

/// What descriptors and boxes are multiples of, in bytes (PTX ISA, tensor map;
/// a swizzle of 128 bytes repeats after 1,024).
static constexpr int64_t kAddressBytes = 16, kTargetBytes = 128,
                         kSwizzledBytes = 1024, kLine = 128, kChunk = 16,
                         kLines = 8;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static const Instruction *failWithoutBarriers(Machine &machine,
                                              const Instruction *at) {
  return machine.fail(at, "expected in a loop over threads, which share "
                          "barriers, found none");
}

// The barrier of an access; null, with an error, if there is none yet, or if
// nothing says that it is made before.
static PhaseBarrier *find(Machine &machine, const Instruction *at,
                          const BarrierSlot &slot, const Scalar *scalars) {
  int64_t number = scalars[slot.number].i;
  if (number < 0 || number >= slot.size) {
    machine.fail(at, "uses barrier " + Twine(number) + ", expected less than " +
                         Twine(slot.size));
    return nullptr;
  }
  PhaseBarrier &barrier = machine.group->async.barriers[{slot.maker, number}];
  if (!barrier.isMade) {
    machine.fail(at, "uses barrier " + Twine(number) +
                         ", which nobody has started; expected "
                         "'nvgpu.mbarrier.init' before");
    return nullptr;
  }
  if (!machine.group->isOrdered(barrier.maker)) {
    machine.fail(at, "uses barrier " + Twine(number) +
                         ", which another thread starts, and nothing orders "
                         "the two; expected 'gpu.barrier' in between");
    return nullptr;
  }
  return &barrier;
}

// Brings what a phase has counted, and begins the next one.
static void endPhase(ThreadGroup &group, PhaseBarrier &barrier) {
  Machine &machine = group.getMachine();
  uint32_t strand = group.makeStrand(AsyncUnit::kDevice);
  for (const AsyncCopy &copy : barrier.copies) {
    auto count = static_cast<int64_t>(copy.bytes.size());
    Allocation &memory = *copy.to->memory;
    std::memcpy(memory.getData() + copy.place, copy.bytes.data(),
                copy.bytes.size());
    memory.setInitialized(copy.place, count);
    for (LastAccess &last :
         memory.getAccesses(copy.place, count, machine.run)) {
      last.writer = strand;
      last.writerOp = copy.at->id;
    }
  }
  barrier.copies.clear();
  barrier.released.push_back(strand);
  llvm::append_range(barrier.released, barrier.arrived);
  barrier.arrived.clear();
  barrier.isOdd = !barrier.isOdd;
  barrier.missing = barrier.count;
  barrier.expected = barrier.brought = 0;
}

static void settle(ThreadGroup &group, PhaseBarrier &barrier) {
  if (barrier.isComplete())
    endPhase(group, barrier);
}

// The phase would end before all has come, and what comes later would count in
// the next one.
static bool checkBytes(Machine &machine, const Instruction *at,
                       const PhaseBarrier &barrier) {
  if (barrier.missing != 0 || barrier.brought <= barrier.expected)
    return true;
  return machine.fail(at, "lets a phase end after " + Twine(barrier.expected) +
                              " bytes, but copies bring " +
                              Twine(barrier.brought) +
                              "; expected the bytes of all its copies");
}

static const Instruction *runInit(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutBarriers(machine, at);
  auto &step =
      *static_cast<const PhaseStep *>(static_cast<const Meeting *>(at->data));
  if (step.predicate && !machine.scalars[*step.predicate].i)
    return at + 1;
  int64_t number = machine.scalars[step.barrier.number].i;
  int64_t count = machine.scalars[step.extra].i;
  if (number < 0 || number >= step.barrier.size || count < 1)
    return machine.fail(at, "starts barrier " + Twine(number) + " for " +
                                Twine(count) + " arrivals; expected one of " +
                                Twine(step.barrier.size) +
                                ", and at least one arrival");
  PhaseBarrier &barrier =
      machine.group->async.barriers[{step.barrier.maker, number}];
  if (barrier.isMade)
    return machine.fail(at, "starts barrier " + Twine(number) +
                                " a second time; expected once in a block");
  barrier.isMade = true;
  barrier.count = barrier.missing = count;
  barrier.maker = machine.strand;
  return at + 1;
}

// What the thread has done so far is over for those who wait for the phase.
static void release(ThreadGroup &group, PhaseBarrier &barrier) {
  Thread &thread = group.getCurrent();
  uint32_t number = group.async.getOwner(thread.strand);
  barrier.arrived.push_back(thread.strand);
  group.getMachine().strand = group.makeStrand(number);
}

static const Instruction *arrive(Machine &machine, const Instruction *at,
                                 const PhaseStep &step, int64_t bytes) {
  PhaseBarrier *barrier = find(machine, at, step.barrier, machine.scalars);
  if (!barrier)
    return nullptr;
  settle(*machine.group, *barrier);
  barrier->expected += bytes;
  if (--barrier->missing < 0)
    return machine.fail(at, "arrives at a phase to which all " +
                                Twine(barrier->count) +
                                " have come, expected to wait for its end");
  release(*machine.group, *barrier);
  return checkBytes(machine, at, *barrier) ? at + 1 : nullptr;
}

static const Instruction *runExpect(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutBarriers(machine, at);
  auto &step =
      *static_cast<const PhaseStep *>(static_cast<const Meeting *>(at->data));
  if (step.predicate && !machine.scalars[*step.predicate].i)
    return at + 1;
  return arrive(machine, at, step, machine.scalars[step.extra].i);
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

// A phase of that parity is over once the barrier is at one of the other.
static bool isOver(PhaseBarrier &barrier, Scalar parity) {
  return barrier.isOdd != (parity.i != 0);
}

static void acquire(ThreadGroup &group, const PhaseBarrier &barrier) {
  auto &acquired = group.getCurrent().work.acquired;
  acquired.insert(barrier.released.begin(), barrier.released.end());
}

static const PhaseStep &getStep(const Instruction *at) {
  return *static_cast<const PhaseStep *>(
      static_cast<const Meeting *>(at->data));
}

static const Instruction *runPhaseWait(Machine &machine,
                                       const Instruction *at) {
  if (!machine.group)
    return failWithoutBarriers(machine, at);
  const PhaseStep &step = getStep(at);
  PhaseBarrier *barrier = find(machine, at, step.barrier, machine.scalars);
  if (!barrier)
    return nullptr;
  // Who waits for a phase before brings nothing of this one.
  Scalar parity = machine.scalars[step.extra];
  if (!isOver(*barrier, parity))
    settle(*machine.group, *barrier);
  if (!isOver(*barrier, parity))
    return runMeeting(machine, at);
  acquire(*machine.group, *barrier);
  return at + 1;
}

static PhaseBarrier &getBarrier(ThreadGroup &group, const PhaseStep &step,
                                const Thread &thread) {
  return group.async
      .barriers[{step.barrier.maker, thread.scalars[step.barrier.number].i}];
}

static bool isReady(ThreadGroup &group, const Instruction *at,
                    const Thread &thread) {
  const PhaseStep &step = getStep(at);
  PhaseBarrier &barrier = getBarrier(group, step, thread);
  settle(group, barrier);
  return isOver(barrier, thread.scalars[step.extra]);
}

static bool goOn(ThreadGroup &group, const Instruction *at,
                 ArrayRef<Thread *> threads) {
  group.take(*threads.front());
  acquire(group, getBarrier(group, getStep(at), *threads.front()));
  return true;
}

static void failWait(ThreadGroup &group, const Instruction *at,
                     const Thread &thread) {
  PhaseBarrier &barrier = getBarrier(group, getStep(at), thread);
  group.getMachine().fail(
      at, "waits for a phase that does not end: " + Twine(barrier.missing) +
              " of " + Twine(barrier.count) + " arrivals are missing, and " +
              Twine(barrier.brought) + " of " + Twine(barrier.expected) +
              " bytes come; expected all of both");
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

// What the driver rejects.
static const Instruction *runTensorMap(Machine &machine,
                                       const Instruction *at) {
  auto &slots = *static_cast<const TensorSlots *>(at->data);
  const View &base = *machine.views[slots.base];
  int64_t bytes = base.element.bytes;
  if (base.offset % kAddressBytes != 0)
    return machine.fail(at, "describes a tensor at byte " + Twine(base.offset) +
                                ", expected a multiple of 16");
  for (uint32_t size : slots.sizes)
    if (machine.scalars[size].i < 1)
      return machine.fail(at, "describes a tensor with a size of " +
                                  Twine(machine.scalars[size].i) +
                                  ", expected at least 1");
  for (uint32_t stride : slots.strides)
    if (machine.scalars[stride].i * bytes % kAddressBytes != 0)
      return machine.fail(at, "describes a tensor with a stride of " +
                                  Twine(machine.scalars[stride].i * bytes) +
                                  " bytes, expected a multiple of 16");
  return at + 1;
}

// The element of the tensor that an element of a box is; nothing outside.
static std::optional<int64_t>
getElement(const Machine &machine, const BoxSlots &slots, int64_t number) {
  int64_t place = 0;
  size_t last = slots.box.size() - 1;
  for (size_t axis = slots.box.size(); axis-- > 0;) {
    int64_t at =
        machine.scalars[slots.coordinates[axis]].i + number % slots.box[axis];
    number /= slots.box[axis];
    if (at < 0 || at >= machine.scalars[slots.tensor.sizes[axis]].i)
      return std::nullopt;
    place +=
        axis == last ? at : at * machine.scalars[slots.tensor.strides[axis]].i;
  }
  return place;
}

// Pieces of 16 bytes move in their lines of 128, by the line's number.
static int64_t swizzle(int64_t byte) {
  return byte ^ (byte / kLine % kLines * kChunk);
}

// The bytes of a box, with zeros outside of the tensor; false after an error.
static bool readBox(Machine &machine, const Instruction *at,
                    const BoxSlots &slots, std::vector<uint8_t> &bytes) {
  const View &base = *machine.views[slots.tensor.base];
  int64_t size = base.element.bytes;
  for (int64_t i = 0, end = static_cast<int64_t>(bytes.size()) / size; i != end;
       ++i) {
    std::optional<int64_t> element = getElement(machine, slots, i);
    if (!element)
      continue;
    int64_t place = base.offset + *element * size;
    if (place < 0 || place + size > base.memory->getSize())
      return machine.fail(at, "reads element " + Twine(*element) +
                                  " of a tensor, expected one within its "
                                  "buffer of " +
                                  Twine(base.memory->getSize() / size));
    if (!machine.checkRead(base, place, size, at))
      return false;
    int64_t to = slots.isSwizzled ? swizzle(i * size) : i * size;
    std::memcpy(&bytes[static_cast<size_t>(to)], base.memory->getData() + place,
                static_cast<size_t>(size));
  }
  return true;
}

// Threads have read and written the place before, by their own accesses.
static bool checkTarget(Machine &machine, const Instruction *at,
                        const View &target, int64_t place, int64_t count) {
  AsyncUnit &unit = machine.group->async;
  for (LastAccess &last : target.memory->getAccesses(place, count, machine.run))
    if (!unit.isFenced(last.writer, unit.proxyFences))
      return machine.fail(at, "writes where a thread has written before; "
                              "expected 'nvvm.fence.proxy' of that thread "
                              "in between");
  return machine.checkWrite(target, place, count, at);
}

static const Instruction *runBulkLoad(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutBarriers(machine, at);
  auto &slots = *static_cast<const BoxSlots *>(at->data);
  PhaseBarrier *barrier = find(machine, at, slots.barrier, machine.scalars);
  if (!barrier)
    return nullptr;
  AsyncUnit &unit = machine.group->async;
  if (!unit.isFenced(barrier->maker, unit.proxyFences))
    return machine.fail(at, "counts bytes at a barrier that the device may not "
                            "see yet; expected 'nvvm.fence.proxy' behind its "
                            "start");
  settle(*machine.group, *barrier);
  ViewRef to = machine.views[at->b];
  int64_t start = machine.scalars[slots.start].i, count = 1;
  for (int64_t size : slots.box)
    count *= size;
  if (start < 0 || start + count > to->sizes.front() ||
      to->strides.front() != 1)
    return machine.fail(
        at, "is out of bounds: elements up to " + Twine(start + count) +
                ", expected at most the target's " + Twine(to->sizes.front()));
  int64_t place = to->offset + start * at->element.bytes;
  int64_t multiple = slots.isSwizzled ? kSwizzledBytes : kTargetBytes;
  if (place % multiple != 0)
    return machine.fail(at, "copies to byte " + Twine(place) +
                                ", expected a multiple of " + Twine(multiple));
  AsyncCopy copy{to, place, {}, at};
  copy.bytes.resize(static_cast<size_t>(count * at->element.bytes));
  auto bytes = static_cast<int64_t>(copy.bytes.size());
  if (!readBox(machine, at, slots, copy.bytes) ||
      !checkTarget(machine, at, *to, place, bytes))
    return nullptr;
  to->memory->setInitialized(place, bytes, /*value=*/false);
  barrier->copies.push_back(std::move(copy));
  barrier->brought += bytes;
  return checkBytes(machine, at, *barrier) ? at + 1 : nullptr;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static FailureOr<BarrierSlot>
getBarrier(Operation *op, Value group, Value number, ProgramBuilder &builder) {
  auto maker = group.getDefiningOp<nvgpu::MBarrierCreateOp>();
  if (!maker)
    return op->emitOpError("cannot be interpreted: expected barriers of a "
                           "'nvgpu.mbarrier.create' in its function, found "
                           "others");
  int64_t size =
      cast<nvgpu::MBarrierGroupType>(group.getType()).getNumBarriers();
  return BarrierSlot{maker, size, builder.getIndex(number)};
}

template <typename Op>
static LogicalResult compileStep(Op op, Value extra, Value predicate,
                                 Handler run, ProgramBuilder &builder) {
  FailureOr<BarrierSlot> barrier =
      getBarrier(op, op.getBarriers(), op.getMbarId(), builder);
  if (failed(barrier))
    return failure();
  PhaseStep step;
  step.barrier = *barrier;
  step.run = &goOn;
  step.isReady = &isReady;
  step.fail = &failWait;
  step.what = "wait for a phase";
  step.size = 1;
  step.extra = builder.getIndex(extra);
  if (predicate)
    step.predicate = builder.getIndex(predicate);
  addAxes(op, builder, step);
  emitMeeting(op, builder, builder.keep(std::move(step))).run = run;
  return success();
}

static LogicalResult compileInit(nvgpu::MBarrierInitOp op,
                                 ProgramBuilder &builder) {
  return compileStep(op, op.getCount(), op.getPredicate(), &runInit, builder);
}

static LogicalResult compileExpect(nvgpu::MBarrierArriveExpectTxOp op,
                                   ProgramBuilder &builder) {
  return compileStep(op, op.getTxcount(), op.getPredicate(), &runExpect,
                     builder);
}

static LogicalResult compileWait(nvgpu::MBarrierTryWaitParityOp op,
                                 ProgramBuilder &builder) {
  return compileStep(op, op.getPhaseParity(), Value(), &runPhaseWait, builder);
}

static LogicalResult compileTensorMap(tir::TensorMapOp op,
                                      ProgramBuilder &builder) {
  TensorSlots slots{builder.getIndex(op.getBase()),
                    builder.getIndices(op.getSizes()),
                    builder.getIndices(op.getStrides())};
  const TensorSlots *kept = builder.keep(std::move(slots));
  builder.emit(op, &runTensorMap).data = kept;
  return success();
}

static LogicalResult compileBulkLoad(tir::BulkLoadOp op,
                                     ProgramBuilder &builder) {
  auto map = op.getMap().getDefiningOp<tir::TensorMapOp>();
  if (!map)
    return op.emitOpError("cannot be interpreted: expected the map of a "
                          "'tir.tensor_map' in its function, found another "
                          "address");
  FailureOr<BarrierSlot> barrier =
      getBarrier(op, op.getBarriers(), op.getBarrier(), builder);
  if (failed(barrier))
    return failure();
  BoxSlots slots{{builder.getIndex(map.getBase()),
                  builder.getIndices(map.getSizes()),
                  builder.getIndices(map.getStrides())},
                 *barrier,
                 builder.getIndices(op.getCoordinates()),
                 llvm::to_vector(op.getBox()),
                 builder.getIndex(op.getStart()),
                 op.getSwizzle() != 0};
  uint32_t target = builder.getIndex(op.getTarget());
  uint32_t id = builder.getLibrary().addOp(op);
  const BoxSlots *kept = builder.keep(std::move(slots));
  Instruction &instruction = builder.emit(op, &runBulkLoad);
  instruction.b = target;
  instruction.id = id;
  instruction.data = kept;
  instruction.element = *Element::of(op.getElementType());
  return success();
}

// A descriptor that is not in a cache yet is slow, and no error.
template <typename Op>
static LogicalResult compileNothing(Op, ProgramBuilder &) {
  return success();
}

void addTensorMapEvaluations(EvaluationTable &table) {
  table.addWide<tir::TensorMapOp>(&compileTensorMap);
  table.addWide<tir::BulkLoadOp>(&compileBulkLoad);
  table.addWide<nvgpu::MBarrierCreateOp>(
      &compileNothing<nvgpu::MBarrierCreateOp>);
  table.addWide<nvgpu::MBarrierInitOp>(&compileInit);
  table.addWide<nvgpu::MBarrierArriveExpectTxOp>(&compileExpect);
  table.addWide<nvgpu::MBarrierTryWaitParityOp>(&compileWait);
  table.addWide<NVVM::PrefetchOp>(&compileNothing<NVVM::PrefetchOp>);
}

} // namespace mlir::relax::reference
