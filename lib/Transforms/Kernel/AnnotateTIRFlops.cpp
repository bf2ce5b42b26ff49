// Write at each tensor program how many operations on floats it does.
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Dialect/TIR/Analysis/FloatOperations.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ANNOTATETIRFLOPSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {
struct AnnotateTIRFlopsPass
    : impl::AnnotateTIRFlopsPassBase<AnnotateTIRFlopsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module->hasAttr(rt::RuntimeDialect::kProfile))
      return markAllAnalysesPreserved();
    // A program that is scheduled by now keeps what was counted before.
    for (auto function : module.getOps<tir::FuncOp>())
      if (SymExprAttr flops = tir::countFloatOperations(function))
        function->setAttr(rt::RuntimeDialect::kFlops, flops);
  }
};
} // namespace

} // namespace mlir::relax
