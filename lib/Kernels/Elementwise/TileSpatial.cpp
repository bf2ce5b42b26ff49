// Run a block without reduction in parallel and with vectors.
#include "Relax/Kernels/Elementwise/TileSpatial.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

StringRef getReductionMark(LoopNest &nest) {
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) != IterKind::Spatial)
      return stringifyIterKind(nest.getKind(iter));
  return nest.block.getInit() ? InitOp::getOperationName() : StringRef();
}

bool isSpatial(LoopNest &nest) { return getReductionMark(nest).empty(); }

// True if every op works on vectors as on scalars, and every access moves
// along `iter` by a known distance: stores contiguously.
static bool canVectorizeElement(LoopNest &nest, unsigned iter) {
  for (Operation &op : nest.block.getBody()->without_terminator())
    if (!isa<memref::LoadOp, memref::StoreOp>(op) &&
        (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return false;
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<int64_t> stride = getStride(nest.block, access, iter);
    if (access.isStore && stride != 1)
      return false;
    // An unknown distance is fine, an unknown direction is not.
    if (!stride && llvm::any_of(access.indices, [&](Value index) {
          return !getCoefficient(getIndexExpr(nest.block, index), iter);
        }))
      return false;
  }
  return true;
}

namespace {
/// The values of a block that differ from one value of an iterator to the next.
class VaryingValues {
public:
  VaryingValues(LoopNest &nest, unsigned iter) : nest(nest), iter(iter) {
    values.insert(nest.block.getBody()->getArgument(iter));
    for (ElementAccess &access : getAccesses(nest.block))
      if (access.isStore)
        written.insert(getViewedBuffer(access.buffer));
    // Loops carry no values, so each value comes after those it is made of.
    nest.block.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto load = dyn_cast<memref::LoadOp>(op);
      if (llvm::any_of(op->getOperands(), [&](Value v) { return has(v); }) ||
          (load && written.contains(getViewedBuffer(load.getMemRef()))))
        values.insert_range(op->getResults());
    });
  }

  bool has(Value value) const { return values.contains(value); }
  /// True if all of an access but the last index is alike, and that moves by 1
  /// with the iterator, or, of a load, not at all.
  bool isContiguous(const ElementAccess &access) const {
    if (access.indices.empty() || llvm::any_of(access.indices.drop_back(),
                                               [&](Value v) { return has(v); }))
      return false;
    Value last = access.indices.back();
    if (!has(last))
      return !access.isStore;
    return getCoefficient(getIndexExpr(nest.block, last), iter) == 1;
  }

private:
  LoopNest &nest;
  unsigned iter;
  llvm::DenseSet<Value> values, written;
};
} // namespace

// As `canVectorizeElement`, of a block with loops and branches: running sums
// along columns, updates of rows. Lanes go through them together, with masks
// where conditions differ.
static bool canVectorizeLoops(LoopNest &nest, unsigned iter) {
  VaryingValues varying(nest, iter);
  auto isVector = [&](Operation *op) {
    if (auto loop = dyn_cast<ForOp>(op))
      return loop.getKind() == ForKind::Serial &&
             !varying.has(loop.getLowerBound()) &&
             !varying.has(loop.getUpperBound());
    return isa<IfOp, memref::LoadOp, memref::StoreOp>(op) ||
           op->hasTrait<OpTrait::IsTerminator>() ||
           (op->getNumRegions() == 0 && isMemoryEffectFree(op));
  };
  bool areVectors = true;
  nest.block.getBody()->walk(
      [&](Operation *op) { areVectors = areVectors && isVector(op); });
  return areVectors &&
         llvm::all_of(getAccesses(nest.block), [&](ElementAccess &access) {
           return varying.isContiguous(access);
         });
}

// As `canVectorizeElement`, with loads from anywhere, which are done lane by
// lane: so much is computed for each of them that this does not count.
static bool canVectorizeGathers(LoopNest &nest, unsigned iter) {
  constexpr int64_t kOpsPerGather = 12;
  VaryingValues varying(nest, iter);
  int64_t numGathers = 0, numOps = 0;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (varying.isContiguous(access))
      continue;
    if (access.isStore)
      return false;
    ++numGathers;
  }
  for (Operation &op : nest.block.getBody()->without_terminator()) {
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      continue;
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return false;
    if (llvm::any_of(op.getResults(), [&](Value v) { return varying.has(v); }))
      ++numOps;
  }
  return numOps >= kOpsPerGather * numGathers;
}

static bool hasRegions(LoopNest &nest) {
  return llvm::any_of(nest.block.getBody()->without_terminator(),
                      [](Operation &op) { return op.getNumRegions() != 0; });
}

static bool canVectorize(LoopNest &nest, unsigned iter) {
  return hasRegions(nest) ? canVectorizeLoops(nest, iter)
                          : canVectorizeElement(nest, iter);
}

// The iterator to vectorize.
static std::optional<unsigned> findVectorIter(LoopNest &nest) {
  for (auto canBeVector : {canVectorize, canVectorizeGathers})
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (canBeVector(nest, iter))
        return iter;
  return std::nullopt;
}

// Where nothing can be vectorized, the iterator along which stores are
// contiguous: what does not move with it is computed once a row.
static std::optional<unsigned> findRowIter(LoopNest &nest) {
  std::optional<unsigned> best;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    for (ElementAccess &access : getAccesses(nest.block))
      if (access.isStore && getStride(nest.block, access, iter) == 1)
        best = iter;
  return best;
}

// The iterator that a load moves along contiguously, where that is not the
// vectorized one: the load walks down a column, and several columns share
// their cache lines.
static std::optional<unsigned> findAcrossIter(LoopNest &nest, unsigned vector) {
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<int64_t> stride = getStride(nest.block, access, vector);
    if (access.isStore || stride == 0 || stride == 1)
      continue;
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (iter != vector && getStride(nest.block, access, iter) == 1)
        return iter;
  }
  return std::nullopt;
}

SpatialIters findSpatialIters(LoopNest &nest) {
  SpatialIters found;
  found.vector = findVectorIter(nest);
  if (found.vector)
    found.across = findAcrossIter(nest, *found.vector);
  else
    found.row = findRowIter(nest);
  return found;
}

// What is done in loops counts as often as they do it, where that is known, or
// as if rows were of a usual length.
static int64_t countSteps(Block &block) {
  constexpr int64_t kUsualExtent = 256;
  int64_t steps = 0;
  for (Operation &op : block) {
    int64_t inside = 2;
    for (Region &region : op.getRegions())
      for (Block &body : region)
        inside += countSteps(body);
    auto loop = dyn_cast<ForOp>(op);
    int64_t extent = loop ? loop.getConstantExtent().value_or(kUsualExtent) : 1;
    steps = llvm::SaturatingAdd<uint64_t>(
        steps, llvm::SaturatingMultiply<uint64_t>(inside, extent));
  }
  return std::min<int64_t>(steps, int64_t(1) << 40);
}

int64_t getStepsOf(LoopNest &nest) { return countSteps(*nest.block.getBody()); }

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

// A loop inside of a block that goes from row to row uses a cache line of each
// with one vector of AVX-512, and the memory brings several in a row faster:
// running sums of 1024 x 1024 f32 along columns take 0.5 of the time with four.
// No more elements than before are left for the end.
int64_t getVectorWidth(LoopNest &nest, unsigned iter, int64_t lanes) {
  constexpr int64_t kVectors = 4;
  if (!hasRegions(nest))
    return lanes;
  std::optional<int64_t> extent = nest.getConstantExtent(iter);
  int64_t wide = lanes * kVectors;
  while (wide > lanes &&
         (!extent || *extent < wide || *extent % wide != *extent % lanes))
    wide /= 2;
  return wide;
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
  void runFlat();
  void runNested();
  Value arg(unsigned iter) { return nest.block.getBody()->getArgument(iter); }

  LoopNest &nest;
  int64_t lanes;
  Location loc;
  OpBuilder &builder;
  bool overlap;
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
  buildLoop(b, loc, ForKind::Serial, full, [&](OpBuilder &b, ValueRange i) {
    Value at = mulIndex(b, loc, i.front(), step);
    columns(b, [&](OpBuilder &b, IRMapping &inner) {
      buildVector(b, inner, at, lanes);
    });
  });
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
  unswitchBroadcasts(nest, [&](LoopNest &version) {
    Operation *root = version.getRoot();
    OpBuilder builder(root);
    SpatialTiler(version, lanes, builder).run();
    root->erase();
  });
}

} // namespace mlir::tir
