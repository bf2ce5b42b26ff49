// The loops by which operators on images are split among workers.
#ifndef RELAX_DIALECT_RELAX_INTERFACES_IMAGELOOPS_H
#define RELAX_DIALECT_RELAX_INTERFACES_IMAGELOOPS_H

#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"

namespace mlir::relax {

/// Images and channels of a pooling, of the derivative of one, or of a
/// transposed convolution; none of other operators, and of layouts that split
/// an axis into blocks.
std::optional<OperatorLoops> getImageLoops(Operation *op);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_INTERFACES_IMAGELOOPS_H
