// A reduction that sums products: matrix products and convolutions.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_CONTRACTION_H
#define RELAX_DIALECT_TIR_ANALYSIS_CONTRACTION_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tir {

/// The floats of 8 bits that tensor cores multiply.
bool isFloat8(Type type);

/// The extents of a contraction where they are constant, of each list of
/// iterators together.
struct ContractionShape {
  std::optional<int64_t> rows, columns, k;
  /// With all groups; 1 where it is not known.
  int64_t batch = 1;
};

/// An operand: computed in the block, of loads and of what has no effect.
struct ContractionOperand {
  Value value;
  /// What was widened to it, if tensor cores multiply that with the same
  /// products and sums; else null.
  Value narrow;
  SmallVector<ElementAccess> loads;
  /// The iterators along which the loads are of neighbours for neighbouring
  /// values, or of one element.
  llvm::SmallBitVector contiguous;
  /// Whether it is of numbers of whole bytes, which shared memory holds.
  bool hasWholeBytes = false;

  Type getType() const { return value.getType(); }
  /// Whether it is computed of elements with fewer bits.
  bool isDecoded() const;
};

/// One of rows or columns that counts through groups: the other operand moves
/// with its quotient by `size` only. It is in its list with that as extent, and
/// the groups come after the last of `batch`.
struct ContractionGroups {
  std::optional<unsigned> iter;
  int64_t size = 1, number = 1;
};

/// Rows of a grouped product: consecutive rows are a group, and `rhs` is
/// another matrix for each. A nest in front says of each row the first of
/// `ends` that is behind it, or the last number; `number` is that of the row in
/// the block.
struct ProductGroups {
  Value number, ends;
  LoopNest nest;
  /// What that nest writes.
  Value numbers;
  int64_t count = 0;
};

/// `out[batch, rows, columns]`, in any order of axes, is a constant plus the
/// sum over the reducing iterators of `lhs` times `rhs`. Iterators of extent
/// 1 are in none of the lists.
struct Contraction {
  Reduction reduction;
  ContractionOperand lhs, rhs;
  /// What multiplies them, and what adds the product to the accumulator.
  Operation *product = nullptr, *sum = nullptr;
  /// The spatial iterators of which `lhs` alone is, `rhs` alone is, and all
  /// others; in the order of the axes of the result. The last axis, if it is in
  /// one of the first two, is in `columns`.
  SmallVector<unsigned> rows, columns, batch;
  /// The reducing iterators, in their order.
  SmallVector<unsigned> kIters;
  ContractionGroups groups;
  std::optional<ProductGroups> productGroups;
  ContractionShape shape;

  /// Of a grouped product the number of the row's group in the block; else
  /// null.
  Value getGroupNumber() const {
    return productGroups ? productGroups->number : Value();
  }
  /// The constant extent of an iterator, in a group if it counts through them.
  std::optional<int64_t> getConstantExtent(unsigned iter);
  /// The extents of some iterators, and their product where it is constant.
  SmallVector<Value> getExtents(OpBuilder &builder, ArrayRef<unsigned> iters);
  std::optional<int64_t> getConstantTotal(ArrayRef<unsigned> iters);
  Value buildTotal(OpBuilder &builder, ArrayRef<unsigned> iters);
  /// `accumulator` with one more product.
  Value addProduct(OpBuilder &builder, Value lhs, Value rhs, Value accumulator);

  bool hasWholeBytes() const { return lhs.hasWholeBytes && rhs.hasWholeBytes; }
  /// Whether `rhs` alone is of elements with fewer bits, half as many or fewer.
  bool hasLightColumns() const { return rhs.isDecoded() && !lhs.isDecoded(); }
  /// Takes operands as they were before they were widened; false if they were
  /// not, or from different types, unless these are both f8.
  bool narrowOperands() {
    if (!lhs.narrow || !rhs.narrow)
      return false;
    Type lhsType = lhs.narrow.getType(), rhsType = rhs.narrow.getType();
    if (lhsType != rhsType && !(isFloat8(lhsType) && isFloat8(rhsType)))
      return false;
    lhs.value = lhs.narrow;
    rhs.value = rhs.narrow;
    return true;
  }
  /// What the tensor cores of warps multiply: halves where operands are f8.
  Type getFactorType() const {
    Type type = lhs.getType();
    return isFloat8(type) ? Float16Type::get(type.getContext()) : type;
  }
  /// True if operands and sums are f32, which tensor cores round.
  bool hasFloatOperands() const {
    return lhs.getType().isF32() && rhs.getType().isF32() &&
           sum->getResult(0).getType().isF32();
  }
};

/// `reduction` as a sum of products whose start is the same for all elements,
/// with none of its iterators sorted yet, and of its operands the values only.
FailureOr<Contraction> matchMultiplyAccumulate(const Reduction &reduction);

/// `reduction` as a contraction with rows and columns: it adds up products, the
/// start is the same for all elements, and each factor has an axis of the
/// result for itself.
FailureOr<Contraction> matchContraction(const Reduction &reduction);

/// The same of a grouped product, whose rows are one axis.
FailureOr<Contraction> matchGroupedContraction(const Reduction &reduction);

/// A nest that says in which group a row is; `number` is null.
std::optional<ProductGroups> matchProductGroups(Reduction &reduction);

/// A value of the block as an operand, but for what was widened to it, and for
/// what `known`, which may be null, is computed of.
ContractionOperand matchOperand(BlockOp block, Value value,
                                Value known = Value());

/// What a value is widened from, if tensor cores add up its products as `sum`;
/// else null.
Value getNarrow(Value value, Type sum);

/// The loads of the block that `value` is computed of, but for those behind
/// `known`, which may be null.
SmallVector<ElementAccess> getLoadsOf(BlockOp block, Value value,
                                      Value known = Value());

/// The iterators that a value is computed of, the same way.
llvm::SmallBitVector getIters(BlockOp block, Value value,
                              Value known = Value());

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_CONTRACTION_H
