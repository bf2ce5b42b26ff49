// Lines of an image, and places in them, that are one axis of rows.
#ifndef RELAX_LIB_KERNELS_ROWREDUCTION_LINEDIVISION_H
#define RELAX_LIB_KERNELS_ROWREDUCTION_LINEDIVISION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// The number of a line of an image, and that of the place in it.
struct ImagePlace {
  Value line, place;
};

/// The ops that compute them of a row: quotient and rest by a width that is
/// made outside of the block and not known. A known one is a constant, by which
/// LLVM divides without a division.
struct LineDivision {
  arith::DivUIOp line;
  arith::RemUIOp place;

  /// That of `row`, an argument of a block; nullopt where there is none.
  static std::optional<LineDivision> find(Value row);

  /// The places of `count` rows from `row` on, with a single division.
  SmallVector<ImagePlace> divide(OpBuilder &builder, Value row, int64_t count);
  void map(IRMapping &mapping, const ImagePlace &to);
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_LINEDIVISION_H
