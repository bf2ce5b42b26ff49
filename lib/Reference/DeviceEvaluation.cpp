// Launches of kernels: a loop over blocks around loops over threads.
#include "Emission.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

#include <array>

namespace mlir::relax::reference {

// Threads run one after the other unless some op needs what others do at the
// same time, which costs a switch of threads at each.
bool hasBarrier(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<gpu::BarrierOp, gpu::ShuffleOp, NVVM::ElectSyncOp,
                   nvgpu::LdMatrixOp, nvgpu::MmaSyncOp,
                   nvgpu::DeviceAsyncCopyOp, nvgpu::MBarrierInitOp,
                   tir::WarpgroupProductOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static LogicalResult compileLaunch(gpu::LaunchOp launch,
                                   ProgramBuilder &builder) {
  Region &body = launch.getBody();
  // Nothing here makes such launches before they are lowered: shared memory of
  // its own size is given by a pass after the last one that is interpreted.
  if (launch.getAsyncToken() || launch.hasClusterSize() ||
      launch.getDynamicSharedMemorySize())
    return launch.emitOpError(
        "cannot be interpreted: expected a synchronous launch without clusters "
        "and dynamic shared memory");
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

void addAxes(Operation *op, ProgramBuilder &builder, Meeting &meeting) {
  if (auto launch = op->getParentOfType<gpu::LaunchOp>()) {
    uint32_t zero = builder.makeConstant({0});
    for (unsigned axis : {3, 4, 5})
      meeting.axes.push_back(
          {builder.getIndex(launch.getBody().getArgument(axis)), zero,
           builder.getIndex(launch->getOperand(axis))});
    return;
  }
  for (StringRef axis : {"threadIdx.x", "threadIdx.y", "threadIdx.z"})
    for (auto loop = op->getParentOfType<tir::ForOp>(); loop;
         loop = loop->getParentOfType<tir::ForOp>())
      if (loop.getThreadAxis() == axis)
        meeting.axes.push_back({builder.getIndex(loop.getInductionVar()),
                                builder.getIndex(loop.getLowerBound()),
                                builder.getIndex(loop.getUpperBound())});
}

Instruction &emitMeeting(Operation *op, ProgramBuilder &builder,
                         const Meeting *meeting) {
  uint32_t id = builder.getLibrary().addOp(op);
  Instruction &instruction = builder.emit(op, &runMeeting);
  instruction.id = id;
  instruction.data = meeting;
  return instruction;
}

namespace {
/// A shuffle: which lane a lane asks, and where it finds whether there is one.
struct Shuffle : Meeting {
  gpu::ShuffleMode mode;
  uint32_t valid;
};
} // namespace

// The lane that `lane` asks; nothing if there is none in its part of the warp.
// PTX: a lane that has no partner keeps its own value, and the predicate says
// so.
static std::optional<int64_t> findLane(gpu::ShuffleMode mode, int64_t lane,
                                       int64_t offset, int64_t width) {
  int64_t first = lane / width * width;
  int64_t source = mode == gpu::ShuffleMode::XOR    ? lane ^ offset
                   : mode == gpu::ShuffleMode::UP   ? lane - offset
                   : mode == gpu::ShuffleMode::DOWN ? lane + offset
                                                    : first + offset;
  if (source < first || source >= first + width)
    return std::nullopt;
  return source;
}

static bool exchange(ThreadGroup &group, const Instruction *at,
                     ArrayRef<Thread *> lanes) {
  auto *shuffle =
      static_cast<const Shuffle *>(static_cast<const Meeting *>(at->data));
  std::array<Scalar, kWarp> values;
  for (auto [value, lane] : llvm::zip(values, lanes))
    value = lane->scalars[at->a];
  for (int64_t i = 0; i != kWarp; ++i) {
    std::vector<Scalar> &scalars = lanes[i]->scalars;
    int64_t offset = scalars[at->b].i, width = scalars[at->c].i;
    if (width <= 0 || width > kWarp || !llvm::isPowerOf2_64(width))
      return group.getMachine().fail(
          at, "has a width of " + Twine(width) +
                  "; expected a power of two of at most 32");
    std::optional<int64_t> source = findLane(shuffle->mode, i, offset, width);
    scalars[at->result] = values[source.value_or(i)];
    scalars[shuffle->valid].i = source ? -1 : 0;
  }
  return true;
}

static LogicalResult compileShuffle(gpu::ShuffleOp op,
                                    ProgramBuilder &builder) {
  Shuffle shuffle;
  shuffle.run = &exchange;
  shuffle.what = "shuffle values";
  shuffle.mode = op.getMode();
  shuffle.valid = builder.getIndex(op.getValid());
  addAxes(op, builder, shuffle);
  uint32_t result = builder.getIndex(op.getShuffleResult());
  uint32_t value = builder.getIndex(op.getValue());
  uint32_t offset = builder.getIndex(op.getOffset());
  uint32_t width = builder.getIndex(op.getWidth());
  Instruction &instruction =
      emitMeeting(op, builder, builder.keep(std::move(shuffle)));
  instruction.result = result;
  instruction.a = value;
  instruction.b = offset;
  instruction.c = width;
  return success();
}

// Which thread it is, PTX leaves open; the first one is what devices elect.
static bool elect(ThreadGroup &, const Instruction *at,
                  ArrayRef<Thread *> lanes) {
  for (auto [i, lane] : llvm::enumerate(lanes))
    lane->scalars[at->result].i = i == 0 ? -1 : 0;
  return true;
}

static LogicalResult compileElection(NVVM::ElectSyncOp op,
                                     ProgramBuilder &builder) {
  if (op.getMembermask())
    return op.emitOpError("cannot be interpreted with a mask; expected none, "
                          "which elects a thread of the whole warp");
  Meeting meeting;
  meeting.run = &elect;
  meeting.what = "elect a thread";
  addAxes(op, builder, meeting);
  uint32_t result = builder.getIndex(op.getPred());
  emitMeeting(op, builder, builder.keep(std::move(meeting))).result = result;
  return success();
}

static LogicalResult compileAlloc(gpu::AllocOp op, ProgramBuilder &builder) {
  if (op.getAsyncToken())
    return op.emitOpError("cannot be interpreted: expected a synchronous op, "
                          "found an asynchronous one");
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
  table.add<NVVM::ElectSyncOp>(&compileElection);
  table.add<gpu::AllocOp>(&compileAlloc);
  table.add<gpu::DeallocOp>(&compileDealloc);
}

} // namespace mlir::relax::reference
