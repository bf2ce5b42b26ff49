// Ops that move elements without computing on them: types and folds.
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/Transpose.h"
#include "Relax/Support/ConstantTensor.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::relax {

//===-- Reshape -----------------------------------------------------------===//

LogicalResult ReshapeOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  MLIRContext *context = op.getX().getContext();
  TensorInfo info = TensorInfo::of(op.getX());
  std::optional<Dims> target = getShapeDims(op.getShape().getType());
  if (info.dims && target) {
    SymExprAttr before = getNumElements(context, *info.dims);
    SymExprAttr after = getNumElements(context, *target);
    // R1: as many elements as before.
    if (compareDims(before, after) == Proof::Different)
      return emitError(1) << "expects a shape of " << toString(before)
                          << " elements, but found one of " << toString(after);
  }
  info.dims = target;
  return appendType(info, emitError, types);
}

LogicalResult FlattenOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  SymExprAttr count;
  if (info.dims)
    count = getNumElements(op.getX().getContext(), *info.dims);
  info.dims = Dims{count};
  return appendType(info, emitError, types);
}

LogicalResult BatchFlattenOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  if (!info.dims) {
    info.dims = getUnknownDims(2);
    return appendType(info, emitError, types);
  }
  // R1: there is a first dimension.
  if (info.dims->empty())
    return emitError(1) << "expects an operand of rank 1 or more, but found "
                           "rank 0; use 'relax.flatten'";
  ArrayRef<SymExprAttr> dims(*info.dims);
  info.dims = Dims{
      dims[0], getNumElements(op.getData().getContext(), dims.drop_front())};
  return appendType(info, emitError, types);
}

//===-- Axes --------------------------------------------------------------===//

LogicalResult PermuteDimsOp::inferTypes(Adaptor op, EmitError emitError,
                                        SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  std::optional<ArrayRef<int64_t>> axes = op.getAxes();
  if (!info.dims) {
    // R1: a permutation, of however many axes there are.
    if (axes && failed(normalizeAxes(*axes, axes->size(), emitError.rule(1))))
      return failure();
    if (axes)
      info.dims = getUnknownDims(axes->size());
    return appendType(info, emitError, types);
  }
  if (!axes) {
    std::reverse(info.dims->begin(), info.dims->end());
    return appendType(info, emitError, types);
  }
  // R1: a permutation of the operand's axes.
  if (int64_t(axes->size()) != info.getRank())
    return emitError(1) << "expects 'axes' to have " << info.getRank()
                        << " entries, but found " << axes->size();
  FailureOr<SmallVector<int64_t>> order =
      normalizeAxes(*axes, info.getRank(), emitError.rule(1));
  if (failed(order))
    return failure();
  info.dims = llvm::map_to_vector(
      *order, [&](int64_t axis) { return (*info.dims)[axis]; });
  return appendType(info, emitError, types);
}

LogicalResult ExpandDimsOp::inferTypes(Adaptor op, EmitError emitError,
                                       SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  if (!info.dims)
    return failed(verifyDistinctAxes(op.getAxis(), emitError.rule(1)))
               ? failure()
               : appendType(info, emitError, types);
  int64_t rank = info.getRank() + op.getAxis().size();
  // R1: axes of the result, each once.
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(op.getAxis(), rank, emitError.rule(1));
  if (failed(axes))
    return failure();
  Dims dims = getUnknownDims(rank);
  llvm::SmallBitVector isNew(rank);
  for (int64_t axis : *axes)
    isNew.set(axis);
  const SymExprAttr *next = info.dims->begin();
  for (int64_t axis = 0; axis < rank; ++axis)
    dims[axis] = isNew.test(axis) ? getDim(op.getX().getContext(), 1) : *next++;
  info.dims = dims;
  return appendType(info, emitError, types);
}

/// Squeeze without axes; the result's rank is known only if each size is.
static void squeezeOnes(TensorInfo &info) {
  Dims dims;
  for (SymExprAttr dim : *info.dims) {
    if (!dim || !dim.getConstant()) {
      info.dims = std::nullopt;
      return;
    }
    if (dim.getConstant() != 1)
      dims.push_back(dim);
  }
  info.dims = dims;
}

LogicalResult SqueezeOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  if (!info.dims)
    return op.getAxis() &&
                   failed(verifyDistinctAxes(*op.getAxis(), emitError.rule(1)))
               ? failure()
               : appendType(info, emitError, types);
  if (!op.getAxis()) {
    squeezeOnes(info);
    return appendType(info, emitError, types);
  }
  // R1: axes that exist, each once.
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(*op.getAxis(), info.getRank(), emitError.rule(1));
  if (failed(axes))
    return failure();
  SymExprAttr one = getDim(op.getX().getContext(), 1);
  Dims dims;
  for (auto [axis, dim] : llvm::enumerate(*info.dims)) {
    if (!llvm::is_contained(*axes, int64_t(axis)))
      dims.push_back(dim);
    // R2: nothing is lost.
    else if (failed(verifySameDim(one, dim, "the size of axis " + Twine(axis),
                                  emitError.rule(2))))
      return failure();
  }
  info.dims = dims;
  return appendType(info, emitError, types);
}

//===-- Repetition --------------------------------------------------------===//

LogicalResult BroadcastToOp::inferTypes(Adaptor op, EmitError emitError,
                                        SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  std::optional<Dims> target = getShapeDims(op.getShape().getType());
  if (!info.dims || !target) {
    info.dims = target;
    return appendType(info, emitError, types);
  }
  // R1: no axis is lost.
  if (target->size() < info.dims->size())
    return emitError(1) << "expects a shape of rank " << info.getRank()
                        << " or more, but found rank " << target->size();
  size_t offset = target->size() - info.dims->size();
  for (auto [axis, dim] : llvm::enumerate(*info.dims)) {
    SymExprAttr wanted = (*target)[offset + axis];
    // R2: only 1 is repeated.
    if (cannotBroadcast(dim, wanted))
      return emitError(2) << "expects dimension " << axis << " of size "
                          << toString(dim) << " to be 1 or "
                          << toString(wanted);
  }
  info.dims = target;
  return appendType(info, emitError, types);
}

LogicalResult FlipOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  // R1: an axis that exists.
  if (info.dims &&
      failed(normalizeAxis(op.getAxis(), info.getRank(), emitError.rule(1))))
    return failure();
  return appendType(info, emitError, types);
}

LogicalResult RepeatOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  int64_t repeats = op.getRepeats();
  if (!op.getAxis()) {
    SymExprAttr count;
    if (info.dims)
      count = getNumElements(op.getData().getContext(), *info.dims) * repeats;
    info.dims = Dims{count};
    return appendType(info, emitError, types);
  }
  if (info.dims) {
    // R1: an axis that exists.
    FailureOr<int64_t> axis =
        normalizeAxis(*op.getAxis(), info.getRank(), emitError.rule(1));
    if (failed(axis))
      return failure();
    (*info.dims)[*axis] = (*info.dims)[*axis] * repeats;
  }
  return appendType(info, emitError, types);
}

LogicalResult TileOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  MLIRContext *context = op.getData().getContext();
  ArrayRef<int64_t> repeats = op.getRepeats();
  // R1: as often as can be.
  for (int64_t count : repeats)
    if (count < 0)
      return emitError(1) << "expects entries of 'repeats' to be at least 0, "
                             "but found "
                          << count;
  if (!info.dims)
    return appendType(info, emitError, types);
  Dims dims = *info.dims;
  if (repeats.size() > dims.size())
    dims.insert(dims.begin(), repeats.size() - dims.size(), getDim(context, 1));
  size_t offset = dims.size() - repeats.size();
  for (auto [index, count] : llvm::enumerate(repeats))
    dims[offset + index] = dims[offset + index] * count;
  info.dims = dims;
  return appendType(info, emitError, types);
}

LogicalResult PadOp::inferTypes(Adaptor op, EmitError emitError,
                                SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  ArrayRef<int64_t> width = op.getPadWidth();
  // R1: before and after each axis.
  if (width.size() % 2 != 0)
    return emitError(1) << "expects 'pad_width' to have two entries an axis, "
                           "but found "
                        << width.size();
  if (!info.dims)
    return appendType(info, emitError, types);
  if (int64_t(width.size()) != 2 * info.getRank())
    return emitError(1) << "expects 'pad_width' to have " << 2 * info.getRank()
                        << " entries, but found " << width.size();
  for (auto [axis, dim] : llvm::enumerate(*info.dims))
    dim = dim + width[2 * axis] + width[2 * axis + 1];
  return appendType(info, emitError, types);
}

//===-- Registration ------------------------------------------------------===//

/// Fold an op that does nothing if operand and result have one ranked type.
static OpFoldResult foldSameType(Value x, Operation *op) {
  Type result = op->getResult(0).getType();
  return x.getType() == result && isa<RankedTensorType>(result)
             ? foldTo(x, op)
             : OpFoldResult();
}

/// Whether no size of the type is unknown; then equal types are equal shapes.
static bool hasKnownDims(Type type) {
  TensorInfo info = TensorInfo::of(type);
  return info.dims && llvm::all_of(*info.dims, [](SymExprAttr dim) {
           return static_cast<bool>(dim);
         });
}

/// A constant operand under the type of the result: the order of the elements
/// stays.
static OpFoldResult foldConstantShape(Attribute constant, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding())
    return {};
  return reshapeConstant(constant, tensor);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldConstantShape(adaptor.getX(), getType()))
    return folded;
  if (hasKnownDims(getType()))
    if (OpFoldResult same = foldSameType(getX(), *this))
      return same;
  // reshape(reshape(x)): the order of the elements is that of x.
  if (auto inner = getX().getDefiningOp<ReshapeOp>();
      inner && mayStandFor(inner.getX(), inner.getResult())) {
    getXMutable().assign(inner.getX());
    return getResult();
  }
  return {};
}

OpFoldResult FlattenOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldConstantShape(adaptor.getX(), getType()))
    return folded;
  return foldSameType(getX(), *this);
}

OpFoldResult BatchFlattenOp::fold(FoldAdaptor) {
  return foldSameType(getData(), *this);
}

OpFoldResult PermuteDimsOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getX().getType());
  if (!type || type != getType())
    return {};
  int64_t rank = type.getRank();
  if (!getAxes())
    return rank < 2 ? foldTo(getX(), *this) : OpFoldResult();
  for (auto [index, axis] : llvm::enumerate(*getAxes()))
    if ((axis < 0 ? axis + rank : axis) != int64_t(index))
      return {};
  return foldTo(getX(), *this);
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldConstantShape(adaptor.getX(), getType()))
    return folded;
  return getAxis().empty() ? foldSameType(getX(), *this) : OpFoldResult();
}

OpFoldResult SqueezeOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldConstantShape(adaptor.getX(), getType()))
    return folded;
  bool keepsAll = getAxis() ? getAxis()->empty() : hasKnownDims(getType());
  return keepsAll ? foldSameType(getX(), *this) : OpFoldResult();
}

OpFoldResult BroadcastToOp::fold(FoldAdaptor) {
  return hasKnownDims(getType()) ? foldSameType(getX(), *this) : OpFoldResult();
}

Value getTransposed(Value value) {
  auto permute = value.getDefiningOp<PermuteDimsOp>();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!permute || !type || type.getRank() < 2)
    return {};
  int64_t rank = type.getRank();
  // Without axes they are all reversed, which for a matrix is the same.
  std::optional<ArrayRef<int64_t>> axes = permute.getAxes();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t moved = i < rank - 2 ? i : 2 * rank - 3 - i;
    int64_t axis = axes ? (*axes)[i] : rank - 1 - i;
    if ((axis + rank) % rank != moved)
      return {};
  }
  return permute->getOperand(0);
}

void RelaxDialect::registerManipulateOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ManipulateOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ManipulateOps.cpp.inc"
