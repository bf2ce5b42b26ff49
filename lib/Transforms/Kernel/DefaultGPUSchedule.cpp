// Bind the loops of a tensor program to the threads of a GPU, by the first rule
// that fits; cannot fail, as the last one always does.
//
// Each op at the top of the function that does something becomes one kernel, or
// a part of one.
//
// A rule is a function that asks and acts: it says false and has changed
// nothing, or true and has. TVM's dlight has rules of the same kind; where none
// fits, or one fails inside, the program has no schedule (apache/tvm#17245,
// #17873, #20036, #20047, #20061). Here the last rule takes every nest.
#include "DefaultSchedules.h"
#include "GPUSchedule/Rules.h"
#include "InlineProducers.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"
#include "Relax/Dialect/TIR/Schedule/InlinePadding.h"
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"
#include "Relax/Dialect/TIR/Transforms/CrossThreadReduction.h"
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"
#include "Relax/Kernels/Elementwise/BindOneThread.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Relax/Kernels/TransformOps/TileOps.h"
#include "ScheduleWriter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/InterleavedRange.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DEFAULTGPUSCHEDULEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

// In the order in which they are asked. From the most special to the most
// general. Split-K of products comes in front of those whose tiles it counts;
// that of other reductions after the products, and before the row kernel, which
// would give few long rows a block each.
static constexpr struct {
  StringLiteral name;
  GPURule schedule;
} kRules[] = {
    {"attention", scheduleAttention},
    {"grouped-matmul", scheduleGroupedMatmul},
    {"warpgroup-matmul", scheduleWarpgroupMatmul},
    {"split-matmul", scheduleSplitMatmul},
    {"tensor-matmul", scheduleTensorMatmul},
    {"matmul", scheduleMatmul},
    {"sort", scheduleSort},
    {"window", scheduleWindow},
    {"split-reduction", scheduleSplitReduction},
    {"general-reduction", scheduleGeneralReduction},
    {"scan", scheduleScan},
    {"transpose", scheduleTranspose},
    {"elementwise", scheduleElementwise},
    {"fallback", scheduleFallback},
};

namespace {
struct DefaultGPUSchedulePass
    : relax::impl::DefaultGPUSchedulePassBase<DefaultGPUSchedulePass> {
  using Base::Base;

  void runOnOperation() override;
};

class GPUScheduler {
public:
  GPUScheduler(const relax::DefaultGPUSchedulePassOptions &options,
               ScheduleWriter *writer)
      : options(options), writer(writer) {}

  void run(FuncOp func);

private:
  GPUChip getChip(FuncOp func);
  void scheduleNest(Operation *root, const GPUChip &chip);
  void bindAll(FuncOp func);
  void finish(FuncOp func, bool wasBound);

  const relax::DefaultGPUSchedulePassOptions &options;
  ScheduleWriter *writer;
};
} // namespace

/// A statement outside of loops, such as a store of a scalar, may be read by
/// the nest behind it. Two kernels would need it in one of them; in one thread
/// the order is that of the program.
static bool hasStatements(FuncOp func) {
  SmallVector<Operation *> nests = getStatements(func);
  return llvm::any_of(
      func.getBody().front().without_terminator(), [&](Operation &op) {
        return !llvm::is_contained(nests, &op) && !staysOutsideKernels(&op);
      });
}

// The chip that the option names, else the target of the function.
static relax::TargetInfo
findTarget(FuncOp func, const relax::DefaultGPUSchedulePassOptions &options) {
  if (options.chip.empty())
    return relax::getTarget(func);
  return relax::TargetAttr::get(func.getContext(), options.chip);
}

// What kernels may use; of no chip, what each one has.
GPUChip GPUScheduler::getChip(FuncOp func) {
  // Without a chip: 128 multiprocessors, 48 KiB of shared memory and what else
  // each GPU has (GPUChip's defaults).
  GPUChip known;
  known.threads = options.threadsPerBlock;
  known.roundsFloats = options.tf32 || relax::allowsTF32(func);
  known.target = findTarget(func, options);
  if (known.target) {
    known.maxThreads = known.target.getMaxBlockThreads();
    known.maxSharedBytes = known.target.getMaxSharedBytes();
    if (known.target.getCores())
      known.cores = known.target.getCores();
  }
  return known;
}

LogicalResult
checkOptions(Operation *op,
             const relax::DefaultGPUSchedulePassOptions &options) {
  auto emitError = [&] { return op->emitError(); };
  if (!options.chip.empty() &&
      !relax::TargetAttr::getChecked(emitError, op->getContext(),
                                     StringRef(options.chip)))
    return failure();
  // The last rule takes every nest: without it some would have no threads. The
  // second check is of names only; the last rule cannot be skipped.
  auto names = llvm::map_to_vector(
      ArrayRef(kRules).drop_back(),
      [](const auto &rule) -> StringRef { return rule.name; });
  for (StringRef name : options.skippedRules)
    if (!llvm::is_contained(names, name))
      return op->emitError("expected 'skip-rules' to name some of ")
             << llvm::interleaved(names) << "; found \"" << name << "\"";
  return success();
}

void GPUScheduler::scheduleNest(Operation *root, const GPUChip &chip) {
  for (const auto &rule : kRules)
    if (!llvm::is_contained(options.skippedRules, rule.name) &&
        rule.schedule(root, chip, writer))
      return;
}

// On a GPU a choice costs less than a copy of the operand: the copy is two
// kernels more, and all of it goes through memory once more.
static void inlinePaddings(FuncOp func, ScheduleWriter *writer) {
  SmallVector<memref::AllocOp> allocs(
      func.getBody().front().getOps<memref::AllocOp>());
  for (memref::AllocOp alloc : allocs) {
    BlockOp interior = findPadding(alloc);
    if (!interior)
      continue;
    if (writer)
      writer->write<schedule::InlinePaddingOp>(writer->find(interior));
    inlinePadding(alloc);
  }
}

// A rule may erase ops on both sides of the one it is asked about, buffers and
// nests, and put others in its place.
void GPUScheduler::bindAll(FuncOp func) {
  if (hasStatements(func)) {
    func.emitRemark("runs in one thread: it has statements outside of loops");
    if (writer)
      writer->write<schedule::BindOneThreadOp>(writer->getFunction());
    return bindFunctionToOneThread(func);
  }
  inlineProducers(func, writer, DecodedOperands::Inlined);
  inlinePaddings(func, writer);
  GPUChip chip = getChip(func);
  // Bound or not is asked anew after each rule: one rule may take the next
  // nests as well, and erase or replace the op that a list would hold.
  auto getNext = [&]() -> Operation * {
    for (Operation *op : getStatements(func))
      if (!findBoundLoop(op))
        return op;
    return nullptr;
  };
  // Ends, as a rule that says true has bound a nest or left fewer of them, and
  // the last rule takes all.
  while (Operation *next = getNext())
    scheduleNest(next, chip);
}

// Whether threads of a block reduce something together.
static bool sharesReductions(FuncOp func) {
  WalkResult result = func.walk([](BlockOp block) {
    return getReducingThreads(block).empty() ? WalkResult::advance()
                                             : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

void GPUScheduler::finish(FuncOp func, bool wasBound) {
  bool areShared = !wasBound && sharesReductions(func);
  // Copies that a person's script or a rule has made by primitives. Rules that
  // write whole kernels give buffers the room that they need.
  bool compacts = wasBound || hasTileCopies(func);
  Value handle = writer ? writer->getFunction() : Value();
  if (areShared && writer)
    handle = writer->runPass("tir-lower-cross-thread-reduction", handle);
  // The rules have bound only what can be lowered so.
  if (areShared)
    (void)lowerCrossThreadReductions(func);
  finishSchedule(func, compacts, writer, handle);
}

void GPUScheduler::run(FuncOp func) {
  bool wasBound = bool(findBoundLoop(func));
  if (!wasBound)
    bindAll(func);
  finish(func, wasBound);
}

/// An external function is host code; a kernel cannot call it.
/// ExpandLibraryCalls has taken out those of the C library that can be
/// computed.
bool runsOnDevices(FuncOp func) {
  if (func.isExternal())
    return false;
  WalkResult result =
      func.walk([](CallExternOp) { return WalkResult::interrupt(); });
  return !result.wasInterrupted();
}

/// Whether the function is one to schedule. What is for a CPU is not, unless a
/// chip is named.
static bool isForGPU(FuncOp func,
                     const relax::DefaultGPUSchedulePassOptions &options) {
  relax::TargetInfo target = findTarget(func, options);
  // What a schedule for a CPU has left in blocks has no threads yet.
  return runsOnDevices(func) &&
         (!func.isScheduled() || isScheduledInBlocks(func)) &&
         !func.isForHost() && (!target || target.isGPU());
}

bool scheduleForGPU(FuncOp func,
                    const relax::DefaultGPUSchedulePassOptions &options,
                    ScheduleWriter *writer) {
  if (!isForGPU(func, options))
    return false;
  GPUScheduler(options, writer).run(func);
  return true;
}

void DefaultGPUSchedulePass::runOnOperation() {
  relax::DefaultGPUSchedulePassOptions options;
  options.threadsPerBlock = threadsPerBlock;
  options.chip = chip;
  options.tf32 = tf32;
  options.skippedRules.assign(skippedRules.begin(), skippedRules.end());
  FuncOp func = getOperation();
  if (isForGPU(func, options) && failed(checkOptions(func, options)))
    return signalPassFailure();
  if (!scheduleForGPU(func, options))
    markAllAnalysesPreserved();
}

} // namespace mlir::tir
