// One kernel of nests over the same rows:
//
//   blockIdx.x = 0 to ceildiv(rows, 8)
//     buffers that hold something of eight rows, in shared memory
//     threadIdx.y = 0 to 8
//       for each nest:
//         threadIdx.x = 0 to 32
//           loop over every 32nd value of the other iterators { block }
//
// The loop over threadIdx.x reduces where the block does.
#include "RowKernel.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/Schedule/BlockQueries.h"
#include "Relax/Dialect/TIR/Schedule/CrossThreadReduction.h"
#include "Relax/Dialect/TIR/Schedule/LoopCopies.h"
#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

// The greatest power of two that is no greater.
static int64_t floorPower(int64_t value) {
  return int64_t(llvm::bit_floor<uint64_t>(std::max<int64_t>(value, 1)));
}

// Threads for a row of so many elements, a few of which each does.
static int64_t chooseLanes(int64_t inner, const GPUChip &chip) {
  constexpr int64_t kWarp = 32;
  int64_t few = inner / 4;
  // Long rows: more elements a thread, so that joining costs little.
  if (few > chip.threads)
    few = std::max(inner / 16, chip.threads);
  int64_t least = std::min(kWarp, floorPower(inner));
  int64_t most =
      floorPower(inner > 4 * chip.threads ? chip.maxThreads : chip.threads);
  return inner <= 4 ? 1
                    : std::clamp(floorPower(few), std::min(least, most), most);
}

RowShape chooseRowShape(RowGroup &group, const GPUChip &chip) {
  constexpr int64_t kShort = 8;
  RowShape shape;
  std::optional<int64_t> inner = group.getMostInner();
  int64_t threads = floorPower(chip.threads);
  shape.isAcross = group.isAcrossRows();
  if (inner && *inner <= kShort)
    shape.lanes = 1;
  else if (shape.isAcross)
    shape.lanes = std::max<int64_t>(threads / 32, 1);
  else
    shape.lanes = inner ? chooseLanes(*inner, chip) : threads;
  shape.rows = std::max<int64_t>(threads / shape.lanes, 1);
  std::optional<int64_t> rows = group.getNumRows();
  // A block for each processor is better than a full one.
  constexpr int64_t kProcessors = 128;
  if (rows && !shape.isAcross && shape.lanes > 1)
    shape.rows =
        std::clamp<int64_t>(floorPower(*rows / kProcessors), 1, shape.rows);
  else if (rows)
    shape.rows = std::min(shape.rows, int64_t(llvm::bit_ceil<uint64_t>(
                                          std::max<int64_t>(*rows, 1))));
  // Few columns: more threads for each.
  if (rows && shape.isAcross && inner && shape.lanes > 1)
    while (*rows * shape.lanes < kProcessors * chip.maxThreads &&
           shape.rows * shape.lanes < chip.maxThreads &&
           shape.lanes * 8 < *inner)
      shape.lanes *= 2;
  // One thread a row, or a warp of rows: neighbours are rows.
  shape.isAcross = shape.rows > 1 && (shape.isAcross || shape.lanes == 1);
  return shape;
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

namespace {

/// A buffer of the function, and what holds a part of it in the kernel.
struct PlacedBuffer {
  Value made;
  /// The dimensions that are kept; the others are rows.
  SmallVector<unsigned> dims;
};

class RowKernel {
public:
  RowKernel(RowGroup &group, const RowShape &shape, const GPUChip &chip)
      : group(group), shape(shape), chip(chip),
        loc(group.nests.back().nest.block.getLoc()),
        builder(group.nests.back().nest.getRoot()) {}

  void build();

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  Value multiply(BlockNest &nest, ArrayRef<unsigned> iters);
  void open();
  void placeBuffers();
  bool place(memref::AllocOp alloc);
  std::optional<SmallVector<unsigned>> findKeptDims(memref::AllocOp alloc);
  SmallVector<Value> takeApart(Value number, ValueRange extents);
  void buildNest(RowNest &nest);
  BlockOp buildBlock(RowNest &nest, ValueRange inner, Value predicate);
  void redirect(BlockOp block, Value slot);

  RowGroup &group;
  const RowShape &shape;
  const GPUChip &chip;
  Location loc;
  OpBuilder builder;
  /// For each nest how many values its inner iterators have, and how many of
  /// these a thread sees.
  SmallVector<Value> totals, steps;
  Value numRows;
  /// The loop over blocks, the number of a row in its block, the row, and the
  /// row's place along each axis.
  Value slot, row;
  SmallVector<Value> rowPlace;
  llvm::MapVector<Value, PlacedBuffer> placed;
  int64_t bytes = 0;
};

} // namespace

Value RowKernel::multiply(BlockNest &nest, ArrayRef<unsigned> iters) {
  Value product = index(1);
  for (unsigned iter : iters)
    product = mulIndex(builder, loc, product, nest.getExtent(iter));
  return product;
}

// The place of `number` in a box, of whose indices the last moves fastest. The
// first index needs no bound.
SmallVector<Value> RowKernel::takeApart(Value number, ValueRange extents) {
  SmallVector<Value> place(extents.size());
  int64_t first = 0;
  while (first < int64_t(extents.size()) &&
         getConstantIndex(extents[first]) == 1)
    ++first;
  for (int64_t i = int64_t(extents.size()) - 1; i >= 0; --i) {
    if (getConstantIndex(extents[i]) == 1) {
      place[i] = index(0);
    } else if (i == first) {
      place[i] = number;
    } else {
      place[i] = arith::RemUIOp::create(builder, loc, number, extents[i]);
      number = arith::DivUIOp::create(builder, loc, number, extents[i]);
    }
  }
  return place;
}

// The dimensions of a buffer that the nests use, and only they, row by row, but
// for those that are rows; nullopt if it is no such buffer.
std::optional<SmallVector<unsigned>>
RowKernel::findKeptDims(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  llvm::BitVector isKept(type.getRank());
  llvm::BitVector isRow(group.nests.front().rows.size());
  llvm::SmallPtrSet<Operation *, 8> blocks, seen;
  for (RowNest &nest : group.nests)
    blocks.insert(nest.nest.block);
  for (Operation *user : alloc->getUsers()) {
    Operation *block = user;
    while (block && !blocks.contains(block))
      block = block->getParentOp();
    if (!block ||
        (user != block && !isa<memref::LoadOp, memref::StoreOp>(user)))
      return std::nullopt;
  }
  for (int64_t dim = 0; dim != type.getRank(); ++dim) {
    std::optional<int64_t> axis;
    for (RowNest &nest : group.nests)
      for (ElementAccess &access : getAccesses(nest.nest.block)) {
        if (access.buffer != alloc.getResult())
          continue;
        auto at = dyn_cast<BlockArgument>(access.indices[dim]);
        auto *found = at && at.getOwner() == nest.nest.block.getBody()
                          ? llvm::find(nest.rows, at.getArgNumber())
                          : nest.rows.end();
        int64_t own = found == nest.rows.end() ? -1 : found - nest.rows.begin();
        axis = axis && *axis != own ? -1 : own;
      }
    if (axis && *axis >= 0)
      isRow.set(*axis);
    else
      isKept.set(dim);
  }
  if (!isRow.all())
    return std::nullopt;
  return SmallVector<unsigned>(isKept.set_bits());
}

// A buffer of the block's rows, in shared memory; false if there is no room.
bool RowKernel::place(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  std::optional<SmallVector<unsigned>> dims = findKeptDims(alloc);
  if (!dims || !type.getLayout().isIdentity() || type.getMemorySpace() ||
      !type.getElementType().isIntOrFloat())
    return false;
  SmallVector<int64_t> sizes{shape.rows};
  int64_t needed =
      shape.rows * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  for (unsigned dim : *dims) {
    if (type.isDynamicDim(dim) ||
        llvm::MulOverflow(needed, type.getDimSize(dim), needed))
      return false;
    sizes.push_back(type.getDimSize(dim));
  }
  if (bytes + needed > chip.sharedBytes)
    return false;
  bytes += needed;
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto made = memref::AllocOp::create(
      builder, loc,
      MemRefType::get(sizes, type.getElementType(), MemRefLayoutAttrInterface(),
                      space));
  placed[alloc.getResult()] = {made, *dims};
  return true;
}

// Small buffers first; joining takes some of the memory as well.
void RowKernel::placeBuffers() {
  SmallVector<memref::AllocOp> allocs;
  for (RowNest &nest : group.nests) {
    if (nest.reduces() && shape.lanes > 1)
      bytes += shape.rows * shape.lanes * 8;
    for (Value buffer : nest.nest.block.getWrites())
      if (auto alloc = buffer.getDefiningOp<memref::AllocOp>();
          alloc && !llvm::is_contained(allocs, alloc))
        allocs.push_back(alloc);
  }
  SmallVector<std::pair<int64_t, size_t>> order;
  for (auto [number, alloc] : llvm::enumerate(allocs))
    order.push_back({alloc.getType().getRank(), number});
  llvm::sort(order);
  for (auto [rank, number] : order)
    place(allocs[number]);
}

// The loops over blocks and over the rows of a block.
void RowKernel::open() {
  numRows = multiply(group.nests.front().nest, group.nests.front().rows);
  for (RowNest &nest : group.nests) {
    totals.push_back(multiply(nest.nest, nest.inner));
    steps.push_back(ceilDivIndex(builder, loc, totals.back(), shape.lanes));
  }
  Value blocks = ceilDivIndex(builder, loc, numRows, shape.rows);
  row = buildAxis(builder, loc, blocks, "blockIdx.x");
  placeBuffers();
  slot = index(0);
  if (shape.rows > 1) {
    slot = buildAxis(builder, loc, index(shape.rows),
                     shape.isAcross ? "threadIdx.x" : "threadIdx.y");
    row = addIndex(builder, loc, mulIndex(builder, loc, row, index(shape.rows)),
                   slot);
  }
  SmallVector<Value> extents = group.getRowExtents();
  rowPlace = takeApart(row, extents);
}

// Let the block use what is placed in the kernel.
void RowKernel::redirect(BlockOp block, Value slotIter) {
  for (ElementAccess &access : getAccesses(block)) {
    auto *found = placed.find(access.buffer);
    if (found == placed.end())
      continue;
    SmallVector<Value> indices{slotIter};
    for (unsigned dim : found->second.dims)
      indices.push_back(access.indices[dim]);
    if (auto load = dyn_cast<memref::LoadOp>(access.op)) {
      load.getMemrefMutable().assign(found->second.made);
      load.getIndicesMutable().assign(indices);
    } else {
      auto store = cast<memref::StoreOp>(access.op);
      store.getMemrefMutable().assign(found->second.made);
      store.getIndicesMutable().assign(indices);
    }
  }
  updateAccesses(block);
}

BlockOp RowKernel::buildBlock(RowNest &from, ValueRange inner,
                              Value predicate) {
  BlockOp old = from.nest.block;
  SmallVector<Value> bindings(old.getNumIters()), extents(old.getExtents());
  SmallVector<IterKind> kinds;
  for (auto [iter, at] : llvm::zip(from.rows, rowPlace))
    bindings[iter] = at;
  for (auto [iter, at] : llvm::zip(from.inner, inner))
    bindings[iter] = at;
  for (unsigned i = 0; i != old.getNumIters(); ++i)
    kinds.push_back(old.getIterKind(i));
  bindings.push_back(slot);
  extents.push_back(index(shape.rows));
  kinds.push_back(IterKind::Spatial);
  BlockOp block = BlockOp::create(builder, old.getLoc(), old.getLabel(),
                                  bindings, extents, kinds, {}, {}, predicate);
  IRMapping mapping;
  for (auto [iter, own] : llvm::zip(old.getIters(), block.getIters()))
    mapping.map(iter, own);
  OpBuilder body = OpBuilder::atBlockBegin(block.getBody());
  for (Operation &op : old.getBody()->without_terminator())
    body.clone(op, mapping);
  redirect(block, block.getIters().back());
  return block;
}

// One nest: its other iterators are shared by the threads of the row.
void RowKernel::buildNest(RowNest &nest) {
  OpBuilder::InsertionGuard guard(builder);
  unsigned number = &nest - group.nests.begin();
  Value total = totals[number];
  Value lane = buildAxis(builder, loc, index(shape.lanes),
                         shape.isAcross ? "threadIdx.y" : "threadIdx.x");
  Value at = lane;
  if (getConstantIndex(steps[number]) != 1) {
    ForOp loop = ForOp::create(builder, loc, index(0), steps[number]);
    builder.setInsertionPointToStart(loop.getBody());
    at = addIndex(
        builder, loc,
        mulIndex(builder, loc, loop.getInductionVar(), index(shape.lanes)),
        lane);
  }
  SmallVector<Value> conditions;
  auto require = [&](Value value, Value bound, int64_t multiple) {
    std::optional<int64_t> known = getConstantIndex(bound);
    if (!known || *known % multiple != 0)
      conditions.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, value, bound));
  };
  require(row, numRows, shape.rows);
  require(at, total, shape.lanes);
  SmallVector<Value> extents;
  for (unsigned iter : nest.inner)
    extents.push_back(nest.nest.getExtent(iter));
  SmallVector<Value> inner = takeApart(at, extents);
  BlockOp block =
      buildBlock(nest, inner, joinConditions(builder, loc, conditions));
  // One thread keeps its result in a register as well.
  if (!getReducingThreads(block).empty())
    (void)lowerCrossThreadReduction(block);
}

void RowKernel::build() {
  open();
  for (RowNest &nest : group.nests)
    buildNest(nest);
  for (RowNest &nest : group.nests)
    nest.nest.getRoot()->erase();
}

void buildRowKernel(RowGroup &group, const RowShape &shape,
                    const GPUChip &chip) {
  RowKernel(group, shape, chip).build();
}

} // namespace mlir::tir
