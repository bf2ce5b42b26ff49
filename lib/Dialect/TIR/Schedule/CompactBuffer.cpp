// Make a buffer no larger than what is used of it at a time.
#include "Relax/Dialect/TIR/Schedule/CompactBuffer.h"

#include "Relax/Dialect/TIR/Schedule/AccessRegion.h"
#include "Relax/Dialect/TIR/Schedule/BlockNeighbors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// The indices of a load or store; null for other ops.
static MutableOperandRange *getIndices(Operation *op,
                                       std::optional<MutableOperandRange> &to) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    to.emplace(load.getIndicesMutable());
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    to.emplace(store.getIndicesMutable());
  else
    return nullptr;
  return &*to;
}

// For each dimension the range that all accesses are in; unknown also where
// it is no smaller than the dimension.
static SmallVector<IndexRange> findRanges(memref::AllocOp alloc,
                                          AccessRegion &region,
                                          SmallVector<int64_t> &shape) {
  SmallVector<IndexRange> ranges(shape.size());
  bool isFirst = true;
  for (Operation *user : alloc->getUsers()) {
    std::optional<MutableOperandRange> indices;
    if (!getIndices(user, indices))
      continue;
    for (auto [range, index] : llvm::zip(ranges, OperandRange(*indices))) {
      IndexRange own = region.getRange(index);
      range = isFirst ? own : AccessRegion::join(range, own);
    }
    isFirst = false;
  }
  for (auto [range, size] : llvm::zip(ranges, shape)) {
    auto count =
        range ? dyn_cast<AffineConstantExpr>(AccessRegion::getSize(range))
              : AffineConstantExpr();
    bool isSmaller = count && count.getValue() > 0 &&
                     region.isKnownBefore(range.first) &&
                     (ShapedType::isDynamic(size) || count.getValue() < size);
    if (isSmaller)
      size = count.getValue();
    else
      range = {};
  }
  return ranges;
}

bool compactBuffer(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.getLayout().isIdentity())
    return false;
  for (Operation *user : alloc->getUsers())
    if (auto store = dyn_cast<memref::StoreOp>(user);
        !isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp, memref::DimOp>(
            user) ||
        (store && store.getValueToStore() == alloc.getResult()))
      return false;
  AccessRegion region(alloc->getParentOp(), alloc);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<IndexRange> ranges = findRanges(alloc, region, shape);
  if (shape == type.getShape())
    return false;
  replaceSizes(alloc);
  SmallVector<Value> dynamic;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      dynamic.push_back(alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
  OpBuilder builder(alloc);
  auto made = memref::AllocOp::create(
      builder, alloc.getLoc(),
      MemRefType(MemRefType::Builder(type).setShape(shape)), dynamic,
      alloc.getAlignmentAttr());
  for (Operation *user : SmallVector<Operation *>(alloc->getUsers())) {
    std::optional<MutableOperandRange> indices;
    if (!getIndices(user, indices))
      continue;
    builder.setInsertionPoint(user);
    for (auto [range, index] : llvm::zip(ranges, *indices))
      if (range)
        index.set(builder.createOrFold<arith::SubIOp>(
            user->getLoc(), index.get(),
            region.build(builder, user->getLoc(), range.first)));
  }
  alloc->replaceAllUsesWith(made);
  alloc->erase();
  return true;
}

} // namespace mlir::tir
