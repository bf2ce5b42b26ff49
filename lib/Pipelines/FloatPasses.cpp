// What host and kernels do with floats that their machine does not compute
// with.
#include "FloatPasses.h"
#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

// They are computed in f32.
void addFloatPasses(OpPassManager &passes) {
  // CPUs and chips have at most some instructions for these, so each operation
  // is computed in f32 and rounded to its type.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs.assign({"bf16", "f8E4M3FN", "f8E5M2"});
  emulate.targetTypeStr = "f32";
  passes.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  // What it leaves may be bf16, which comes next.
  passes.addPass(createExpandFloat8Pass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  expand.includeF8E8M0 = true;
  passes.addPass(arith::createArithExpandOpsPass(expand));
}

} // namespace mlir::relax
