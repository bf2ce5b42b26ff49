// Launches of kernels: a loop over blocks around loops over threads.
#include "Emission.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::relax::reference {

bool hasBarrier(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<gpu::BarrierOp, gpu::ShuffleOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static LogicalResult compileLaunch(gpu::LaunchOp launch,
                                   ProgramBuilder &builder) {
  Region &body = launch.getBody();
  if (launch.getAsyncToken() || launch.hasClusterSize() ||
      launch.getDynamicSharedMemorySize())
    return launch.emitOpError("cannot be interpreted: it is asynchronous, or "
                              "has clusters or shared memory of its own size");
  uint32_t zero = builder.makeConstant({0});
  SmallVector<OpenLoop> loops;
  // Those that move slowest come first: z, then y, then x.
  auto open = [&](unsigned axis, LoopKind kind) {
    uint32_t size = builder.getIndex(launch->getOperand(axis));
    uint32_t id = builder.getIndex(body.getArgument(axis));
    loops.push_back(beginLoop(launch, builder, kind, id, zero, size));
    builder.alias(body.getArgument(axis + 6), launch->getOperand(axis));
  };
  for (unsigned axis : {2, 1, 0})
    open(axis, LoopKind::Parallel);
  for (BlockArgument buffer : launch.getWorkgroupAttributions())
    if (failed(emitBuffer(launch, builder, buffer, {}, /*isShared=*/false)))
      return failure();
  LoopKind threads =
      hasBarrier(launch) ? LoopKind::LockStep : LoopKind::Parallel;
  for (unsigned axis : {5, 4, 3})
    open(axis, threads);
  for (BlockArgument buffer : launch.getPrivateAttributions())
    if (failed(emitBuffer(launch, builder, buffer, {}, /*isShared=*/false)))
      return failure();
  for (Operation &op : body.front().without_terminator())
    if (failed(builder.compile(&op)))
      return failure();
  for (OpenLoop loop : llvm::reverse(loops))
    endLoop(launch, builder, loop);
  return success();
}

static LogicalResult compileBarrier(gpu::BarrierOp op,
                                    ProgramBuilder &builder) {
  builder.emit(op, &runBarrier);
  return success();
}

// The loops over threads around `op`, as the parts of a thread's number.
static void addAxes(Operation *op, ProgramBuilder &builder, Shuffle &shuffle) {
  if (auto launch = op->getParentOfType<gpu::LaunchOp>()) {
    uint32_t zero = builder.makeConstant({0});
    for (unsigned axis : {3, 4, 5})
      shuffle.axes.push_back(
          {builder.getIndex(launch.getBody().getArgument(axis)), zero,
           builder.getIndex(launch->getOperand(axis))});
    return;
  }
  for (StringRef axis : {"threadIdx.x", "threadIdx.y", "threadIdx.z"})
    for (auto loop = op->getParentOfType<tir::ForOp>(); loop;
         loop = loop->getParentOfType<tir::ForOp>())
      if (loop.getThreadAxis() == axis)
        shuffle.axes.push_back({builder.getIndex(loop.getInductionVar()),
                                builder.getIndex(loop.getLowerBound()),
                                builder.getIndex(loop.getUpperBound())});
}

static LogicalResult compileShuffle(gpu::ShuffleOp op,
                                    ProgramBuilder &builder) {
  Shuffle shuffle{op.getMode(), builder.getIndex(op.getValid()), {}};
  addAxes(op, builder, shuffle);
  uint32_t result = builder.getIndex(op.getShuffleResult());
  uint32_t value = builder.getIndex(op.getValue());
  uint32_t offset = builder.getIndex(op.getOffset());
  uint32_t width = builder.getIndex(op.getWidth());
  const Shuffle *data = builder.keep(std::move(shuffle));
  Instruction &instruction = builder.emit(op, &runShuffle);
  instruction.result = result;
  instruction.a = value;
  instruction.b = offset;
  instruction.c = width;
  instruction.data = data;
  return success();
}

static LogicalResult compileAlloc(gpu::AllocOp op, ProgramBuilder &builder) {
  if (op.getAsyncToken())
    return op.emitOpError("cannot be interpreted: it is asynchronous");
  return emitBuffer(op, builder, op.getMemref(), op.getDynamicSizes(),
                    /*isShared=*/false);
}

static LogicalResult compileDealloc(gpu::DeallocOp op,
                                    ProgramBuilder &builder) {
  emitFree(op, builder, op.getMemref());
  return success();
}

void addDeviceEvaluations(EvaluationTable &table) {
  table.add<gpu::LaunchOp>(&compileLaunch);
  table.add<gpu::BarrierOp>(&compileBarrier);
  table.add<gpu::ShuffleOp>(&compileShuffle);
  table.add<gpu::AllocOp>(&compileAlloc);
  table.add<gpu::DeallocOp>(&compileDealloc);
}

} // namespace mlir::relax::reference
