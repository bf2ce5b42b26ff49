// Ops that combine the elements along some axes into one: types and folds.
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::relax {

/// Which axes are reduced.
static FailureOr<llvm::SmallBitVector>
getReducedAxes(int64_t rank, std::optional<ArrayRef<int64_t>> axes,
               EmitError emitError) {
  if (!axes)
    return llvm::SmallBitVector(rank, true);
  // R1: axes that exist, each once.
  FailureOr<SmallVector<int64_t>> normal =
      normalizeAxes(*axes, rank, emitError.rule(1));
  if (failed(normal))
    return failure();
  llvm::SmallBitVector reduced(rank);
  for (int64_t axis : *normal)
    reduced.set(axis);
  return reduced;
}

/// What is left of a tensor after a reduction.
static FailureOr<TensorInfo> reduce(TensorInfo info,
                                    std::optional<ArrayRef<int64_t>> axes,
                                    bool keepDims, EmitError emitError) {
  if (!info.dims) {
    // R1: each axis once.
    if (axes && failed(verifyDistinctAxes(*axes, emitError.rule(1))))
      return failure();
    if (!axes && !keepDims)
      info.dims = Dims();
    return info;
  }
  FailureOr<llvm::SmallBitVector> reduced =
      getReducedAxes(info.getRank(), axes, emitError);
  if (failed(reduced))
    return failure();
  Dims dims;
  for (auto [index, dim] : llvm::enumerate(*info.dims)) {
    if (!reduced->test(index))
      dims.push_back(dim);
    else if (keepDims)
      dims.push_back(getDim(info.element.getContext(), 1));
  }
  info.dims = dims;
  return info;
}

static LogicalResult inferReduction(Value x,
                                    std::optional<ArrayRef<int64_t>> axes,
                                    bool keepDims, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info =
      reduce(TensorInfo::of(x), axes, keepDims, emitError);
  return failed(info) ? failure() : appendType(*info, emitError, types);
}

LogicalResult MedianOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  TensorInfo operand = TensorInfo::of(op.getData());
  FailureOr<TensorInfo> info =
      reduce(operand, op.getAxis(), op.getKeepdims(), emitError);
  if (failed(info))
    return failure();
  if (operand.dims) {
    FailureOr<llvm::SmallBitVector> reduced =
        getReducedAxes(operand.getRank(), op.getAxis(), emitError);
    if (failed(reduced))
      return failure();
    // R2: there is an element to take.
    for (unsigned axis : reduced->set_bits()) {
      SymExprAttr dim = (*operand.dims)[axis];
      if (dim && dim.getConstant() == 0)
        return emitError(2) << "expects elements along axis " << axis
                            << ", but its size is 0";
    }
  }
  if (failed(appendType(*info, emitError, types)))
    return failure();
  if (!op.getAxis() || op.getAxis()->size() != 1)
    return success();
  info->element = IntegerType::get(op.getData().getContext(), 64);
  return appendType(*info, emitError, types);
}

/// Fold a reduction along no axis, which changes nothing.
template <typename ConcreteOp>
static OpFoldResult foldNoAxis(ConcreteOp op) {
  if (op.getAxis() && op.getAxis()->empty() &&
      op.getX().getType() == op.getType())
    return foldTo(op.getX(), op);
  return {};
}

OpFoldResult SumOp::fold(FoldAdaptor) { return foldNoAxis(*this); }
OpFoldResult ProdOp::fold(FoldAdaptor) { return foldNoAxis(*this); }
OpFoldResult MaxOp::fold(FoldAdaptor) { return foldNoAxis(*this); }
OpFoldResult MinOp::fold(FoldAdaptor) { return foldNoAxis(*this); }
OpFoldResult MeanOp::fold(FoldAdaptor) { return foldNoAxis(*this); }

void RelaxDialect::registerReduceOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ReduceOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ReduceOps.cpp.inc"
