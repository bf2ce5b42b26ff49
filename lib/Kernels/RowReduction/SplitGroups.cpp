// Go over groups and their members where nests over the same data do:
//
//   sum[g] += x[g * 4 + i]
//   y[c] = x[c] - sum[c / 4]   becomes   y[g * 4 + i] = x[g * 4 + i] - sum[g]
#include "Relax/Kernels/RowReduction/SplitGroups.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Kernels/RowReduction/RowReductionGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// The size of the groups as which a nest sees a dimension of a buffer.
static std::optional<int64_t> findGroupSize(LoopNest &nest, Value buffer,
                                            size_t dim) {
  for (ElementAccess &access : getAccesses(nest.block))
    if (access.buffer == buffer)
      if (auto index = matchRowIndex(nest.block, access.indices[dim]);
          index && index->member)
        return index->size;
  return std::nullopt;
}

// The size of the groups of which an iterator of a nest goes through the
// members; nullopt if no other nest has groups there.
std::optional<int64_t> SplitGroups::findSize(LoopNest &nest, unsigned iter) {
  std::optional<int64_t> extent = nest.getConstantExtent(iter);
  if (!extent)
    return std::nullopt;
  for (ElementAccess &access : getAccesses(nest.block))
    for (auto [dim, index] : llvm::enumerate(access.indices)) {
      if (index != nest.block.getIters()[iter])
        continue;
      for (LoopNest &other : made) {
        std::optional<int64_t> size = findGroupSize(other, access.buffer, dim);
        if (size && *extent % *size == 0 && *extent > *size)
          return size;
      }
    }
  return std::nullopt;
}

// Copies the body of a block for groups and members; what divides the iterator
// by the size gets these as they are.
static void copyBody(OpBuilder &b, BlockOp block, unsigned iter, int64_t size,
                     ValueRange own) {
  Location loc = block.getLoc();
  IRMapping mapping;
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    mapping.map(block.getIters()[i], own[i > iter ? i + 1 : i]);
  Value group = own[iter], member = own[iter + 1];
  Value groupSize = arith::ConstantIndexOp::create(b, loc, size);
  Value first = arith::MulIOp::create(b, loc, group, groupSize);
  mapping.map(block.getIters()[iter],
              arith::AddIOp::create(b, loc, first, member));
  for (Operation &op : block.getBody()->without_terminator()) {
    bool isOfSize = op.getNumOperands() == 2 &&
                    op.getOperand(0) == block.getIters()[iter] &&
                    getConstantIndex(op.getOperand(1)) == size;
    if (isOfSize && isa<arith::DivUIOp, arith::FloorDivSIOp>(op))
      mapping.map(op.getResult(0), group);
    else if (isOfSize && isa<arith::RemUIOp>(op))
      mapping.map(op.getResult(0), member);
    else
      b.clone(op, mapping);
  }
}

// The nest with an iterator for groups and one for members instead of one.
static LoopNest splitIter(LoopNest &nest, unsigned iter, int64_t size) {
  OpBuilder builder(nest.getRoot()->getContext());
  builder.setInsertionPointAfter(nest.getRoot());
  SmallVector<Iter> iters;
  for (unsigned i = 0; i != nest.size(); ++i) {
    std::optional<int64_t> extent = nest.getConstantExtent(i);
    if (i == iter) {
      iters.push_back({builder.getIndexAttr(*extent / size)});
      iters.push_back({builder.getIndexAttr(size)});
    } else if (extent) {
      iters.push_back({builder.getIndexAttr(*extent), nest.getKind(i)});
    } else {
      iters.push_back({nest.getExtent(i), nest.getKind(i)});
    }
  }
  BlockOp block =
      buildBlock(builder, nest.block.getLoc(), nest.block.getLabel(), iters,
                 [&](OpBuilder &b, Location, ValueRange own) {
                   copyBody(b, nest.block, iter, size, own);
                 });
  Operation *root = block;
  while (root->getBlock() != nest.getRoot()->getBlock())
    root = root->getParentOp();
  return *matchLoopNest(root, nullptr);
}

bool SplitGroups::splitOne() {
  for (auto [before, nest] : llvm::zip(old, made)) {
    if (nest.block.isReduction() || nest.block != before.block)
      continue;
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (std::optional<int64_t> size = findSize(nest, iter)) {
        nest = splitIter(before, iter, *size);
        return true;
      }
  }
  return false;
}

SplitGroups::SplitGroups(ArrayRef<LoopNest> nests) : old(nests), made(nests) {
  // What one is split by, its neighbours in the program are.
  while (splitOne()) {
  }
}

void SplitGroups::keep(size_t count) {
  for (auto [number, nest] : llvm::enumerate(made)) {
    if (nest.block == old[number].block)
      continue;
    (number < count ? old[number] : nest).getRoot()->erase();
  }
}

} // namespace mlir::tir
