// Ops that choose elements, or find their places: types and folds.
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

LogicalResult WhereOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1: one element type of the two choices.
  FailureOr<Type> element =
      getCommonElement(ArrayRef(infos).drop_front(), emitError.rule(1));
  if (failed(element))
    return failure();
  // R2: sizes that broadcast.
  FailureOr<std::optional<Dims>> dims = broadcast(infos, emitError.rule(2));
  if (failed(dims))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  return appendType({*element, *dims, *vdevice}, emitError, types);
}

static LogicalResult inferArgReduce(Value x, std::optional<int64_t> axis,
                                    bool keepDims, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(x);
  MLIRContext *context = x.getContext();
  info.element = IntegerType::get(context, 64);
  if (!info.dims) {
    if (!axis && !keepDims)
      info.dims = Dims();
    return appendType(info, emitError, types);
  }
  int64_t first = 0, last = info.getRank();
  if (axis) {
    // R1: an axis that exists.
    FailureOr<int64_t> normal =
        normalizeAxis(*axis, info.getRank(), emitError.rule(1));
    if (failed(normal))
      return failure();
    first = *normal;
    last = first + 1;
  }
  // R2: there is an element to find.
  for (int64_t index = first; index < last; ++index)
    if (SymExprAttr dim = (*info.dims)[index]; dim && dim.getConstant() == 0)
      return emitError(2) << "expects elements along axis " << index
                          << ", but its size is 0";
  info.dims->erase(info.dims->begin() + first, info.dims->begin() + last);
  if (keepDims)
    info.dims->insert(info.dims->begin() + first, last - first,
                      getDim(context, 1));
  return appendType(info, emitError, types);
}

LogicalResult BucketizeOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1: one element type.
  if (failed(getCommonElement(infos, emitError.rule(1))))
    return failure();
  // R2: a list of boundaries.
  if (infos[1].dims && infos[1].getRank() != 1)
    return emitError(2) << "expects 'boundaries' of rank 1, but found rank "
                        << infos[1].getRank();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  Type element = IntegerType::get(op.getInputTensor().getContext(),
                                  op.getOutInt32() ? 32 : 64);
  return appendType({element, infos[0].dims, *vdevice}, emitError, types);
}

LogicalResult NonzeroOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  MLIRContext *context = op.getX().getContext();
  info.element = IntegerType::get(context, 64);
  info.dims = Dims{info.dims ? getDim(context, info.getRank()) : SymExprAttr(),
                   SymExprAttr()};
  return appendType(info, emitError, types);
}

LogicalResult UniqueOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  Type element = IntegerType::get(op.getX().getContext(), 64);
  SymExprAttr length;
  if (info.dims && !op.getAxis())
    length = getNumElements(op.getX().getContext(), *info.dims);
  if (op.getAxis() && info.dims) {
    // R1: an axis that exists.
    FailureOr<int64_t> axis =
        normalizeAxis(*op.getAxis(), info.getRank(), emitError.rule(1));
    if (failed(axis))
      return failure();
    length = std::exchange((*info.dims)[*axis], SymExprAttr());
  } else if (!op.getAxis()) {
    info.dims = getUnknownDims(1);
  }
  if (failed(appendType(info, emitError, types)))
    return failure();
  SmallVector<SymExprAttr> lengths;
  if (op.getReturnIndex())
    lengths.push_back({});
  if (op.getReturnInverse())
    lengths.push_back(length);
  if (op.getReturnCounts())
    lengths.push_back({});
  for (SymExprAttr size : lengths)
    if (failed(
            appendType({element, Dims{size}, info.vdevice}, emitError, types)))
      return failure();
  return success();
}

LogicalResult
MultinomialFromUniformOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1: matrices.
  for (const TensorInfo &info : infos)
    if (info.dims && info.getRank() != 2)
      return emitError(1) << "expects operands of rank 2, but found rank "
                          << info.getRank();
  // R2: a number and a row for each draw.
  Dims dims{SymExprAttr(), getDim(op.getProb().getContext(), 1)};
  for (const TensorInfo &info : ArrayRef(infos).drop_front()) {
    if (!info.dims)
      continue;
    for (auto [axis, dim] : llvm::enumerate(*info.dims)) {
      if (failed(verifySameDim(dims[axis], dim,
                               "dimension " + Twine(axis) + " of the draws",
                               emitError.rule(2))))
        return failure();
      dims[axis] = pickKnown(dims[axis], dim);
    }
  }
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  // R4: a type for places.
  FailureOr<Type> places = getIndexElement(
      op.getDtype(), 64, op.getProb().getContext(), emitError.rule(4));
  if (failed(places))
    return failure();
  return appendType({*places, dims, *vdevice}, emitError, types);
}

LogicalResult OneHotOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getIndices());
  info.element = op.getOnValue().getType();
  // R1: values of one type.
  if (op.getOffValue().getType() != info.element)
    return emitError(1) << "expects both values of one type, but found "
                        << info.element << " and "
                        << op.getOffValue().getType();
  if (info.dims) {
    // R2: an axis of the result.
    FailureOr<int64_t> axis =
        normalizeAxis(op.getAxis(), info.getRank() + 1, emitError.rule(2));
    if (failed(axis))
      return failure();
    info.dims->insert(info.dims->begin() + *axis,
                      getDim(op.getIndices().getContext(), op.getDepth()));
  }
  return appendType(info, emitError, types);
}

OpFoldResult WhereOp::fold(FoldAdaptor) {
  return getX1() == getX2() && getX1().getType() == getType() &&
                 keepsShape(getX1(), getCondition())
             ? foldTo(getX1(), *this)
             : OpFoldResult();
}

void RelaxDialect::registerSearchOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/SearchOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/SearchOps.cpp.inc"
