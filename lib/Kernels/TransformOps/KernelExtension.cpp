// Registers the kernel generators as transform ops.
#include "Relax/Kernels/TransformOps/KernelExtension.h"

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Relax/Kernels/TransformOps/TileOps.h"
#include "Relax/Support/FormerNames.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {
namespace {

class KernelExtension
    : public transform::TransformDialectExtension<KernelExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KernelExtension)

  using Base::Base;

  void init() {
    addCustomInitializationStep(
        [](MLIRContext *context) { relax::explainFormerOps(*context); });
    declareGeneratedDialect<TIRDialect>();
    declareGeneratedDialect<amx::AMXDialect>();
    declareGeneratedDialect<gpu::GPUDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Relax/Kernels/TransformOps/GPUStepOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "Relax/Kernels/TransformOps/TileOps.cpp.inc"
        >();
  }
};

} // namespace

void registerKernelExtension(DialectRegistry &registry) {
  registry.addExtensions<KernelExtension>();
}

} // namespace mlir::tir
