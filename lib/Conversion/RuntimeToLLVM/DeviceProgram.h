// What a module's host code launches, as the run-time library reads it.
#ifndef RELAX_LIB_CONVERSION_RUNTIMETOLLVM_DEVICEPROGRAM_H
#define RELAX_LIB_CONVERSION_RUNTIMETOLLVM_DEVICEPROGRAM_H

#include "RuntimeCalls.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::relax::rt {

/// What a RelaxDeviceKernel says.
struct DeviceKernel {
  StringRef name;
  unsigned image;
  int64_t sharedBytes;
};

/// The kernels of a module, numbered.
class DeviceProgram {
public:
  /// The global that is the RelaxDeviceProgram.
  static constexpr StringLiteral kSymbol = "relax_device_program";

  /// Writes the program: the images are those of all `gpu.binary`, the kernels
  /// those that are launched. Nothing if the module does not use devices. Fails
  /// with an error if a launched kernel has no image.
  LogicalResult write(ModuleOp module, RuntimeCalls &calls);

  /// The number of the kernel that `launch` names.
  unsigned getNumber(gpu::LaunchFuncOp launch) const {
    return numbers.lookup(launch.getKernelAttr());
  }

private:
  LogicalResult collect(ModuleOp module);
  LogicalResult addKernel(gpu::LaunchFuncOp launch);

  SmallVector<gpu::BinaryOp> binaries;
  SmallVector<DeviceKernel> kernels;
  DenseMap<SymbolRefAttr, unsigned> numbers;
};

/// Adds the patterns of launches, and of memory and constants of devices.
void populateDeviceToLLVM(const LLVMTypeConverter &converter,
                          RuntimeCalls &calls, const DeviceProgram &program,
                          RewritePatternSet &patterns);

} // namespace mlir::relax::rt

#endif // RELAX_LIB_CONVERSION_RUNTIMETOLLVM_DEVICEPROGRAM_H
