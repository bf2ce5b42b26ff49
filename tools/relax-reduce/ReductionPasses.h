// The passes that the command line of relax-reduce offers beside all others.
#ifndef RELAX_TOOLS_RELAX_REDUCE_REDUCTIONPASSES_H
#define RELAX_TOOLS_RELAX_REDUCE_REDUCTIONPASSES_H

namespace mlir::relax {

/// Make `reduction-tree` and `opt-reduction-pass` known by the names and the
/// options that upstream's passes have, which are not to be registered.
void registerReductionPasses();

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_REDUCE_REDUCTIONPASSES_H
