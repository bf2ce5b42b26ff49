// How programs of our dialects become simpler without becoming invalid.
#ifndef RELAX_TOOLS_RELAX_REDUCE_RELAXREDUCTION_H
#define RELAX_TOOLS_RELAX_REDUCE_RELAXREDUCTION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// Let the reducer simplify ops of relax and tir. Upstream's reducer by itself
/// only takes ops away, which a value in use forbids.
void registerReductions(DialectRegistry &registry);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_REDUCE_RELAXREDUCTION_H
