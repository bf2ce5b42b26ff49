// Sums of products of numbers that are several in a word: folds and arithmetic.
#include "Relax/Dialect/TIR/IR/DotOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/DotOps.cpp.inc"

namespace mlir::tir {

// No products but zeros. The operands are the only constants at hand: the
// dialect makes none of its own.
OpFoldResult Dot4U8S8Op::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getRhs(), m_Zero()))
    return getRhs();
  if (matchPattern(adaptor.getLhs(), m_Zero()))
    return getLhs();
  return {};
}

// No products but zeros. A constant is the right operand, as the op commutes.
OpFoldResult Dot2S16Op::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getRhs(), m_Zero()) ? getRhs() : OpFoldResult();
}

// Shifting left and then arithmetically right extends the sign of the lower
// half inside its lane.
Value Dot2S16Op::expandInLanes(OpBuilder &builder) {
  Location loc = getLoc();
  TypedAttr bits = builder.getI32IntegerAttr(16);
  if (auto type = dyn_cast<ShapedType>(getType()))
    bits = DenseElementsAttr::get(type, builder.getI32IntegerAttr(16));
  Value half = arith::ConstantOp::create(builder, loc, bits);
  auto getLow = [&](Value word) -> Value {
    word = arith::ShLIOp::create(builder, loc, word, half);
    return arith::ShRSIOp::create(builder, loc, word, half);
  };
  auto getHigh = [&](Value word) -> Value {
    return arith::ShRSIOp::create(builder, loc, word, half);
  };
  Value low =
      arith::MulIOp::create(builder, loc, getLow(getLhs()), getLow(getRhs()));
  Value high =
      arith::MulIOp::create(builder, loc, getHigh(getLhs()), getHigh(getRhs()));
  return arith::AddIOp::create(builder, loc, low, high);
}

} // namespace mlir::tir
