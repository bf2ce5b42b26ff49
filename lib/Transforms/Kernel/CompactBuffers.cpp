// Make buffers no larger than what is used of them at a time.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"
#include "Relax/Transforms/Kernel/Passes.h"

namespace mlir::relax {
#define GEN_PASS_DEF_COMPACTBUFFERSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

/// Says what keeps the ranges of a buffer from being known, where a person can
/// mend it.
static void remarkObstacle(memref::AllocOp alloc) {
  for (Operation *user : alloc->getUsers()) {
    auto block = dyn_cast<tir::BlockOp>(user);
    if (!block)
      block = user->getParentOfType<tir::BlockOp>();
    if (!block || block.getBindings().empty() || block->isAncestor(alloc))
      continue;
    alloc.emitRemark("keeps its size: a block uses it, whose iterators have no "
                     "bounds yet; lower blocks first, with "
                     "'tir-convert-blocks-to-opaque'")
            .attachNote(user->getLoc())
        << "it is used here";
    return;
  }
}

namespace {
struct CompactBuffersPass : impl::CompactBuffersPassBase<CompactBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    for (memref::AllocOp alloc : tir::compactBuffers(getOperation()))
      remarkObstacle(alloc);
  }
};
} // namespace

} // namespace mlir::relax
