// Runs launches of kernels as loops: blocks in parallel, threads in phases.
#include "EmulationBuilder.h"
#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTGPUTOTIRPASS
#include "Relax/Conversion/GPUToTIR/Passes.h.inc"

namespace {

// This pass executes what the GPU path makes on a machine without a GPU:
// `--emulate` and the tests of schedules. Blocks are independent by the
// programming model, hence a parallel loop; threads of a block are sequential
// between barriers.
struct ConvertGPUToTIRPass
    : impl::ConvertGPUToTIRPassBase<ConvertGPUToTIRPass> {
  using ConvertGPUToTIRPassBase::ConvertGPUToTIRPassBase;

  void runOnOperation() override;
};

} // namespace

// Fills a buffer with what is no number.
static void poison(Value buffer, OpBuilder &builder) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  if (!element.isIntOrFloat())
    return;
  Location location = buffer.getLoc();
  auto extents = llvm::map_to_vector(type.getShape(), [&](int64_t size) {
    return tir::indexConstant(builder, location, size);
  });
  Value value = tir::makePoison(builder, location, element);
  tir::buildLoops(builder, location, extents,
                  [&](OpBuilder &inner, ValueRange at) {
                    memref::StoreOp::create(inner, location, value, buffer, at);
                  });
}

// The launch, whose threads run by `schedule`; the first `numPoisoned` of its
// shared buffers hold no numbers at first.
static LogicalResult lowerLaunch(gpu::LaunchOp launch,
                                 tir::ThreadSchedule schedule,
                                 unsigned numPoisoned) {
  // Clusters share memory between blocks, which parallel loops have not.
  if (launch.getAsyncToken() || launch.hasClusterSize() ||
      launch.getDynamicSharedMemorySize())
    return launch.emitOpError(
        "expected a synchronous launch without clusters and dynamic shared "
        "memory; cannot run the threads of a block in loops");
  Location location = launch.getLoc();
  Region &body = launch.getBody();
  OpBuilder builder(launch);
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  IRMapping shared;
  // z outermost, as for threads, so that neighbours in x are adjacent
  // iterations.
  for (unsigned axis : {2, 1, 0}) {
    auto loop =
        tir::ForOp::create(builder, location, zero, launch->getOperand(axis),
                           tir::ForKind::Parallel);
    builder.setInsertionPointToStart(loop.getBody());
    shared.map(body.getArgument(axis), loop.getInductionVar());
  }
  // Grid and block sizes are arguments 6 to 11 of the launch's body, in the
  // order of its operands.
  for (unsigned axis = 0; axis != 6; ++axis)
    shared.map(body.getArgument(axis + 6), launch->getOperand(axis));
  // Address spaces mean nothing to the host: buffers become ordinary memory,
  // one for each block, inside of the parallel loop.
  for (BlockArgument buffer : launch.getPrivateAttributions())
    tir::setMemorySpace(buffer, nullptr);
  for (auto [i, buffer] : llvm::enumerate(launch.getWorkgroupAttributions())) {
    tir::setMemorySpace(buffer, nullptr);
    Value memory = memref::AllocOp::create(builder, location,
                                           cast<MemRefType>(buffer.getType()));
    if (i < numPoisoned)
      poison(memory, builder);
    shared.map(buffer, memory);
  }
  if (failed(tir::BlockEmulation(launch, schedule, shared, zero).run(builder)))
    return failure();
  launch.erase();
  return success();
}

// Memory of the device is memory of the host here, assertions are ours.
static void lowerRest(Operation *op) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  if (auto alloc = dyn_cast<gpu::AllocOp>(op)) {
    auto buffer = memref::AllocOp::create(
        builder, location, cast<MemRefType>(alloc.getMemref().getType()),
        alloc.getDynamicSizes(), alloc.getSymbolOperands());
    alloc.getMemref().replaceAllUsesWith(buffer);
  } else if (auto dealloc = dyn_cast<gpu::DeallocOp>(op)) {
    memref::DeallocOp::create(builder, location, dealloc.getMemref());
  } else if (auto map = dyn_cast<tir::TensorMapOp>(op)) {
    // What was copied by it has been read.
    // The map stays until all launches are lowered; a copy in another launch
    // may read it.
    if (!map->use_empty())
      return;
    // cf.assert in device code ends the kernel with a trap; in a tensor program
    // it is our assertion with a message.
  } else if (auto check = dyn_cast<cf::AssertOp>(op)) {
    tir::AssertOp::create(builder, location, check.getArg(), check.getMsg());
  } else {
    return;
  }
  op->erase();
}

void ConvertGPUToTIRPass::runOnOperation() {
  SmallVector<gpu::LaunchOp> launches;
  getOperation().walk(
      [&](gpu::LaunchOp launch) { launches.push_back(launch); });
  // The order: shuffles and matrix loads add barriers, and phases are numbered
  // only by `lowerLaunch`, so all of that must be done before. Async copies
  // come before matrix products, which read what was copied.
  for (gpu::LaunchOp launch : launches) {
    unsigned numShared = launch.getNumWorkgroupAttributions();
    bool hasCopies = launch
                         .walk([](nvgpu::MBarrierCreateOp) {
                           return WalkResult::interrupt();
                         })
                         .wasInterrupted();
    // Of the ops as they are, before they become accesses of the emulation.
    if (checkAccesses)
      tir::checkFences(launch);
    tir::lowerShuffles(launch);
    if (failed(tir::lowerAsyncCopies(launch)) ||
        failed(tir::lowerBulkLoads(launch)) ||
        failed(tir::lowerMatrixLoads(launch, threadOrder)) ||
        failed(tir::lowerMatrixProducts(launch)) ||
        failed(tir::lowerWarpgroupProducts(launch, threadOrder)))
      return signalPassFailure();
    if (threadOrder != tir::ThreadOrder::Ascending)
      tir::peelBarrierLoops(launch);
    if (checkAccesses)
      tir::checkAccesses(launch, numShared);
    if (failed(lowerLaunch(launch, {threadOrder, hasCopies},
                           checkAccesses ? numShared : 0)))
      return signalPassFailure();
  }
  getOperation().walk([](Operation *op) { lowerRest(op); });
}

} // namespace mlir::relax
