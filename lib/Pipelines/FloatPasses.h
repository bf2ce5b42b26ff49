// What host and kernels do with floats that their machine does not compute
// with.
#ifndef RELAX_LIB_PIPELINES_FLOATPASSES_H
#define RELAX_LIB_PIPELINES_FLOATPASSES_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::relax {

/// Adds passes after which such floats are only stored, loaded and cast by
/// arithmetic on their bits.
void addFloatPasses(OpPassManager &passes);

} // namespace mlir::relax

#endif // RELAX_LIB_PIPELINES_FLOATPASSES_H
