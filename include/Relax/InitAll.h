// Registers what this project offers, alone or with everything of upstream.
#ifndef RELAX_INITALL_H
#define RELAX_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// Make the dialects of this project loadable on demand, and nothing else: for
/// a compiler that has chosen its upstream dialects itself.
void registerRelaxDialects(DialectRegistry &registry);

/// Make the passes and pipelines of this project known by their names, and
/// nothing else. Pipelines may be registered once in a process.
void registerRelaxPasses();

/// Make all dialects, and the interfaces attached to them, loadable on demand.
void registerAllDialects(DialectRegistry &registry);

/// Make all passes and pipelines known by their names.
void registerAllPasses();

} // namespace mlir::relax

#endif // RELAX_INITALL_H
