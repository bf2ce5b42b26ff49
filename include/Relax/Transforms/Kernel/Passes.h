// Passes that form, fuse and schedule tensor programs.
#ifndef RELAX_TRANSFORMS_KERNEL_PASSES_H
#define RELAX_TRANSFORMS_KERNEL_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace tir {
class FuncOp;
} // namespace tir
} // namespace mlir

namespace mlir::relax {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_KERNEL_PASSES_H
