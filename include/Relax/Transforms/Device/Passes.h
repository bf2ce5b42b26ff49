// Passes on kernels of a GPU: from the gpu dialect to what the chip loads.
#ifndef RELAX_TRANSFORMS_DEVICE_PASSES_H
#define RELAX_TRANSFORMS_DEVICE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace gpu {
class GPUModuleOp;
} // namespace gpu
} // namespace mlir

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Transforms/Device/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_DEVICE_PASSES_H
