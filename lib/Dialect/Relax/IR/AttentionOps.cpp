// Attention: types.
#include "Relax/Dialect/Relax/IR/AttentionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"

namespace mlir::relax {

/// The dimensions of a tensor of batch, place, head and depth.
static FailureOr<Dims> getAttentionDims(Value operand, EmitError emitError) {
  TensorInfo info = TensorInfo::of(operand);
  // R2: four axes.
  if (info.dims && info.getRank() != 4)
    return emitError(2) << "expects query, key and value of rank 4, but found "
                           "rank "
                        << info.getRank();
  return info.dims ? *info.dims : getUnknownDims(4);
}

/// R4: each head of keys serves as many heads of queries.
static LogicalResult verifyHeads(SymExprAttr query, SymExprAttr key,
                                 SymExprAttr value, EmitError emitError) {
  if (failed(
          verifySameDim(key, value, "the heads of values", emitError.rule(4))))
    return failure();
  SymExprAttr rest = floorMod(query, key);
  if (!rest || !rest.getConstant() || rest.getConstant() == 0)
    return success();
  return emitError(4)
         << "expects the heads of keys to divide those of queries, "
            "but found "
         << toString(key) << " and " << toString(query);
}

/// It is an error if the dimensions of the three operands do not fit.
static LogicalResult verifyShapes(ArrayRef<SymExprAttr> query,
                                  ArrayRef<SymExprAttr> key,
                                  ArrayRef<SymExprAttr> value,
                                  EmitError emitError) {
  // R3: sizes that the products need.
  if (failed(verifySameDim(query[0], key[0], "the batch of keys",
                           emitError.rule(3))) ||
      failed(verifySameDim(query[0], value[0], "the batch of values",
                           emitError.rule(3))) ||
      failed(verifySameDim(key[1], value[1], "the places of values",
                           emitError.rule(3))) ||
      failed(verifySameDim(query[3], key[3], "the depth of keys",
                           emitError.rule(3))))
    return failure();
  return verifyHeads(query[2], key[2], value[2], emitError);
}

template <typename Adaptor>
static LogicalResult inferAttention(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  // R6: a window moves with the mask.
  if (op.getWindowSize() && !op.getCausalMask())
    return emitError(6) << "expects a 'causal_mask' with 'window_size', but "
                           "found none";
  // R1: one element type.
  FailureOr<Type> element = getCommonElement(
      getTensorInfos({op.getQuery(), op.getKey(), op.getValue()}),
      emitError.rule(1));
  if (failed(element))
    return failure();
  // R5: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice(getTensorInfos(op.getOperands()), emitError.rule(5));
  if (failed(vdevice))
    return failure();
  // One after the other: the same rank is often wrong for all three, and one
  // error says so.
  FailureOr<Dims> query = getAttentionDims(op.getQuery(), emitError);
  if (failed(query))
    return failure();
  FailureOr<Dims> key = getAttentionDims(op.getKey(), emitError);
  if (failed(key))
    return failure();
  FailureOr<Dims> value = getAttentionDims(op.getValue(), emitError);
  if (failed(value) || failed(verifyShapes(*query, *key, *value, emitError)))
    return failure();
  Dims dims{(*query)[0], (*query)[1], (*query)[2], (*value)[3]};
  return appendType({*element, dims, *vdevice}, emitError, types);
}

LogicalResult AttentionOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  return inferAttention(op, emitError, types);
}

LogicalResult AttentionBiasOp::inferTypes(Adaptor op, EmitError emitError,
                                          SmallVectorImpl<Type> &types) {
  if (failed(inferAttention(op, emitError, types)))
    return failure();
  TensorInfo bias = TensorInfo::of(op.getBias());
  if (!bias.dims)
    return success();
  Dims query = *getAttentionDims(op.getQuery(), emitError);
  Dims key = *getAttentionDims(op.getKey(), emitError);
  Dims scores{query[0], query[2], query[1], key[1]};
  // R7: a bias for each product.
  if (bias.getRank() > 4)
    return emitError(7) << "expects a bias of rank 4 or less, but found rank "
                        << bias.getRank();
  ArrayRef<SymExprAttr> wanted = ArrayRef(scores).take_back(bias.getRank());
  // No claim that both are equal: a size may be found to be 1 by the run.
  for (auto [axis, dim] : llvm::enumerate(*bias.dims))
    if (cannotBroadcast(dim, wanted[axis]))
      return emitError(7) << "expects dimension " << axis
                          << " of the bias to be 1 or "
                          << toString(wanted[axis]) << ", but found "
                          << toString(dim);
  return success();
}

LogicalResult AttentionVarLenOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  if (failed(inferAttention(op, emitError, types)))
    return failure();
  // R7: where sequences begin, and how long they get.
  SymExprAttr length;
  for (Value starts : {op.getSeqstartQ(), op.getSeqstartK()}) {
    TensorInfo info = TensorInfo::of(starts);
    if (info.dims && info.getRank() != 1)
      return emitError(7) << "expects starts of sequences of rank 1, but found "
                             "rank "
                          << info.getRank();
    if (!info.dims)
      continue;
    if (failed(verifySameDim(length, info.dims->front(),
                             "the number of starts of sequences",
                             emitError.rule(7))))
      return failure();
    length = info.dims->front();
  }
  for (Value most : {op.getMaxSeqlenQ(), op.getMaxSeqlenK()})
    if (TensorInfo info = TensorInfo::of(most);
        info.dims && info.getRank() != 0)
      return emitError(7)
             << "expects greatest lengths of rank 0, but found rank "
             << info.getRank();
  return success();
}

void RelaxDialect::registerAttentionOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/AttentionOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/AttentionOps.cpp.inc"
