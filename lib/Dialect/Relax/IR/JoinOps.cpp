// Ops that join tensors or cut them apart: types and folds.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"

namespace mlir::relax {

/// The dimensions that all known operands share, with `axis` left as it is in
/// the first; nothing if no operand's rank is known.
static FailureOr<std::optional<Dims>> joinDims(ArrayRef<TensorInfo> infos,
                                               std::optional<int64_t> axis,
                                               EmitError rankError,
                                               EmitError sizeError) {
  std::optional<Dims> joined;
  for (const TensorInfo &info : infos) {
    if (!info.dims)
      continue;
    if (!joined) {
      joined = info.dims;
      continue;
    }
    if (joined->size() != info.dims->size())
      return rankError() << "expects operands of one rank, but found "
                         << joined->size() << " and " << info.dims->size();
    for (auto [index, dim] : llvm::enumerate(*info.dims)) {
      if (axis == int64_t(index))
        continue;
      if (failed(verifySameDim((*joined)[index], dim,
                               "dimension " + Twine(index) + " of each operand",
                               sizeError)))
        return failure();
      (*joined)[index] = pickKnown((*joined)[index], dim);
    }
  }
  return joined;
}

/// The rank of the first operand whose rank is known.
static std::optional<int64_t> getKnownRank(ArrayRef<TensorInfo> infos) {
  for (const TensorInfo &info : infos)
    if (info.dims)
      return info.getRank();
  return std::nullopt;
}

LogicalResult ConcatOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getTensors());
  // R1, R5, R6: one element type, one device, something to join.
  FailureOr<TensorInfo> joined = joinKinds(infos, {1, 5, 6}, emitError);
  if (failed(joined))
    return failure();
  TensorInfo result = *joined;
  std::optional<int64_t> rank = getKnownRank(infos);
  if (!op.getAxis() && rank && *rank != 1)
    return emitError(2) << "expects 'axis' for operands of rank " << *rank
                        << ", but found none";
  if (!rank) {
    if (!op.getAxis())
      result.dims = getUnknownDims(1);
    return appendType(result, emitError, types);
  }
  // R3: an axis that exists.
  FailureOr<int64_t> axis =
      normalizeAxis(op.getAxis().value_or(0), *rank, emitError.rule(3));
  if (failed(axis))
    return failure();
  // R2, R4: one rank, and equal sizes away from the axis.
  FailureOr<std::optional<Dims>> dims =
      joinDims(infos, *axis, emitError.rule(2), emitError.rule(4));
  if (failed(dims))
    return failure();
  result.dims = *dims;
  SymExprAttr total = getDim(result.element.getContext(), 0);
  for (const TensorInfo &info : infos)
    total = total + (info.dims ? (*info.dims)[*axis] : SymExprAttr());
  (*result.dims)[*axis] = total;
  return appendType(result, emitError, types);
}

LogicalResult StackOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getTensors());
  // R1, R4, R5: one element type, one device, something to join.
  FailureOr<TensorInfo> joined = joinKinds(infos, {1, 4, 5}, emitError);
  if (failed(joined))
    return failure();
  // R2: one shape.
  FailureOr<std::optional<Dims>> dims =
      joinDims(infos, std::nullopt, emitError.rule(2), emitError.rule(2));
  if (failed(dims))
    return failure();
  TensorInfo result = *joined;
  result.dims = *dims;
  if (result.dims) {
    // R3: an axis of the result.
    FailureOr<int64_t> axis =
        normalizeAxis(op.getAxis(), result.getRank() + 1, emitError.rule(3));
    if (failed(axis))
      return failure();
    result.dims->insert(result.dims->begin() + *axis,
                        getDim(joined->element.getContext(), infos.size()));
  }
  return appendType(result, emitError, types);
}

/// The sizes of the parts that `split` cuts an axis of size `dim` into.
static FailureOr<Dims> getPartSizes(SplitOp::Adaptor op, SymExprAttr dim,
                                    EmitError emitError) {
  Dims sizes;
  if (op.getSections()) {
    int64_t sections = *op.getSections();
    // R2: at least one part, and no more results than an op can have.
    if (sections < 1 || sections > UINT16_MAX)
      return emitError(2) << "expects 'sections' in [1, " << UINT16_MAX
                          << "], but found " << sections;
    SymExprAttr size = ceilDiv(dim, sections);
    sizes.assign(sections, size);
    // What is left for the last part may be less, but never below nothing.
    SymExprAttr zero = dim ? getDim(dim.getContext(), 0) : dim;
    for (auto [index, part] : llvm::enumerate(sizes))
      if (floorMod(dim, sections) != zero)
        part = max(zero, min(size, dim - size * int64_t(index)));
    return sizes;
  }
  MLIRContext *context = op.getX().getContext();
  SymExprAttr start = getDim(context, 0);
  int64_t last = 0;
  ArrayRef<int64_t> indices = *op.getIndices();
  for (int64_t index : indices) {
    // R4: parts in the order of the axis.
    if (index < last)
      return emitError(4) << "expects 'indices' that are not negative and do "
                             "not decrease, but found "
                          << index << " after " << last;
    last = index;
    SymExprAttr stop = dim ? min(getDim(context, index), dim) : dim;
    sizes.push_back(stop - start);
    start = stop;
  }
  sizes.push_back(dim - start);
  return sizes;
}

LogicalResult SplitOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  // R1: one way to say where to cut.
  if (op.getSections().has_value() == op.getIndices().has_value())
    return emitError(1) << "expects either 'sections' or 'indices', but found "
                        << (op.getSections() ? "both" : "none");
  TensorInfo info = TensorInfo::of(op.getX());
  int64_t axis = 0;
  if (info.dims) {
    // R3: an axis that exists.
    FailureOr<int64_t> normal =
        normalizeAxis(op.getAxis(), info.getRank(), emitError.rule(3));
    if (failed(normal))
      return failure();
    axis = *normal;
  }
  FailureOr<Dims> sizes = getPartSizes(
      op, info.dims ? (*info.dims)[axis] : SymExprAttr(), emitError);
  if (failed(sizes))
    return failure();
  // R5: a type for each part; the trait compares the number of results.
  for (SymExprAttr size : *sizes) {
    if (info.dims)
      (*info.dims)[axis] = size;
    if (failed(appendType(info, emitError, types)))
      return failure();
  }
  return success();
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getTensors().size() == 1 && getTensors().front().getType() == getType())
    return foldTo(getTensors().front(), *this);
  return {};
}

} // namespace mlir::relax
