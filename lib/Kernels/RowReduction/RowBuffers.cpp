// What nests over the same rows have of buffers, row by row.
#include "RowBuffers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tir {

namespace {
/// What an index of a nest is: the axis of rows, and the members of a row along
/// it, 1 where it is the row itself.
struct RowPart {
  int64_t axis = -1;
  int64_t members = 1;

  bool operator==(const RowPart &other) const {
    return axis == other.axis && members == other.members;
  }
};
} // namespace

static RowPart getRowPart(RowLoopNest &nest, Value index) {
  std::optional<RowIndex> found = matchRowIndex(nest.nest.block, index);
  auto *axis = found ? llvm::find(nest.rows, found->row) : nest.rows.end();
  if (axis == nest.rows.end())
    return {};
  return {axis - nest.rows.begin(), found->size};
}

Value KeptDim::getIndex(BlockOp block, ValueRange indices) const {
  if (members == 0)
    return indices[dim];
  return block.getIters()[*matchRowIndex(block, indices[dim])->member];
}

std::optional<SmallVector<KeptDim>> findKeptDims(RowReductionGroup &group,
                                                 Value buffer) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  SmallVector<std::optional<RowPart>> parts(rank);
  for (RowLoopNest &nest : group.nests)
    for (ElementAccess &access : getAccesses(nest.nest.block)) {
      if (access.buffer != buffer)
        continue;
      for (auto [part, index] : llvm::zip(parts, access.indices)) {
        RowPart own = getRowPart(nest, index);
        part = part && !(*part == own) ? RowPart() : own;
      }
    }
  llvm::BitVector isRow(group.nests.front().rows.size());
  SmallVector<KeptDim> kept;
  for (auto [dim, part] : llvm::enumerate(parts)) {
    bool isOfRow = part && part->axis >= 0;
    if (isOfRow)
      isRow.set(part->axis);
    if (!isOfRow)
      kept.push_back({unsigned(dim)});
    else if (part->members > 1)
      kept.push_back({unsigned(dim), part->members});
  }
  if (!isRow.all())
    return std::nullopt;
  return kept;
}

std::optional<MemRefType>
getRowsType(MemRefType type, ArrayRef<KeptDim> keptDims, int64_t rows) {
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      !type.getElementType().isIntOrFloat())
    return std::nullopt;
  SmallVector<int64_t> sizes{rows};
  int64_t total = rows;
  for (KeptDim kept : keptDims) {
    int64_t size = kept.members ? kept.members : type.getDimSize(kept.dim);
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(total, size, total))
      return std::nullopt;
    sizes.push_back(size);
  }
  auto space = gpu::AddressSpaceAttr::get(type.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return MemRefType::get(sizes, type.getElementType(),
                         MemRefLayoutAttrInterface(), space);
}

// True if loads and stores in the group's blocks are all uses.
static bool isOwn(RowReductionGroup &group, memref::AllocOp alloc) {
  llvm::SmallPtrSet<Operation *, 8> blocks;
  for (RowLoopNest &nest : group.nests)
    blocks.insert(nest.nest.block);
  return llvm::all_of(alloc->getUsers(), [&](Operation *user) {
    Operation *block = user;
    while (block && !blocks.contains(block))
      block = block->getParentOp();
    return block &&
           (user == block || isa<memref::LoadOp, memref::StoreOp>(user));
  });
}

SmallVector<Value> findOwnBuffers(RowReductionGroup &group) {
  SmallVector<Value> found;
  for (RowLoopNest &nest : group.nests)
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

// True if a nest stores the buffer, or one before the last that loads it what
// may be it.
static bool isStored(RowReductionGroup &group, Value buffer) {
  auto has = [&](RowLoopNest &nest, auto isMeant) {
    return llvm::any_of(getAccesses(nest.nest.block), isMeant);
  };
  bool isLoadedBehind = false;
  for (RowLoopNest &nest : llvm::reverse(group.nests)) {
    if (has(nest, [&](ElementAccess &access) {
          return access.isStore &&
                 (isLoadedBehind ? mayBeSame(access.buffer, buffer)
                                 : access.buffer == buffer);
        }))
      return true;
    isLoadedBehind |= has(nest, [&](ElementAccess &access) {
      return !access.isStore && access.buffer == buffer;
    });
  }
  return false;
}

// True if the iterators of an index go through all of a dimension.
static bool coversDim(RowLoopNest &nest, RowIndex index, Value buffer,
                      unsigned dim) {
  LoopNest &loops = nest.nest;
  if (!index.member)
    return isSizeOf(loops.getExtent(index.row), buffer, dim);
  std::optional<int64_t> rows = loops.getConstantExtent(index.row);
  int64_t size = cast<MemRefType>(buffer.getType()).getDimSize(dim);
  return rows && size % index.size == 0 && *rows == size / index.size;
}

// True if the nest loads each element of a row once there.
static bool loadsRow(RowLoopNest &nest, memref::LoadOp load) {
  llvm::BitVector isUsed(nest.nest.size());
  for (auto [dim, at] : llvm::enumerate(load.getIndices())) {
    std::optional<RowIndex> index = matchRowIndex(nest.nest.block, at);
    if (!index || !coversDim(nest, *index, load.getMemRef(), dim))
      return false;
    SmallVector<unsigned> iters{index->row};
    if (index->member)
      iters.push_back(*index->member);
    for (unsigned iter : iters) {
      if (isUsed.test(iter))
        return false;
      isUsed.set(iter);
    }
  }
  for (unsigned iter = 0; iter != nest.nest.size(); ++iter)
    if (!isUsed.test(iter) && nest.nest.getConstantExtent(iter) != 1)
      return false;
  return true;
}

// The numbers of the first and of the last nest that use a buffer.
static std::pair<size_t, size_t> getLife(RowReductionGroup &group,
                                         Value buffer) {
  size_t first = group.nests.size(), last = 0;
  for (auto [number, nest] : llvm::enumerate(group.nests))
    if (llvm::any_of(getAccesses(nest.nest.block), [&](ElementAccess &access) {
          return access.buffer == buffer;
        })) {
      first = std::min(first, number);
      last = number;
    }
  return {first, last};
}

// True if the nest goes over a row once, and stores an element of `later` when
// it has loaded that of `earlier`. The thread that does is then the only one
// that touches the place in this nest.
static bool replacesElements(RowLoopNest &nest, Value earlier, Value later) {
  BlockOp block = nest.nest.block;
  if (nest.reduces())
    return false;
  memref::StoreOp store;
  SmallVector<memref::LoadOp> loads;
  for (ElementAccess &access : getAccesses(block)) {
    if (access.op->getBlock() != block.getBody())
      return false;
    if (access.buffer == later) {
      if (store || !access.isStore)
        return false;
      store = cast<memref::StoreOp>(access.op);
    } else if (access.buffer == earlier) {
      if (access.isStore)
        return false;
      loads.push_back(cast<memref::LoadOp>(access.op));
    }
  }
  return store && llvm::all_of(loads, [&](memref::LoadOp load) {
           return load->isBeforeInBlock(store) && loadsRow(nest, load) &&
                  load.getIndices() == store.getIndices();
         });
}

bool takesPlace(RowReductionGroup &group, Value earlier, Value later) {
  size_t last = getLife(group, earlier).second;
  size_t first = getLife(group, later).first;
  return last < first ||
         (last == first && replacesElements(group.nests[last], earlier, later));
}

SmallVector<RowInput> findSharedInputs(RowReductionGroup &group) {
  llvm::MapVector<Value, llvm::SmallPtrSet<RowLoopNest *, 4>> readers;
  llvm::MapVector<Value, RowInput> inputs;
  for (RowLoopNest &nest : group.nests)
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
