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

// 255 * 128 = 32640 is the largest sum of products that a pair then has, and
// -32640 the smallest one: both are numbers of 16 bits.
bool Dot4U8S8Op::doPairsFit(uint32_t word) {
  constexpr int kMaxSum = 128;
  for (unsigned bit = 0; bit < 32; bit += 16) {
    int first = int8_t(word >> bit), second = int8_t(word >> (bit + 8));
    if (std::max(first, 0) + std::max(second, 0) > kMaxSum ||
        std::min(first, 0) + std::min(second, 0) < -kMaxSum)
      return false;
  }
  return true;
}

// No products but zeros. A constant is the right operand, as the op commutes.
OpFoldResult Dot2S16Op::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getRhs(), m_Zero()) ? getRhs() : OpFoldResult();
}

// The lanes of `value` with `bits` in place of the number of each.
static Value getLanesOf(OpBuilder &builder, Value value, uint32_t bits) {
  Type type = value.getType();
  TypedAttr attribute = builder.getI32IntegerAttr(bits);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attribute = DenseElementsAttr::get(shaped, APInt(32, bits));
  return arith::ConstantOp::create(builder, value.getLoc(), attribute);
}

// Shifting left and then arithmetically right extends the sign of the lower
// half inside its lane.
Value Dot2S16Op::expandInLanes(OpBuilder &builder) {
  Location loc = getLoc();
  Value half = getLanesOf(builder, getLhs(), 16);
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

// A bf16 is the upper half of a f32 with zeros below: no number is rounded.
Value Dot2BF16Op::expandInLanes(OpBuilder &builder) {
  Location loc = getLoc();
  Value half = getLanesOf(builder, getLhs(), 16);
  Value upper = getLanesOf(builder, getLhs(), 0xffff0000);
  auto getFirst = [&](Value word) -> Value {
    word = arith::ShLIOp::create(builder, loc, word, half);
    return arith::BitcastOp::create(builder, loc, getType(), word);
  };
  auto getSecond = [&](Value word) -> Value {
    word = arith::AndIOp::create(builder, loc, word, upper);
    return arith::BitcastOp::create(builder, loc, getType(), word);
  };
  Value first = arith::MulFOp::create(builder, loc, getFirst(getLhs()),
                                      getFirst(getRhs()));
  Value second = arith::MulFOp::create(builder, loc, getSecond(getLhs()),
                                       getSecond(getRhs()));
  return arith::AddFOp::create(builder, loc, first, second);
}

} // namespace mlir::tir
