// Lowers tensor programs: the order of the steps.
#include "Relax/Conversion/TIRToSCF/Passes.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Steps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTTIRTOSCFPASS
#include "Relax/Conversion/TIRToSCF/Passes.h.inc"

namespace {

struct ConvertTIRToSCFPass
    : impl::ConvertTIRToSCFPassBase<ConvertTIRToSCFPass> {
  using ConvertTIRToSCFPassBase::ConvertTIRToSCFPassBase;

  void runOnOperation() override {
    SmallVector<tir::FuncOp> functions(getOperation().getOps<tir::FuncOp>());
    for (tir::FuncOp function : functions) {
      if (failed(lowerBody(function)))
        return signalPassFailure();
      tir::lowerFunction(function);
    }
  }

  LogicalResult lowerBody(tir::FuncOp function) {
    if (function.isExternal())
      return success();
    tir::lowerBlocks(function);
    tir::vectorizeLoops(function, remarks);
    tir::unrollLoops(function);
    return tir::lowerControl(function);
  }
};

} // namespace
} // namespace mlir::relax
