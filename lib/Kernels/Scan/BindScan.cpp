// The kernel of a scan:
//
//   blockIdx.x = 0 to rows
//     for each tile of 256 x 3 elements of the row:
//       threadIdx.x: every 256th element of the tile to shared memory
//       threadIdx.x: join three neighbours, one by one; then the totals of the
//         threads of each warp, by shuffles
//       threadIdx.x: join all that stands before with the three neighbours
//       threadIdx.x: every 256th element to the result
//
// Or a thread loads neighbours as a vector, which is its part of a tile.
//
// Of a row in pieces each block has one, and stores what all of it gives:
//
//   blockIdx.x = 0 to rows * pieces
//     threadIdx.x: join what the pieces before give; join each element of the
//       piece with that
#include "Relax/Kernels/Scan/BindScan.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

namespace {

class ScanKernel {
public:
  ScanKernel(Scan &scan, const ScanShape &shape)
      : scan(scan), shape(shape), loc(scan.nest.block.getLoc()),
        builder(scan.nest.getRoot()) {}

  void build();

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  Value makeShared(int64_t perRow);
  Value neutral();
  Value combine(Value before, Value step);
  Value load(Value buffer, Value at) {
    return memref::LoadOp::create(builder, loc, buffer, ValueRange{slot, at});
  }
  void store(Value value, Value buffer, Value at) {
    memref::StoreOp::create(builder, loc, value, buffer, ValueRange{slot, at});
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  void open();
  void openBlocks();
  void openRows();
  void buildTiles();
  void storeTotal();
  Value combineChunks(Value steps);
  void buildChunks();
  void forThreads(llvm::function_ref<void(Value lane)> body);
  using ElementBody = llvm::function_ref<void(Value at, Value along)>;
  void forVector(Value at, Value along, ElementBody body);
  void forElements(Value tile, ElementBody inBounds,
                   ElementBody outOfBounds = nullptr);
  void when(Value condition, llvm::function_ref<void()> body,
            llvm::function_ref<void()> otherwise = nullptr);
  Value countHeld();
  Value isInBounds(Value along);
  Value copy(Value value, Value along);
  void loadTile(Value tile);
  Value joinNeighbours(Value lane);
  void joinWarp(Value lane);
  void joinBefore(Value lane);
  void storeTile(Value tile);

  Scan &scan;
  const ScanShape &shape;
  Location loc;
  OpBuilder builder;
  /// The number of rows, the number of a row in its block, the row, its place.
  Value numRows, slot, row;
  SmallVector<Value> rowIndices;
  Value length;
  /// The size of a piece, the number of the block's and where that begins; what
  /// pieces give. Null without pieces.
  Value chunkSize, chunk, start, totals;
  SmallVector<Value> extents;
  /// In shared memory: a tile; what stands before a thread's part of it in its
  /// warp; what each warp has; what stands before the tile.
  Value elements, before, warps, carry;
};

} // namespace

Value ScanKernel::makeShared(int64_t perRow) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return memref::AllocOp::create(
      builder, loc,
      MemRefType::get({shape.rows, perRow},
                      scan.store.getMemRefType().getElementType(),
                      MemRefLayoutAttrInterface(), space));
}

Value ScanKernel::neutral() {
  return arith::ConstantOp::create(builder, loc,
                                   *arith::getNeutralElement(scan.combiner));
}

Value ScanKernel::combine(Value before, Value step) {
  IRMapping mapping;
  mapping.map(scan.total.getResult(), before);
  mapping.map(scan.getStep(), step);
  return builder.clone(*scan.combiner, mapping)->getResult(0);
}

// What all kernels use.
void ScanKernel::open() {
  for (ForOp loop : scan.nest.loops)
    extents.push_back(loop.getUpperBound());
  numRows = getTotal(builder, loc, extents);
  IRMapping mapping;
  length = copyValue(builder, scan.getLength(), scan.nest.getRoot(), mapping);
  if (shape.chunks == 1)
    return;
  Value tiles =
      ceilDivIndex(builder, loc, length, shape.chunks * shape.getTile());
  chunkSize = mulIndex(builder, loc, tiles, index(shape.getTile()));
  totals = allocBuffer(builder, loc,
                       {builder.getIndexAttr(*getConstantIndex(numRows)),
                        builder.getIndexAttr(shape.chunks)},
                       scan.store.getMemRefType().getElementType());
}

// The loops over blocks and over the rows of a block.
void ScanKernel::openBlocks() {
  Value blocks = ceilDivIndex(builder, loc, numRows, shape.rows);
  if (totals)
    blocks = mulIndex(builder, loc, blocks, index(shape.chunks));
  row = buildAxis(builder, loc, blocks, "blockIdx.x");
  if (totals) {
    chunk = arith::RemUIOp::create(builder, loc, row, index(shape.chunks));
    row = arith::DivUIOp::create(builder, loc, row, index(shape.chunks));
    start = mulIndex(builder, loc, chunk, chunkSize);
  }
}

// The memory of a block, and the loop over its rows.
void ScanKernel::openRows() {
  elements = makeShared(shape.getTile());
  before = makeShared(shape.lanes);
  warps = makeShared(shape.lanes / kWarpThreads);
  carry = makeShared(1);
  slot = index(0);
  if (shape.rows > 1) {
    slot = buildAxis(builder, loc, index(shape.rows), "threadIdx.y");
    row = addIndex(builder, loc, mulIndex(builder, loc, row, index(shape.rows)),
                   slot);
  }
  rowIndices = splitIndex(builder, loc, row, extents);
}

void ScanKernel::forThreads(llvm::function_ref<void(Value lane)> body) {
  OpBuilder::InsertionGuard guard(builder);
  body(buildAxis(builder, loc, index(shape.lanes), "threadIdx.x"));
}

void ScanKernel::when(Value condition, llvm::function_ref<void()> body,
                      llvm::function_ref<void()> otherwise) {
  OpBuilder::InsertionGuard guard(builder);
  IfOp branch = IfOp::create(builder, loc, condition, bool(otherwise));
  builder.setInsertionPointToStart(&branch.getThen().front());
  body();
  if (!otherwise)
    return;
  builder.setInsertionPointToStart(&branch.getOtherwise().front());
  otherwise();
}

// The elements of the vector that begins there, or the one element.
void ScanKernel::forVector(Value at, Value along, ElementBody body) {
  if (shape.getVector() == 1)
    return body(at, along);
  OpBuilder::InsertionGuard guard(builder);
  ForOp loop = ForOp::create(builder, loc, index(0), index(shape.getVector()),
                             ForKind::Vectorized);
  builder.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar();
  Value own = addIndex(builder, loc, at, i);
  body(own, addIndex(builder, loc, along, i));
}

// The elements of a tile, such that neighbouring threads have neighbours, or
// neighbouring vectors: in the row, and behind its end.
void ScanKernel::forElements(Value tile, ElementBody inBounds,
                             ElementBody outOfBounds) {
  forThreads([&](Value lane) {
    Value at = mulIndex(builder, loc, lane, index(shape.getVector()));
    if (int64_t rounds = shape.perLane / shape.getVector(); rounds > 1) {
      ForOp loop = ForOp::create(builder, loc, index(0), index(rounds),
                                 ForKind::Unrolled);
      builder.setInsertionPointToStart(loop.getBody());
      Value first =
          mulIndex(builder, loc, loop.getInductionVar(), index(shape.lanes));
      at = addIndex(builder, loc, first, at);
    }
    Value along = addIndex(
        builder, loc, mulIndex(builder, loc, tile, index(shape.getTile())), at);
    if (start)
      along = addIndex(builder, loc, start, along);
    auto write = [&](ElementBody body) { forVector(at, along, body); };
    if (outOfBounds)
      when(
          isInBounds(along), [&] { write(inBounds); },
          [&] { write(outOfBounds); });
    else
      when(isInBounds(along), [&] { write(inBounds); });
  });
}

// The elements that the block goes through. Pieces behind the end of a row,
// whose length only run time knows, have none.
Value ScanKernel::countHeld() {
  if (!start)
    return length;
  if (getConstantIndex(length))
    return chunkSize;
  Value begin = arith::MinUIOp::create(builder, loc, start, length);
  Value rest = arith::SubIOp::create(builder, loc, length, begin);
  return arith::MinUIOp::create(builder, loc, rest, chunkSize);
}

// Whether there is an element there, of a row that there is.
Value ScanKernel::isInBounds(Value along) {
  Value inBounds = compare(arith::CmpIPredicate::ult, along, length);
  std::optional<int64_t> rows = getConstantIndex(numRows);
  if (rows && *rows % shape.rows == 0)
    return inBounds;
  Value isRow = compare(arith::CmpIPredicate::ult, row, numRows);
  return arith::AndIOp::create(builder, loc, inBounds, isRow);
}

// What the block computes for the present row.
Value ScanKernel::copy(Value value, Value along) {
  IRMapping mapping;
  for (auto [iter, at] : llvm::zip(scan.nest.block.getIters(), rowIndices))
    mapping.map(iter, at);
  mapping.map(scan.loop.getInductionVar(), along);
  return copyValue(builder, value, scan.nest.block, mapping);
}

void ScanKernel::loadTile(Value tile) {
  auto inBounds = [&](Value at, Value along) {
    auto loadFirst = [&] {
      store(copy(scan.first.getValue(), along), elements, at);
    };
    auto loadNext = [&] { store(copy(scan.getStep(), along), elements, at); };
    // The first element of a row that has vectors is like the others.
    if (shape.areVectors)
      return loadNext();
    when(compare(arith::CmpIPredicate::eq, along, index(0)), loadFirst,
         loadNext);
  };
  forElements(tile, inBounds,
              [&](Value at, Value) { store(neutral(), elements, at); });
}

// Joins the neighbours that a thread has; gives all of them.
Value ScanKernel::joinNeighbours(Value lane) {
  Value first = mulIndex(builder, loc, lane, index(shape.perLane));
  Value sum = load(elements, first);
  for (int64_t i = 1; i != shape.perLane; ++i) {
    Value at = addIndex(builder, loc, first, index(i));
    sum = combine(sum, load(elements, at));
    store(sum, elements, at);
  }
  return sum;
}

// Finds what stands before each thread in its warp, and what the warp has.
void ScanKernel::joinWarp(Value lane) {
  Value sum = joinNeighbours(lane);
  Value within =
      arith::RemUIOp::create(builder, loc, lane, index(kWarpThreads));
  auto getFrom = [&](int64_t distance) -> Value {
    return gpu::ShuffleOp::create(builder, loc, sum, distance, kWarpThreads,
                                  gpu::ShuffleMode::UP)
        .getShuffleResult();
  };
  auto has = [&](int64_t distance) {
    return compare(arith::CmpIPredicate::uge, within, index(distance));
  };
  for (int64_t distance = 1; distance != kWarpThreads; distance *= 2) {
    Value joined = combine(getFrom(distance), sum);
    sum = arith::SelectOp::create(builder, loc, has(distance), joined, sum);
  }
  Value own =
      arith::SelectOp::create(builder, loc, has(1), getFrom(1), neutral());
  store(own, before, lane);
  when(has(kWarpThreads - 1), [&] {
    store(sum, warps,
          arith::DivUIOp::create(builder, loc, lane, index(kWarpThreads)));
  });
}

// Joins with a thread's part what stands before it: earlier tiles, earlier
// warps, earlier threads of its warp.
void ScanKernel::joinBefore(Value lane) {
  Value warp = arith::DivUIOp::create(builder, loc, lane, index(kWarpThreads));
  Value sum = load(carry, index(0));
  for (int64_t i = 0; i + 1 < shape.lanes / kWarpThreads; ++i) {
    Value joined = combine(sum, load(warps, index(i)));
    Value isEarlier = compare(arith::CmpIPredicate::ult, index(i), warp);
    sum = arith::SelectOp::create(builder, loc, isEarlier, joined, sum);
  }
  sum = combine(sum, load(before, lane));
  Value first = mulIndex(builder, loc, lane, index(shape.perLane));
  for (int64_t i = 0; i != shape.perLane; ++i) {
    Value at = addIndex(builder, loc, first, index(i));
    store(combine(sum, load(elements, at)), elements, at);
  }
}

void ScanKernel::storeTile(Value tile) {
  forElements(tile, [&](Value at, Value along) {
    SmallVector<Value> indices;
    for (Value own : scan.store.getIndices())
      indices.push_back(copy(own, along));
    memref::StoreOp::create(builder, loc, load(elements, at),
                            scan.store.getMemRef(), indices);
  });
  forThreads([&](Value lane) {
    when(compare(arith::CmpIPredicate::ult, lane, index(1)), [&] {
      store(load(elements, index(shape.getTile() - 1)), carry, index(0));
    });
  });
}

// The tiles of a row, or of a piece of one.
void ScanKernel::buildTiles() {
  OpBuilder::InsertionGuard guard(builder);
  Value tiles = ceilDivIndex(builder, loc, countHeld(), shape.getTile());
  Value tile = index(0);
  if (getConstantIndex(tiles) != 1) {
    ForOp loop = ForOp::create(builder, loc, index(0), tiles);
    builder.setInsertionPointToStart(loop.getBody());
    tile = loop.getInductionVar();
  }
  loadTile(tile);
  forThreads([&](Value lane) { joinWarp(lane); });
  forThreads([&](Value lane) { joinBefore(lane); });
  storeTile(tile);
}

void ScanKernel::storeTotal() {
  forThreads([&](Value lane) {
    when(compare(arith::CmpIPredicate::ult, lane, index(1)), [&] {
      memref::StoreOp::create(builder, loc, load(carry, index(0)), totals,
                              ValueRange{row, chunk});
    });
  });
}

// What the pieces before that of the block give; nothing is asked where there
// are no steps.
Value ScanKernel::combineChunks(Value steps) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Private);
  Value sum = memref::AllocOp::create(
      builder, loc,
      MemRefType::get(1, scan.store.getMemRefType().getElementType(),
                      MemRefLayoutAttrInterface(), space));
  Value zero = index(0);
  memref::StoreOp::create(builder, loc, neutral(), sum, zero);
  OpBuilder::InsertionGuard guard(builder);
  Value count = chunk;
  if (!getConstantIndex(length))
    count = arith::SelectOp::create(
        builder, loc, compare(arith::CmpIPredicate::eq, steps, zero), zero,
        chunk);
  ForOp loop = ForOp::create(builder, loc, zero, count);
  builder.setInsertionPointToStart(loop.getBody());
  Value part = memref::LoadOp::create(builder, loc, totals,
                                      ValueRange{row, loop.getInductionVar()});
  Value before = memref::LoadOp::create(builder, loc, sum, zero);
  memref::StoreOp::create(builder, loc, combine(before, part), sum, zero);
  builder.setInsertionPointAfter(loop);
  return memref::LoadOp::create(builder, loc, sum, zero);
}

// Joins with each element what the pieces before give.
void ScanKernel::buildChunks() {
  openBlocks();
  rowIndices = splitIndex(builder, loc, row, extents);
  Value lane = buildAxis(builder, loc, index(shape.lanes), "threadIdx.x");
  Value steps =
      ceilDivIndex(builder, loc, countHeld(), shape.lanes * shape.getVector());
  Value sum = combineChunks(steps);
  ForOp loop = ForOp::create(builder, loc, index(0), steps);
  builder.setInsertionPointToStart(loop.getBody());
  Value at = addIndex(
      builder, loc,
      mulIndex(builder, loc, loop.getInductionVar(), index(shape.lanes)), lane);
  at = mulIndex(builder, loc, at, index(shape.getVector()));
  Value first = addIndex(builder, loc, start, at);
  auto join = [&](Value, Value along) {
    SmallVector<Value> indices;
    for (Value own : scan.store.getIndices())
      indices.push_back(copy(own, along));
    Value out = scan.store.getMemRef();
    Value own = memref::LoadOp::create(builder, loc, out, indices);
    memref::StoreOp::create(builder, loc, combine(sum, own), out, indices);
  };
  when(isInBounds(first), [&] { forVector(at, first, join); });
}

void ScanKernel::build() {
  open();
  {
    OpBuilder::InsertionGuard guard(builder);
    openBlocks();
    openRows();
    forThreads([&](Value lane) {
      when(compare(arith::CmpIPredicate::ult, lane, index(1)),
           [&] { store(neutral(), carry, index(0)); });
    });
    buildTiles();
    if (totals)
      storeTotal();
  }
  if (totals)
    buildChunks();
  scan.nest.getRoot()->erase();
}

void bindScan(Scan &scan, const ScanShape &shape) {
  ScanKernel(scan, shape).build();
}

} // namespace mlir::tir
