// Vectors along the rows that nests share.
#include "Relax/Kernels/RowReduction/RowVectors.h"

#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "RowBuffers.h"

namespace mlir::tir {

// The last iterator within a row that has several values, if their number is
// known.
static std::optional<unsigned> findLastIter(RowLoopNest &nest) {
  for (unsigned iter : llvm::reverse(nest.inner))
    if (nest.nest.getConstantExtent(iter) != 1)
      return nest.nest.getConstantExtent(iter) ? std::optional(iter)
                                               : std::nullopt;
  return std::nullopt;
}

// True if the ops of a block do with vectors what they do with elements.
static bool hasVectorForm(BlockOp block) {
  return isStraight(block) && hasWholeBytes(block) &&
         llvm::all_of(block.getBody()->without_terminator(), [](Operation &op) {
           return isa<memref::LoadOp, memref::StoreOp, InitOp>(op) ||
                  op.hasTrait<OpTrait::ConstantLike>() ||
                  OpTrait::hasElementwiseMappableTraits(&op);
         });
}

std::optional<unsigned> findVectorIter(RowLoopNest &nest, int64_t elements) {
  BlockOp block = nest.nest.block;
  std::optional<unsigned> iter = findLastIter(nest);
  if (!iter || !hasVectorForm(block))
    return std::nullopt;
  int64_t extent = *nest.nest.getConstantExtent(*iter);
  if (extent == 0 || extent % elements != 0)
    return std::nullopt;
  bool moves = false;
  for (ElementAccess &access : getAccesses(block)) {
    if (isInVectors(block, access, *iter, elements))
      moves = true;
    // A reduction stores one element, whatever its steps are.
    else if (!isInvariant(block, access, *iter) ||
             (access.isStore && !nest.reduces()))
      return std::nullopt;
  }
  return moves ? iter : std::nullopt;
}

int64_t countVectorElements(RowReductionGroup &group) {
  // What nests pass on is in shared memory.
  SmallVector<Value> own = findOwnBuffers(group);
  int64_t minElements = 1;
  for (RowLoopNest &nest : group.nests) {
    std::optional<unsigned> iter = findLastIter(nest);
    SmallVector<ElementAccess> accesses = getAccesses(nest.nest.block);
    llvm::erase_if(accesses, [&](ElementAccess &access) {
      return !iter || llvm::is_contained(own, access.buffer) ||
             getStride(nest.nest.block, access, *iter) != 1;
    });
    int64_t elements = accesses.empty() ? 1 : countLanes(accesses).value_or(1);
    while (elements > 1 && !findVectorIter(nest, elements))
      elements /= 2;
    if (elements > 1)
      minElements =
          minElements == 1 ? elements : std::min(minElements, elements);
  }
  return minElements;
}

} // namespace mlir::tir
