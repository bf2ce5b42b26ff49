// Ops that combine tensors element by element, with broadcast: types and folds.
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax {

/// What operands broadcast together give, with their common element type.
static FailureOr<TensorInfo> joinOperands(ValueRange operands,
                                          EmitError emitError) {
  SmallVector<TensorInfo> infos = getTensorInfos(operands);
  // R1, EwiseFMAOp R1: one element type.
  FailureOr<Type> element = getCommonElement(infos, emitError.rule(1));
  if (failed(element))
    return failure();
  // R2, EwiseFMAOp R2: sizes that broadcast.
  FailureOr<std::optional<Dims>> dims = broadcast(infos, emitError.rule(2));
  if (failed(dims))
    return failure();
  // R3, EwiseFMAOp R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  return TensorInfo{*element, *dims, *vdevice};
}

static LogicalResult inferArithmetic(ValueRange operands, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info = joinOperands(operands, emitError);
  return failed(info) ? failure() : appendType(*info, emitError, types);
}

static LogicalResult inferComparison(ValueRange operands, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info = joinOperands(operands, emitError);
  if (failed(info))
    return failure();
  info->element = IntegerType::get(info->element.getContext(), 1);
  return appendType(*info, emitError, types);
}

/// Whether a constant operand is `value`, with that sign, in every element.
static bool isSplatOf(Attribute operand, int64_t value) {
  auto elements = dyn_cast_or_null<SplatElementsAttr>(operand);
  if (!elements)
    return false;
  if (auto type = dyn_cast<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().isExactlyValue(double(value));
  if (elements.getElementType().isIntOrIndex())
    return elements.getSplatValue<APInt>() == uint64_t(value);
  return false;
}

/// `x` in place of an op that does not change it, if types and shapes agree.
template <typename ConcreteOp>
static OpFoldResult foldToOperand(ConcreteOp op, Value x, bool isNeutral) {
  return isNeutral && x.getType() == op.getType() &&
                 keepsShape(x, op->getOperands())
             ? foldTo(x, op)
             : OpFoldResult();
}

/// Fold an op whose equal operands are its result.
template <typename ConcreteOp>
static OpFoldResult foldEqualOperands(ConcreteOp op) {
  return foldToOperand(op, op.getX1(), op.getX1() == op.getX2());
}

OpFoldResult AddOp::fold(FoldAdaptor operands) {
  // For floats -0.0 + 0.0 is 0.0, so only integers have this neutral element.
  bool isInteger = getType().getElementType().isIntOrIndex();
  return foldToOperand(*this, getX1(),
                       isInteger && isSplatOf(operands.getX2(), 0));
}

OpFoldResult SubtractOp::fold(FoldAdaptor operands) {
  return foldToOperand(*this, getX1(), isSplatOf(operands.getX2(), 0));
}

OpFoldResult MultiplyOp::fold(FoldAdaptor operands) {
  return foldToOperand(*this, getX1(), isSplatOf(operands.getX2(), 1));
}

OpFoldResult DivideOp::fold(FoldAdaptor operands) {
  return foldToOperand(*this, getX1(), isSplatOf(operands.getX2(), 1));
}

OpFoldResult PowerOp::fold(FoldAdaptor operands) {
  return foldToOperand(*this, getX1(), isSplatOf(operands.getX2(), 1));
}

/// Squares and cubes are products, which take a step where a power takes
/// thirty. A cube is rounded twice, which counts where elements have few
/// digits.
LogicalResult PowerOp::canonicalize(PowerOp op, PatternRewriter &rewriter) {
  Value x = op.getX1();
  Attribute exponent;
  if (x.getType() != op.getType() || !keepsShape(x, op->getOperands()) ||
      !matchPattern(op.getX2(), m_Constant(&exponent)))
    return failure();
  constexpr unsigned kMinBits = 32;
  Type element = op.getType().getElementType();
  bool isCube =
      isSplatOf(exponent, 3) && element.getIntOrFloatBitWidth() >= kMinBits;
  if (!isSplatOf(exponent, 2) && !isCube)
    return failure();
  Value square = SquareOp::create(rewriter, op.getLoc(), op.getType(), x);
  if (isCube)
    square = MultiplyOp::create(rewriter, op.getLoc(), op.getType(), square, x);
  rewriter.replaceOp(op, square);
  return success();
}

OpFoldResult MaximumOp::fold(FoldAdaptor) { return foldEqualOperands(*this); }
OpFoldResult MinimumOp::fold(FoldAdaptor) { return foldEqualOperands(*this); }
OpFoldResult BitwiseAndOp::fold(FoldAdaptor) {
  return foldEqualOperands(*this);
}
OpFoldResult BitwiseOrOp::fold(FoldAdaptor) { return foldEqualOperands(*this); }
OpFoldResult LogicalAndOp::fold(FoldAdaptor) {
  return foldEqualOperands(*this);
}
OpFoldResult LogicalOrOp::fold(FoldAdaptor) { return foldEqualOperands(*this); }

void RelaxDialect::registerBinaryOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/BinaryOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/BinaryOps.cpp.inc"
