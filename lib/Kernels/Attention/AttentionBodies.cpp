// What the nests of attention compute, copied to a kernel of all of them.
#include "Relax/Kernels/Attention/AttentionBodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <limits>

namespace mlir::tir {

Value AttentionBodies::number(double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(chain.getType(), value));
}

Value AttentionBodies::lowest() {
  return number(-std::numeric_limits<double>::infinity());
}

Value AttentionBodies::getShift(Value maximum) {
  Value isLowest =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest());
  return arith::SelectOp::create(b, isLowest, number(0), maximum);
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

Value AttentionBodies::addProduct(Contraction &products, Value lhs, Value rhs,
                                  Value sum) {
  IRMapping mapping;
  mapping.map(products.lhs.value, lhs);
  mapping.map(products.rhs.value, rhs);
  mapping.map(products.reduction.load.getResult(), sum);
  b.clone(*products.product, mapping);
  return b.clone(*products.sum, mapping)->getResult(0);
}

void AttentionBodies::mapRow(Value row, Contraction &products,
                             IRMapping &mapping) {
  Block *body = products.reduction.nest.block.getBody();
  SmallVector<Value> indices =
      splitIndex(b, b.getLoc(), row, chain.getExtents(chain.rows));
  for (auto [iter, at] : llvm::zip_equal(products.rows, indices))
    mapping.map(body->getArgument(iter), at);
}

IRMapping AttentionBodies::mapScore(Value row, Value key) {
  IRMapping mapping = finishBatch;
  SmallVector<Value> indices =
      splitIndex(b, b.getLoc(), row, chain.getExtents(chain.rows));
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

} // namespace mlir::tir
