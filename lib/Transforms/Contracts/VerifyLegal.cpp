// Checks that each operator is lowered or belongs to a later pass.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Analysis/LoweringObstacle.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYLEGALPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
/// Whether upstream's op is one that `convert-linalg-to-tir` lowers: host code
/// is arithmetic on scalars, and single elements. What is within a `linalg` op
/// is its body. `arith` on scalars is host code, which convert-relax-to-runtime
/// takes; on tensors nobody does.
bool isUpstreamComputation(Operation *op) {
  if (!getLaterPass(op).empty())
    return false;
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<linalg::LinalgDialect>(dialect))
    return !isa<linalg::LinalgOp>(op->getParentOp()) &&
           op->getParentOfType<FunctionOpInterface>();
  if (!op->getParentOfType<FuncOp>() || op->getParentOfType<linalg::LinalgOp>())
    return false;
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return isa_and_nonnull<tensor::TensorDialect, scf::SCFDialect,
                         affine::AffineDialect, func::FuncDialect>(dialect) ||
         (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(dialect) &&
          (llvm::any_of(op->getOperandTypes(), isTensor) ||
           llvm::any_of(op->getResultTypes(), isTensor)));
}

/// Whether a function of upstream is one that `convert-func-to-relax` turns
/// into one of the graph level.
bool isTensorFunction(Operation *op) {
  auto func = dyn_cast<func::FuncOp>(op);
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return func && (llvm::any_of(func.getArgumentTypes(), isTensor) ||
                  llvm::any_of(func.getResultTypes(), isTensor));
}

struct VerifyLegalPass : impl::VerifyLegalPassBase<VerifyLegalPass> {
  using VerifyLegalPassBase::VerifyLegalPassBase;

  // The table `getLaterPass` is the one that legalisation asks, so no operator
  // can fall between two stages (TVM skips such ones in silence:
  // apache/tvm#15722, #14437).
  void runOnOperation() override {
    Violations violations(getArgument());
    getOperation().walk([&](Operation *op) {
      // VerifyLegalPass R2: no computation of upstream.
      if (isUpstreamComputation(op))
        violations.report(op, 2,
                          "is an op of upstream, expected one that a later "
                          "pass lowers; lower it with 'convert-linalg-to-tir', "
                          "or write it with relax ops");
      // VerifyLegalPass R3: functions on tensors are of the graph level.
      if (isTensorFunction(op))
        violations.report(
            op, 3,
            "takes or gives tensors, expected buffers and numbers only; make "
            "it a 'relax.func' with 'convert-func-to-relax'");
      if (!isa_and_nonnull<RelaxDialect>(op->getDialect()) ||
          !getLaterPass(op).empty())
        return;
      // VerifyLegalPass R1: lowered, or a later pass's.
      violations.report(op, 1,
                        "is an operator, expected what a later pass lowers; "
                        "lower it with 'relax-legalize-ops': ")
          // Why legalisation did not take it, in its own words.
          << getLoweringObstacle(op);
    });
    if (violations.any())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
