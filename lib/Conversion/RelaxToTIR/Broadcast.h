// Reading tensors at the places of one that they are broadcast to, and what
// sizes have to agree at run time.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_BROADCAST_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_BROADCAST_H

#include "Legalization.h"

namespace mlir::relax {

/// The size of an axis: as an expression of the caller's scope, null where it
/// has none, and as a value or an attribute.
struct AxisSize {
  SymExprAttr dim;
  OpFoldResult extent;

  /// Whether the size is 1 in every run.
  bool isOne() const { return dim && dim.getConstant() == 1; }
};

/// The sizes of a parameter of the program.
SmallVector<AxisSize> getAxisSizes(KernelBuilder &kernel, Value buffer);

/// The sizes of two spaces that are broadcast together, aligned at the right.
SmallVector<AxisSize> joinAxisSizes(KernelBuilder &kernel,
                                    ArrayRef<AxisSize> lhs,
                                    ArrayRef<AxisSize> rhs);

/// Stops the program with `message` where two sizes differ; asks nothing where
/// they are provably the same.
void assertSameSize(KernelBuilder &kernel, AxisSize lhs, AxisSize rhs,
                    StringRef message);

/// The same for the sizes of two parameters on the axes of each pair.
void assertSameSizes(KernelBuilder &kernel, Value lhs, Value rhs,
                     ArrayRef<std::pair<int64_t, int64_t>> axes,
                     StringRef message);

/// Stops the program with `message` where `small` is greater than `large`;
/// asks nothing where it provably is not.
void assertAtMost(KernelBuilder &kernel, AxisSize small, AxisSize large,
                  StringRef message);

/// Reads the leading axes of a parameter at the places of a space, to which
/// they are broadcast: aligned at the right, and at 0 on axes of size 1. Which
/// axes are 1 may show at run time only.
class BroadcastInput {
public:
  /// Writes the checks that the sizes demand, in front of the loops. Without
  /// `numAxes` all axes of the buffer are broadcast.
  BroadcastInput(KernelBuilder &kernel, Value buffer, ArrayRef<AxisSize> space,
                 std::optional<int64_t> numAxes = std::nullopt);

  /// The place on the axes that are broadcast.
  SmallVector<Value> getPlace(OpBuilder &builder, Location loc,
                              ValueRange iters) const;
  /// The element there, of a buffer all of whose axes are broadcast.
  Value load(OpBuilder &builder, Location loc, ValueRange iters) const;

private:
  void checkAxis(KernelBuilder &kernel, int64_t axis, AxisSize size,
                 AxisSize wanted);

  Value buffer;
  /// For each axis whether it is 1 in every run; and where that shows at run
  /// time only, whether it is, else null.
  SmallVector<bool> isAlwaysOne;
  SmallVector<Value> isOne;
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_BROADCAST_H
