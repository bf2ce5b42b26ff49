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
    transposes = isTransposition();
    if (transposes)
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
  bool isTransposition();
  void buildTransposed(OpBuilder &b, const IRMapping &mapping, Value across,
                       Value vector);
  void runFlat();
  void runNested();
  Value arg(unsigned iter) { return nest.block.getBody()->getArgument(iter); }

  LoopNest &nest;
  /// Elements of a vector; where tiles are transposed in registers, the sides
  /// of these.
  int64_t lanes;
  Location loc;
  OpBuilder &builder;
  bool overlap, transposes = false;
  SpatialIters iters;
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

// True if the block copies elements that are contiguous along one iterator to
// places that are so along the other, in a tile that is a power of two.
bool SpatialTiler::isTransposition() {
  SmallVector<ElementAccess> accesses = getAccesses(nest.block);
  if (!iters.across || accesses.size() != 2 || !llvm::isPowerOf2_64(lanes) ||
      lanes < 4)
    return false;
  bool isFirst = !accesses[0].isStore;
  ElementAccess &load = accesses[isFirst ? 0 : 1];
  ElementAccess &store = accesses[isFirst ? 1 : 0];
  auto from = dyn_cast<memref::LoadOp>(load.op);
  auto to = dyn_cast<memref::StoreOp>(store.op);
  auto isWhole = [](MemRefType type) { return type.getLayout().isIdentity(); };
  return from && to && to.getValueToStore() == from.getResult() &&
         VectorType::isValidElementType(from.getType()) &&
         hasWholeBytes(nest.block) && isWhole(from.getMemRefType()) &&
         isWhole(to.getMemRefType()) &&
         VaryingValues(nest, *iters.across).isContiguous(load) &&
         VaryingValues(nest, *iters.vector).isContiguous(store);
}

static void copyIndices(OpBuilder &b, LoopNest &nest, OperandRange indices,
                        IRMapping mapping, SmallVectorImpl<Value> &copies) {
  for (Value index : indices)
    copies.push_back(copyValue(b, index, nest.block, mapping));
}

// A tile as vectors of one axis, and as vectors of the other. In each of the
// steps, pairs of vectors exchange blocks of half the size, next to the
// diagonal (J. Eklundh, "A fast computer method for matrix transposing", 1972).
// Where elements were loaded one by one, 1024 x 1024 f32 took 4 times as long.
void SpatialTiler::buildTransposed(OpBuilder &b, const IRMapping &mapping,
                                   Value across, Value vector) {
  memref::LoadOp load;
  memref::StoreOp store;
  for (ElementAccess &access : getAccesses(nest.block))
    access.isStore ? void(store = cast<memref::StoreOp>(access.op))
                   : void(load = cast<memref::LoadOp>(access.op));
  auto map = [&](int64_t row, int64_t column) {
    IRMapping at = mapping;
    at.map(arg(*iters.vector),
           addIndex(b, loc, vector, indexConstant(b, loc, row)));
    at.map(arg(*iters.across),
           addIndex(b, loc, across, indexConstant(b, loc, column)));
    return at;
  };
  auto type = VectorType::get(lanes, load.getType());
  SmallVector<Value> rows;
  for (int64_t row = 0; row != lanes; ++row) {
    SmallVector<Value> indices;
    copyIndices(b, nest, load.getIndices(), map(row, 0), indices);
    rows.push_back(
        vector::LoadOp::create(b, loc, type, load.getMemRef(), indices));
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
  for (int64_t column = 0; column != lanes; ++column) {
    SmallVector<Value> indices;
    copyIndices(b, nest, store.getIndices(), map(0, column), indices);
    vector::StoreOp::create(b, loc, rows[column], store.getMemRef(), indices);
  }
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
        buildTransposed(b, mapping,
                        addIndex(b, loc, begin, indexConstant(b, loc, tile)),
                        at);
    });
  };
  std::optional<int64_t> size = nest.getConstantExtent(*iters.across);
  if (!transposes) {
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
