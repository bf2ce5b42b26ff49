// Explicit memory as host code: storages, tensors in them, views, ends.
// Storages are reference-counted blocks of the run time's pool; tensors are
// views of them. Planning has decided which tensors share one.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {

bool HostMemory::isCompared(Block *here, Value storage, SymExprAttr offset,
                            RankedTensorType type) {
  // Storages are used for one tensor after the other, most of one type. Code is
  // written in its order: what was written in this block, or around it, has
  // run.
  auto [it, isNew] = compared.try_emplace({storage, offset, type}, here);
  for (Block *block = here; block && !isNew;) {
    if (block == it->second)
      return true;
    Operation *parent = block->getParentOp();
    block = parent ? parent->getBlock() : nullptr;
  }
  it->second = here;
  return false;
}

static LogicalResult lowerAllocStorage(MemoryAllocStorageOp op,
                                       HostFunction &host) {
  // It may be a part of the plan that was made at the entry.
  if (succeeded(host.getParts(op.getStorage())))
    return success();
  Value bytes = host.evaluate(op, op.getSize());
  FailureOr<IntegerAttr> device = getDeviceNumber(op, op.getVdeviceAttr());
  if (!bytes || failed(device))
    return failure();
  Value storage = rt::StorageAllocOp::create(
      host.getBuilder(), op.getLoc(), rt::StorageType::get(op.getContext()),
      bytes, *device);
  // A storage has three parts: handle, capacity, which tensors are compared
  // with, and where it begins in what the handle stands for.
  host.setParts(op.getStorage(),
                {storage, bytes, host.getConstant(op.getLoc(), 0)});
  return success();
}

Value getBytes(HostFunction &host, Location location, MemRefType type,
               ValueRange sizes) {
  OpBuilder &builder = host.getBuilder();
  SmallVector<Value> all;
  auto next = sizes.begin();
  for (int64_t size : type.getShape())
    all.push_back(ShapedType::isDynamic(size)
                      ? *next++
                      : host.getConstant(location, size));
  // Elements of fewer than 8 bits take a byte each.
  unsigned bits = type.getElementType().isIndex()
                      ? 64
                      : llvm::alignTo(type.getElementTypeBitWidth(), 8);
  // A call of the run time and no multiplication here: it checks for overflow,
  // since sizes come from inputs.
  return rt::TensorBytesOp::create(builder, location, builder.getIndexType(),
                                   all, bits);
}

static void require(HostFunction &host, Location location,
                    arith::CmpIPredicate predicate, Value lhs, Value rhs,
                    StringRef message) {
  OpBuilder &builder = host.getBuilder();
  Value holds = arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  rt::AssertOp::create(builder, location, holds, message, ValueRange());
}

static LogicalResult lowerAllocTensor(MemoryAllocTensorOp op,
                                      HostFunction &host) {
  FailureOr<SmallVector<Value>> storage = host.getParts(op.getStorage());
  if (failed(storage))
    return failure();
  Value capacity = (*storage)[1];
  auto tensor = cast<RankedTensorType>(op.getTensor().getType());
  MemRefType type = HostFunction::getBufferType(tensor);
  FailureOr<SmallVector<Value>> sizes = host.evaluateSizes(op, tensor);
  Value offset = host.evaluate(op, op.getOffset());
  if (!type || failed(sizes) || !offset)
    return failure();
  OpBuilder &builder = host.getBuilder();
  if (!type.hasStaticShape() &&
      !host.getMemory().isCompared(builder.getInsertionBlock(), op.getStorage(),
                                   op.getOffset(), tensor))
    // A product of sizes may be absurd, an expression negative.
    // Static tensors were compared with their storage by the planner and the
    // contract pass.
    require(host, op.getLoc(), arith::CmpIPredicate::sle,
            arith::AddIOp::create(builder, op.getLoc(), offset,
                                  getBytes(host, op.getLoc(), type, *sizes)),
            capacity, "a tensor does not fit in its storage");
  auto bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  offset =
      builder.createOrFold<arith::AddIOp>(op.getLoc(), offset, (*storage)[2]);
  Value end =
      builder.createOrFold<arith::AddIOp>(op.getLoc(), capacity, (*storage)[2]);
  Value data = rt::StorageDataOp::create(builder, op.getLoc(), bytes,
                                         storage->front(), end);
  // memref.view keeps alignment and aliasing visible to LLVM, which pointer
  // arithmetic would not.
  Value buffer =
      memref::ViewOp::create(builder, op.getLoc(), type, data, offset, *sizes);
  host.setParts(op.getTensor(), buffer);
  host.getMemory().setOwner(buffer, {storage->front(), offset, {}});
  return success();
}

static LogicalResult lowerKillStorage(MemoryKillStorageOp op,
                                      HostFunction &host) {
  FailureOr<SmallVector<Value>> storage = host.getParts(op.getStorage());
  if (failed(storage))
    return failure();
  // Of a plan, the part that ends last ends all.
  if (auto plan = storage->front().getDefiningOp<rt::StoragePlanOp>()) {
    ArrayRef<int64_t> lives =
        plan.getLives().take_front(2 * plan.getSizes().size());
    unsigned number = cast<OpResult>((*storage)[2]).getResultNumber() - 1;
    if (lives[2 * number + 1] != *llvm::max_element(lives))
      return success();
  }
  rt::StorageReleaseOp::create(host.getBuilder(), op.getLoc(),
                               storage->front());
  return success();
}

/// Memory belongs to storages; only what a call has made ends here.
static LogicalResult lowerKillTensor(MemoryKillTensorOp op,
                                     HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getTensor());
  if (failed(parts))
    return failure();
  // Tensors in storages end with their storage; a call's result is the only
  // tensor that owns memory.
  if (Value tensor = host.getOwner(parts->front()).tensor)
    rt::TensorReleaseOp::create(host.getBuilder(), op.getLoc(), tensor);
  return success();
}

// Objects have no host form, so there is nothing to drop.
static LogicalResult lowerKillObject(VMKillObjectOp, HostFunction &) {
  return success();
}

SmallVector<Value> getDynamicSizes(HostFunction &host, Location location,
                                   Value buffer) {
  SmallVector<Value> sizes;
  auto type = cast<MemRefType>(buffer.getType());
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      sizes.push_back(host.getSize(location, buffer, axis));
  return sizes;
}

/// Whether a view of `to` from `offset` on certainly lies in a tensor of
/// `from`.
/// Proven by expressions, so that most views of the planner cost no comparison.
static bool fits(Type from, RankedTensorType to, SymExprAttr offset) {
  auto tensor = dyn_cast<RankedTensorType>(from);
  SymExprAttr available = tensor ? getByteSize(tensor) : SymExprAttr();
  SymExprAttr needed = getByteSize(to);
  if (!available || !needed)
    return false;
  SymExprAttr room = available - offset - needed;
  return room && room.getLowerBound().value_or(-1) >= 0;
}

/// Other sizes for the bytes of `buffer` from `offset` on.
static void setView(Operation *op, HostFunction &host, Value buffer,
                    Value offset, ValueRange sizes) {
  OpBuilder &builder = host.getBuilder();
  MemRefType type = HostFunction::getBufferType(op->getResult(0).getType());
  Value view =
      rt::ViewOp::create(builder, op->getLoc(), type, buffer, offset, sizes);
  BufferOwner owner = host.getOwner(buffer);
  // A view of a view remembers its place in the storage, so that a returned
  // view can share ownership of the storage.
  if (owner.storage) {
    Value begin =
        arith::AddIOp::create(builder, op->getLoc(), owner.offset, offset);
    host.getMemory().setOwner(view, {owner.storage, begin, {}});
  }
  host.setParts(op->getResult(0), view);
}

static LogicalResult lowerMemoryView(MemoryViewOp op, HostFunction &host) {
  Value buffer = host.getBuffer(op.getX());
  auto tensor = cast<RankedTensorType>(op.getResult().getType());
  FailureOr<SmallVector<Value>> sizes = host.evaluateSizes(op, tensor);
  Value offset = host.evaluate(op, op.getRelativeByteOffset());
  if (!buffer || !offset || failed(sizes))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  // A view beyond its tensor would reach others in the same storage.
  if (!fits(op.getX().getType(), tensor, op.getRelativeByteOffset())) {
    Value end = arith::AddIOp::create(
        builder, location, offset,
        getBytes(host, location, HostFunction::getBufferType(tensor), *sizes));
    Value available =
        getBytes(host, location, cast<MemRefType>(buffer.getType()),
                 getDynamicSizes(host, location, buffer));
    require(host, location, arith::CmpIPredicate::sle, end, available,
            "a view does not fit in its tensor");
  }
  setView(op, host, buffer, offset, *sizes);
  return success();
}

/// The dynamic sizes of a reshape: what its type says, else what its operand.
static FailureOr<SmallVector<Value>> getTargetSizes(Operation *op,
                                                    HostFunction &host) {
  // Operators other than reshape follow from their operand's sizes; unknown
  // results need names.
  auto tensor = cast<RankedTensorType>(op->getResult(0).getType());
  auto reshape = dyn_cast<ReshapeOp>(op);
  if (!reshape) {
    if (llvm::is_contained(getDims(tensor), SymExprAttr()))
      return host.notifyMatchFailure(
          op, "the dimensions of its result are unknown; name "
              "them with 'relax.match_cast'");
    return host.evaluateSizes(op, tensor);
  }
  FailureOr<SmallVector<Value>> shape = host.getParts(reshape.getShape());
  // The shape operand is the truth for dynamic axes; the type's expressions
  // were compared with it when it was made.
  if (failed(shape))
    return failure();
  SmallVector<Value> sizes;
  for (auto [axis, size] : llvm::enumerate(*shape))
    if (tensor.isDynamicDim(axis))
      sizes.push_back(size);
  return sizes;
}

/// A reshape of which it is not certain that the numbers of elements agree.
/// The graph stage leaves reshapes only where element counts are not provably
/// equal; hence a comparison is always made.
template <typename Op>
static LogicalResult lowerReshape(Op op, HostFunction &host) {
  Value buffer = host.getBuffer(op->getOperand(0));
  if (!buffer)
    return failure();
  MemRefType type = HostFunction::getBufferType(op->getResult(0).getType());
  if (!type)
    return host.notifyMatchFailure(op, "its dtype or rank is unknown");
  FailureOr<SmallVector<Value>> sizes = getTargetSizes(op, host);
  if (failed(sizes))
    return failure();
  Location location = op.getLoc();
  // Bytes, because they are computed with overflow checks, and both sides have
  // the same element size.
  Value found = getBytes(host, location, cast<MemRefType>(buffer.getType()),
                         getDynamicSizes(host, location, buffer));
  Value expected = getBytes(host, location, type, *sizes);
  require(host, location, arith::CmpIPredicate::eq, expected, found,
          "a reshape changes the number of elements");
  setView(op, host, buffer, host.getConstant(location, 0), *sizes);
  return success();
}

/// A reshape of which the run time knows the rank, of its operand or of its
/// result.
static LogicalResult lowerUnknownReshape(ReshapeOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getX());
  FailureOr<SmallVector<Value>> shape = host.getBuffers(op.getShape());
  if (failed(parts) || failed(shape))
    return failure();
  auto type = cast<TensorType>(op.getX().getType());
  if (!isHost(getVDevice(type)))
    return host.notifyMatchFailure(
        op, "its rank is unknown, but its operand is " + debugString(type) +
                ", on a device, where ranks are known; name the shape before, "
                "with 'relax.match_cast'");
  OpBuilder &builder = host.getBuilder();
  Value tensor = parts->front();
  if (isa<MemRefType>(tensor.getType()))
    tensor = borrow(host, op.getLoc(), tensor);
  Value reshaped = rt::BorrowedReshapeOp::create(
      builder, op.getLoc(), tensor.getType(), tensor, shape->front());
  // It has no owner: a tensor on a storage has a rank that is known here. Thus
  // what is returned is a copy, and the run time ends the storage with the
  // call. The result's rank is compared even where the sizes are right, as a
  // list of any length may arrive.
  auto any = UnrankedTensorType::get(type.getElementType());
  parts = host.castParts(op, any, op.getType(), reshaped);
  if (failed(parts))
    return failure();
  host.setParts(op.getResult(), *parts);
  return success();
}

static LogicalResult lowerAnyReshape(ReshapeOp op, HostFunction &host) {
  bool isKnown = cast<ShapeType>(op.getShape().getType()).hasRank() &&
                 !isBorrowed(op.getX().getType()) && !isBorrowed(op.getType());
  return isKnown ? lowerReshape(op, host) : lowerUnknownReshape(op, host);
}

// Buffers always begin at offset 0 here.
static LogicalResult lowerEnsureZeroOffset(MemoryEnsureZeroOffsetOp op,
                                           HostFunction &host) {
  Value buffer = host.getBuffer(op.getX());
  if (!buffer)
    return failure();
  host.setParts(op.getResult(), buffer);
  return success();
}

void addMemoryLowerings(HostLowerings &lowerings) {
  lowerings.addForDevices(lowerAllocStorage);
  lowerings.addForDevices(lowerAllocTensor);
  lowerings.addForDevices(lowerKillStorage);
  lowerings.addForAny(lowerKillTensor);
  lowerings.add(lowerKillObject);
  lowerings.addForDevices(lowerMemoryView);
  lowerings.addForDevices(lowerReshape<BatchFlattenOp>);
  lowerings.addForDevices(lowerReshape<ExpandDimsOp>);
  lowerings.addForDevices(lowerReshape<FlattenOp>);
  lowerings.addForAny(lowerAnyReshape);
  lowerings.addForDevices(lowerReshape<SqueezeOp>);
  lowerings.addForDevices(lowerEnsureZeroOffset);
  lowerings.addMatchFailure<BuiltinAllocTensorOp>(
      "it has no storage; run 'relax-lower-alloc-tensor' first");
}

} // namespace mlir::relax
