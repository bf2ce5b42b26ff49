// Passes from host code and kernels to the llvm dialect.
#ifndef RELAX_CONVERSION_RUNTIMETOLLVM_PASSES_H
#define RELAX_CONVERSION_RUNTIMETOLLVM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace relax {
class RelaxDialect;
} // namespace relax
namespace LLVM {
class LLVMDialect;
} // namespace LLVM
} // namespace mlir

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/RuntimeToLLVM/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_RUNTIMETOLLVM_PASSES_H
