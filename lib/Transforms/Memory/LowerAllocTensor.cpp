// Gives each tensor that is not planned its own storage, and allocations of the
// virtual machine the form that later passes know.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Analysis/StorageReuse.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LOWERALLOCTENSORPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// For static shapes the product must be a number now. A symbolic one can be
/// judged only when the program runs.
static LogicalResult lowerAlloc(BuiltinAllocTensorOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  if (!type.getElementType().isIntOrIndexOrFloat())
    return op.emitOpError("expects elements that are integers or floats, "
                          "found ")
           << type << "; complex numbers are two tensors";
  SymExprAttr bytes = getByteSize(type);
  // A product of constants beyond 63 bits is no constant any more. Without the
  // check it would wrap, and a small storage would hold a large tensor.
  if (!bytes || (type.hasStaticShape() && !bytes.getConstant()))
    return op.emitOpError("expects sizes that 64 bits hold, found ") << type;
  OpBuilder builder(op);
  Value storage = MemoryAllocStorageOp::create(
      builder, op.getLoc(), bytes,
      /*virtual_device_index=*/0, op.getStorageScope(), getDevice(op));
  Value tensor =
      MemoryAllocTensorOp::create(builder, op.getLoc(), type, storage,
                                  SymExprAttr::constant(op.getContext(), 0));
  op.getTensor().replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

/// Puts `made` in the place of what an op of the virtual machine made. Such
/// objects live as long as something refers to them, so a dropped reference is
/// no end yet: 'relax-kill-after-last-use' finds that. An explicit
/// `vm.kill_object` on a tensor drops a reference, and the object lives on if
/// another variable has it. Here a kill ends memory. Taking it over could end a
/// tensor that a second name still reads.
static LogicalResult replaceObject(Operation *op, Value made) {
  Value object = op->getResult(0);
  for (Operation *user : llvm::make_early_inc_range(object.getUsers()))
    if (isa<VMKillObjectOp>(user))
      user->erase();
  object.replaceAllUsesWith(made);
  op->erase();
  return success();
}

/// Sets the device that the types of the tensors in a storage name. TVM's op
/// has a device index, ours a device. Tensors carve up one storage, so all of
/// them must be on one device.
static LogicalResult findDevice(VMAllocStorageOp op, VDeviceAttr &device) {
  VMAllocTensorOp first;
  for (Operation *user : op->getUsers()) {
    auto tensor = dyn_cast<VMAllocTensorOp>(user);
    if (!tensor)
      continue;
    VDeviceAttr other =
        getVDevice(cast<TensorType>(tensor.getTensor().getType()));
    if (!first)
      device = other;
    if (!isSameDevice(device, other)) {
      InFlightDiagnostic error =
          op.emitOpError("expects tensors of one device, found two; give each "
                         "device a storage of its own");
      error.attachNote(tensor.getLoc()) << "one of the tensors is here";
      error.attachNote(first.getLoc()) << "another one is here";
      return error;
    }
    first = tensor;
  }
  return success();
}

static LogicalResult lowerAlloc(VMAllocStorageOp op) {
  VDeviceAttr device;
  if (failed(findDevice(op, device)))
    return failure();
  OpBuilder builder(op);
  return replaceObject(
      op, MemoryAllocStorageOp::create(builder, op.getLoc(), op.getSize(),
                                       op.getRuntimeDeviceIndex(),
                                       op.getStorageScope(), device));
}

static LogicalResult lowerAlloc(VMAllocTensorOp op) {
  OpBuilder builder(op);
  return replaceObject(op, MemoryAllocTensorOp::create(
                               builder, op.getLoc(), op.getTensor().getType(),
                               op.getStorage(), op.getOffset()));
}

/// Whether the op is an allocation that is to be lowered.
static bool isToLower(Operation *op) {
  return isa<BuiltinAllocTensorOp, VMAllocStorageOp, VMAllocTensorOp>(op);
}

namespace {
struct LowerAllocTensorPass
    : impl::LowerAllocTensorPassBase<LowerAllocTensorPass> {
  void runOnOperation() override {
    SmallVector<Operation *> allocs;
    // Collected first, as lowering erases ops. The order of definition stays,
    // so a storage is lowered before the tensors in it.
    getOperation().walk([&](Operation *op) {
      if (isToLower(op))
        allocs.push_back(op);
    });
    if (allocs.empty())
      return markAllAnalysesPreserved();
    if (failed(checkAllowsEffects(getOperation())))
      return signalPassFailure();
    for (Operation *op : allocs)
      if (failed(checkMayGetEffects(op)))
        return signalPassFailure();
    bool lowered = true;
    for (Operation *op : allocs)
      lowered &= succeeded(
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case<BuiltinAllocTensorOp, VMAllocStorageOp, VMAllocTensorOp>(
                  [](auto alloc) { return lowerAlloc(alloc); }));
    if (!lowered)
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
