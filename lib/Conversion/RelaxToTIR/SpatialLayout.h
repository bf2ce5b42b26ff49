// Where the spatial axes lie in operand and result.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_SPATIALLAYOUT_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_SPATIALLAYOUT_H

#include "Legalization.h"

namespace mlir::relax {

/// The layouts of an op with batch, channels and one to three spatial axes:
/// `layout` of its operand, `out_layout` of its result.
class SpatialLayout {
public:
  /// The layouts of an op, which split no spatial axis and, where they differ,
  /// no axis at all: others are decomposed before.
  template <typename Op>
  static SpatialLayout read(Op op) {
    return read(op.getLayout(), op.getOutLayout());
  }
  static SpatialLayout read(StringRef layout, StringRef outLayout);

  /// How many spatial axes there are.
  int64_t getNumSpatial() const { return inPlaces.size(); }
  /// The place of the spatial axis `index` among the operand's dimensions.
  int64_t getInPlace(int64_t index) const { return inPlaces[index]; }
  /// The place of the spatial axis `index` among the result's dimensions.
  int64_t getOutPlace(int64_t index) const { return outPlaces[index]; }

  /// The place of a dimension of the operand among the result's.
  int64_t getResultDim(int64_t dim) const { return resultDims[dim]; }

  /// A place in the result, in the order of the operand's dimensions.
  SmallVector<Value> toOperand(ValueRange place) const;

private:
  SmallVector<int64_t> inPlaces, outPlaces;
  /// For each dimension of the operand that of the result.
  SmallVector<int64_t> resultDims;
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_SPATIALLAYOUT_H
