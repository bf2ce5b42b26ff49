// Turns device modules into assembly, all of them side by side.
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUSERIALIZEMODULESPASS
#include "Relax/Conversion/TIRToGPU/Passes.h.inc"

namespace {

struct GPUSerializeModulesPass
    : impl::GPUSerializeModulesPassBase<GPUSerializeModulesPass> {
  using GPUSerializeModulesPassBase::GPUSerializeModulesPassBase;

  void runOnOperation() override;
};

} // namespace

// The code for one target; null after an error.
static Attribute serialize(gpu::GPUModuleOp device, Attribute attribute,
                           const gpu::TargetOptions &options) {
  auto target = cast<gpu::TargetAttrInterface>(attribute);
  std::optional<SmallVector<char, 0>> code =
      target.serializeToObject(device, options);
  if (!code) {
    device.emitOpError("cannot be turned into code of ") << attribute;
    return nullptr;
  }
  return target.createObject(device, *code, options);
}

static LogicalResult serialize(gpu::GPUModuleOp device,
                               const gpu::TargetOptions &options,
                               SmallVectorImpl<Attribute> &objects) {
  if (!device.getTargetsAttr())
    return device.emitOpError(
        "has no target; attach one with 'nvvm-attach-target'");
  for (Attribute target : device.getTargetsAttr()) {
    objects.push_back(serialize(device, target, options));
    if (!objects.back())
      return failure();
  }
  return success();
}

void GPUSerializeModulesPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto devices = llvm::to_vector(module.getOps<gpu::GPUModuleOp>());
  gpu::TargetOptions options(toolkit, /*librariesToLink=*/{}, /*cmdOptions=*/"",
                             /*elfSection=*/"",
                             gpu::CompilationTarget::Assembly);
  std::vector<SmallVector<Attribute>> objects(devices.size());
  if (failed(failableParallelForEachN(
          &getContext(), 0, devices.size(), [&](size_t i) {
            return serialize(devices[i], options, objects[i]);
          })))
    return signalPassFailure();
  for (auto [device, code] : llvm::zip(devices, objects)) {
    OpBuilder builder(device);
    gpu::BinaryOp::create(builder, device.getLoc(), device.getName(),
                          device.getOffloadingHandlerAttr(),
                          builder.getArrayAttr(code));
    device.erase();
  }
}

} // namespace mlir::relax
