// Replace the blocks of a tensor program by what they do.
#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CONVERTBLOCKSTOOPAQUEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
struct ConvertBlocksToOpaquePass
    : impl::ConvertBlocksToOpaquePassBase<ConvertBlocksToOpaquePass> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([](tir::BlockOp block) {
      // A reduction over threads needs shuffles or shared memory and barriers.
      // Lowered like a loop, each thread would write its own part as the
      // result: a race that only a device shows.
      if (tir::getReducingThreads(block).empty())
        return WalkResult::advance();
      block.emitOpError(
          "is a reduction that threads do together, expected a lowered one; "
          "run 'tir-lower-cross-thread-reduction' first");
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    tir::lowerBlocks(getOperation());
  }
};
} // namespace

} // namespace mlir::relax
