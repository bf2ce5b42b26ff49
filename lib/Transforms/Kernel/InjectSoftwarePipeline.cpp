// Let iterations of loops overlap as their annotations say.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Transforms/SoftwarePipeline.h"
#include "Relax/Support/CollectError.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::relax {
#define GEN_PASS_DEF_INJECTSOFTWAREPIPELINEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
struct InjectSoftwarePipelinePass
    : impl::InjectSoftwarePipelinePassBase<InjectSoftwarePipelinePass> {
  using Base::Base;

  void runOnOperation() override;

private:
  LogicalResult pipeline(tir::ForOp loop);
};
} // namespace

// An error is a remark where it is no fault of the program. A pipeline is a
// wish of the default schedule for speed; the loop is right without it. One
// that a person asked for is an error if it cannot be.
LogicalResult InjectSoftwarePipelinePass::pipeline(tir::ForOp loop) {
  if (!skipRejected)
    return tir::pipelineLoop(loop);
  LogicalResult result = failure();
  std::string why =
      collectError(&getContext(), [&] { result = tir::pipelineLoop(loop); });
  if (succeeded(result))
    return success();
  loop.emitRemark("stays as it is: ") << why;
  return success();
}

// Inner loops come first. Post-order: an outer pipeline copies its body, inner
// loops included, and those are then pipelines already.
void InjectSoftwarePipelinePass::runOnOperation() {
  SmallVector<tir::ForOp> loops;
  getOperation().walk([&](tir::ForOp loop) {
    if (tir::isPipelineRequested(loop))
      loops.push_back(loop);
  });
  if (loops.empty())
    return markAllAnalysesPreserved();
  bool isRight = true;
  for (tir::ForOp loop : loops)
    isRight &= succeeded(pipeline(loop));
  if (!isRight)
    signalPassFailure();
}

} // namespace mlir::relax
