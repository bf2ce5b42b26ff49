// Upstream's interfaces on the operators of relax.
#ifndef RELAX_DIALECT_RELAX_INTERFACES_REGISTERINTERFACES_H
#define RELAX_DIALECT_RELAX_INTERFACES_REGISTERINTERFACES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// Let elementwise operators, products of matrices, convolutions and reductions
/// be tiled and say their sizes, once relax is loaded: `TilingInterface`,
/// `ReifyRankedShapedTypeOpInterface` and `ValueBoundsOpInterface`.
void registerUpstreamInterfaces(DialectRegistry &registry);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_INTERFACES_REGISTERINTERFACES_H
