// The blocks of a long sum, each of which has accumulators that start anew.
//
// In one accumulator, `n` terms of like size have an error that grows with the
// square root of `n`: 1.2e-6 of the results' size for 4096 products of f32. In
// blocks of 256 terms it is that of a block and of the sum of blocks, 3e-7 for
// each length, as libraries of matrix products have it (Higham, 1993).
#include "Relax/Kernels/RowReduction/SumBlocks.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// Terms of a block. Its accumulators go to memory and back once, which takes as
// long as two terms.
static constexpr int64_t kTerms = 256;

std::optional<SumBlocks> SumBlocks::find(Reduction &reduction) {
  if (!isa_and_present<arith::AddFOp>(reduction.combiner))
    return std::nullopt;
  // Axes that are as a whole in a block: those of a window, or the last one. A
  // block may be half as long again, so that none is a short rest.
  int64_t whole = 1;
  for (unsigned axis = reduction.reduce.size(); axis-- != 0;) {
    std::optional<int64_t> extent =
        reduction.nest.getConstantExtent(reduction.reduce[axis]);
    int64_t size = std::max<int64_t>(kTerms / whole, 1);
    if (!extent)
      return SumBlocks{axis, size};
    if (*extent <= size + size / 2) {
      whole *= std::max<int64_t>(*extent, 1);
      continue;
    }
    // Blocks of one size where that is possible.
    int64_t blocks = *extent / size;
    return SumBlocks{axis, int64_t(llvm::divideCeil(*extent, blocks))};
  }
  return std::nullopt;
}

void SumBlocks::buildLoops(
    OpBuilder &b, Reduction &reduction,
    llvm::function_ref<void(OpBuilder &, const StepRange &)> body) const {
  Location loc = reduction.nest.block.getLoc();
  SmallVector<Value> all = reduction.getReduceExtents();
  SmallVector<Value> outer(ArrayRef<Value>(all).take_front(axis + 1));
  Value extent = outer.back();
  outer.back() = ceilDivIndex(b, loc, extent, size);
  tir::buildLoops(b, loc, outer, [&](OpBuilder &b, ValueRange at) {
    StepRange range{SmallVector<Value>(at), all};
    Value width = indexConstant(b, loc, size);
    Value &first = range.first.back();
    first = mulIndex(b, loc, first, width);
    range.first.resize(all.size(), indexConstant(b, loc, 0));
    std::fill_n(range.extents.begin(), axis, indexConstant(b, loc, 1));
    std::optional<int64_t> known = getConstantIndex(extent);
    range.extents[axis] = known && *known % size == 0
                              ? width
                              : b.createOrFold<arith::MinUIOp>(
                                    loc, width,
                                    b.createOrFold<arith::SubIOp>(
                                        loc, extent, range.first[axis]));
    body(b, range);
  });
}

} // namespace mlir::tir
