// Layout strings such as "NCHW" and "NCHW4c": which axis stands where.
#ifndef RELAX_DIALECT_RELAX_IR_TENSORLAYOUT_H
#define RELAX_DIALECT_RELAX_IR_TENSORLAYOUT_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// The order of a tensor's axes. Capital letters are axes; a number with a
/// small letter is an inner block of that axis, as in `NCHW4c`.
class TensorLayout {
public:
  /// Read a layout that has exactly the axes whose letters `axes` lists.
  static FailureOr<TensorLayout> parse(StringRef text, StringRef axes,
                                       EmitError emitError);

  /// The rank of a tensor in this layout.
  int64_t getRank() const { return parts.size(); }

  /// Whether no axis is split into blocks.
  bool isPlain() const { return parts.size() == numAxes; }

  /// The place in the tensor of the axis (its outer part) at `index` of `axes`.
  int64_t getPlace(size_t index) const;

  /// The sizes of the axes, in the order of `axes`, of a tensor in this layout.
  Dims toAxes(ArrayRef<SymExprAttr> dims) const;

  /// The dimensions in this layout of a tensor whose axes have these sizes.
  Dims fromAxes(ArrayRef<SymExprAttr> sizes) const;

  /// The axes' sizes of a tensor: unknown ones if its rank is unknown, an error
  /// if it is not that of the layout. `what` names the tensor.
  FailureOr<Dims> getAxes(const TensorInfo &info, StringRef what,
                          EmitError emitError) const;

private:
  /// One dimension: an axis, or a block of it.
  struct Part {
    size_t axis;
    /// The size of the block; 0 for the axis itself.
    int64_t block;
  };
  std::string text;
  size_t numAxes = 0;
  SmallVector<Part> parts;
};

/// One number for each of `count` axes, none below `least`; absent numbers are
/// `missing`. `what` names the attribute.
FailureOr<SmallVector<int64_t>>
getPerAxis(std::optional<ArrayRef<int64_t>> numbers, size_t count,
           int64_t missing, int64_t least, StringRef what, EmitError emitError);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TENSORLAYOUT_H
