// Lower linalg and tensor ops to tensor programs.
#include "Relax/Conversion/LinalgToTIR/Passes.h"

#include "BuffersToTIR.h"
#include "GraphLowering.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CONVERTLINALGTOTIRPASS
#include "Relax/Conversion/LinalgToTIR/Passes.h.inc"

namespace {
struct ConvertLinalgToTIRPass
    : impl::ConvertLinalgToTIRPassBase<ConvertLinalgToTIRPass> {
  void runOnOperation() override {
    // One library for the module: equal kernels of different functions become
    // one.
    SymbolTable symbols(getOperation());
    KernelLibrary kernels(symbols);
    bool lowered = true;
    for (FuncOp func : llvm::to_vector(getOperation().getOps<FuncOp>()))
      lowered &= succeeded(GraphLowering(func, kernels).run());
    for (auto func : getOperation().getOps<tir::FuncOp>())
      lowered &= succeeded(lowerBuffers(func));
    if (!lowered)
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
