// Make buffers no larger than what is used of them at a time.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"
#include "Relax/Transforms/Kernel/Passes.h"

namespace mlir::relax {
#define GEN_PASS_DEF_COMPACTBUFFERSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
struct CompactBuffersPass : impl::CompactBuffersPassBase<CompactBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    // Collected first: a compacted buffer is a new allocation, which the walk
    // would meet again.
    SmallVector<memref::AllocOp> buffers;
    getOperation().walk(
        [&](memref::AllocOp alloc) { buffers.push_back(alloc); });
    for (memref::AllocOp alloc : buffers)
      tir::compactBuffer(alloc);
  }
};
} // namespace

} // namespace mlir::relax
