// The blocks of the kernel of a contraction, and where its nests go.
#include "ContractionGrid.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/Schedule/EraseNests.h"

namespace mlir::tir {

ContractionGrid openBlocks(KernelBuilder &b, const OperandPlan &lhs,
                           const OperandPlan &rhs) {
  Contraction &contraction = *lhs.contraction;
  LoopNest &nest = contraction.reduction.nest;
  auto getExtent = [&](ArrayRef<unsigned> iters) {
    return getTotal(b, b.getLoc(), contraction.getExtents(b, iters));
  };
  ContractionGrid grid{{lhs.own, getExtent(lhs.own.iters), {}},
                       {rhs.own, getExtent(rhs.own.iters), {}},
                       {},
                       {}};
  auto countTiles = [&](Value extent, int64_t size) {
    return ceilDivIndex(b, b.getLoc(), extent, size);
  };
  grid.steps = countTiles(getExtent(lhs.k.iters), lhs.k.size);
  SmallVector<Value> extents = contraction.getExtents(b, contraction.batch);
  extents.push_back(b.index(contraction.groups.number));
  for (const BlockAxis *axis : {&grid.rows, &grid.columns})
    extents.push_back(countTiles(axis->extent, axis->axis.size));
  Value block =
      buildAxis(b, b.getLoc(), getTotal(b, b.getLoc(), extents), "blockIdx.x");
  SmallVector<Value> at = splitIndex(b, b.getLoc(), block, extents);
  auto map = [&](unsigned iter, Value index) {
    grid.place.common.map(nest.block.getBody()->getArgument(iter), index);
  };
  for (auto [iter, index] : llvm::zip(contraction.batch, at))
    map(iter, index);
  if (contraction.groups.iter)
    map(*contraction.groups.iter,
        b.mul(at[contraction.batch.size()], contraction.groups.size));
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getConstantExtent(iter) == 1)
      map(iter, b.index(0));
  grid.rows.origin = b.mul(at[at.size() - 2], lhs.own.size);
  grid.columns.origin = b.mul(at.back(), rhs.own.size);
  return grid;
}

void replaceNests(Contraction &contraction,
                  llvm::function_ref<void(KernelBuilder &)> build) {
  Reduction &reduction = contraction.reduction;
  KernelBuilder builder(reduction.nest.block.getLoc(), reduction.getLastRoot());
  build(builder);
  eraseNests(reduction);
}

Value buildStart(KernelBuilder &b, Contraction &contraction,
                 const IRMapping &common, ArrayRef<int64_t> shape) {
  Reduction &reduction = contraction.reduction;
  Type type = cast<MemRefType>(reduction.out.getType()).getElementType();
  Value accumulators = b.alloc(shape, type, gpu::AddressSpace::Private);
  IRMapping mapping = common;
  Value start = reduction.buildStart(b, mapping);
  fill(b, start, accumulators);
  return accumulators;
}

} // namespace mlir::tir
