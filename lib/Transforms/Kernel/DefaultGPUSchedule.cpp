// Bind the loops of a tensor program to the threads of a GPU, by the first rule
// that fits; cannot fail, as the last one always does.
//
// Each op at the top of the function that does something becomes one kernel, or
// a part of one.
#include "GPUSchedule/Rules.h"
#include "InlineProducers.h"
#include "Relax/Dialect/TIR/Schedule/BindOneThread.h"
#include "Relax/Dialect/TIR/Schedule/CompactBuffer.h"
#include "Relax/Dialect/TIR/Schedule/LowerBlock.h"
#include "Relax/Support/DeviceLimits.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DEFAULTGPUSCHEDULEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

// In the order in which they are asked.
static constexpr struct {
  StringLiteral name;
  GPURule schedule;
} kRules[] = {
    {"attention", scheduleAttention},
    {"warpgroup-matmul", scheduleWarpgroupMatmul},
    {"tensor-matmul", scheduleTensorMatmul},
    {"matmul", scheduleMatmul},
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

private:
  GPUChip getChip();
  void scheduleNests(const GPUChip &chip);
  LogicalResult checkRules();
};
} // namespace

static bool isBound(Operation *root) { return bool(findBoundLoop(root)); }

static bool isControl(Operation &op) {
  return isa<ForOp, BlockOp, IfOp, WhileOp>(op);
}

static bool hasStatements(FuncOp func) {
  return llvm::any_of(func.getBody().front().without_terminator(),
                      [](Operation &op) {
                        return !isControl(op) && !staysOutsideKernels(&op);
                      });
}

// The one chip with products of warpgroups.
static constexpr StringLiteral kWarpgroupChip = "sm_90a";

// The number in the name of the chip, as 90 in "sm_90a".
GPUChip DefaultGPUSchedulePass::getChip() {
  GPUChip known;
  known.threads = threadsPerBlock;
  known.roundsFloats = tf32;
  StringRef digits = StringRef(chip).drop_until(llvm::isDigit);
  (void)digits.consumeInteger(10, known.version);
  known.hasWarpgroupProducts = chip == kWarpgroupChip;
  if (!chip.empty())
    known.mostSharedBytes = relax::getMostSharedBytes(chip);
  return known;
}

LogicalResult DefaultGPUSchedulePass::checkRules() {
  for (const std::string &name : skippedRules)
    if (llvm::none_of(ArrayRef(kRules).drop_back(),
                      [&](const auto &rule) { return rule.name == name; }))
      return getOperation().emitError("cannot skip the rule \"")
             << name << "\": there is none of that name, or it is the last";
  return success();
}

// A rule may erase ops on both sides of the one it is asked about, buffers and
// nests, and put others in its place.
void DefaultGPUSchedulePass::scheduleNests(const GPUChip &chip) {
  Block &body = getOperation().getBody().front();
  auto isLeft = [](Operation &op) { return isControl(op) && !isBound(&op); };
  for (auto op = llvm::find_if(body, isLeft); op != body.end();
       op = llvm::find_if(body, isLeft))
    for (const auto &rule : kRules)
      if (!llvm::is_contained(skippedRules, rule.name) &&
          rule.schedule(&*op, chip))
        break;
}

// A schedule makes copies of whole buffers, of which a block uses a part; and
// shared memory is small. Rules make what they need, with room between rows.
static void compactAll(FuncOp func) {
  SmallVector<memref::AllocOp> allocs;
  func.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
  for (memref::AllocOp alloc : allocs)
    (void)compactBuffer(alloc);
}

void DefaultGPUSchedulePass::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isExternal() || func.isScheduled() || func.isForHost())
    return markAllAnalysesPreserved();
  if (failed(checkRules()))
    return signalPassFailure();
  bool isDone = isBound(func);
  if (!isDone && hasStatements(func)) {
    func.emitRemark("runs in one thread: it has statements outside of loops");
    bindFunctionToOneThread(func);
  } else if (!isDone) {
    inlineProducers(func);
    inlinePaddings(func);
    scheduleNests(getChip());
  }
  lowerBlocks(func);
  if (isDone)
    compactAll(func);
  IRRewriter rewriter(&getContext());
  // "Nothing found" is no failure of the pass.
  (void)runRegionDCE(rewriter, func->getRegions());
  func.setScheduled();
}

} // namespace mlir::tir
