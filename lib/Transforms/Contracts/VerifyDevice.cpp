// Checks that what runs on a device is code of that device.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYDEVICEPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyDevicePass : impl::VerifyDevicePassBase<VerifyDevicePass> {
  using VerifyDevicePassBase::VerifyDevicePassBase;

  void runOnOperation() override;
};
} // namespace

static void check(gpu::GPUModuleOp device, Violations &violations) {
  // VerifyDevicePass R1: what the code is for.
  if (!device.getTargets())
    violations.report(device, 1,
                      "has no target; attach one with 'nvvm-attach-target'");
  // VerifyDevicePass R2: code of the device.
  device.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == "relax" || dialect == "relax_rt" || dialect == "tir")
      violations
              .report(op, 2,
                      "is left in a device's module, whose code is of the "
                      "'gpu', 'nvvm' and 'llvm' dialects")
              .attachNote(device.getLoc())
          << "the device's module is here";
  });
}

void VerifyDevicePass::runOnOperation() {
  Violations violations(getArgument());
  getOperation().walk(
      [&](gpu::GPUModuleOp device) { check(device, violations); });
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
