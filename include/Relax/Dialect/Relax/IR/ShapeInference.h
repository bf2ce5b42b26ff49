// Arithmetic of tensor types that the rules of several op families share.
#ifndef RELAX_DIALECT_RELAX_IR_SHAPEINFERENCE_H
#define RELAX_DIALECT_RELAX_IR_SHAPEINFERENCE_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include <optional>

namespace mlir::relax {

/// Dimensions; a null entry is unknown.
using Dims = SmallVector<SymExprAttr>;

/// What is known of a tensor; each part may be unknown.
struct TensorInfo {
  /// The element type, `!relax.unknown` where it is not known.
  Type element;
  /// The dimensions; nothing where the rank is not known.
  std::optional<Dims> dims;
  /// The placement, or null.
  VDeviceAttr vdevice;

  /// What a tensor type says.
  static TensorInfo of(Type type);
  /// What a value's tensor type says.
  static TensorInfo of(Value value) { return of(value.getType()); }

  /// The rank; valid only where it is known.
  int64_t getRank() const { return dims->size(); }
};

/// What the types of several tensors say.
SmallVector<TensorInfo> getTensorInfos(ValueRange values);

/// Whether the element type is `!relax.unknown`.
bool isUnknownElement(Type element);

/// Whether a type is an index or an integer of more than one bit.
bool isWideInteger(Type type);

/// Whether tensors of operators have such elements: i1, and numbers of 8, 16,
/// 32 or 64 bits as memory holds them.
bool isTensorElement(Type type);

/// It is an error if a type is not one of numbers or i1.
LogicalResult verifyDtype(Type dtype, EmitError emitError);

/// It is an error if a type is not one of numbers.
LogicalResult verifyNumberDtype(Type dtype, EmitError emitError);

/// The type of places: `dtype`, which must be an integer type, or one of
/// `width` bits.
FailureOr<Type> getIndexElement(std::optional<Type> dtype, unsigned width,
                                MLIRContext *context, EmitError emitError);

/// A constant dimension.
SymExprAttr getDim(MLIRContext *context, int64_t value);

/// `count` dimensions of which nothing is known.
Dims getUnknownDims(int64_t count);

/// A dimension as a diagnostic shows it.
std::string toString(SymExprAttr dim);

/// The product of all dimensions; null where it is unknown.
SymExprAttr getNumElements(MLIRContext *context, ArrayRef<SymExprAttr> dims);

/// The dimensions that a `!relax.shape` says; nothing where its rank is
/// unknown.
std::optional<Dims> getShapeDims(Type type);

/// Append the tensor type that `info` describes. It is an error if a dimension
/// is provably negative.
LogicalResult appendType(const TensorInfo &info, EmitError emitError,
                         SmallVectorImpl<Type> &types);

/// The element type of all known ones; they must not differ.
FailureOr<Type> getCommonElement(ArrayRef<TensorInfo> infos,
                                 EmitError emitError);

/// The placement of all placed ones; they must not differ.
FailureOr<VDeviceAttr> getCommonVDevice(ArrayRef<TensorInfo> infos,
                                        EmitError emitError);

/// One dimension of a broadcast. A one gives way to the other side only where
/// it is literally one; what cannot be decided is unknown.
FailureOr<SymExprAttr> broadcastDim(SymExprAttr lhs, SymExprAttr rhs,
                                    EmitError emitError);

/// The dimensions of tensors broadcast together, aligned at the right.
FailureOr<std::optional<Dims>> broadcast(ArrayRef<TensorInfo> infos,
                                         EmitError emitError);

/// An axis counted from the front; it must lie in [-rank, rank).
FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank,
                                 EmitError emitError);

/// It is an error if one number comes twice, whatever the rank is.
LogicalResult verifyDistinctAxes(ArrayRef<int64_t> axes, EmitError emitError);

/// Axes counted from the front, in the given order; none may occur twice.
FailureOr<SmallVector<int64_t>>
normalizeAxes(ArrayRef<int64_t> axes, int64_t rank, EmitError emitError);

/// It is an error if two dimensions, both named `what`, provably differ.
LogicalResult verifySameDim(SymExprAttr expected, SymExprAttr found,
                            const Twine &what, EmitError emitError);

/// It is an error if a tensor's dimensions, `what` it is, are provably not
/// `expected`.
LogicalResult verifyDims(const TensorInfo &info, StringRef what,
                         ArrayRef<SymExprAttr> expected, EmitError emitError);

/// The more precise of two dimensions that are equal at run time.
SymExprAttr pickKnown(SymExprAttr lhs, SymExprAttr rhs);

/// How a window moves along one axis.
struct Window {
  SymExprAttr size;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t padBefore = 0;
  int64_t padAfter = 0;
  bool ceilMode = false;
};

/// The number of places a window takes along an axis. It is an error if the
/// window provably does not fit once.
FailureOr<SymExprAttr> getWindowCount(SymExprAttr input, const Window &window,
                                      EmitError emitError);

/// The part of an axis that a slice takes: `length` elements from `start` on,
/// `stride` apart.
struct SliceRange {
  SymExprAttr start;
  SymExprAttr length;
  int64_t stride = 1;
};

/// The part of an axis of size `dim` that `begin:end:stride` takes. Negative
/// bounds count from the end; bounds are clamped unless `assumeInbound`.
SliceRange resolveSlice(SymExprAttr dim, SymExprAttr begin, SymExprAttr end,
                        int64_t stride, bool assumeInbound);

/// The dimensions that a reshape target with `-1` (the rest) and, where
/// `zeroCopies`, `0` (as before) stands for.
FailureOr<Dims> resolveReshape(MLIRContext *context, ArrayRef<SymExprAttr> from,
                               ArrayRef<int64_t> target, bool zeroCopies,
                               EmitError emitError);

/// The more precise of two types that hold for one value; null if they
/// provably differ.
Type meetTypes(Type lhs, Type rhs);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SHAPEINFERENCE_H
