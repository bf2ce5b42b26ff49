// Registers everything this project and upstream MLIR offer.
#ifndef RELAX_INITALL_H
#define RELAX_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// Make all dialects, and the interfaces attached to them, loadable on demand.
void registerAllDialects(DialectRegistry &registry);

/// Make all passes and pipelines known by their names.
void registerAllPasses();

} // namespace mlir::relax

#endif // RELAX_INITALL_H
