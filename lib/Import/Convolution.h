// Convolutions of other operators than Conv.
#ifndef RELAX_LIB_IMPORT_CONVOLUTION_H
#define RELAX_LIB_IMPORT_CONVOLUTION_H

#include "NodeImport.h"

namespace mlir::relax {

/// The convolution of `x` and `weight` as the attributes of the node say; null
/// after an error. They are made of inputs 0 and `weightInput`.
Value emitConvolution(NodeImport &node, Value x, Value weight,
                      unsigned weightInput);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_CONVOLUTION_H
