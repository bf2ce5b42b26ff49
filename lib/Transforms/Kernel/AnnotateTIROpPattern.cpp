// Write down how each tensor program maps its inputs to its output.
#include "Relax/Analysis/OpPattern.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ANNOTATETIROPPATTERNPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
struct AnnotateTIROpPatternPass
    : impl::AnnotateTIROpPatternPassBase<AnnotateTIROpPatternPass> {
  using Base::Base;

  void runOnOperation() override {
    tir::FuncOp func = getOperation();
    // A kind that is there was written by somebody who knows more than the
    // loops say, so it stays, also on a second run.
    if (!func.isExternal() && !func->hasAttr("op_pattern"))
      setOpPattern(func, getOpPattern(func));
  }
};
} // namespace

} // namespace mlir::relax
