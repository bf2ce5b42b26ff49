// Ops of object detection: types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"
#include "Relax/Dialect/Relax/IR/VisionOps.h"

namespace mlir::relax {

/// The dimensions of a tensor, unknown ones where its rank is.
static Dims getDimsOr(const TensorInfo &info, int64_t rank) {
  return info.dims ? *info.dims : getUnknownDims(rank);
}

//===-- Regions -----------------------------------------------------------===//

template <typename Adaptor>
static LogicalResult inferRegions(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  MLIRContext *context = op.getData().getContext();
  // R4: a size for each axis.
  FailureOr<SmallVector<int64_t>> size =
      getPerAxis(op.getPooledSize(), 2, 1, 1, "pooled_size", emitError.rule(4));
  if (failed(size))
    return failure();
  // R1: a layout that names the right axes.
  FailureOr<TensorLayout> layout =
      TensorLayout::parse(op.getLayout(), "NCHW", emitError.rule(1));
  if (failed(layout))
    return failure();
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R2: the rank of the layout.
  FailureOr<Dims> sizes = layout->getAxes(infos[0], "data", emitError.rule(2));
  if (failed(sizes))
    return failure();
  // R3: an image and two corners a region.
  if (failed(verifyDims(infos[1], "'rois'", {SymExprAttr(), getDim(context, 5)},
                        emitError.rule(3))))
    return failure();
  // R5, R6: one element type, one device.
  FailureOr<TensorInfo> result = joinKinds(infos, {5, 6}, emitError);
  if (failed(result))
    return failure();
  Dims axes{getDimsOr(infos[1], 2)[0], (*sizes)[1], getDim(context, (*size)[0]),
            getDim(context, (*size)[1])};
  result->dims = layout->fromAxes(axes);
  return appendType(*result, emitError, types);
}

LogicalResult ROIAlignOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  return inferRegions(op, emitError, types);
}

LogicalResult ROIPoolOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  return inferRegions(op, emitError, types);
}

//===-- Boxes -------------------------------------------------------------===//

LogicalResult GetValidCountsOp::inferTypes(Adaptor op, EmitError emitError,
                                           SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  // R1: boxes of a batch.
  if (failed(verifyDims(info, "data", getUnknownDims(3), emitError.rule(1))))
    return failure();
  Dims dims = getDimsOr(info, 3);
  Type element = IntegerType::get(op.getData().getContext(), 32);
  if (failed(appendType({element, Dims{dims[0]}, info.vdevice}, emitError,
                        types)) ||
      failed(appendType({info.element, dims, info.vdevice}, emitError, types)))
    return failure();
  return appendType({element, Dims{dims[0], dims[1]}, info.vdevice}, emitError,
                    types);
}

LogicalResult NonMaxSuppressionOp::inferTypes(Adaptor op, EmitError emitError,
                                              SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  Dims dims = getDimsOr(infos[0], 3);
  // R1: boxes of a batch; R2: a count and a place for each.
  if (failed(
          verifyDims(infos[0], "data", getUnknownDims(3), emitError.rule(1))) ||
      failed(verifyDims(infos[1], "counts", getUnknownDims(1),
                        emitError.rule(1))) ||
      failed(verifyDims(infos[2], "indices", getUnknownDims(2),
                        emitError.rule(1))) ||
      failed(verifyDims(infos[1], "counts", {dims[0]}, emitError.rule(2))) ||
      failed(verifyDims(infos[2], "indices", {dims[0], dims[1]},
                        emitError.rule(2))) ||
      failed(verifyDims(infos[2], "indices",
                        {getDimsOr(infos[1], 1)[0], SymExprAttr()},
                        emitError.rule(2))))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  // R4: the trait compares the number of results.
  MLIRContext *context = op.getData().getContext();
  bool isSoft = op.getSoftNmsSigma().convertToDouble() > 0;
  if ((!op.getReturnIndices() || isSoft) &&
      failed(appendType({infos[0].element, dims, *vdevice}, emitError, types)))
    return failure();
  if (!op.getReturnIndices())
    return success();
  Type element = IntegerType::get(context, 32);
  if (failed(appendType({element, Dims{dims[0], dims[1]}, *vdevice}, emitError,
                        types)))
    return failure();
  return appendType({element, Dims{dims[0], getDim(context, 1)}, *vdevice},
                    emitError, types);
}

LogicalResult
AllClassNonMaxSuppressionOp::inferTypes(Adaptor op, EmitError emitError,
                                        SmallVectorImpl<Type> &types) {
  MLIRContext *context = op.getBoxes().getContext();
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1: four numbers a box, a score a class and box.
  if (failed(verifyDims(infos[0], "boxes",
                        {SymExprAttr(), SymExprAttr(), getDim(context, 4)},
                        emitError.rule(1))))
    return failure();
  Dims boxes = getDimsOr(infos[0], 3);
  if (failed(verifyDims(infos[1], "scores", {boxes[0], SymExprAttr(), boxes[1]},
                        emitError.rule(1))))
    return failure();
  // R2: one element type.
  FailureOr<Type> element =
      getCommonElement({infos[0], infos[1]}, emitError.rule(2));
  if (failed(element))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  Type place = IntegerType::get(context, 64);
  SymExprAttr candidates = getDimsOr(infos[1], 3)[1] * boxes[1];
  // R4: the trait compares the number of results.
  SmallVector<TensorInfo> results;
  if (op.getOutputFormat() == "onnx")
    results = {
        {place, Dims{boxes[0] * candidates, getDim(context, 3)}, *vdevice},
        {place, Dims{getDim(context, 1)}, *vdevice}};
  else
    results = {
        {place, Dims{boxes[0], candidates, getDim(context, 2)}, *vdevice},
        {*element, Dims{boxes[0], candidates}, *vdevice},
        {place, Dims{boxes[0]}, *vdevice}};
  for (const TensorInfo &result : results)
    if (failed(appendType(result, emitError, types)))
      return failure();
  return success();
}

LogicalResult MultiboxTransformLocOp::inferTypes(Adaptor op,
                                                 EmitError emitError,
                                                 SmallVectorImpl<Type> &types) {
  MLIRContext *context = op.getClsPred().getContext();
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R4: a variance for each number of a box.
  if (op.getVariances().size() != 4)
    return emitError(4) << "expects 'variances' to have 4 entries, but found "
                        << op.getVariances().size();
  // R1: scores, offsets and anchors of the same boxes.
  SymExprAttr four = getDim(context, 4);
  if (failed(
          verifyDims(infos[0], "scores", getUnknownDims(3), emitError.rule(1))))
    return failure();
  Dims scores = getDimsOr(infos[0], 3);
  if (failed(verifyDims(infos[1], "offsets", {scores[0], scores[2] * four},
                        emitError.rule(1))) ||
      failed(verifyDims(infos[2], "anchors",
                        {getDim(context, 1), scores[2], four},
                        emitError.rule(1))))
    return failure();
  // R2: one element type.
  FailureOr<Type> element = getCommonElement(infos, emitError.rule(2));
  if (failed(element))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  Dims boxes{scores[0], scores[2], four};
  if (failed(appendType({*element, boxes, *vdevice}, emitError, types)))
    return failure();
  return appendType({*element, scores, *vdevice}, emitError, types);
}

void RelaxDialect::registerVisionOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/VisionOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/VisionOps.cpp.inc"
