// Passes buffers to kernels as pointers.
#ifndef RELAX_LIB_CONVERSION_RUNTIMETOLLVM_KERNELPOINTERS_H
#define RELAX_LIB_CONVERSION_RUNTIMETOLLVM_KERNELPOINTERS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class LLVMTypeConverter;
} // namespace mlir

namespace mlir::relax::rt {

/// Makes contiguous buffers that are parameters of kernels pointers, with the
/// sizes that the type leaves open behind them, where only host code calls the
/// kernel.
/// Has to run before functions are lowered.
void passPointersToKernels(ModuleOp module, const LLVMTypeConverter &converter);

} // namespace mlir::relax::rt

#endif // RELAX_LIB_CONVERSION_RUNTIMETOLLVM_KERNELPOINTERS_H
