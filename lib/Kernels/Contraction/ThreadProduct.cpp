// What a thread has of a tile, and the products that it does by itself.
#include "Relax/Kernels/Contraction/ThreadProduct.h"

namespace mlir::tir {

Value ThreadElements::get(KernelBuilder &b, Value number) const {
  Value first = b.add(base, b.mul(b.div(number, run), stride));
  return b.add(first, b.rem(number, run));
}

ThreadProduct::ThreadProduct(KernelBuilder &b, Contraction &contraction,
                             const Operand &lhs, const Operand &rhs,
                             int64_t depth)
    : b(b), contraction(contraction), depth(depth) {
  auto make = [&](const Operand &operand) {
    Type type =
        cast<MemRefType>(operand.shared.buffer.getType()).getElementType();
    int64_t loaded = operand.shared.layout.isKMajor ? depth : 1;
    return Side{operand, b.registers(operand.owned.count * loaded, type)};
  };
  this->lhs = make(lhs);
  this->rhs = make(rhs);
}

// Rows along the reduction dimension give `depth` elements for each of the own
// axis, others the runs that the thread has of it.
void ThreadProduct::load(const Side &side, Value stage, Value k) {
  bool isKMajor = side.shared.layout.isKMajor;
  int64_t run = isKMajor ? 1 : side.owned.run;
  int64_t lanes = isKMajor ? depth : run;
  b.unroll(side.owned.count / run, [&](Value number) {
    Value own = side.owned.get(b, b.mul(number, run));
    Value first = b.mul(number, lanes);
    SmallVector<Value> at = side.shared.getIndices(b, stage, own, k);
    b.vectorize(lanes, [&](Value lane) {
      SmallVector<Value> from = at;
      from.back() = b.add(at.back(), lane);
      b.store(b.load(side.shared.buffer, from), side.registers,
              b.add(first, lane));
    });
  });
}

Value ThreadProduct::get(const Side &side, Value own, Value lane) {
  Value at = own;
  if (side.shared.layout.isKMajor)
    at = b.add(b.mul(own, depth), lane);
  return b.load(side.registers, at);
}

void ThreadProduct::build(Value stage, int64_t kExtent, Value accumulators) {
  auto loadSides = [&](bool isKMajor, Value k) {
    for (const Side *side : {&lhs, &rhs})
      if (side->shared.layout.isKMajor == isKMajor)
        load(*side, stage, k);
  };
  b.repeat(kExtent / depth, [&](Value number) {
    Value first = b.mul(number, depth);
    loadSides(/*isKMajor=*/true, first);
    b.unroll(depth, [&](Value lane) {
      loadSides(/*isKMajor=*/false, b.add(first, lane));
      unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
        Value sum = contraction.addProduct(b, get(lhs, at[0], lane),
                                           get(rhs, at[1], lane),
                                           b.load(accumulators, at));
        b.store(sum, accumulators, at);
      });
    });
  });
}

} // namespace mlir::tir
