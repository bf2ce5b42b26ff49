// The interface of operators that have a derivative.
#ifndef RELAX_DIALECT_RELAX_GRADIENT_GRADIENTINTERFACE_H
#define RELAX_DIALECT_RELAX_GRADIENT_GRADIENTINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

class GradientBuilder;

/// Give the operators of relax their derivatives, once relax is loaded. The
/// rules make ops, which is more than what an op is: they are attached to the
/// ops from outside, as upstream does it with bufferization and tiling.
void registerGradients(DialectRegistry &registry);

} // namespace mlir::relax

#include "Relax/Dialect/Relax/Gradient/GradientInterface.h.inc"

#endif // RELAX_DIALECT_RELAX_GRADIENT_GRADIENTINTERFACE_H
