// Copies that threads do not wait for, done as late as they may be.
//
// Each thread keeps what a copy has read, and where it goes, until it waits for
// the group of the copy; up to then the place holds what is no number, so that
// who reads it too early gives wrong results here, too. A thread has room for
// some groups of each copy: one more ends the oldest.
#include "BlockEmulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tir {

/// Groups of a copy that a thread has room for.
static constexpr int64_t kSlots = 8;

namespace {

/// What threads keep of the copies of one op: of each slot the elements, where
/// they go, and the number of the group, from 1 on; 0 if the slot is empty.
struct Kept {
  nvgpu::DeviceAsyncCopyOp op;
  Value elements, places, groups;
};

/// The copies of a launch.
class CopyEmulation {
public:
  explicit CopyEmulation(gpu::LaunchOp launch)
      : launch(launch), loc(launch.getLoc()), builder(launch.getContext()) {}

  LogicalResult run();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value left, Value right) {
    return arith::AddIOp::create(builder, loc, left, right);
  }
  Value load(Value buffer, ValueRange at) {
    return memref::LoadOp::create(builder, loc, buffer, at);
  }
  void store(Value value, Value buffer, ValueRange at) {
    memref::StoreOp::create(builder, loc, value, buffer, at);
  }
  Value compare(arith::CmpIPredicate how, Value left, Value right) {
    return arith::CmpIOp::create(builder, loc, how, left, right);
  }
  Value makeBuffer(ArrayRef<int64_t> shape, Type element);
  void forEach(int64_t count, llvm::function_ref<void(Value)> body);
  Kept prepare(nvgpu::DeviceAsyncCopyOp op);
  void lowerCopy(Kept &copy);
  void lowerWait(Operation *op, int64_t numLater, ArrayRef<Kept> copies);
  void finish(Kept copy, Value thread, Value slot);

  gpu::LaunchOp launch;
  Location loc;
  OpBuilder builder;
  /// The number of the group that each thread is at.
  Value current;
};

} // namespace

Value CopyEmulation::makeBuffer(ArrayRef<int64_t> shape, Type element) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return launch.addWorkgroupAttribution(
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space), loc);
}

void CopyEmulation::forEach(int64_t count,
                            llvm::function_ref<void(Value)> body) {
  auto loop =
      scf::ForOp::create(builder, loc, index(0), index(count), index(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

// No slot of any thread holds anything at first.
Kept CopyEmulation::prepare(nvgpu::DeviceAsyncCopyOp op) {
  auto type = cast<MemRefType>(op.getDst().getType());
  int64_t count = op.getDstElements().getSExtValue();
  Kept copy{
      op, makeBuffer({kMostThreads, kSlots, count}, type.getElementType()),
      makeBuffer({kMostThreads, kSlots, std::max<int64_t>(type.getRank(), 1)},
                 builder.getIndexType()),
      makeBuffer({kMostThreads, kSlots}, builder.getIndexType())};
  builder.setInsertionPointToStart(&launch.getBody().front());
  Value thread = getThreadNumber(builder, launch);
  forEach(kSlots, [&](Value slot) {
    store(index(0), copy.groups, ValueRange{thread, slot});
  });
  return copy;
}

// Writes what a slot holds to where it goes, and empties the slot.
void CopyEmulation::finish(Kept copy, Value thread, Value slot) {
  auto type = cast<MemRefType>(copy.elements.getType());
  SmallVector<Value> place;
  size_t rank = copy.op.getDstIndices().size();
  for (size_t axis = 0; axis != rank; ++axis)
    place.push_back(
        load(copy.places,
             ValueRange{thread, slot, index(static_cast<int64_t>(axis))}));
  forEach(type.getDimSize(2), [&](Value i) {
    SmallVector<Value> at(place);
    at.back() = add(at.back(), i);
    store(load(copy.elements, ValueRange{thread, slot, i}), copy.op.getDst(),
          at);
  });
  store(index(0), copy.groups, ValueRange{thread, slot});
}

static TypedAttr getPoison(Type type) {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getNaN(number.getFloatSemantics()));
  return IntegerAttr::get(type,
                          APInt::getAllOnes(type.getIntOrFloatBitWidth()));
}

void CopyEmulation::lowerCopy(Kept &copy) {
  nvgpu::DeviceAsyncCopyOp op = copy.op;
  builder.setInsertionPoint(op);
  Type element = cast<MemRefType>(op.getDst().getType()).getElementType();
  Value thread = getThreadNumber(builder, launch);
  Value group = load(current, thread);
  Value slot = arith::RemUIOp::create(builder, loc, group, index(kSlots));
  Value held = load(copy.groups, ValueRange{thread, slot});
  auto isHeld = scf::IfOp::create(
      builder, loc, compare(arith::CmpIPredicate::ne, held, index(0)),
      /*withElseRegion=*/false);
  builder.setInsertionPointToStart(isHeld.thenBlock());
  finish(copy, thread, slot);
  builder.setInsertionPoint(op);
  store(group, copy.groups, ValueRange{thread, slot});
  for (auto [axis, at] : llvm::enumerate(op.getDstIndices()))
    store(at, copy.places,
          ValueRange{thread, slot, index(static_cast<int64_t>(axis))});
  int64_t count = op.getDstElements().getSExtValue();
  Value read = op.getSrcElements() ? op.getSrcElements() : index(count);
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(element)));
  Value poison = arith::ConstantOp::create(builder, loc, getPoison(element));
  forEach(count, [&](Value i) {
    SmallVector<Value> from(op.getSrcIndices()), to(op.getDstIndices());
    from.back() = add(from.back(), i);
    to.back() = add(to.back(), i);
    auto isRead = scf::IfOp::create(builder, loc, element,
                                    compare(arith::CmpIPredicate::ult, i, read),
                                    /*withElseRegion=*/true);
    OpBuilder inner = isRead.getThenBodyBuilder();
    scf::YieldOp::create(
        inner, loc,
        memref::LoadOp::create(inner, loc, op.getSrc(), from).getResult());
    inner = isRead.getElseBodyBuilder();
    scf::YieldOp::create(inner, loc, zero);
    store(isRead.getResult(0), copy.elements, ValueRange{thread, slot, i});
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
    forEach(kSlots, [&](Value slot) {
      Value held = load(copy.groups, ValueRange{thread, slot});
      Value isHeld = compare(arith::CmpIPredicate::ne, held, index(0));
      Value last = add(held, index(numLater));
      Value isDone = compare(arith::CmpIPredicate::ult, last, group);
      auto branch = scf::IfOp::create(
          builder, loc, arith::AndIOp::create(builder, loc, isHeld, isDone),
          /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      finish(copy, thread, slot);
    });
  op->erase();
}

// How many groups may be on their way after a wait; nothing for other ops.
static std::optional<int64_t> getNumLater(Operation *op) {
  if (auto wait = dyn_cast<nvgpu::DeviceAsyncWaitOp>(op))
    return wait.getNumGroups().value_or(0);
  if (auto wait = dyn_cast<NVVM::CpAsyncWaitGroupOp>(op))
    return wait.getN();
  return std::nullopt;
}

// A token goes from the copy to its group and from there to a wait.
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
  if (ops.empty() && groups.empty() && waits.empty())
    return success();
  for (nvgpu::DeviceAsyncCopyOp op : ops)
    if (failed(checkTokens(op)))
      return failure();
  for (Operation *op : groups)
    if (failed(checkTokens(op)))
      return failure();
  current = makeBuffer({kMostThreads}, builder.getIndexType());
  builder.setInsertionPointToStart(&launch.getBody().front());
  store(index(1), current, getThreadNumber(builder, launch));
  SmallVector<Kept> copies;
  for (nvgpu::DeviceAsyncCopyOp op : ops)
    copies.push_back(prepare(op));
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
