// What the nests of attention compute, copied to a kernel of all of them.
#include "Relax/Kernels/Attention/AttentionBodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>
#include <limits>

namespace mlir::tir {

Value AttentionBodies::lowest() {
  return number(-std::numeric_limits<double>::infinity());
}

static void mapIter(IRMapping &mapping, LoopNest nest, unsigned iter,
                    Value at) {
  mapping.map(nest.block.getBody()->getArgument(iter), at);
}

void AttentionBodies::mapBatch(ValueRange indices) {
  auto mapUnits = [&](IRMapping &mapping, LoopNest nest) {
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (nest.getConstantExtent(iter) == 1)
        mapIter(mapping, nest, iter, b.index(0));
  };
  mapUnits(scoreBatch, chain.scores.reduction.nest);
  mapUnits(valueBatch, chain.values.reduction.nest);
  if (chain.finish)
    mapUnits(finishBatch, *chain.finish);
  for (auto [axis, at] : llvm::zip(chain.batch, indices)) {
    mapIter(scoreBatch, chain.scores.reduction.nest, chain.scoreIters[axis],
            at);
    mapIter(valueBatch, chain.values.reduction.nest, chain.valueIters[axis],
            at);
    if (chain.finish)
      mapIter(finishBatch, *chain.finish, chain.finishIters[axis], at);
  }
}

void AttentionBodies::mapIters(Contraction &products, ArrayRef<unsigned> iters,
                               Value at, IRMapping &mapping) {
  SmallVector<Value> indices = b.split(at, products.getExtents(b, iters));
  for (auto [iter, index] : llvm::zip_equal(iters, indices))
    mapIter(mapping, products.reduction.nest, iter, index);
}

IRMapping AttentionBodies::mapScore(Value row, Value key) {
  IRMapping mapping = finishBatch;
  SmallVector<Value> indices = b.split(row, chain.getExtents(chain.rows));
  for (auto [axis, at] : llvm::zip_equal(chain.rows, indices))
    mapIter(mapping, *chain.finish, chain.finishIters[axis], at);
  mapIter(mapping, *chain.finish, chain.finishIters[chain.keys], key);
  return mapping;
}

Value AttentionBodies::buildFinished(Value score, Value row, Value key) {
  if (!chain.finish)
    return score;
  Block *body = chain.finish->block.getBody();
  IRMapping mapping = mapScore(row, key);
  Value result;
  for (Operation &op : body->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      result = mapping.lookupOrDefault(store.getValueToStore());
    else if (load && load.getMemRef() == chain.scores.reduction.out)
      mapping.map(load.getResult(), score);
    else
      b.clone(op, mapping);
  }
  if (result.getType() != chain.getType())
    result = arith::ExtFOp::create(b, chain.getType(), result);
  return result;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

// Greatest scores from here on, either way, are multiples of 2^97: what is
// below them counts nothing, whatever it is multiplied by. They are multiplied
// by a small power of two, exactly, since times log2(e) they may be infinite;
// masks that add the least number of f32 come to such rows.
static constexpr double kHuge = 0x1p120, kHugeFactor = 0x1p-60;

Value AttentionBodies::power(Value exponent) {
  auto approximately =
      arith::FastMathFlagsAttr::get(b.getContext(), arith::FastMathFlags::afn);
  return math::Exp2Op::create(b, exponent, approximately);
}

RowShift AttentionBodies::getShift(Value maximum) {
  Value isLowest =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest());
  RowShift row;
  row.shift = maximum;
  if (chain.getType().isF32() && exponentials == Exponentials::Powers) {
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
Value AttentionBodies::getWeight(Value score, const RowShift &row) {
  if (!row.factor)
    return math::ExpOp::create(b, arith::SubFOp::create(b, score, row.shift));
  return power(math::FmaOp::create(b, score, row.factor,
                                   arith::NegFOp::create(b, row.shift)));
}

// Here the product is rounded, as it was when weights were shifted by it.
Value AttentionBodies::getCorrection(Value before, const RowShift &row) {
  if (!row.factor)
    return math::ExpOp::create(b, arith::SubFOp::create(b, before, row.shift));
  Value scaled = arith::MulFOp::create(b, before, row.factor);
  return power(arith::SubFOp::create(b, scaled, row.shift));
}

// A division takes ten instructions, and a row has as many as a thread has
// columns. The sum of weights is 1 or more, as that of the greatest score is 1;
// or it is 0, or NaN, and so is the result.
Value AttentionBodies::getInverse(Value total) {
  Value inverse = arith::DivFOp::create(b, number(1), total);
  Value numKeys = chain.getNumKeys();
  if (getConstantIndex(numKeys))
    return inverse;
  // Sums over no keys are 0.
  return arith::SelectOp::create(b, b.equal(numKeys, b.index(0)), number(0),
                                 inverse);
}

} // namespace mlir::tir
