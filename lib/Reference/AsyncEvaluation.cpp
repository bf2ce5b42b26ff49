// Copies that a thread does not wait for: what they bring is there once it
// waits for their group, and nobody has written it before that.
#include "Machine.h"
#include "ThreadGroup.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::relax::reference {

namespace {
/// Slots of indices, and of how many elements are read, or -1 for all.
/// What the copy reads is taken when it begins, what it writes is there when
/// its group is waited for. A kernel that reads too early, or writes to its
/// source too late, then gives another result here, whereas a copy at once
/// would hide the fault.
struct CopySlots {
  const uint32_t *from, *to;
  int64_t count, read;
};
} // namespace

static const Instruction *failWithoutThreads(Machine &machine,
                                             const Instruction *at) {
  return machine.fail(at, "expected in a loop over threads, each of which "
                          "waits for its own copies, found none");
}

// The place of the first of some neighbours.
static bool locate(Machine &machine, const Instruction *at, const View &view,
                   const uint32_t *indices, int64_t count, int64_t &place) {
  Instruction access = *at;
  // One access stands for all elements: locate checks every index of the first
  // one, and the count along the last axis is checked below.
  access.data = indices;
  if (count == 0) {
    place = view.offset;
    return true;
  }
  if (!machine.locate(view, &access, place))
    return false;
  int64_t last = machine.scalars[indices[view.sizes.size() - 1]].i + count;
  if (last <= view.sizes.back() && view.strides.back() == 1)
    return true;
  return machine.fail(at,
                      "is out of bounds: elements up to " + Twine(last) +
                          " along the last axis, expected at most its size, " +
                          Twine(view.sizes.back()));
}

static const Instruction *runCopy(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutThreads(machine, at);
  auto &slots = *static_cast<const CopySlots *>(at->data);
  const View &from = *machine.views[at->a];
  ViewRef to = machine.views[at->b];
  int64_t read = slots.read < 0 ? slots.count : machine.scalars[slots.read].i;
  int64_t bytes = at->element.bytes;
  if (read < 0 || read > slots.count)
    return machine.fail(at, "reads " + Twine(read) + " of " +
                                Twine(slots.count) + " elements");
  int64_t source, place;
  if (!locate(machine, at, from, slots.from, read, source) ||
      !locate(machine, at, *to, slots.to, slots.count, place))
    return nullptr;
  // cp.async copies 4, 8 or 16 bytes to an address that is a multiple of that
  // (PTX ISA).
  if (place % (slots.count * bytes) != 0)
    return machine.fail(at, "copies " + Twine(slots.count * bytes) +
                                " bytes to byte " + Twine(place) +
                                ", expected a multiple of that");
  for (int64_t i = 0; i != read; ++i)
    if (!machine.checkRead(from, source + i * bytes, bytes, at))
      return nullptr;
  // Zeros fill what is not read, as cp.async does with a source size that is
  // smaller.
  AsyncCopy copy{to, place, {}, at};
  copy.bytes.resize(static_cast<size_t>(slots.count * bytes));
  std::memcpy(copy.bytes.data(), from.memory->getData() + source,
              static_cast<size_t>(read * bytes));
  if (!machine.checkWrite(*to, place, slots.count * bytes, at))
    return nullptr;
  // Until the copy arrives the place counts as not written, so that a read
  // before the wait is an error and not an old value.
  to->memory->setInitialized(place, slots.count * bytes, /*value=*/false);
  machine.group->getCurrent().work.copies.begun.push_back(std::move(copy));
  return at + 1;
}

static const Instruction *runGroup(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutThreads(machine, at);
  AsyncCopies &copies = machine.group->getCurrent().work.copies;
  copies.groups.push_back(std::move(copies.begun));
  copies.begun.clear();
  return at + 1;
}

static bool finish(Machine &machine, const AsyncCopy &copy) {
  auto count = static_cast<int64_t>(copy.bytes.size());
  if (!machine.checkWrite(*copy.to, copy.place, count, copy.at))
    return false;
  std::memcpy(copy.to->memory->getData() + copy.place, copy.bytes.data(),
              copy.bytes.size());
  return true;
}

// All groups but the last ones have arrived.
// cp.async.wait_group N leaves the N latest groups under way.
static const Instruction *runWait(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutThreads(machine, at);
  std::vector<std::vector<AsyncCopy>> &groups =
      machine.group->getCurrent().work.copies.groups;
  size_t done = groups.size() - std::min<size_t>(groups.size(), at->c);
  for (size_t i = 0; i != done; ++i)
    for (const AsyncCopy &copy : groups[i])
      if (!finish(machine, copy))
        return nullptr;
  groups.erase(groups.begin(), groups.begin() + static_cast<ptrdiff_t>(done));
  return at + 1;
}

static LogicalResult compileCopy(nvgpu::DeviceAsyncCopyOp op,
                                 ProgramBuilder &builder) {
  auto to = cast<MemRefType>(op.getDst().getType());
  std::optional<Element> element = Element::of(to.getElementType());
  if (!element || op.getDstIndices().empty() || op.getSrcIndices().empty())
    return op.emitOpError("cannot be interpreted: expected numbers that are "
                          "neighbours along the last axis, found ")
           << to;
  CopySlots slots;
  slots.from = builder.keep(builder.getIndices(op.getSrcIndices()))->data();
  slots.to = builder.keep(builder.getIndices(op.getDstIndices()))->data();
  slots.count = op.getDstElements().getSExtValue();
  slots.read =
      op.getSrcElements() ? int64_t(builder.getIndex(op.getSrcElements())) : -1;
  uint32_t from = builder.getIndex(op.getSrc());
  uint32_t target = builder.getIndex(op.getDst());
  uint32_t id = builder.getLibrary().addOp(op);
  const CopySlots *kept = builder.keep(slots);
  Instruction &instruction = builder.emit(op, &runCopy);
  instruction.a = from;
  instruction.b = target;
  instruction.id = id;
  instruction.data = kept;
  instruction.element = *element;
  return success();
}

template <typename Op>
static LogicalResult compileGroup(Op op, ProgramBuilder &builder) {
  builder.emit(op, &runGroup);
  return success();
}

static LogicalResult compileWait(nvgpu::DeviceAsyncWaitOp op,
                                 ProgramBuilder &builder) {
  builder.emit(op, &runWait).c = op.getNumGroups().value_or(0);
  return success();
}

static LogicalResult compileGroupWait(NVVM::CpAsyncWaitGroupOp op,
                                      ProgramBuilder &builder) {
  builder.emit(op, &runWait).c = op.getN();
  return success();
}

void addAsyncEvaluations(EvaluationTable &table) {
  table.addWide<nvgpu::DeviceAsyncCopyOp>(&compileCopy);
  table.addWide<nvgpu::DeviceAsyncCreateGroupOp>(
      &compileGroup<nvgpu::DeviceAsyncCreateGroupOp>);
  table.addWide<nvgpu::DeviceAsyncWaitOp>(&compileWait);
  table.add<NVVM::CpAsyncCommitGroupOp>(
      &compileGroup<NVVM::CpAsyncCommitGroupOp>);
  table.add<NVVM::CpAsyncWaitGroupOp>(&compileGroupWait);
}

} // namespace mlir::relax::reference
