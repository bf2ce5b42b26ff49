// Makes two iterators of one of which loads use quotient and rest:
//
//   for i in 4 * 256: y[i] = x[i mod 256]
//   for o in 4, r in 256: y[o * 256 + r] = x[r]
//
// A copy of repeated rows was computed element by element, as nothing tells
// that a rest goes on by 1.
#include "SplitPeriods.h"

#include "Relax/Dialect/TIR/Schedule/SplitIters.h"

namespace mlir::tir {

void splitPeriods(LoopNest &nest, int64_t lanes) {
  for (unsigned iter = 0, end = nest.size(); iter != end; ++iter) {
    std::optional<int64_t> period = findPeriod(nest, iter);
    if (!period || *period < lanes)
      continue;
    bool isRow = llvm::all_of(getAccesses(nest.block), [&](auto &access) {
      return !access.isStore || getStride(nest.block, access, iter) == 1;
    });
    if (isRow)
      return splitIter(nest, iter, *period);
  }
}

} // namespace mlir::tir
