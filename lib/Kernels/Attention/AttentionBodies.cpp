// What the nests of attention compute, copied to a kernel of all of them.
#include "Relax/Kernels/Attention/AttentionBodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

namespace mlir::tir {

static void mapIter(IRMapping &mapping, LoopNest nest, unsigned iter,
                    Value at) {
  mapping.map(nest.block.getBody()->getArgument(iter), at);
}

void AttentionBodies::mapBatch(ValueRange indices) {
  auto map = [&](LoopNest nest, ArrayRef<int64_t> iters, IRMapping &mapping) {
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (nest.getConstantExtent(iter) == 1)
        mapIter(mapping, nest, iter, b.index(0));
    for (auto [axis, at] : llvm::zip(chain.batch, indices))
      mapIter(mapping, nest, iters[axis], at);
  };
  map(chain.scores.reduction.nest, chain.scoreIters, scoreBatch);
  map(chain.values.reduction.nest, chain.valueIters, valueBatch);
  if (chain.finish)
    map(*chain.finish, chain.finishIters, finishBatch);
}

// Maps the iterators of the nest between scores and softmax.
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
// Softmax
//===----------------------------------------------------------------------===//

void OnlineSoftmax::allocRowState() {
  SmallVector<Value *> buffers{&state.max, &state.next, &state.totals,
                               &state.shifts, &state.corrections};
  if (usesPowers())
    buffers.push_back(&state.factors);
  for (Value *buffer : buffers)
    *buffer = allocRows();
}

void OnlineSoftmax::startRows() {
  forRowGroups([&] {
    forRows([&](Value row) {
      b.store(lowest(), state.max, row);
      b.store(number(0), state.totals, row);
    });
  });
}

void OnlineSoftmax::buildWeights() {
  auto maximum = [&](Value x, Value y) -> Value {
    return arith::MaximumFOp::create(b, x, y);
  };
  forRows([&](Value row) { b.store(b.load(state.max, row), state.next, row); });
  forScores([&](Value row, ValueRange at) {
    Value score = finishScore(at);
    b.store(maximum(b.load(state.next, row), score), state.next, row);
  });
  forRows([&](Value row) {
    Value now = joinRow(b.load(state.next, row), maximum);
    RowShift shift = getShift(now);
    Value correction = getCorrection(b.load(state.max, row), shift);
    b.store(now, state.max, row);
    b.store(shift.shift, state.shifts, row);
    if (shift.factor)
      b.store(shift.factor, state.factors, row);
    b.store(correction, state.corrections, row);
    Value total =
        arith::MulFOp::create(b, b.load(state.totals, row), correction);
    b.store(total, state.totals, row);
  });
  forScores([&](Value row, ValueRange at) {
    RowShift shift{{}, b.load(state.shifts, row)};
    if (state.factors)
      shift.factor = b.load(state.factors, row);
    Value weight = getWeight(b.load(scores, at), shift);
    b.store(weight, scores, at);
    Value total = arith::AddFOp::create(b, b.load(state.totals, row), weight);
    b.store(total, state.totals, row);
  });
}

Value OnlineSoftmax::joinTotal(Value row) {
  return joinRow(b.load(state.totals, row), [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(b, x, y);
  });
}

// Greatest scores from here on, either way, are multiples of 2^97: what is
// below them counts nothing, whatever it is multiplied by. They are multiplied
// by a small power of two, exactly, since times log2(e) they may be infinite;
// masks that add the least number of f32 come to such rows.
static constexpr double kHuge = 0x1p120, kHugeFactor = 0x1p-60;

static Value power(KernelBuilder &b, Value exponent) {
  auto approximately =
      arith::FastMathFlagsAttr::get(b.getContext(), arith::FastMathFlags::afn);
  return math::Exp2Op::create(b, exponent, approximately);
}

// Of huge scores the product with the factor has to be exact: its power of two.
// A factor of 0 would make NaN of what no row sees.
void OnlineSoftmax::setScoreScale(Value scale) {
  constexpr int32_t kExponentBits = 0x7f800000;
  Type i32 = b.getI32Type();
  Value size =
      arith::MaximumFOp::create(b, math::AbsFOp::create(b, scale),
                                number(std::numeric_limits<float>::min()));
  Value bits = arith::AndIOp::create(b, arith::BitcastOp::create(b, i32, size),
                                     b.number32(kExponentBits));
  Value power = arith::BitcastOp::create(b, chain.getType(), bits);
  scoreScale = {size, arith::MulFOp::create(b, size, number(M_LOG2E)),
                arith::MulFOp::create(b, power, number(kHugeFactor))};
}

RowShift OnlineSoftmax::getShift(Value maximum) {
  Value isLowest =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest());
  RowShift row;
  row.shift = maximum;
  if (usesPowers()) {
    Value scaled = maximum, usual = number(M_LOG2E), huge = number(kHugeFactor);
    if (scoreScale.size) {
      scaled = arith::MulFOp::create(b, maximum, scoreScale.size);
      usual = scoreScale.usual;
      huge = scoreScale.huge;
    }
    Value isHuge =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGE,
                              math::AbsFOp::create(b, scaled), number(kHuge));
    row.factor = arith::SelectOp::create(b, isHuge, huge, usual);
    row.shift = arith::MulFOp::create(b, maximum, row.factor);
  }
  row.shift = arith::SelectOp::create(b, isLowest, number(0), row.shift);
  return row;
}

// The product is not rounded before the difference, and all scores of a row are
// shifted by the same number: what rounding that changes goes in the quotient.
Value OnlineSoftmax::getWeight(Value score, const RowShift &row) {
  if (!row.factor)
    return getCorrection(score, row);
  return power(b, math::FmaOp::create(b, score, row.factor,
                                      arith::NegFOp::create(b, row.shift)));
}

// Here the product is rounded, as it was when weights were shifted by it.
Value OnlineSoftmax::getCorrection(Value before, const RowShift &row) {
  if (!row.factor)
    return math::ExpOp::create(b, arith::SubFOp::create(b, before, row.shift));
  Value scaled = arith::MulFOp::create(b, before, row.factor);
  return power(b, arith::SubFOp::create(b, scaled, row.shift));
}

// A division takes ten instructions, and a row has as many as a thread has
// columns. The sum of weights is 1 or more, as that of the greatest score is 1;
// or it is 0, or NaN, and so is the result.
Value OnlineSoftmax::getInverse(Value total) {
  Value inverse = arith::DivFOp::create(b, number(1), total);
  Value numKeys = chain.getNumKeys();
  if (getConstantIndex(numKeys))
    return inverse;
  // Sums over no keys are 0.
  return arith::SelectOp::create(b, b.equal(numKeys, b.index(0)), number(0),
                                 inverse);
}

} // namespace mlir::tir
