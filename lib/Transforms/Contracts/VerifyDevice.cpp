// Checks that what runs on a device is code of that device.
#include "Relax/Transforms/Contracts/Passes.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYDEVICEPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyDevicePass : impl::VerifyDevicePassBase<VerifyDevicePass> {
  using VerifyDevicePassBase::VerifyDevicePassBase;

  void runOnOperation() override;

private:
  void check(gpu::GPUModuleOp device);
};
} // namespace

void VerifyDevicePass::check(gpu::GPUModuleOp device) {
  if (!device.getTargets()) {
    device.emitOpError("has no target; attach one with 'nvvm-attach-target'");
    signalPassFailure();
  }
  device.walk([&](Operation *op) {
    if (!isa_and_nonnull<RelaxDialect, tir::TIRDialect>(op->getDialect()))
      return;
    (op->emitOpError("is left in a device's module, whose code is of the "
                     "'gpu', 'nvvm' and 'llvm' dialects")
         .attachNote(device.getLoc())
     << "the device's module is here");
    signalPassFailure();
  });
}

void VerifyDevicePass::runOnOperation() {
  for (auto device : getOperation().getOps<gpu::GPUModuleOp>())
    check(device);
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
