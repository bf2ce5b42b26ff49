// Nests over the same rows, row by row, by threads and vectors of a CPU:
//
//   for each task:
//     buffers that hold something of one row
//     for each row of the task:
//       for each nest: its elements of the row, in vectors
//
// A row then stays in the nearest cache from the first nest to the last. One
// after the other, each nest would bring all rows from memory: a softmax of
// 4096 x 4096 f32 reads 256 MiB so, and 64 MiB here.
#include "Relax/Kernels/RowReduction/TileRowReduction.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"
#include "Relax/Kernels/RowReduction/SimplifySoftmax.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"
#include "Relax/Kernels/RowReduction/VectorizeReduction.h"
#include "RowBuffers.h"

namespace mlir::tir {

namespace {

/// Writes the loops of one group.
class RowTiler {
public:
  RowTiler(RowReductionGroup &group, unsigned vectorBits)
      : group(group), vectorBits(vectorBits),
        loc(group.nests.back().nest.block.getLoc()) {}

  void run();

private:
  int64_t countSteps();
  void place(OpBuilder &b, Value buffer);
  void redirect(BlockOp block, Value from, Value to, ArrayRef<KeptDim> dims);
  void buildNest(OpBuilder &b, unsigned number, ValueRange rows);

  RowReductionGroup &group;
  unsigned vectorBits;
  Location loc;
  Value zero;
  /// Of each nest that reduces, as it was before buffers were replaced.
  SmallVector<std::optional<Reduction>, 0> reductions;
};

} // namespace

//===-- What suits ----------------------------------------------------------//

// The iterators within a row that have more than one value.
static SmallVector<unsigned> getMoving(RowLoopNest &nest) {
  SmallVector<unsigned> moving;
  for (unsigned iter : nest.inner)
    if (nest.nest.getConstantExtent(iter) != 1)
      moving.push_back(iter);
  return moving;
}

// True if what a reduction goes through along `lane` is each row's own. Where
// rows share it, as those of a matrix product do, tiles of several rows load it
// once for all of them.
static bool hasOwnRows(RowLoopNest &nest, Reduction &reduction, unsigned lane) {
  BlockOp block = nest.nest.block;
  return llvm::all_of(reduction.getInputs(), [&](ElementAccess &input) {
    return isInvariant(block, input, lane) ||
           llvm::all_of(nest.rows, [&](unsigned row) {
             return nest.nest.getConstantExtent(row) == 1 ||
                    !isInvariant(block, input, row);
           });
  });
}

// Why a nest is better tiled by itself; empty if it is not.
static StringRef findObstacle(RowLoopNest &nest, unsigned vectorBits) {
  LoopNest &loops = nest.nest;
  int64_t lanes = countLanes(loops.block, vectorBits);
  SmallVector<unsigned> moving = getMoving(nest);
  // Axes that follow each other in memory are one for a nest alone, which then
  // has whole vectors. Here the last one is the vectors'.
  if (moving.size() > 1 &&
      loops.getConstantExtent(moving.back()).value_or(1) % (2 * lanes) != 0)
    return "expected one axis within a row, or a last one of whole vectors";
  if (!nest.reduces()) {
    if (hasBroadcasts(loops))
      return "expected sizes that do not broadcast as the run time says";
    if (findSpatialIters(loops).across)
      return "expected loads along the axis of the stores";
    return {};
  }
  FailureOr<Reduction> reduction = matchReduction(loops, nullptr);
  std::optional<unsigned> lane =
      findLaneIter(*reduction, matchAccesses(*reduction), lanes);
  if (!lane)
    return "expected a reduction along memory, of a vector or more";
  if (!hasOwnRows(nest, *reduction, *lane))
    return "expected a reduction of which rows share no input";
  return {};
}

bool canTileRows(RowReductionGroup &group, unsigned vectorBits,
                 std::string *why) {
  auto reject = [&](StringRef reason) {
    if (why)
      *why = reason.str();
    return false;
  };
  if (group.getNumRows() == 1)
    return reject("expected several rows, found one");
  if (group.isAcrossRows())
    return reject("expected rows along memory, found them across");
  for (RowLoopNest &nest : group.nests)
    if (StringRef obstacle = findObstacle(nest, vectorBits); !obstacle.empty())
      return reject(obstacle);
  return true;
}

std::optional<RowReductionGroup> findTiledRows(ArrayRef<LoopNest> nests,
                                               unsigned vectorBits) {
  // Fewer rows are better cut into pieces for threads; and a search among
  // hundreds of nests would take as many matches.
  constexpr int64_t kFewRows = 4;
  constexpr size_t kMaxNests = 16;
  nests = nests.take_front(kMaxNests);
  for (size_t count = nests.size(); count > 1; --count) {
    std::optional<RowReductionGroup> group =
        matchRowReductionGroup(nests.take_front(count));
    if (!group || group->getNumRows().value_or(kFewRows) < kFewRows ||
        !canTileRows(*group, vectorBits, nullptr))
      continue;
    // What goes through rows once only brings nothing to the cache for others;
    // the ends of a reduction are its epilogue.
    auto passes = llvm::count_if(group->nests, [](RowLoopNest &nest) {
      return !getMoving(nest).empty();
    });
    if (passes > 1)
      return group;
  }
  return std::nullopt;
}

//===-- Loops ---------------------------------------------------------------//

// Steps for one row.
int64_t RowTiler::countSteps() {
  constexpr int64_t kUsual = 256;
  uint64_t steps = 0;
  for (RowLoopNest &nest : group.nests) {
    int64_t inner = RowReductionGroup::getNumInner(nest).value_or(kUsual);
    steps = llvm::SaturatingMultiplyAdd<uint64_t>(
        getStepsOf(nest.nest),
        inner / countLanes(nest.nest.block, vectorBits) + 1, steps);
  }
  return int64_t(std::min<uint64_t>(steps, INT64_MAX));
}

// Let the accesses of the block to `from` be such to `to`, which has the
// dimensions that are kept.
void RowTiler::redirect(BlockOp block, Value from, Value to,
                        ArrayRef<KeptDim> dims) {
  for (ElementAccess &access : getAccesses(block)) {
    if (access.buffer != from)
      continue;
    SmallVector<Value> indices;
    for (KeptDim dim : dims)
      indices.push_back(dim.getIndex(block, access.indices));
    if (dims.empty())
      indices.push_back(zero);
    if (auto load = dyn_cast<memref::LoadOp>(access.op)) {
      load.getMemrefMutable().assign(to);
      load.getIndicesMutable().assign(indices);
    } else {
      auto store = cast<memref::StoreOp>(access.op);
      store.getMemrefMutable().assign(to);
      store.getIndicesMutable().assign(indices);
    }
  }
}

// What a row has of a buffer.
void RowTiler::place(OpBuilder &b, Value buffer) {
  std::optional<SmallVector<KeptDim>> dims = findKeptDims(group, buffer);
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  MemRefType type = alloc.getType();
  if (!dims || !type.getLayout().isIdentity())
    return;
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  if (dims->empty())
    shape.push_back(1);
  for (KeptDim dim : *dims) {
    shape.push_back(dim.members ? dim.members : type.getDimSize(dim.dim));
    if (ShapedType::isDynamic(shape.back()))
      sizes.push_back(
          alloc.getDynamicSizes()[type.getDynamicDimIndex(dim.dim)]);
  }
  Value own = memref::AllocOp::create(
      b, loc, MemRefType::get(shape, type.getElementType()), sizes);
  for (RowLoopNest &nest : group.nests)
    redirect(nest.nest.block, buffer, own, *dims);
}

// What a nest does for one row.
void RowTiler::buildNest(OpBuilder &b, unsigned number, ValueRange rows) {
  RowLoopNest &from = group.nests[number];
  LoopNest &nest = from.nest;
  IRMapping mapping;
  for (auto [iter, row] : llvm::zip_equal(from.rows, rows))
    mapping.map(nest.block.getIters()[iter], row);
  int64_t lanes = countLanes(nest.block, vectorBits);
  std::optional<Reduction> &reduction = reductions[number];
  if (!reduction)
    return buildSpatialPart(b, nest, lanes, mapping);
  for (unsigned iter : from.inner)
    if (nest.getKind(iter) == IterKind::Spatial)
      mapping.map(nest.block.getIters()[iter], zero);
  // Its buffer may be another one since then.
  reduction->out = reduction->store.getMemRef();
  buildLaneReduction(
      b, *reduction,
      *findLaneIter(*reduction, matchAccesses(*reduction), lanes), lanes,
      mapping);
}

void RowTiler::run() {
  // A vector of quotients takes as long as ten of products: a third of the time
  // of a softmax whose rows are in the cache. The exponential is polynomials
  // here, for which powers of two would bring nothing.
  simplifySoftmaxes(
      llvm::map_to_vector(group.nests,
                          [](RowLoopNest &nest) { return nest.nest; }),
      /*approximates=*/false);
  for (RowLoopNest &nest : group.nests) {
    reductions.emplace_back();
    if (nest.reduces())
      reductions.back() = *matchReduction(nest.nest, nullptr);
  }
  SmallVector<Value> own = findOwnBuffers(group);
  OpBuilder builder(group.nests.back().nest.getRoot());
  buildTasks(
      builder, loc, group.getRowExtents(), countSteps(),
      [&](OpBuilder &b) {
        zero = indexConstant(b, loc, 0);
        for (Value buffer : own)
          place(b, buffer);
      },
      [&](OpBuilder &b, ValueRange rows) {
        for (unsigned number = 0; number != group.nests.size(); ++number)
          buildNest(b, number, rows);
      });
  for (RowLoopNest &nest : llvm::reverse(group.nests))
    nest.nest.getRoot()->erase();
  for (Value buffer : own)
    eraseDeadBuffer(buffer);
}

void tileRowReduction(RowReductionGroup &group, unsigned vectorBits) {
  RowTiler(group, vectorBits).run();
}

} // namespace mlir::tir
