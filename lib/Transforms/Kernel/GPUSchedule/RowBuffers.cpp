// What nests over the same rows have of buffers, row by row.
#include "RowBuffers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tir {

// The axis of rows that an index of the nest is; -1 if it is none.
static int64_t getAxis(RowNest &nest, Value index) {
  auto at = dyn_cast<BlockArgument>(index);
  if (!at || at.getOwner() != nest.nest.block.getBody())
    return -1;
  auto *found = llvm::find(nest.rows, at.getArgNumber());
  return found == nest.rows.end() ? -1 : found - nest.rows.begin();
}

std::optional<SmallVector<unsigned>> findKeptDims(RowGroup &group,
                                                  Value buffer) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  SmallVector<std::optional<int64_t>> axes(rank);
  for (RowNest &nest : group.nests)
    for (ElementAccess &access : getAccesses(nest.nest.block)) {
      if (access.buffer != buffer)
        continue;
      for (auto [axis, index] : llvm::zip(axes, access.indices)) {
        int64_t own = getAxis(nest, index);
        axis = axis && *axis != own ? -1 : own;
      }
    }
  llvm::BitVector isRow(group.nests.front().rows.size());
  SmallVector<unsigned> kept;
  for (auto [dim, axis] : llvm::enumerate(axes))
    if (axis.value_or(-1) >= 0)
      isRow.set(*axis);
    else
      kept.push_back(dim);
  if (!isRow.all())
    return std::nullopt;
  return kept;
}

std::optional<MemRefType>
getRowsType(MemRefType type, ArrayRef<unsigned> keptDims, int64_t rows) {
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      !type.getElementType().isIntOrFloat())
    return std::nullopt;
  SmallVector<int64_t> sizes{rows};
  int64_t total = rows;
  for (unsigned dim : keptDims) {
    if (type.isDynamicDim(dim) ||
        llvm::MulOverflow(total, type.getDimSize(dim), total))
      return std::nullopt;
    sizes.push_back(type.getDimSize(dim));
  }
  auto space = gpu::AddressSpaceAttr::get(type.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return MemRefType::get(sizes, type.getElementType(),
                         MemRefLayoutAttrInterface(), space);
}

// True if loads and stores in the group's blocks are all uses.
static bool isOwn(RowGroup &group, memref::AllocOp alloc) {
  llvm::SmallPtrSet<Operation *, 8> blocks;
  for (RowNest &nest : group.nests)
    blocks.insert(nest.nest.block);
  return llvm::all_of(alloc->getUsers(), [&](Operation *user) {
    Operation *block = user;
    while (block && !blocks.contains(block))
      block = block->getParentOp();
    return block &&
           (user == block || isa<memref::LoadOp, memref::StoreOp>(user));
  });
}

SmallVector<Value> findOwnBuffers(RowGroup &group) {
  SmallVector<Value> found;
  for (RowNest &nest : group.nests)
    for (Value buffer : nest.nest.block.getWrites())
      if (auto alloc = buffer.getDefiningOp<memref::AllocOp>();
          alloc && !llvm::is_contained(found, buffer) && isOwn(group, alloc))
        found.push_back(buffer);
  auto getRank = [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getRank();
  };
  SmallVector<std::pair<int64_t, size_t>> order;
  for (auto [number, buffer] : llvm::enumerate(found))
    order.push_back({getRank(buffer), number});
  llvm::sort(order);
  return llvm::map_to_vector(order, [&](std::pair<int64_t, size_t> item) {
    return found[item.second];
  });
}

// True if a nest stores the buffer, or one before the last what may be it.
static bool isStored(RowGroup &group, Value buffer) {
  for (RowNest &nest : group.nests) {
    bool isLast = &nest == &group.nests.back();
    for (ElementAccess &access : getAccesses(nest.nest.block))
      if (access.isStore &&
          (isLast ? access.buffer == buffer : mayBeSame(access.buffer, buffer)))
        return true;
  }
  return false;
}

// True if the nest loads each element of a row once there.
static bool loadsRow(RowNest &nest, memref::LoadOp load) {
  llvm::BitVector isUsed(nest.nest.size());
  for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
    auto at = dyn_cast<BlockArgument>(index);
    if (!at || at.getOwner() != nest.nest.block.getBody() ||
        isUsed.test(at.getArgNumber()) ||
        !isSizeOf(nest.nest.getExtent(at.getArgNumber()), load.getMemRef(),
                  dim))
      return false;
    isUsed.set(at.getArgNumber());
  }
  for (unsigned iter = 0; iter != nest.nest.size(); ++iter)
    if (!isUsed.test(iter) && nest.nest.getConstantExtent(iter) != 1)
      return false;
  return true;
}

SmallVector<RowInput> findSharedInputs(RowGroup &group) {
  llvm::MapVector<Value, llvm::SmallPtrSet<RowNest *, 4>> readers;
  llvm::MapVector<Value, RowInput> inputs;
  for (RowNest &nest : group.nests)
    for (ElementAccess &access : getAccesses(nest.nest.block)) {
      auto load = dyn_cast<memref::LoadOp>(access.op);
      if (!load)
        continue;
      readers[access.buffer].insert(&nest);
      if (!inputs.contains(access.buffer) && loadsRow(nest, load))
        inputs[access.buffer] = {access.buffer, &nest, load};
    }
  SmallVector<RowInput> found;
  for (auto &[buffer, input] : inputs)
    if (readers[buffer].size() > 1 && !isStored(group, buffer))
      found.push_back(input);
  return found;
}

} // namespace mlir::tir
