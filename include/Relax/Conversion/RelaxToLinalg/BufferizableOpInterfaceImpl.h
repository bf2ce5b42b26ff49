// How operators become ops on memrefs where upstream's bufferization meets
// them.
#ifndef RELAX_CONVERSION_RELAXTOLINALG_BUFFERIZABLEOPINTERFACEIMPL_H
#define RELAX_CONVERSION_RELAXTOLINALG_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// Give elementwise operators, products of matrices, convolutions and
/// reductions `BufferizableOpInterface`, once relax is loaded.
void registerBufferization(DialectRegistry &registry);

} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTOLINALG_BUFFERIZABLEOPINTERFACEIMPL_H
