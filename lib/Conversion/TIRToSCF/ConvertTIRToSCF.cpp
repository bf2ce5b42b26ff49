// Lowers tensor programs: the order of the steps.
#include "Relax/Conversion/TIRToSCF/Passes.h"
#include "Relax/Conversion/TIRToSCF/Steps.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Threading.h"

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTTIRTOSCFPASS
#include "Relax/Conversion/TIRToSCF/Passes.h.inc"

namespace {

struct ConvertTIRToSCFPass
    : impl::ConvertTIRToSCFPassBase<ConvertTIRToSCFPass> {
  using ConvertTIRToSCFPassBase::ConvertTIRToSCFPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<tir::FuncOp> functions(module.getOps<tir::FuncOp>());
    tir::FunctionSet inPlace = tir::findCalledInPlace(module);
    tir::declareForeignFunctions(module);
    if (failed(lowerBodies(functions)))
      return signalPassFailure();
    for (tir::FuncOp function : functions)
      tir::lowerFunction(function, inPlace.contains(function));
  }

  // Bodies know nothing of each other; diagnostics keep the functions' order.
  LogicalResult lowerBodies(ArrayRef<tir::FuncOp> functions) {
    ParallelDiagnosticHandler handler(&getContext());
    return failableParallelForEachN(
        &getContext(), 0, functions.size(), [&](size_t i) {
          handler.setOrderIDForThread(i);
          LogicalResult result = lowerBody(functions[i]);
          handler.eraseOrderIDForThread();
          return result;
        });
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
