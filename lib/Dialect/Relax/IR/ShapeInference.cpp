// Arithmetic of tensor types that the rules of several op families share.
//
// Every answer is true of each legal run: a size is an expression only if no
// run can give another one, else it is unknown. Rules never assume that two
// unknown sizes agree; what they could not decide is claimed (SizeClaims.cpp)
// and may be checked when the program runs.
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SizeClaims.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

TensorInfo TensorInfo::of(Type type) {
  TensorInfo info;
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor) {
    info.element = UnknownType::get(type.getContext());
    return info;
  }
  info.element = tensor.getElementType();
  info.vdevice = getVDevice(tensor);
  if (auto ranked = dyn_cast<RankedTensorType>(tensor))
    info.dims = getDims(ranked);
  return info;
}

SmallVector<TensorInfo> getTensorInfos(ValueRange values) {
  return llvm::map_to_vector(values,
                             [](Value value) { return TensorInfo::of(value); });
}

bool isUnknownElement(Type element) { return isa<UnknownType>(element); }

bool isWideInteger(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() > 1;
  return isa<IndexType>(type);
}

/// Whether tensors have integers of this type: of 8 to 64 bits, as memory holds
/// them, signless or unsigned.
static bool isElementInteger(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() &&
         llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
}

/// Whether tensors have floats of this type: of 8 to 64 bits, without those
/// that memory does not hold as they are.
static bool isElementFloat(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && !number.isTF32() &&
         llvm::is_contained({8u, 16u, 32u, 64u}, number.getWidth());
}

bool isTensorElement(Type type) {
  return type.isSignlessInteger(1) || isElementInteger(type) ||
         isElementFloat(type);
}

LogicalResult verifyDtype(Type dtype, EmitError emitError) {
  if (isTensorElement(dtype))
    return success();
  return emitError() << "expects 'dtype' to be a number type or i1, but found "
                     << dtype;
}

LogicalResult verifyNumberDtype(Type dtype, EmitError emitError) {
  if (!dtype.isSignlessInteger(1) && isTensorElement(dtype))
    return success();
  return emitError() << "expects 'dtype' to be a number type, but found "
                     << dtype;
}

FailureOr<Type> getIndexElement(std::optional<Type> dtype, unsigned width,
                                MLIRContext *context, EmitError emitError) {
  Type element = dtype.value_or(IntegerType::get(context, width));
  if (isElementInteger(element))
    return element;
  return emitError() << "expects 'dtype' to be an integer type, but found "
                     << element;
}

SymExprAttr getDim(MLIRContext *context, int64_t value) {
  return SymExprAttr::constant(context, value);
}

Dims getUnknownDims(int64_t count) { return Dims(count, SymExprAttr()); }

std::string toString(SymExprAttr dim) {
  if (!dim)
    return "?";
  std::string text;
  llvm::raw_string_ostream stream(text);
  dim.printExpr(stream);
  return text;
}

/// Also with an unknown dimension: 0 times anything is 0.
SymExprAttr getNumElements(MLIRContext *context, ArrayRef<SymExprAttr> dims) {
  // A zero makes the product zero, whatever the others are.
  for (SymExprAttr dim : dims)
    if (dim && dim.getConstant() == 0)
      return dim;
  return SymExprAttr::product(context, dims);
}

std::optional<Dims> getShapeDims(Type type) {
  auto shape = dyn_cast<ShapeType>(type);
  if (!shape || !shape.hasRank())
    return std::nullopt;
  return Dims(shape.getDimsOrUnknown());
}

LogicalResult appendType(const TensorInfo &info, EmitError emitError,
                         SmallVectorImpl<Type> &types) {
  if (!info.dims) {
    types.push_back(UnrankedTensorType::get(info.element));
    return success();
  }
  // Only what is certain: an upper bound below 0 for all sizes of symbols.
  for (auto [index, dim] : llvm::enumerate(*info.dims))
    if (std::optional<int64_t> most = dim ? dim.getUpperBound() : std::nullopt;
        most && *most < 0)
      return emitError.type(3) << "gives dimension " << index << " the size "
                               << toString(dim) << ", but no size is negative";
  types.push_back(getTensorType(*info.dims, info.element, info.vdevice));
  return success();
}

FailureOr<Type> getCommonElement(ArrayRef<TensorInfo> infos,
                                 EmitError emitError) {
  Type common;
  for (const TensorInfo &info : infos) {
    // An unknown element takes what the others have, since one that differs
    // would be an error at run time of a legal program.
    if (common && isUnknownElement(info.element))
      continue;
    if (!common || isUnknownElement(common))
      common = info.element;
    else if (common != info.element)
      return emitError() << "expects operands of one element type, but found "
                         << common << " and " << info.element
                         << "; use 'relax.astype' on one of them";
  }
  return common;
}

FailureOr<VDeviceAttr> getCommonVDevice(ArrayRef<TensorInfo> infos,
                                        EmitError emitError) {
  VDeviceAttr common;
  for (const TensorInfo &info : infos)
    if (!common)
      common = info.vdevice;
    else if (info.vdevice && !computeTogether(info.vdevice, common))
      return emitError() << "expects operands on one device, but found "
                         << common << " and " << info.vdevice
                         << "; use 'relax.to_vdevice' on one of them";
  return common;
}

/// Whether a dimension is provably something other than one.
static bool isProvablyNotOne(SymExprAttr dim) {
  return dim &&
         compareDims(dim, getDim(dim.getContext(), 1)) == Proof::Different;
}

/// 1 gives way only where it is literally 1 or is found so at run time. TVM
/// leaves an operator unlowered where a size is undecided (docs/semantics.md,
/// Sizes).
FailureOr<SymExprAttr> broadcastDim(SymExprAttr lhs, SymExprAttr rhs,
                                    EmitError emitError) {
  if (lhs && lhs.getConstant() == 1)
    return rhs;
  if (rhs && rhs.getConstant() == 1)
    return lhs;
  Proof equal = compareDims(lhs, rhs);
  if (equal == Proof::Equal)
    return pickKnown(lhs, rhs);
  // Not one and different: no run is legal. Not one and undecided: legal runs
  // have them equal.
  bool keepsLhs = isProvablyNotOne(lhs), keepsRhs = isProvablyNotOne(rhs);
  if (keepsLhs && keepsRhs && equal == Proof::Different)
    return emitError() << "cannot broadcast sizes " << toString(lhs) << " and "
                       << toString(rhs)
                       << "; they must be equal, or one of them 1";
  // The side that is not one is the result of every legal run.
  if (keepsLhs && keepsRhs) {
    claimEqual(lhs, rhs);
    return pickKnown(lhs, rhs);
  }
  if (keepsLhs)
    return lhs;
  if (keepsRhs)
    return rhs;
  // Where one is 1 the other is the greater, unless that is 0. With a = 1 the
  // result is b, which may be 0; with a = b it is both. max(a, b) * min(a * b,
  // 1) is right for each, and an expression can be compared when the program
  // runs.
  if (areClaimsCollected() && lhs && rhs)
    return max(lhs, rhs) * min(lhs * rhs, getDim(lhs.getContext(), 1));
  return SymExprAttr();
}

FailureOr<std::optional<Dims>> broadcast(ArrayRef<TensorInfo> infos,
                                         EmitError emitError) {
  Dims result;
  // Shapes that are known have to fit, also beside one that is not.
  bool isKnown = true;
  for (const TensorInfo &info : infos) {
    if (!info.dims) {
      isKnown = false;
      continue;
    }
    Dims dims = *info.dims;
    if (dims.size() > result.size())
      std::swap(dims, result);
    size_t offset = result.size() - dims.size();
    for (auto [index, dim] : llvm::enumerate(dims)) {
      FailureOr<SymExprAttr> joined =
          broadcastDim(result[offset + index], dim, emitError);
      if (failed(joined))
        return failure();
      result[offset + index] = *joined;
    }
  }
  return isKnown ? std::optional<Dims>(std::move(result)) : std::nullopt;
}

FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank,
                                 EmitError emitError) {
  if (axis < -rank || axis >= rank)
    return emitError() << "expects an axis in [" << -rank << ", " << rank
                       << "), but found " << axis;
  return axis < 0 ? axis + rank : axis;
}

LogicalResult verifyDistinctAxes(ArrayRef<int64_t> axes, EmitError emitError) {
  llvm::SmallSet<int64_t, 8> seen; // A dense set cannot hold all numbers.
  for (int64_t axis : axes)
    if (!seen.insert(axis).second)
      return emitError() << "expects each axis once, found axis " << axis
                         << " twice";
  return success();
}

FailureOr<SmallVector<int64_t>>
normalizeAxes(ArrayRef<int64_t> axes, int64_t rank, EmitError emitError) {
  SmallVector<int64_t> result;
  llvm::SmallBitVector seen(rank);
  for (int64_t axis : axes) {
    FailureOr<int64_t> normal = normalizeAxis(axis, rank, emitError);
    if (failed(normal))
      return failure();
    if (seen.test(*normal))
      return emitError() << "expects each axis once, found axis " << *normal
                         << " twice";
    seen.set(*normal);
    result.push_back(*normal);
  }
  return result;
}

LogicalResult verifySameDim(SymExprAttr expected, SymExprAttr found,
                            const Twine &what, EmitError emitError) {
  Proof equal = compareDims(expected, found);
  if (equal == Proof::Unknown)
    claimEqual(expected, found);
  if (equal != Proof::Different)
    return success();
  return emitError() << "expects " << what << " to be " << toString(expected)
                     << ", but found " << toString(found);
}

LogicalResult verifyDims(const TensorInfo &info, StringRef what,
                         ArrayRef<SymExprAttr> expected, EmitError emitError) {
  if (!info.dims)
    return success();
  if (info.dims->size() != expected.size())
    return emitError() << "expects " << what << " of rank " << expected.size()
                       << ", but found rank " << info.getRank();
  for (auto [axis, dim] : llvm::enumerate(*info.dims))
    if (failed(verifySameDim(expected[axis], dim,
                             "dimension " + Twine(axis) + " of " + what,
                             emitError)))
      return failure();
  return success();
}

SymExprAttr pickKnown(SymExprAttr lhs, SymExprAttr rhs) {
  // A constant says most; of two equal expressions the first is as good.
  return !lhs || (rhs && rhs.getConstant()) ? rhs : lhs;
}

FailureOr<SymExprAttr> getWindowCount(SymExprAttr input, const Window &window,
                                      EmitError emitError) {
  SymExprAttr padded = input + window.padBefore + window.padAfter;
  SymExprAttr extent = (window.size - 1) * window.dilation + 1;
  // What 64 bits do not hold fits nothing that they hold. The window's extent
  // counts the gaps of its dilation.
  std::optional<int64_t> size =
      window.size ? window.size.getConstant() : std::nullopt;
  int64_t reach;
  if (size && *size > 1 && padded && padded.getUpperBound() &&
      (llvm::MulOverflow(*size - 1, window.dilation, reach) ||
       reach == INT64_MAX))
    return emitError() << "expects a window that fits the padded input of size "
                       << toString(padded) << ", but found one of " << *size
                       << " elements at distances of " << window.dilation;
  SymExprAttr room = padded - extent;
  if (std::optional<int64_t> most = room ? room.getUpperBound() : std::nullopt;
      most && *most < 0)
    // What is undecided is computed as it stands: in a legal run it fits.
    return emitError() << "expects a window that fits the padded input of size "
                       << toString(padded) << ", but found one of size "
                       << toString(extent);
  if (!window.ceilMode)
    return floorDiv(room, window.stride) + 1;
  SymExprAttr count = ceilDiv(room, window.stride) + 1;
  // None that begins in the padding behind, where its mean would be 0 / 0.
  std::optional<int64_t> span = extent ? extent.getConstant() : std::nullopt;
  if (!count || (span && window.padAfter + window.stride <= *span))
    return count;
  return min(count, ceilDiv(input + window.padBefore, window.stride));
}

/// A slice's bound counted from the front and kept within [low, high].
static SymExprAttr resolveBound(SymExprAttr dim, SymExprAttr bound,
                                SymExprAttr low, SymExprAttr high,
                                bool assumeInbound) {
  if (!dim || !bound)
    return {};
  // No size is greater, so this means the far end.
  if (bound.getConstant() == INT64_MAX)
    return high;
  // Whether the bound counts from the end has to be known.
  std::optional<int64_t> least = bound.getLowerBound();
  // ONNX and numpy write "to the end" as the greatest integer.
  std::optional<int64_t> most = bound.getUpperBound();
  if (most && *most < 0)
    bound = dim + bound;
  // A symbolic bound may be negative in one run and not in another; only then a
  // formula would need both cases.
  else if (!least || *least < 0)
    return {};
  if (assumeInbound)
    return bound;
  return max(low, min(bound, high));
}

SliceRange resolveSlice(SymExprAttr dim, SymExprAttr begin, SymExprAttr end,
                        int64_t stride, bool assumeInbound) {
  SliceRange range;
  range.stride = stride;
  if (!dim || stride == 0)
    return range;
  MLIRContext *context = dim.getContext();
  SymExprAttr zero = getDim(context, 0);
  // Going down, the first element is at most the last one, and the end may be
  // one before the first.
  bool down = stride < 0;
  SymExprAttr low = down ? getDim(context, -1) : zero;
  SymExprAttr high = down ? dim - 1 : dim;
  // From the end to the beginning, `-1` is the place before the first element.
  range.start = resolveBound(dim, begin, low, high, assumeInbound);
  SymExprAttr stop = resolveBound(dim, end, low, high, assumeInbound);
  SymExprAttr distance = down ? range.start - stop : stop - range.start;
  // The magnitude of the least stride has no int64; one element is taken.
  int64_t step = stride == INT64_MIN ? INT64_MAX : std::abs(stride);
  range.length = max(zero, ceilDiv(distance, step));
  return range;
}

/// The number of elements of `from` over that of `to` without `to[rest]`, where
/// that is known. Equal dimensions cancel, so that symbols need no division.
static SymExprAttr getQuotient(MLIRContext *context, ArrayRef<SymExprAttr> from,
                               size_t rest, ArrayRef<SymExprAttr> to) {
  Dims left(from), right;
  // n * m * 4 over m * 4 is n by cancelling; a division needs a proof.
  for (auto [index, dim] : llvm::enumerate(to)) {
    if (index == rest)
      continue;
    auto *same = dim ? llvm::find(left, dim) : left.end();
    if (same == left.end())
      right.push_back(dim);
    else
      left.erase(same);
  }
  SymExprAttr divisor = getNumElements(context, right);
  if (!divisor || divisor.getConstant() == 0)
    return {};
  return floorDiv(getNumElements(context, left), divisor);
}
// -1 with a zero among the others has no answer (numpy rejects it as well), so
// the size stays unknown.

FailureOr<Dims> resolveReshape(MLIRContext *context, ArrayRef<SymExprAttr> from,
                               ArrayRef<int64_t> target, bool zeroCopies,
                               EmitError emitError) {
  Dims result;
  std::optional<size_t> rest;
  for (auto [index, size] : llvm::enumerate(target)) {
    SymExprAttr dim;
    if (size == -1) {
      if (rest)
        return emitError()
               << "expects at most one -1 in the new shape, found several";
      rest = index;
    } else if (size == 0 && zeroCopies) {
      if (index >= from.size())
        return emitError() << "copies dimension " << index
                           << ", expected one of an operand of rank "
                           << from.size();
      dim = from[index];
    } else {
      dim = getDim(context, size);
    }
    result.push_back(dim);
  }
  if (!rest)
    return result;
  result[*rest] = getQuotient(context, from, *rest, result);
  return result;
}

/// The more precise of two dimension lists; nothing if they provably differ.
static std::optional<Dims> meetDims(ArrayRef<SymExprAttr> lhs,
                                    ArrayRef<SymExprAttr> rhs) {
  if (lhs.size() != rhs.size())
    return std::nullopt;
  // Each type may know more, in another dimension.
  Dims result;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs)) {
    if (compareDims(left, right) == Proof::Different)
      return std::nullopt;
    result.push_back(pickKnown(left, right));
  }
  return result;
}

/// The more precise of two tensor types; null if they provably differ.
static Type meetTensors(TensorType lhs, TensorType rhs) {
  TensorInfo left = TensorInfo::of(lhs), right = TensorInfo::of(rhs);
  TensorInfo result = left;
  if (isUnknownElement(left.element))
    result.element = right.element;
  else if (!isUnknownElement(right.element) && left.element != right.element)
    return {};
  if (left.vdevice && right.vdevice && left.vdevice != right.vdevice)
    return {};
  if (!result.vdevice)
    result.vdevice = right.vdevice;
  if (!left.dims) {
    result.dims = right.dims;
  } else if (right.dims) {
    result.dims = meetDims(*left.dims, *right.dims);
    if (!result.dims)
      return {};
  }
  SmallVector<Type> types;
  return succeeded(appendType(result, EmitError(), types)) ? types.front()
                                                           : Type();
}

/// The more precise of two shape types; null if they provably differ.
static Type meetShapes(ShapeType lhs, ShapeType rhs) {
  if (!lhs.hasRank() || !rhs.hasRank())
    return lhs.hasRank() ? lhs : rhs;
  std::optional<Dims> dims =
      meetDims(lhs.getDimsOrUnknown(), rhs.getDimsOrUnknown());
  return dims ? ShapeType::get(lhs.getContext(), *dims) : Type();
}

Type meetTypes(Type lhs, Type rhs) {
  if (lhs == rhs)
    return lhs;
  if (isa<TensorType>(lhs) && isa<TensorType>(rhs))
    return meetTensors(cast<TensorType>(lhs), cast<TensorType>(rhs));
  if (isa<ShapeType>(lhs) && isa<ShapeType>(rhs))
    return meetShapes(cast<ShapeType>(lhs), cast<ShapeType>(rhs));
  auto left = dyn_cast<TupleType>(lhs), right = dyn_cast<TupleType>(rhs);
  if (!left || !right || left.size() != right.size())
    return {};
  SmallVector<Type> fields;
  for (auto [leftField, rightField] : llvm::zip_equal(left, right)) {
    fields.push_back(meetTypes(leftField, rightField));
    if (!fields.back())
      return {};
  }
  return TupleType::get(lhs.getContext(), fields);
}

} // namespace mlir::relax
