// Programs that compute each element of the result by itself.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_ELEMENTWISE_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_ELEMENTWISE_H

#include "Legalization.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

/// The type of a buffer's elements.
Type getElementType(Value buffer);

/// A spatial iterator for each extent.
SmallVector<tir::Iter> makeSpatial(ArrayRef<OpFoldResult> extents);

/// `result[at] = element(at)`, cast to the result's type, at each place of a
/// result. It always succeeds, so that a rule can end with it.
LogicalResult buildResult(KernelBuilder &kernel, StringRef label,
                          tir::ElementBody element, unsigned result = 0);

/// Stops the program with `message` where an axis of `buffer` is empty though
/// the result has elements, which are to be read there. Nothing is asked where
/// the axis is known to have elements.
void assertReadable(KernelBuilder &kernel, Value buffer, int64_t axis,
                    const Twine &message);

/// Runs `build` on the buffer that elements are accumulated in: the result, or
/// one of f32 for narrower floats, which is then cast.
void buildSums(KernelBuilder &kernel,
               llvm::function_ref<void(Value sums)> build);

/// Gives the result's element from the operands' elements at its place.
using ElementFunction =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange elements)>;

/// `output[i] = element(input0[i], input1[i], ...)`, inputs broadcast. Whether
/// an axis of other extent than the output's is 1 may show at run time only.
LogicalResult buildElementwise(KernelBuilder &kernel, StringRef label,
                               ElementFunction element);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_ELEMENTWISE_H
