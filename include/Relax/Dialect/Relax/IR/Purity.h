// Which effects count against purity.
#ifndef RELAX_DIALECT_RELAX_IR_PURITY_H
#define RELAX_DIALECT_RELAX_IR_PURITY_H

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {

/// The resource that `relax.match_cast` writes: the symbols in scope. The
/// effect keeps the check from being dropped or reordered; it changes no memory
/// and hence does not count against purity.
struct SymbolScopeResource
    : public SideEffects::Resource::Base<SymbolScopeResource> {
  StringRef getName() final { return "<SymbolScope>"; }
};

/// Whether `op` itself, its regions left out, has an effect that someone
/// outside could see. Effects are those of its memory-effect interface; an op
/// without that interface has an unknown effect, which counts. Allocating and
/// defining symbols do not count.
bool hasObservableEffect(Operation *op);

/// The first op in `region` with an observable effect, bodies of
/// `relax.lambda` left out, or null.
Operation *findObservableEffect(Region &region);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_PURITY_H
