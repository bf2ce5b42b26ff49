// The blocks of the kernel of a contraction.
#include "ContractionGrid.h"

namespace mlir::tir {

ContractionGrid openBlocks(KernelBuilder &b, const ContractionPlan &plan) {
  const TileAxis &rows = plan.lhs.own, &columns = plan.rhs.own;
  Contraction &contraction = *plan.lhs.contraction;
  LoopNest &nest = contraction.reduction.nest;
  ContractionGrid grid{{rows, contraction.buildTotal(b, rows.iters), {}},
                       {columns, contraction.buildTotal(b, columns.iters), {}},
                       {},
                       {}};
  grid.steps =
      b.ceilDiv(contraction.buildTotal(b, contraction.kIters), plan.tile.k);
  SmallVector<Value> extents = contraction.getExtents(b, contraction.batch);
  extents.push_back(b.index(contraction.groups.number));
  for (const BlockAxis *axis : {&grid.rows, &grid.columns})
    extents.push_back(b.ceilDiv(axis->extent, axis->axis.size));
  Value block = b.axis(b.total(extents), "blockIdx.x");
  SmallVector<Value> at = b.split(block, extents);
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
  grid.rows.origin = b.mul(at[at.size() - 2], rows.size);
  grid.columns.origin = b.mul(at.back(), columns.size);
  return grid;
}

Value buildStart(KernelBuilder &b, Contraction &contraction,
                 const IRMapping &common, ArrayRef<int64_t> shape) {
  Reduction &reduction = contraction.reduction;
  Type type = cast<MemRefType>(reduction.out.getType()).getElementType();
  Value accumulators = b.registers(shape, type);
  IRMapping mapping = common;
  Value start = reduction.buildStart(b, mapping);
  fill(b, start, accumulators);
  return accumulators;
}

} // namespace mlir::tir
