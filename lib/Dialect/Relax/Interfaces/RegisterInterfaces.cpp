// Attaches upstream's interfaces once relax is loaded.
#include "Relax/Dialect/Relax/Interfaces/RegisterInterfaces.h"
#include "InterfaceModels.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {

void registerUpstreamInterfaces(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelaxDialect *) {
    attachSharding(*context);
    attachTiling(*context);
    attachValueBounds(*context);
    // A tile takes slices, at places that are computed.
    context->loadDialect<affine::AffineDialect, tensor::TensorDialect>();
  });
}

} // namespace mlir::relax
