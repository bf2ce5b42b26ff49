// Registers the kernel generators as transform ops.
#ifndef RELAX_KERNELS_TRANSFORMOPS_KERNELEXTENSION_H
#define RELAX_KERNELS_TRANSFORMOPS_KERNELEXTENSION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tir {

/// Makes the ops `transform.tir.*` that generate kernels known.
void registerKernelExtension(DialectRegistry &registry);

} // namespace mlir::tir

#endif // RELAX_KERNELS_TRANSFORMOPS_KERNELEXTENSION_H
