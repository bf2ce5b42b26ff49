// Programs that compute each element of the result by itself.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_ELEMENTWISE_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_ELEMENTWISE_H

#include "Legalization.h"

namespace mlir::relax {

/// Gives the result's element from the operands' elements at its place.
using ElementFunction =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange elements)>;

/// The element of `buffer` that broadcasting to the place `iters` reads: axes
/// are aligned at the right, an axis of extent 1 is read at 0.
Value loadBroadcast(OpBuilder &builder, Location loc, Value buffer,
                    ValueRange iters);

/// `output[i] = element(input0[i], input1[i], ...)`, inputs broadcast.
LogicalResult buildElementwise(KernelBuilder &kernel, StringRef label,
                               ElementFunction element);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_ELEMENTWISE_H
