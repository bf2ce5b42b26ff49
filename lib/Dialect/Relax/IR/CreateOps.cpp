// Ops that make tensors out of a shape and a few numbers: types.
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include <cmath>

namespace mlir::relax {

/// It is an error if the value to fill with is not of rank 0.
static LogicalResult verifyFillValue(const TensorInfo &value,
                                     EmitError emitError) {
  if (!value.dims || value.dims->empty())
    return success();
  return emitError() << "expects 'fill_value' of rank 0, but found rank "
                     << value.getRank();
}

static LogicalResult inferFilled(Value shape, Type dtype, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  // R1: elements that have a one and a zero.
  if (failed(verifyDtype(dtype, emitError.rule(1))))
    return failure();
  return appendType({dtype, getShapeDims(shape.getType()), {}}, emitError,
                    types);
}

static LogicalResult inferLike(Value x, std::optional<Type> dtype,
                               EmitError emitError,
                               SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(x);
  // R1: elements that have a one and a zero.
  if (dtype && failed(verifyDtype(*dtype, emitError.rule(1))))
    return failure();
  if (dtype)
    info.element = *dtype;
  return appendType(info, emitError, types);
}

LogicalResult FullOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo value = TensorInfo::of(op.getFillValue());
  // R1: one value.
  if (failed(verifyFillValue(value, emitError.rule(1))))
    return failure();
  // R2: elements to compute with.
  if (op.getDtype() && failed(verifyDtype(*op.getDtype(), emitError.rule(2))))
    return failure();
  return appendType({op.getDtype().value_or(value.element),
                     getShapeDims(op.getShape().getType()), value.vdevice},
                    emitError, types);
}

LogicalResult FullLikeOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  // R1: one value.
  if (failed(verifyFillValue(TensorInfo::of(op.getFillValue()),
                             emitError.rule(1))))
    return failure();
  // R2: elements to compute with.
  if (op.getDtype() && failed(verifyDtype(*op.getDtype(), emitError.rule(2))))
    return failure();
  TensorInfo info = TensorInfo::of(op.getX());
  info.element = op.getDtype().value_or(info.element);
  return appendType(info, emitError, types);
}

//===-- Numbers and diagonals ---------------------------------------------===//

/// The value of a bound as a float, if it is constant.
static std::optional<double> getFloat(Attribute bound) {
  if (auto number = dyn_cast<FloatAttr>(bound))
    return number.getValueAsDouble();
  std::optional<int64_t> constant = cast<SymExprAttr>(bound).getConstant();
  return constant ? std::optional<double>(*constant) : std::nullopt;
}

/// How many numbers lie at equal steps, as far as is known.
static SymExprAttr getStepCount(Attribute start, Attribute end,
                                Attribute step) {
  auto first = dyn_cast<SymExprAttr>(start), last = dyn_cast<SymExprAttr>(end);
  auto stride = dyn_cast<SymExprAttr>(step);
  SymExprAttr zero = getDim(start.getContext(), 0);
  if (first && last && stride)
    return max(zero, ceilDiv(last - first, stride));
  std::optional<double> from = getFloat(start), to = getFloat(end),
                        by = getFloat(step);
  if (!from || !to || !by)
    return {};
  double count = std::ceil((*to - *from) / *by);
  if (!(count > 0))
    return zero;
  // OutOfRange this a double does not hold each integer.
  constexpr double kMax = 9007199254740992.0;
  return count < kMax ? getDim(start.getContext(), int64_t(count))
                      : SymExprAttr();
}

LogicalResult ArangeOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  // R1: elements to compute with.
  if (failed(verifyDtype(op.getDtype(), emitError.rule(1))))
    return failure();
  // R2: a step that leads on.
  std::optional<double> step = getFloat(op.getStep());
  if (!step || std::isnan(*step) || *step == 0)
    return emitError(2) << "expects a constant step other than 0, but found "
                        << op.getStep();
  SymExprAttr count = getStepCount(op.getStart(), op.getEnd(), op.getStep());
  return appendType({op.getDtype(), Dims{count}, {}}, emitError, types);
}

LogicalResult EyeOp::inferTypes(Adaptor op, EmitError emitError,
                                SmallVectorImpl<Type> &types) {
  // R1: elements that have a one and a zero.
  if (failed(verifyDtype(op.getDtype(), emitError.rule(1))))
    return failure();
  SymExprAttr rows = op.getN();
  return appendType({op.getDtype(), Dims{rows, op.getM().value_or(rows)}, {}},
                    emitError, types);
}

LogicalResult EyeLikeOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  // R2: a matrix.
  if (info.dims && info.getRank() != 2)
    return emitError(2) << "expects an operand of rank 2, but found rank "
                        << info.getRank();
  // R1: elements that have a one and a zero.
  if (op.getDtype() && failed(verifyDtype(*op.getDtype(), emitError.rule(1))))
    return failure();
  info.element = op.getDtype().value_or(info.element);
  return appendType(info, emitError, types);
}

static LogicalResult inferTriangle(Value x, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(x);
  // R1: a matrix.
  if (info.dims && info.getRank() < 2)
    return emitError(1)
           << "expects an operand of rank 2 or more, but found rank "
           << info.getRank();
  return appendType(info, emitError, types);
}

LogicalResult HammingWindowOp::inferTypes(Adaptor op, EmitError emitError,
                                          SmallVectorImpl<Type> &types) {
  // R1: elements with fractions.
  if (!isa<FloatType>(op.getDtype()) || !isTensorElement(op.getDtype()))
    return emitError(1) << "expects 'dtype' to be a float type, but found "
                        << op.getDtype();
  SymExprAttr size = getDim(op.getDtype().getContext(), op.getWindowSize());
  return appendType({op.getDtype(), Dims{size}, {}}, emitError, types);
}

void RelaxDialect::registerCreateOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/CreateOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/CreateOps.cpp.inc"
