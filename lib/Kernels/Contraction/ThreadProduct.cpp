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
    : b(b), contraction(contraction), depth(depth), lhs(lhs), rhs(rhs) {
  for (Operand *operand : {&this->lhs, &this->rhs}) {
    const SharedLayout &layout = operand->shared.layout;
    int64_t loaded = layout.isKMajor ? depth : 1;
    operand->registers =
        b.registers(operand->owned.count * loaded, layout.element);
  }
}

// Rows along the reduction dimension give `depth` elements for each of the own
// axis, others the runs that the thread has of it.
void ThreadProduct::load(const Operand &operand, Value stage, Value k) {
  bool isKMajor = operand.shared.layout.isKMajor;
  int64_t run = isKMajor ? 1 : operand.owned.run;
  int64_t lanes = isKMajor ? depth : run;
  b.unroll(operand.owned.count / run, [&](Value number) {
    Value own = operand.owned.get(b, b.mul(number, run));
    Value first = b.mul(number, lanes);
    SmallVector<Value> at = operand.shared.getIndices(b, stage, own, k);
    b.vectorize(lanes, [&](Value lane) {
      SmallVector<Value> from = at;
      from.back() = b.add(at.back(), lane);
      b.store(b.load(operand.shared.buffer, from), operand.registers,
              b.add(first, lane));
    });
  });
}

Value ThreadProduct::get(const Operand &operand, Value own, Value lane) {
  Value at = own;
  if (operand.shared.layout.isKMajor)
    at = b.add(b.mul(own, depth), lane);
  return b.load(operand.registers, at);
}

void ThreadProduct::build(Value stage, int64_t kExtent, Value accumulators) {
  auto loadSides = [&](bool isKMajor, Value k) {
    for (const Operand *operand : {&lhs, &rhs})
      if (operand->shared.layout.isKMajor == isKMajor)
        load(*operand, stage, k);
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
