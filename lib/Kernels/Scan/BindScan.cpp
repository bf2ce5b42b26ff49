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
#include "Relax/Dialect/TIR/IR/KernelBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

namespace {

/// In shared memory, for each row of a block: a tile; what stands before a
/// thread's part of it in its warp; what each warp has; what stands before the
/// tile.
struct ScanMemory {
  Value elements, before, warps, carry;
  /// The number of the row in its block.
  Value slot;

  Value load(KernelBuilder &b, Value buffer, Value at) const {
    return b.load(buffer, {slot, at});
  }
  void store(KernelBuilder &b, Value value, Value buffer, Value at) const {
    b.store(value, buffer, {slot, at});
  }
};

/// The size of a chunk of a row, the number of the block's and where that
/// begins; what chunks give. Null without chunks.
struct ScanChunk {
  Value size, number, start, totals;
};

class ScanKernel {
public:
  ScanKernel(Scan &scan, const ScanShape &shape)
      : scan(scan), shape(shape),
        b(scan.nest.block.getLoc(), scan.nest.getRoot()) {}

  void build();

private:
  void open();
  void openBlocks();
  void openRows();
  void buildTiles();
  Value combineChunks(Value steps);
  void buildChunks();
  void forThreads(llvm::function_ref<void(Value lane)> body);
  void forFirstThread(llvm::function_ref<void()> body);
  using ElementBody = llvm::function_ref<void(Value at, Value along)>;
  void forVector(Value at, Value along, ElementBody body);
  void forElements(Value tile, ElementBody inBounds,
                   ElementBody outOfBounds = nullptr);
  Value countHeld();
  Value isInBounds(Value along);
  Value copy(Value value, Value along);
  SmallVector<Value> copyIndices(Value along);
  void loadTile(Value tile);
  void joinWarp(Value lane);
  void joinBefore(Value lane);
  void storeTile(Value tile);

  Scan &scan;
  const ScanShape &shape;
  KernelBuilder b;
  /// The extents of rows and how many there are, the row and its index.
  SmallVector<Value> extents, rowIndices;
  Value numRows, row;
  Value length;
  ScanChunk chunk;
  ScanMemory memory;
};

} // namespace

static Value buildNeutral(KernelBuilder &b, Scan &scan) {
  return arith::ConstantOp::create(b, *arith::getNeutralElement(scan.combiner));
}

static Value combine(KernelBuilder &b, Scan &scan, Value before, Value step) {
  IRMapping mapping;
  mapping.map(scan.total.getResult(), before);
  mapping.map(scan.getStep(), step);
  return b.clone(*scan.combiner, mapping)->getResult(0);
}

static Type getType(Scan &scan) {
  return scan.store.getMemRefType().getElementType();
}

// What all kernels use.
void ScanKernel::open() {
  for (ForOp loop : scan.nest.loops)
    extents.push_back(loop.getUpperBound());
  numRows = getTotal(b, b.getLoc(), extents);
  IRMapping mapping;
  length = copyValue(b, scan.getLength(), scan.nest.getRoot(), mapping);
  if (shape.chunks == 1)
    return;
  Value tiles =
      ceilDivIndex(b, b.getLoc(), length, shape.chunks * shape.getTile());
  chunk.size = b.mul(tiles, shape.getTile());
  chunk.totals = allocBuffer(b, b.getLoc(),
                             {b.getIndexAttr(*getConstantIndex(numRows)),
                              b.getIndexAttr(shape.chunks)},
                             getType(scan));
}

// The loops over blocks and over the rows of a block.
void ScanKernel::openBlocks() {
  Value blocks = ceilDivIndex(b, b.getLoc(), numRows, shape.rows);
  if (chunk.totals)
    blocks = b.mul(blocks, shape.chunks);
  row = buildAxis(b, b.getLoc(), blocks, "blockIdx.x");
  if (chunk.totals) {
    chunk.number = b.rem(row, shape.chunks);
    row = b.div(row, shape.chunks);
    chunk.start = b.mul(chunk.number, chunk.size);
  }
}

// The memory of a block, and the loop over its rows.
void ScanKernel::openRows() {
  auto allocShared = [&](int64_t perRow) {
    return b.shared({shape.rows, perRow}, getType(scan));
  };
  memory.elements = allocShared(shape.getTile());
  memory.before = allocShared(shape.lanes);
  memory.warps = allocShared(shape.lanes / kWarpThreads);
  memory.carry = allocShared(1);
  memory.slot = b.index(0);
  if (shape.rows > 1) {
    memory.slot = buildAxis(b, b.getLoc(), b.index(shape.rows), "threadIdx.y");
    row = b.add(b.mul(row, shape.rows), memory.slot);
  }
  rowIndices = splitIndex(b, b.getLoc(), row, extents);
}

void ScanKernel::forThreads(llvm::function_ref<void(Value lane)> body) {
  OpBuilder::InsertionGuard guard(b);
  body(buildAxis(b, b.getLoc(), b.index(shape.lanes), "threadIdx.x"));
}

void ScanKernel::forFirstThread(llvm::function_ref<void()> body) {
  forThreads([&](Value lane) { b.branch(b.less(lane, b.index(1)), body); });
}

static void choose(KernelBuilder &b, Value condition,
                   llvm::function_ref<void()> body,
                   llvm::function_ref<void()> otherwise) {
  OpBuilder::InsertionGuard guard(b);
  IfOp branch = IfOp::create(b, condition, /*withElse=*/true);
  b.setInsertionPointToStart(&branch.getThen().front());
  body();
  b.setInsertionPointToStart(&branch.getOtherwise().front());
  otherwise();
}

// The elements of the vector that begins there, or the one element.
void ScanKernel::forVector(Value at, Value along, ElementBody body) {
  if (shape.getVector() == 1)
    return body(at, along);
  OpBuilder::InsertionGuard guard(b);
  ForOp loop = ForOp::create(b, b.index(0), b.index(shape.getVector()),
                             ForKind::Vectorized);
  b.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar();
  Value own = b.add(at, i);
  body(own, b.add(along, i));
}

// The elements of a tile, such that neighbouring threads have neighbours, or
// neighbouring vectors: in the row, and behind its end.
void ScanKernel::forElements(Value tile, ElementBody inBounds,
                             ElementBody outOfBounds) {
  forThreads([&](Value lane) {
    Value at = b.mul(lane, shape.getVector());
    if (int64_t rounds = shape.perLane / shape.getVector(); rounds > 1) {
      ForOp loop =
          ForOp::create(b, b.index(0), b.index(rounds), ForKind::Unrolled);
      b.setInsertionPointToStart(loop.getBody());
      Value first = b.mul(loop.getInductionVar(), shape.lanes);
      at = b.add(first, at);
    }
    Value along = b.add(b.mul(tile, shape.getTile()), at);
    if (chunk.start)
      along = b.add(chunk.start, along);
    auto write = [&](ElementBody body) { forVector(at, along, body); };
    if (outOfBounds)
      choose(
          b, isInBounds(along), [&] { write(inBounds); },
          [&] { write(outOfBounds); });
    else
      b.branch(isInBounds(along), [&] { write(inBounds); });
  });
}

// The elements that the block goes through. Pieces behind the end of a row,
// whose length only run time knows, have none.
Value ScanKernel::countHeld() {
  if (!chunk.start)
    return length;
  if (getConstantIndex(length))
    return chunk.size;
  Value begin = arith::MinUIOp::create(b, chunk.start, length);
  Value rest = arith::SubIOp::create(b, length, begin);
  return arith::MinUIOp::create(b, rest, chunk.size);
}

// Whether there is an element there, of a row that there is.
Value ScanKernel::isInBounds(Value along) {
  Value inBounds = b.less(along, length);
  std::optional<int64_t> rows = getConstantIndex(numRows);
  if (rows && *rows % shape.rows == 0)
    return inBounds;
  Value isRow = b.less(row, numRows);
  return arith::AndIOp::create(b, inBounds, isRow);
}

// What the block computes for the present row.
Value ScanKernel::copy(Value value, Value along) {
  IRMapping mapping;
  for (auto [iter, at] : llvm::zip(scan.nest.block.getIters(), rowIndices))
    mapping.map(iter, at);
  mapping.map(scan.loop.getInductionVar(), along);
  return copyValue(b, value, scan.nest.block, mapping);
}

// Where the result of the present row goes.
SmallVector<Value> ScanKernel::copyIndices(Value along) {
  SmallVector<Value> indices;
  for (Value own : scan.store.getIndices())
    indices.push_back(copy(own, along));
  return indices;
}

void ScanKernel::loadTile(Value tile) {
  auto inBounds = [&](Value at, Value along) {
    auto loadFirst = [&] {
      memory.store(b, copy(scan.first.getValue(), along), memory.elements, at);
    };
    auto loadNext = [&] {
      memory.store(b, copy(scan.getStep(), along), memory.elements, at);
    };
    // The first element of a row that has vectors is like the others.
    if (shape.areVectors)
      return loadNext();
    choose(
        b,
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, along, b.index(0)),
        loadFirst, loadNext);
  };
  forElements(tile, inBounds, [&](Value at, Value) {
    memory.store(b, buildNeutral(b, scan), memory.elements, at);
  });
}

// Joins the neighbours that a thread has, and finds what stands before them in
// its warp, and what the warp has.
void ScanKernel::joinWarp(Value lane) {
  Value first = b.mul(lane, shape.perLane);
  Value sum = memory.load(b, memory.elements, first);
  for (int64_t i = 1; i != shape.perLane; ++i) {
    Value at = b.add(first, i);
    sum = combine(b, scan, sum, memory.load(b, memory.elements, at));
    memory.store(b, sum, memory.elements, at);
  }
  Value within = b.rem(lane, kWarpThreads);
  auto getFrom = [&](int64_t distance) -> Value {
    return gpu::ShuffleOp::create(b, sum, distance, kWarpThreads,
                                  gpu::ShuffleMode::UP)
        .getShuffleResult();
  };
  auto has = [&](int64_t distance) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, within,
                                 b.index(distance));
  };
  for (int64_t distance = 1; distance != kWarpThreads; distance *= 2) {
    Value joined = combine(b, scan, getFrom(distance), sum);
    sum = arith::SelectOp::create(b, has(distance), joined, sum);
  }
  Value own =
      arith::SelectOp::create(b, has(1), getFrom(1), buildNeutral(b, scan));
  memory.store(b, own, memory.before, lane);
  b.branch(has(kWarpThreads - 1), [&] {
    memory.store(b, sum, memory.warps, b.div(lane, kWarpThreads));
  });
}

// Joins with a thread's part what stands before it: earlier tiles, earlier
// warps, earlier threads of its warp.
void ScanKernel::joinBefore(Value lane) {
  Value warp = b.div(lane, kWarpThreads);
  Value sum = memory.load(b, memory.carry, b.index(0));
  for (int64_t i = 0; i + 1 < shape.lanes / kWarpThreads; ++i) {
    Value joined =
        combine(b, scan, sum, memory.load(b, memory.warps, b.index(i)));
    Value isEarlier = b.less(b.index(i), warp);
    sum = arith::SelectOp::create(b, isEarlier, joined, sum);
  }
  sum = combine(b, scan, sum, memory.load(b, memory.before, lane));
  Value first = b.mul(lane, shape.perLane);
  for (int64_t i = 0; i != shape.perLane; ++i) {
    Value at = b.add(first, i);
    memory.store(b, combine(b, scan, sum, memory.load(b, memory.elements, at)),
                 memory.elements, at);
  }
}

void ScanKernel::storeTile(Value tile) {
  forElements(tile, [&](Value at, Value along) {
    SmallVector<Value> indices = copyIndices(along);
    b.store(memory.load(b, memory.elements, at), scan.store.getMemRef(),
            indices);
  });
  forFirstThread([&] {
    memory.store(b,
                 memory.load(b, memory.elements, b.index(shape.getTile() - 1)),
                 memory.carry, b.index(0));
  });
}

// The tiles of a row, or of a piece of one.
void ScanKernel::buildTiles() {
  OpBuilder::InsertionGuard guard(b);
  Value tiles = ceilDivIndex(b, b.getLoc(), countHeld(), shape.getTile());
  Value tile = b.index(0);
  if (getConstantIndex(tiles) != 1) {
    ForOp loop = ForOp::create(b, b.index(0), tiles);
    b.setInsertionPointToStart(loop.getBody());
    tile = loop.getInductionVar();
  }
  loadTile(tile);
  forThreads([&](Value lane) { joinWarp(lane); });
  forThreads([&](Value lane) { joinBefore(lane); });
  storeTile(tile);
}

// What the pieces before that of the block give; nothing is asked where there
// are no steps.
Value ScanKernel::combineChunks(Value steps) {
  Value sum = b.registers(1, getType(scan));
  Value zero = b.index(0);
  b.store(buildNeutral(b, scan), sum, zero);
  OpBuilder::InsertionGuard guard(b);
  Value count = chunk.number;
  if (!getConstantIndex(length))
    count = arith::SelectOp::create(
        b, arith::CmpIOp::create(b, arith::CmpIPredicate::eq, steps, zero),
        zero, chunk.number);
  ForOp loop = ForOp::create(b, zero, count);
  b.setInsertionPointToStart(loop.getBody());
  Value part = b.load(chunk.totals, ValueRange{row, loop.getInductionVar()});
  Value before = b.load(sum, zero);
  b.store(combine(b, scan, before, part), sum, zero);
  b.setInsertionPointAfter(loop);
  return b.load(sum, zero);
}

// Joins with each element what the pieces before give.
void ScanKernel::buildChunks() {
  openBlocks();
  rowIndices = splitIndex(b, b.getLoc(), row, extents);
  Value lane = buildAxis(b, b.getLoc(), b.index(shape.lanes), "threadIdx.x");
  Value steps =
      ceilDivIndex(b, b.getLoc(), countHeld(), shape.lanes * shape.getVector());
  Value sum = combineChunks(steps);
  ForOp loop = ForOp::create(b, b.index(0), steps);
  b.setInsertionPointToStart(loop.getBody());
  Value at = b.add(b.mul(loop.getInductionVar(), shape.lanes), lane);
  at = b.mul(at, shape.getVector());
  Value first = b.add(chunk.start, at);
  auto join = [&](Value, Value along) {
    SmallVector<Value> indices = copyIndices(along);
    Value out = scan.store.getMemRef();
    Value own = b.load(out, indices);
    b.store(combine(b, scan, sum, own), out, indices);
  };
  b.branch(isInBounds(first), [&] { forVector(at, first, join); });
}

void ScanKernel::build() {
  open();
  {
    OpBuilder::InsertionGuard guard(b);
    openBlocks();
    openRows();
    forFirstThread([&] {
      memory.store(b, buildNeutral(b, scan), memory.carry, b.index(0));
    });
    buildTiles();
    if (chunk.totals)
      forFirstThread([&] {
        b.store(memory.load(b, memory.carry, b.index(0)), chunk.totals,
                {row, chunk.number});
      });
  }
  if (chunk.totals)
    buildChunks();
  scan.nest.getRoot()->erase();
}

void bindScan(Scan &scan, const ScanShape &shape) {
  ScanKernel(scan, shape).build();
}

} // namespace mlir::tir
