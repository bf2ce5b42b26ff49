// Places the buffers of kernels: each thread's, each block's or the device's.
#include "Steps.h"

#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tir {

namespace {

/// Who sees a buffer.
enum class Scope { Device, Block, Thread };

} // namespace

// What the memory space of a buffer says; nothing if it says nothing.
// TVM's scopes are strings, "shared.dyn" among them, and upstream's are
// attributes. Programs come with either, so both are read.
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

// As TVM has it: a buffer belongs to those threads whose loops are around it.
// If some loop over threads is inside of it, several threads use the same one.
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
    return alloc.emitOpError(
        "makes memory of the device in a kernel, expected memory that exists "
        "when it starts; make it before");
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

// The loops over threads that a buffer is made in, the outermost first.
// Outermost first, as the rows of the buffer are numbered in that order.
static SmallVector<ForOp> getThreadLoops(memref::AllocOp alloc) {
  SmallVector<ForOp> loops;
  for (Operation *op = alloc->getParentOp(); !isa<gpu::LaunchOp>(op);
       op = op->getParentOp())
    if (auto loop = dyn_cast<ForOp>(op))
      if (std::optional<unsigned> axis = getLaunchAxis(loop))
        if (kThreadAxes & (1u << *axis))
          loops.insert(loops.begin(), loop);
  return loops;
}

// Puts the iterations of `loops` in front of the indices of an access.
static void prefixIndices(Operation *access, MutableOperandRange indices,
                          ArrayRef<ForOp> loops) {
  OpBuilder builder(access);
  SmallVector<Value> all;
  for (ForOp loop : loops)
    all.push_back(arith::SubIOp::create(builder, access->getLoc(),
                                        loop.getInductionVar(),
                                        loop.getLowerBound()));
  llvm::append_range(all, indices.getAsOperandRange());
  indices.assign(all);
}

// A buffer that some loops over threads make, and others share, is as many as
// these loops have iterations: one buffer with a row for each.
// Each thread along those loops has a row; threads along the other axes share
// it. Without that all of them would write to one buffer.
static FailureOr<memref::AllocOp> makeRows(memref::AllocOp alloc) {
  SmallVector<ForOp> loops = getThreadLoops(alloc);
  if (loops.empty())
    return alloc;
  MemRefType type = alloc.getType();
  SmallVector<int64_t> shape;
  for (ForOp loop : loops) {
    std::optional<int64_t> extent = loop.getConstantExtent();
    if (!extent)
      return alloc.emitOpError("makes a buffer for each thread along \"")
             << *loop.getThreadAxis()
             << "\", expected a constant number of them; make it outside of "
                "that loop, or say who has it by a memory space";
    shape.push_back(*extent);
  }
  llvm::append_range(shape, type.getShape());
  for (Operation *user : alloc->getUsers())
    if (!isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp>(user) ||
        !type.getLayout().isIdentity()) {
      InFlightDiagnostic error =
          alloc.emitOpError("makes a buffer for each thread along \"");
      error
          << *loops.front().getThreadAxis()
          << "\" that other threads share; expected loads and stores only, or "
             "a memory space";
      error.attachNote(user->getLoc()) << "it is used here";
      return error;
    }
  OpBuilder builder(alloc);
  auto rows = memref::AllocOp::create(
      builder, alloc.getLoc(), MemRefType::get(shape, type.getElementType()));
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers())) {
    if (auto load = dyn_cast<memref::LoadOp>(user))
      prefixIndices(load, load.getIndicesMutable(), loops);
    else if (auto store = dyn_cast<memref::StoreOp>(user))
      prefixIndices(store, store.getIndicesMutable(), loops);
    user->replaceUsesOfWith(alloc, rows);
  }
  alloc.erase();
  return rows;
}

// Whoever uses a buffer, or other shapes and parts of it, which make no memory.
// A view is followed, since a subview in front of a kernel would hide that the
// kernel uses the buffer.
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
  // A buffer that no kernel uses is the host's, and memory of a device would
  // be out of its reach.
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
    // Collected before any is placed, since placing erases and makes
    // allocations.
    AxisSet threadAxes = getThreadAxes(launch);
    SmallVector<memref::AllocOp> allocs;
    launch.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    for (memref::AllocOp alloc : allocs) {
      Scope scope = findScope(alloc, threadAxes);
      FailureOr<memref::AllocOp> placed = alloc;
      if (scope == Scope::Block && !getScope(alloc.getType()) &&
          alloc.getType().hasStaticShape())
        placed = makeRows(alloc);
      if (failed(placed) || failed(placeInKernel(*placed, launch, scope)))
        return failure();
    }
  }
  SmallVector<memref::AllocOp> outside;
  function.walk([&](memref::AllocOp alloc) { outside.push_back(alloc); });
  for (memref::AllocOp alloc : outside)
    if (failed(placeOutside(alloc)))
      return failure();
  return success();
}

} // namespace mlir::tir
