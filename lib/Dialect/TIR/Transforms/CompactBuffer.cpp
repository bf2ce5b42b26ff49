// Make a buffer no larger than what is used of it at a time.
//
// TVM's CompactBufferAllocation. A `cache_read` makes a copy of a whole tensor,
// of which the loop around uses a tile; for shared memory that is the
// difference between a kernel that can be launched and one that cannot.
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Schedule/StorageAlignment.h"

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
// it is no smaller than the dimension. The size must be a constant, and the
// start known where the buffer is made: it may depend on loops around the
// buffer, not on those inside.
static SmallVector<IndexRange> findRanges(Value buffer, AccessRegion &region,
                                          SmallVector<int64_t> &shape) {
  SmallVector<IndexRange> ranges(shape.size());
  bool isFirst = true;
  for (Operation *user : buffer.getUsers()) {
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

// True if only loads and stores touch the elements. A view or a call sees
// absolute places, and would have to be shifted as well.
static bool isPlain(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity() &&
         llvm::all_of(buffer.getUsers(), [&](Operation *user) {
           auto store = dyn_cast<memref::StoreOp>(user);
           return isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp,
                      memref::DimOp>(user) &&
                  (!store || store.getValueToStore() != buffer);
         });
}

// Let `user` count from where the ranges begin.
static void shiftIndices(Operation *user, AccessRegion &region,
                         ArrayRef<IndexRange> ranges) {
  std::optional<MutableOperandRange> indices;
  if (!getIndices(user, indices))
    return;
  OpBuilder builder(user);
  for (auto [range, index] : llvm::zip(ranges, *indices))
    if (range)
      index.set(region.buildDistance(builder, user->getLoc(), index.get(),
                                     range.first));
}

/// Memory of a thread is an argument of the kernel's region, so its type
/// changes in place.
bool compactThreadBuffer(BlockArgument buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!isPlain(buffer) || !type.hasStaticShape())
    return false;
  Operation *kernel = buffer.getOwner()->getParentOp();
  AccessRegion region(kernel, kernel);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<IndexRange> ranges = findRanges(buffer, region, shape);
  if (shape == type.getShape())
    return false;
  buffer.setType(MemRefType(MemRefType::Builder(type).setShape(shape)));
  for (Operation *user : SmallVector<Operation *>(buffer.getUsers()))
    shiftIndices(user, region, ranges);
  return true;
}

bool compactBuffer(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!isPlain(alloc))
    return false;
  AccessRegion region(alloc->getParentOp(), alloc);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<IndexRange> ranges = findRanges(alloc, region, shape);
  // Alignments for tensor cores are asked for in annotations, and may make a
  // dimension larger than what is used.
  alignShape(alloc, shape);
  if (shape == type.getShape())
    return false;
  // `memref.dim` of the buffer means the old size.
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
  copyAlignments(alloc, made);
  for (Operation *user : SmallVector<Operation *>(alloc->getUsers()))
    shiftIndices(user, region, ranges);
  alloc->replaceAllUsesWith(made);
  alloc->erase();
  return true;
}

SmallVector<memref::AllocOp> compactBuffers(FuncOp func) {
  // Collected first: a compacted buffer is a new allocation, which the walk
  // would meet again.
  SmallVector<memref::AllocOp> allocs;
  func.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
  llvm::erase_if(allocs, compactBuffer);
  return allocs;
}

bool hasTileCopies(FuncOp func) {
  auto isCopy = [](Value buffer) {
    auto alloc = buffer.getDefiningOp<memref::AllocOp>();
    return alloc && isa<ForOp>(alloc->getParentOp());
  };
  WalkResult result = func.walk([&](BlockOp block) {
    return llvm::any_of(block.getWrites(), isCopy) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  return result.wasInterrupted();
}

} // namespace mlir::tir
