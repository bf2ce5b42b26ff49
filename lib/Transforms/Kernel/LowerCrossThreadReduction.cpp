// Write out what the threads of a block reduce together.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Transforms/CrossThreadReduction.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LOWERCROSSTHREADREDUCTIONPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
struct LowerCrossThreadReductionPass
    : impl::LowerCrossThreadReductionPassBase<LowerCrossThreadReductionPass> {
  using Base::Base;

  // A pass of its own, since a schedule that a person wrote may bind reductions
  // to threads; the default rules write them out themselves.
  void runOnOperation() override {
    if (failed(tir::lowerCrossThreadReductions(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
