// Quantized tensors of a program as tensors of integers.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_QUANTIZEDTORELAX_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_QUANTIZEDTORELAX_H

#include "GraphConversion.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

namespace mlir::relax {

/// Puts changes to floats and back around each op on quantized tensors, so that
/// only those changes, constants, parameters and results have such types.
void expressQuantized(ModuleOp module);

/// The integers that a quantized tensor is stored as; another type as it is.
Type getStoredType(Type type);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_QUANTIZEDTORELAX_H
