// Complex tensors of a program as two tensors each.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SPLITCOMPLEX_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SPLITCOMPLEX_H

#include "GraphConversion.h"

namespace mlir::relax {

/// Splits complex values inside of the functions, and those of private ones.
/// Casts are left at ops that take no complex numbers, each of which
/// `populateComplexConversions` makes an obstacle of its user.
void splitComplex(ModuleOp module);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SPLITCOMPLEX_H
