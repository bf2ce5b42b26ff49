// Exponentials of scores, by powers of two where these are an instruction.
#include "AttentionWeights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>
#include <limits>

namespace mlir::tir {

// Greatest scores from here on, either way, are multiples of 2^97: what is
// below them counts nothing, whatever it is multiplied by. They are multiplied
// by a small power of two, exactly, since times log2(e) they may be infinite;
// masks that add the least number of f32 come to such rows.
static constexpr double kHuge = 0x1p120, kHugeFactor = 0x1p-60;

Value AttentionWeights::number(double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

Value AttentionWeights::power(Value exponent) {
  auto approximately =
      arith::FastMathFlagsAttr::get(b.getContext(), arith::FastMathFlags::afn);
  return math::Exp2Op::create(b, exponent, approximately);
}

RowShift AttentionWeights::getShift(Value maximum) {
  Value lowest = number(-std::numeric_limits<double>::infinity());
  Value isLowest =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest);
  RowShift row;
  row.shift = maximum;
  if (type.isF32()) {
    Value isHuge =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGE,
                              math::AbsFOp::create(b, maximum), number(kHuge));
    row.factor = arith::SelectOp::create(b, isHuge, number(kHugeFactor),
                                         number(M_LOG2E));
    row.shift = arith::MulFOp::create(b, maximum, row.factor);
  }
  row.shift = arith::SelectOp::create(b, isLowest, number(0), row.shift);
  return row;
}

// The product is not rounded before the difference, and all scores of a row are
// shifted by the same number: what rounding that changes goes in the quotient.
Value AttentionWeights::getWeight(Value score, const RowShift &row) {
  if (!row.factor)
    return math::ExpOp::create(b, arith::SubFOp::create(b, score, row.shift));
  return power(math::FmaOp::create(b, score, row.factor,
                                   arith::NegFOp::create(b, row.shift)));
}

// Here the product is rounded, as it was when weights were shifted by it.
Value AttentionWeights::getCorrection(Value before, const RowShift &row) {
  if (!row.factor)
    return math::ExpOp::create(b, arith::SubFOp::create(b, before, row.shift));
  Value scaled = arith::MulFOp::create(b, before, row.factor);
  return power(arith::SubFOp::create(b, scaled, row.shift));
}

} // namespace mlir::tir
