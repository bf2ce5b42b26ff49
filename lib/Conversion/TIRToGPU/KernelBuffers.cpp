// Places the buffers of kernels: each thread's, each block's or the device's.
#include "Steps.h"

#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tir {

namespace {

/// Who sees a buffer.
enum class Scope { Device, Block, Thread };

} // namespace

// What the memory space of a buffer says; nothing if it says nothing.
static std::optional<Scope> getScope(MemRefType type) {
  Attribute space = type.getMemorySpace();
  if (auto name = dyn_cast_if_present<StringAttr>(space))
    return name.getValue().starts_with("shared") ? Scope::Block
           : name.getValue() == "local"          ? Scope::Thread
                                                 : Scope::Device;
  if (auto gpu = dyn_cast_if_present<gpu::AddressSpaceAttr>(space))
    return gpu.getValue() == gpu::AddressSpace::Workgroup ? Scope::Block
           : gpu.getValue() == gpu::AddressSpace::Private ? Scope::Thread
                                                          : Scope::Device;
  return std::nullopt;
}

// The axes of the threads that the kernel of `launch` has.
static AxisSet getThreadAxes(gpu::LaunchOp launch) {
  AxisSet axes = 0;
  launch.walk([&](ForOp loop) {
    if (std::optional<unsigned> axis = getLaunchAxis(loop))
      axes |= 1u << *axis;
  });
  return axes & kThreadAxes;
}

static Scope findScope(memref::AllocOp alloc, AxisSet threadAxes) {
  if (std::optional<Scope> scope = getScope(alloc.getType()))
    return *scope;
  return threadAxes & ~getBoundAxes(alloc) ? Scope::Block : Scope::Thread;
}

static LogicalResult placeInKernel(memref::AllocOp alloc, gpu::LaunchOp launch,
                                   Scope scope) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape())
    return alloc.emitOpError("makes a buffer of a size that is only known at "
                             "run time, in a kernel; expected a constant size, "
                             "found ")
           << type;
  if (scope == Scope::Device)
    return alloc.emitOpError("makes memory of the device in a kernel; make it "
                             "before the kernel starts");
  auto space = gpu::AddressSpaceAttr::get(
      alloc.getContext(), scope == Scope::Block ? gpu::AddressSpace::Workgroup
                                                : gpu::AddressSpace::Private);
  Type placed = MemRefType::Builder(type).setMemorySpace(space);
  BlockArgument buffer =
      scope == Scope::Block
          ? launch.addWorkgroupAttribution(placed, alloc.getLoc())
          : launch.addPrivateAttribution(placed, alloc.getLoc());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  setMemorySpace(alloc.getResult(), space);
  alloc.getResult().replaceAllUsesWith(buffer);
  alloc.erase();
  return success();
}

// Whoever uses a buffer, or other shapes and parts of it, which make no memory.
static void addUsers(Value buffer, SmallVectorImpl<Operation *> &users) {
  for (Operation *user : buffer.getUsers()) {
    auto view = dyn_cast<ViewLikeOpInterface>(user);
    if (!view || view.getViewSource() != buffer) {
      users.push_back(user);
      continue;
    }
    for (Value result : user->getResults())
      if (isa<BaseMemRefType>(result.getType()))
        addUsers(result, users);
  }
}

// The launch that all uses of a buffer are in; null if there is no such one.
static gpu::LaunchOp findOnlyLaunch(ArrayRef<Operation *> users) {
  gpu::LaunchOp only;
  for (Operation *user : users) {
    if (isa<memref::DeallocOp>(user))
      continue;
    auto launch = user->getParentOfType<gpu::LaunchOp>();
    if (!launch || (only && only != launch))
      return nullptr;
    only = launch;
  }
  return only;
}

static LogicalResult placeOutside(memref::AllocOp alloc) {
  SmallVector<Operation *> users;
  addUsers(alloc, users);
  bool isUsedByKernel = llvm::any_of(users, [](Operation *user) {
    return user->getParentOfType<gpu::LaunchOp>() != nullptr;
  });
  if (!isUsedByKernel)
    return success();
  std::optional<Scope> scope = getScope(alloc.getType());
  if (scope && *scope != Scope::Device) {
    gpu::LaunchOp launch = findOnlyLaunch(users);
    if (!launch)
      return alloc.emitOpError("makes memory of a kernel that more than one "
                               "kernel or the host uses; expected uses in one "
                               "kernel");
    return placeInKernel(alloc, launch, *scope);
  }
  OpBuilder builder(alloc);
  auto buffer = gpu::AllocOp::create(
      builder, alloc.getLoc(), alloc.getType(), /*asyncToken=*/Type(),
      /*asyncDependencies=*/ValueRange(), alloc.getDynamicSizes(),
      alloc.getSymbolOperands());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user)) {
      builder.setInsertionPoint(user);
      gpu::DeallocOp::create(builder, user->getLoc(), /*asyncToken=*/Type(),
                             /*asyncDependencies=*/ValueRange(),
                             buffer.getMemref());
      user->erase();
    }
  alloc.getResult().replaceAllUsesWith(buffer.getMemref());
  alloc.erase();
  return success();
}

LogicalResult placeBuffers(FuncOp function, ArrayRef<gpu::LaunchOp> launches) {
  for (gpu::LaunchOp launch : launches) {
    AxisSet threadAxes = getThreadAxes(launch);
    SmallVector<memref::AllocOp> allocs;
    launch.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    for (memref::AllocOp alloc : allocs)
      if (failed(placeInKernel(alloc, launch, findScope(alloc, threadAxes))))
        return failure();
  }
  SmallVector<memref::AllocOp> outside;
  function.walk([&](memref::AllocOp alloc) { outside.push_back(alloc); });
  for (memref::AllocOp alloc : outside)
    if (failed(placeOutside(alloc)))
      return failure();
  return success();
}

} // namespace mlir::tir
