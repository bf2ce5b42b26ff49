// Explicit memory as host code: storages, tensors in them, views, ends.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

static LogicalResult lowerAllocStorage(MemoryAllocStorageOp op,
                                       HostFunction &host) {
  Value bytes = host.evaluate(op, op.getSize());
  if (!bytes)
    return failure();
  Value storage =
      rt::StorageAllocOp::create(host.getBuilder(), op.getLoc(),
                                 rt::StorageType::get(op.getContext()), bytes);
  host.setParts(op.getStorage(), {storage, bytes});
  return success();
}

/// Checks that a tensor whose sizes are known only now fits into its storage:
/// a product of sizes may be absurd, an expression negative.
static void checkFits(MemoryAllocTensorOp op, HostFunction &host, Value offset,
                      Value capacity, ValueRange sizes) {
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  auto type = HostFunction::getBufferType(op.getTensor().getType());
  SmallVector<Value> all;
  auto next = sizes.begin();
  for (int64_t size : type.getShape())
    all.push_back(ShapedType::isDynamic(size)
                      ? *next++
                      : host.getConstant(location, size));
  unsigned bits = type.getElementType().isIndex()
                      ? 64
                      : llvm::alignTo(type.getElementTypeBitWidth(), 8);
  Value bytes = rt::TensorBytesOp::create(builder, location,
                                          builder.getIndexType(), all, bits);
  Value end = arith::AddIOp::create(builder, location, offset, bytes);
  Value fits = arith::CmpIOp::create(builder, location,
                                     arith::CmpIPredicate::sle, end, capacity);
  rt::AssertOp::create(builder, location, fits,
                       "a tensor does not fit in its storage", ValueRange());
}

static LogicalResult lowerAllocTensor(MemoryAllocTensorOp op,
                                      HostFunction &host) {
  FailureOr<SmallVector<Value>> storage = host.getParts(op.getStorage());
  if (failed(storage) || storage->size() != 2)
    return host.refuse(op, "its storage is not allocated in this function");
  Value capacity = storage->back();
  auto tensor = cast<RankedTensorType>(op.getTensor().getType());
  MemRefType type = HostFunction::getBufferType(tensor);
  FailureOr<SmallVector<Value>> sizes = host.evaluateSizes(op, tensor);
  Value offset = host.evaluate(op, op.getOffset());
  if (!type || failed(sizes) || !offset)
    return failure();
  if (!type.hasStaticShape())
    checkFits(op, host, offset, capacity, *sizes);
  OpBuilder &builder = host.getBuilder();
  auto bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  Value data = rt::StorageDataOp::create(builder, op.getLoc(), bytes,
                                         storage->front(), capacity);
  Value buffer =
      memref::ViewOp::create(builder, op.getLoc(), type, data, offset, *sizes);
  host.setParts(op.getTensor(), buffer);
  host.setOwner(buffer, {storage->front(), offset, {}});
  return success();
}

static LogicalResult lowerKillStorage(MemoryKillStorageOp op,
                                      HostFunction &host) {
  FailureOr<SmallVector<Value>> storage = host.getParts(op.getStorage());
  if (failed(storage))
    return failure();
  rt::StorageReleaseOp::create(host.getBuilder(), op.getLoc(),
                               storage->front());
  return success();
}

/// Memory belongs to storages; only what a call has made ends here.
static LogicalResult lowerKillTensor(MemoryKillTensorOp op,
                                     HostFunction &host) {
  Value buffer = host.getBuffer(op.getTensor());
  if (!buffer)
    return failure();
  if (Value tensor = host.getOwner(buffer).tensor)
    rt::TensorReleaseOp::create(host.getBuilder(), op.getLoc(), tensor);
  return success();
}

static LogicalResult lowerKillObject(VMKillObjectOp, HostFunction &) {
  return success();
}

/// Other dimensions for the bytes of `input` from `offset` on.
static LogicalResult lowerView(Operation *op, HostFunction &host, Value input,
                               Value offset) {
  Value buffer = host.getBuffer(input);
  auto tensor = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  MemRefType type = HostFunction::getBufferType(tensor);
  if (!type)
    return host.refuse(op, "its dtype or rank is unknown");
  FailureOr<SmallVector<Value>> sizes = host.evaluateSizes(op, tensor);
  if (!buffer || !offset || failed(sizes))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Value view =
      rt::ViewOp::create(builder, op->getLoc(), type, buffer, offset, *sizes);
  BufferOwner owner = host.getOwner(buffer);
  if (owner.storage)
    host.setOwner(view, {owner.storage,
                         arith::AddIOp::create(builder, op->getLoc(),
                                               owner.offset, offset),
                         {}});
  host.setParts(op->getResult(0), view);
  return success();
}

static LogicalResult lowerMemoryView(MemoryViewOp op, HostFunction &host) {
  return lowerView(op, host, op.getInput(),
                   host.evaluate(op, op.getRelativeByteOffset()));
}

/// The elements of all of these are those of the operand, in the same order.
template <typename Op>
static LogicalResult lowerReshape(Op op, HostFunction &host) {
  return lowerView(op, host, op.getX(), host.getConstant(op.getLoc(), 0));
}

static LogicalResult lowerEnsureZeroOffset(MemoryEnsureZeroOffsetOp op,
                                           HostFunction &host) {
  Value buffer = host.getBuffer(op.getInput());
  if (!buffer)
    return failure();
  host.setParts(op.getResult(), buffer);
  return success();
}

void addMemoryLowerings(HostLowerings &lowerings) {
  lowerings.add(lowerAllocStorage);
  lowerings.add(lowerAllocTensor);
  lowerings.add(lowerKillStorage);
  lowerings.add(lowerKillTensor);
  lowerings.add(lowerKillObject);
  lowerings.add(lowerMemoryView);
  lowerings.add(lowerReshape<ReshapeOp>);
  lowerings.add(lowerEnsureZeroOffset);
  lowerings.addRefusal<BuiltinAllocTensorOp>(
      "it has no storage; run 'relax-lower-alloc-tensor' first");
}

} // namespace mlir::relax
