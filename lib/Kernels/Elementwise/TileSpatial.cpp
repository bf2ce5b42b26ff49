// Run a block without reduction in parallel and with vectors.
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "SplitPeriods.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// True if the block reads a buffer that it writes: no element twice.
static bool isInPlace(LoopNest &nest) {
  SmallVector<ElementAccess> accesses = getAccesses(nest.block);
  for (ElementAccess &store : accesses)
    for (ElementAccess &load : accesses)
      if (store.isStore && !load.isStore &&
          getViewedBuffer(store.buffer) == getViewedBuffer(load.buffer))
        return true;
  return false;
}

namespace {

// Values of the iterator that shares cache lines in a row.
constexpr int64_t kAcross = 16;

/// Writes the loops of one block.
class SpatialTiler {
public:
  SpatialTiler(LoopNest &nest, int64_t lanes, OpBuilder &builder)
      : nest(nest), lanes(lanes), loc(nest.block.getLoc()), builder(builder),
        overlap(!isInPlace(nest)), iters(findSpatialIters(nest)) {
    if (iters.vector)
      this->lanes = getVectorWidth(nest, *iters.vector, lanes);
    transposed = findTransposed();
    if (transposed)
      this->lanes = std::min(this->lanes, kAcross);
  }

  void run();
  void runPart(const IRMapping &outer);

private:
  void buildBody(OpBuilder &b, IRMapping mapping);
  void buildVectors(OpBuilder &b, const IRMapping &mapping);
  void buildTail(OpBuilder &b, const IRMapping &mapping, Value begin,
                 Value end);
  void buildVector(OpBuilder &b, const IRMapping &mapping, Value begin,
                   int64_t width);
  void buildColumns(OpBuilder &b, const IRMapping &mapping, Value number);
  memref::LoadOp findTransposed();
  SmallVector<Value> buildTransposed(OpBuilder &b, const IRMapping &mapping);
  void buildTile(OpBuilder &b, IRMapping mapping, Value across, Value vector);
  void buildStores(OpBuilder &b, const IRMapping &mapping,
                   ArrayRef<Value> columns);
  void buildBodies(OpBuilder &b, const IRMapping &mapping,
                   ArrayRef<Value> columns);
  void runFlat();
  void runNested();
  Value arg(unsigned iter) { return nest.block.getBody()->getArgument(iter); }
  /// Lets an iterator be larger by `offset`.
  void move(OpBuilder &b, IRMapping &mapping, unsigned iter, Value offset) {
    mapping.map(arg(iter), addIndex(b, loc, mapping.lookup(arg(iter)), offset));
  }

  LoopNest &nest;
  /// Elements of a vector; where tiles are transposed in registers, the sides
  /// of these.
  int64_t lanes;
  Location loc;
  OpBuilder &builder;
  bool overlap;
  SpatialIters iters;
  /// What is read in tiles that are transposed in registers, if anything is.
  memref::LoadOp transposed;
};

} // namespace

void SpatialTiler::buildBody(OpBuilder &b, IRMapping mapping) {
  for (Operation &op : nest.block.getBody()->without_terminator())
    b.clone(op, mapping);
}

// One vector of elements.
void SpatialTiler::buildVector(OpBuilder &b, const IRMapping &mapping,
                               Value begin, int64_t width) {
  buildLoop(b, loc, width == 1 ? ForKind::Serial : ForKind::Vectorized, width,
            [&](OpBuilder &b, ValueRange at) {
              IRMapping inner = mapping;
              inner.map(arg(*iters.vector),
                        addIndex(b, loc, begin, at.front()));
              buildBody(b, inner);
            });
}

// The last elements of a row, one by one.
void SpatialTiler::buildTail(OpBuilder &b, const IRMapping &mapping,
                             Value begin, Value end) {
  ForOp loop = ForOp::create(b, loc, begin, end);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  buildVector(b, mapping, loop.getInductionVar(), 1);
}

// Number of elements that full vectors cover.
static Value getCovered(OpBuilder &b, Location loc, Value full, int64_t lanes) {
  return mulIndex(b, loc, full, indexConstant(b, loc, lanes));
}

// `floor(extent / lanes)`.
static Value getFullVectors(OpBuilder &b, Location loc, Value extent,
                            int64_t lanes) {
  if (std::optional<int64_t> known = getConstantIndex(extent))
    return indexConstant(b, loc, *known / lanes);
  return b.createOrFold<arith::DivUIOp>(loc, extent,
                                        indexConstant(b, loc, lanes));
}

// A row in vectors, with a tail of a smaller vector or of single elements.
void SpatialTiler::buildVectors(OpBuilder &b, const IRMapping &mapping) {
  Value extent = nest.getExtent(*iters.vector);
  std::optional<int64_t> known = getConstantIndex(extent);
  int64_t width =
      known && *known < lanes ? std::max<int64_t>(*known, 1) : lanes;
  if (known && *known % width != 0 && overlap) {
    buildLoop(b, loc, ForKind::Serial, llvm::divideCeil(*known, width),
              [&](OpBuilder &b, ValueRange number) {
                buildVector(b, mapping,
                            getTileStart(b, loc, number.front(), extent, width),
                            width);
              });
    return;
  }
  Value full = getFullVectors(b, loc, extent, width);
  Value step = indexConstant(b, loc, width);
  buildLoop(
      b, loc, ForKind::Serial, full, [&](OpBuilder &b, ValueRange number) {
        buildVector(b, mapping, mulIndex(b, loc, number.front(), step), width);
      });
  if (!known || *known % width != 0)
    buildTail(b, mapping, getCovered(b, loc, full, width), extent);
}

// One iterator: its vectors are the tasks.
void SpatialTiler::runFlat() {
  Value extent = nest.getExtent(*iters.vector);
  std::optional<int64_t> known = getConstantIndex(extent);
  if (known && *known < lanes)
    return buildVectors(builder, {});
  Value full = getFullVectors(builder, loc, extent, lanes);
  Value step = indexConstant(builder, loc, lanes);
  buildTasks(
      builder, loc, full, getStepsOf(nest), [](OpBuilder &) {},
      [&](OpBuilder &b, ValueRange number) {
        buildVector(b, {}, mulIndex(b, loc, number.front(), step), lanes);
      });
  if (!known || *known % lanes != 0)
    buildTail(builder, {}, getCovered(builder, loc, full, lanes), extent);
}

// The load of elements that are contiguous along one iterator, if results are
// so along the other, in a tile that is a power of two; the only one of that
// kind.
memref::LoadOp SpatialTiler::findTransposed() {
  if (!iters.across || !llvm::isPowerOf2_64(lanes) || lanes < 4 ||
      !hasWholeBytes(nest.block))
    return {};
  auto isWhole = [](const ElementAccess &access) {
    return cast<MemRefType>(access.buffer.getType()).getLayout().isIdentity();
  };
  VaryingValues along(nest, *iters.vector), across(nest, *iters.across);
  memref::LoadOp found;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (access.isStore && !(isWhole(access) && along.isContiguous(access)))
      return {};
    if (access.isStore || along.isContiguous(access) ||
        !across.isContiguous(access))
      continue;
    auto load = dyn_cast<memref::LoadOp>(access.op);
    if (found || !load || !isWhole(access) ||
        !VectorType::isValidElementType(load.getType()))
      return {};
    found = load;
  }
  return found;
}

static void copyIndices(OpBuilder &b, LoopNest &nest, OperandRange indices,
                        IRMapping mapping, SmallVectorImpl<Value> &copies) {
  for (Value index : indices)
    copies.push_back(copyValue(b, index, nest.block, mapping));
}

// The elements of a tile as vectors of one axis, and as vectors of the other.
// In each of the steps, pairs of vectors exchange blocks of half the size, next
// to the diagonal (J. Eklundh, "A fast computer method for matrix transposing",
// 1972). Where elements were loaded one by one, 1024 x 1024 f32 took 4 times as
// long.
SmallVector<Value> SpatialTiler::buildTransposed(OpBuilder &b,
                                                 const IRMapping &mapping) {
  auto type = VectorType::get(lanes, transposed.getType());
  SmallVector<Value> rows;
  for (int64_t row = 0; row != lanes; ++row) {
    IRMapping at = mapping;
    move(b, at, *iters.vector, indexConstant(b, loc, row));
    SmallVector<Value> indices;
    copyIndices(b, nest, transposed.getIndices(), at, indices);
    rows.push_back(
        vector::LoadOp::create(b, loc, type, transposed.getMemRef(), indices));
  }
  for (int64_t size = 1; size != lanes; size *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane != lanes; ++lane) {
      bool isFirst = (lane & size) == 0;
      low.push_back(isFirst ? lane : lanes + lane - size);
      high.push_back(isFirst ? lane + size : lanes + lane);
    }
    for (int64_t row = 0; row != lanes; ++row) {
      if ((row & size) != 0)
        continue;
      Value first = rows[row], second = rows[row + size];
      rows[row] = vector::ShuffleOp::create(b, loc, first, second, low);
      rows[row + size] = vector::ShuffleOp::create(b, loc, first, second, high);
    }
  }
  return rows;
}

// A copy: the vectors are what is stored.
void SpatialTiler::buildStores(OpBuilder &b, const IRMapping &mapping,
                               ArrayRef<Value> columns) {
  auto store = cast<memref::StoreOp>(*transposed->user_begin());
  for (auto [number, column] : llvm::enumerate(columns)) {
    IRMapping at = mapping;
    move(b, at, *iters.across, indexConstant(b, loc, number));
    SmallVector<Value> indices;
    copyIndices(b, nest, store.getIndices(), at, indices);
    vector::StoreOp::create(b, loc, column, store.getMemRef(), indices);
  }
}

// What is computed of them reads them in the nearest cache.
void SpatialTiler::buildBodies(OpBuilder &b, const IRMapping &mapping,
                               ArrayRef<Value> columns) {
  Value tile = memref::AllocOp::create(
      b, loc, MemRefType::get({lanes, lanes}, transposed.getType()));
  Value zero = indexConstant(b, loc, 0);
  for (auto [number, column] : llvm::enumerate(columns))
    vector::StoreOp::create(b, loc, column, tile,
                            ValueRange{indexConstant(b, loc, number), zero});
  buildLoop(b, loc, ForKind::Serial, lanes, [&](OpBuilder &b, ValueRange row) {
    buildLoop(
        b, loc, ForKind::Vectorized, lanes, [&](OpBuilder &b, ValueRange lane) {
          IRMapping at = mapping;
          move(b, at, *iters.across, row.front());
          move(b, at, *iters.vector, lane.front());
          for (Operation &op : nest.block.getBody()->without_terminator()) {
            if (&op == transposed)
              at.map(transposed.getResult(),
                     memref::LoadOp::create(
                         b, loc, tile, ValueRange{row.front(), lane.front()})
                         .getResult());
            else
              b.clone(op, at);
          }
        });
  });
}

// The tile that begins at these values of the two iterators.
void SpatialTiler::buildTile(OpBuilder &b, IRMapping mapping, Value across,
                             Value vector) {
  mapping.map(arg(*iters.across), across);
  mapping.map(arg(*iters.vector), vector);
  SmallVector<Value> columns = buildTransposed(b, mapping);
  bool isCopy = transposed->hasOneUse() &&
                isa<memref::StoreOp>(*transposed->user_begin()) &&
                getAccesses(nest.block).size() == 2;
  if (isCopy)
    buildStores(b, mapping, columns);
  else
    buildBodies(b, mapping, columns);
}

// Down the columns first: each vector reads cache lines that the next one
// reads again.
void SpatialTiler::buildColumns(OpBuilder &b, const IRMapping &mapping,
                                Value number) {
  Value width = indexConstant(b, loc, kAcross);
  Value begin = mulIndex(b, loc, number, width);
  Value end = b.createOrFold<arith::MinUIOp>(
      loc, addIndex(b, loc, begin, width), nest.getExtent(*iters.across));
  auto columns = [&](OpBuilder &b,
                     llvm::function_ref<void(OpBuilder &, IRMapping &)> row) {
    ForOp loop = ForOp::create(b, loc, begin, end);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    IRMapping inner = mapping;
    inner.map(arg(*iters.across), loop.getInductionVar());
    row(b, inner);
  };
  Value extent = nest.getExtent(*iters.vector);
  Value full = getFullVectors(b, loc, extent, lanes);
  Value step = indexConstant(b, loc, lanes);
  auto buildRows = [&](OpBuilder &b) {
    buildLoop(b, loc, ForKind::Serial, full, [&](OpBuilder &b, ValueRange i) {
      Value at = mulIndex(b, loc, i.front(), step);
      columns(b, [&](OpBuilder &b, IRMapping &inner) {
        buildVector(b, inner, at, lanes);
      });
    });
  };
  auto buildTiles = [&](OpBuilder &b) {
    buildLoop(b, loc, ForKind::Serial, full, [&](OpBuilder &b, ValueRange i) {
      Value at = mulIndex(b, loc, i.front(), step);
      for (int64_t tile = 0; tile != kAcross; tile += lanes)
        buildTile(b, mapping,
                  addIndex(b, loc, begin, indexConstant(b, loc, tile)), at);
    });
  };
  std::optional<int64_t> size = nest.getConstantExtent(*iters.across);
  if (!transposed) {
    buildRows(b);
  } else if (size && *size % kAcross == 0) {
    buildTiles(b);
  } else {
    Value isFull = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::eq,
        b.createOrFold<arith::SubIOp>(loc, end, begin), width);
    auto branch = IfOp::create(b, loc, isFull, /*withElse=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&branch.getThen().front());
    buildTiles(b);
    b.setInsertionPointToStart(&branch.getOtherwise().front());
    buildRows(b);
  }
  std::optional<int64_t> known = getConstantIndex(extent);
  if (!known || *known % lanes != 0)
    columns(b, [&](OpBuilder &b, IRMapping &inner) {
      buildTail(b, inner, getCovered(b, loc, full, lanes), extent);
    });
}

// Several iterators: the vectorized one, or that of a row, innermost, and
// around it a few values of the one that shares cache lines.
void SpatialTiler::runNested() {
  SmallVector<unsigned> others;
  SmallVector<Value> extents;
  int64_t steps = getStepsOf(nest);
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    if (iter == iters.vector || iter == iters.across || iter == iters.row)
      continue;
    others.push_back(iter);
    extents.push_back(nest.getExtent(iter));
  }
  if (iters.vector)
    steps *= nest.getConstantExtent(*iters.vector).value_or(16) / lanes + 1;
  if (iters.row)
    steps *= nest.getConstantExtent(*iters.row).value_or(256);
  if (iters.across) {
    extents.push_back(
        ceilDivIndex(builder, loc, nest.getExtent(*iters.across), kAcross));
    steps *= kAcross;
  }
  buildTasks(
      builder, loc, extents, steps, [](OpBuilder &) {},
      [&](OpBuilder &b, ValueRange indices) {
        IRMapping mapping;
        for (auto [iter, index] : llvm::zip(others, indices))
          mapping.map(arg(iter), index);
        if (iters.row)
          buildLoop(b, loc, ForKind::Serial, nest.getExtent(*iters.row),
                    [&](OpBuilder &b, ValueRange index) {
                      mapping.map(arg(*iters.row), index.front());
                      buildBody(b, mapping);
                    });
        else if (!iters.vector)
          buildBody(b, mapping);
        else if (iters.across)
          buildColumns(b, mapping, indices.back());
        else
          buildVectors(b, mapping);
      });
}

void SpatialTiler::run() {
  if (iters.vector && nest.size() == 1)
    return runFlat();
  runNested();
}

// Vectors where their iterator is none of those that `outer` maps, and loops
// over the others.
void SpatialTiler::runPart(const IRMapping &outer) {
  bool areVectors = iters.vector && !outer.contains(arg(*iters.vector));
  SmallVector<unsigned> others;
  SmallVector<Value> extents;
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    if (outer.contains(arg(iter)) || (areVectors && iter == *iters.vector))
      continue;
    others.push_back(iter);
    extents.push_back(nest.getExtent(iter));
  }
  buildLoops(builder, loc, extents, [&](OpBuilder &b, ValueRange indices) {
    IRMapping mapping = outer;
    for (auto [iter, index] : llvm::zip_equal(others, indices))
      mapping.map(arg(iter), index);
    if (areVectors)
      buildVectors(b, mapping);
    else
      buildBody(b, mapping);
  });
}

void buildSpatialPart(OpBuilder &builder, LoopNest &nest, int64_t lanes,
                      const IRMapping &outer) {
  SpatialTiler(nest, lanes, builder).runPart(outer);
}

void tileSpatial(LoopNest &nest, int64_t lanes) {
  splitPeriods(nest, lanes);
  unswitchBroadcasts(nest, [&](LoopNest &version) {
    Operation *root = version.getRoot();
    OpBuilder builder(root);
    SpatialTiler(version, lanes, builder).run();
    root->erase();
  });
}

} // namespace mlir::tir
