// The interface of operators that bear tensors in another order of axes.
#ifndef RELAX_DIALECT_RELAX_LAYOUT_LAYOUTINTERFACE_H
#define RELAX_DIALECT_RELAX_LAYOUT_LAYOUTINTERFACE_H

#include "Relax/Dialect/Relax/Layout/LayoutPlan.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// Let the operators of relax say what other orders of axes mean to them, once
/// relax is loaded.
void registerLayouts(DialectRegistry &registry);

} // namespace mlir::relax

#include "Relax/Dialect/Relax/Layout/LayoutInterface.h.inc"

#endif // RELAX_DIALECT_RELAX_LAYOUT_LAYOUTINTERFACE_H
