// Constant matrices of 8 bits as products of four bytes read them.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDBYTES_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDBYTES_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// The right side of a product of integers.
struct PackedBytes {
  /// `i32[ceil(K / 4), N]`: four numbers of a column in the bytes of each, as
  /// s8; numbers of u8 have 128 less. Zeros stand behind K.
  ElementsAttr groups;
  /// `i32[N]`: the sum of each column of these numbers.
  ElementsAttr columnSums;
};

/// How many groups of four cover `size` numbers.
int64_t getNumGroups(int64_t size);

/// Packs a matrix `[K, N]`, or `[N, K]` if it is transposed, of i8 or u8. No
/// groups where its elements are not all there, one by one.
PackedBytes packBytes(ElementsAttr matrix, bool isTransposed);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDBYTES_H
