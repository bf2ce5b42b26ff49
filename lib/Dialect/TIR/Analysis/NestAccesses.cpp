// Which iterators of a nest index what it accesses, and which nest writes what.
#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"

namespace mlir::tir {

std::optional<SmallVector<int64_t>> getIterList(LoopNest nest,
                                                ValueRange indices) {
  SmallVector<int64_t> iters;
  for (Value index : indices) {
    auto at = dyn_cast<BlockArgument>(index);
    bool isIter = at && at.getOwner() == nest.block.getBody();
    if (getConstantIndex(index) == 0 ||
        (isIter && nest.getConstantExtent(at.getArgNumber()) == 1)) {
      iters.push_back(kUnitIter);
      continue;
    }
    if (!isIter || llvm::is_contained(iters, int64_t(at.getArgNumber())))
      return std::nullopt;
    iters.push_back(at.getArgNumber());
  }
  return iters;
}

bool namesAllIters(LoopNest nest, ArrayRef<int64_t> iters) {
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getConstantExtent(iter) != 1 &&
        !llvm::is_contained(iters, int64_t(iter)))
      return false;
  return true;
}

std::optional<SmallVector<int64_t>> getStoreIters(LoopNest nest) {
  memref::StoreOp store = getOnlyStore(nest.block);
  if (!store)
    return std::nullopt;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) != IterKind::Spatial)
      return std::nullopt;
  std::optional<SmallVector<int64_t>> storeIters =
      getIterList(nest, store.getIndices());
  if (storeIters && !namesAllIters(nest, *storeIters))
    return std::nullopt;
  return storeIters;
}

static bool stores(LoopNest nest, Value buffer) {
  return llvm::any_of(getAccesses(nest.block), [&](ElementAccess &access) {
    return access.isStore && access.buffer == buffer;
  });
}

std::optional<LoopNest> findWriter(ArrayRef<LoopNest> nests, Value buffer) {
  std::optional<LoopNest> found;
  for (LoopNest nest : nests) {
    if (!stores(nest, buffer))
      continue;
    if (found)
      return std::nullopt;
    found = nest;
  }
  return found;
}

SmallVector<LoopNest> getTopNests(FuncOp func) {
  SmallVector<LoopNest> nests;
  for (Operation &op : func.getBody().front())
    if (isa<ForOp, BlockOp>(op))
      if (FailureOr<LoopNest> nest = matchLoopNest(&op, nullptr);
          succeeded(nest))
        nests.push_back(*nest);
  return nests;
}

bool readsAny(LoopNest nest, ValueRange buffers) {
  return llvm::any_of(nest.block.getReads(), [&](Value read) {
    return llvm::any_of(buffers, [&](Value buffer) {
      return getViewedBuffer(read) == getViewedBuffer(buffer);
    });
  });
}

StringRef getReductionMark(LoopNest &nest) {
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) != IterKind::Spatial)
      return stringifyIterKind(nest.getKind(iter));
  return nest.block.getInit() ? InitOp::getOperationName() : StringRef();
}

bool isSpatial(LoopNest &nest) { return getReductionMark(nest).empty(); }

} // namespace mlir::tir
