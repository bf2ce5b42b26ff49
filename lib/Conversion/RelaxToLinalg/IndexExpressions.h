// Indices of a block's loads and stores as affine expressions.
#ifndef RELAX_LIB_CONVERSION_RELAXTOLINALG_INDEXEXPRESSIONS_H
#define RELAX_LIB_CONVERSION_RELAXTOLINALG_INDEXEXPRESSIONS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

namespace mlir::relax {

/// The index as an expression of the iterators alone, which are its dimensions
/// in order; null if it depends on anything else.
AffineExpr getAffineIndex(Value index, ArrayRef<Value> iters);

/// An index `iter * stride + offset`, or just `offset`.
struct StridedIndex {
  /// The number of the iterator, or -1.
  int64_t iter = -1;
  int64_t stride = 1;
  /// What is added: a number, and a value of outside of the block or null.
  int64_t offset = 0;
  Value base;
};

/// The index in that form, if it has it; `block` is what the iterators are of.
std::optional<StridedIndex> getStridedIndex(Value index, ArrayRef<Value> iters,
                                            Block *block);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOLINALG_INDEXEXPRESSIONS_H
