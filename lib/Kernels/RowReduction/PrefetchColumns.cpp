// Fetch the columns of the next task while those of one are used.
//
//   for each tile of rows:
//     for its share of the steps: prefetch matrix[next block, step]
//     for each step: products with matrix[block, step]
//
// A matrix in blocks is read once from the last cache or from memory, a block
// by the first tile of rows, which waits: the CPU's own prefetcher learns each
// page anew. Of the products of an encoder, 128 rows of words, that is a
// twentieth of the time (EPYC, AVX2). Those of f32 have no gain, and matrices
// of less than a megabyte a loss of 1 %.
#include "PrefetchColumns.h"

#include "ReductionTasks.h"
#include "Relax/Dialect/TIR/Analysis/ReductionAccesses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Bytes of a line of the caches.
static constexpr int64_t kLineBytes = 64;

namespace {
/// What is fetched: `share` steps for each tile of rows.
struct Prefetch {
  memref::LoadOp load;
  int64_t steps, share, bytes;
};
} // namespace

// The load of the matrix, the one that moves with columns and not with rows.
static memref::LoadOp findMatrix(Reduction &reduction,
                                 const ReductionTile &tile) {
  memref::LoadOp matrix;
  for (const WalkingAccess &input : matchAccesses(reduction).columnInputs) {
    auto load = dyn_cast<memref::LoadOp>(input.access.op);
    if (!load || matrix || input.moves[*tile.row])
      return {};
    matrix = load;
  }
  return matrix;
}

static std::optional<Prefetch>
plan(Reduction &reduction, const ReductionTile &tile, const TileSite &site) {
  constexpr int64_t kMinTiles = 8, kNearBytes = 1 << 20;
  Type sum = cast<MemRefType>(reduction.out.getType()).getElementType();
  if (tile.block == 0 || !tile.row || reduction.reduce.empty() ||
      !sum.isSignlessInteger(32))
    return std::nullopt;
  std::optional<int64_t> rows = reduction.nest.getConstantExtent(*tile.row);
  std::optional<int64_t> columns =
      reduction.nest.getConstantExtent(*tile.column);
  int64_t steps = 1;
  for (unsigned iter : reduction.reduce)
    steps = llvm::SaturatingMultiply<uint64_t>(
        steps, reduction.nest.getConstantExtent(iter).value_or(0));
  int64_t tiles = llvm::divideCeil(rows.value_or(0), site.rows);
  if (tile.columnsInner)
    tiles = std::min(
        tiles, getRowTilesPerTask(reduction, tile, {site.rows, site.columns}));
  if (!columns || steps == 0 || tiles < kMinTiles)
    return std::nullopt;
  memref::LoadOp load = findMatrix(reduction, tile);
  Type element = load ? load.getMemRefType().getElementType() : Type();
  if (!element || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  if (llvm::SaturatingMultiply<uint64_t>(steps, *columns * bytes) < kNearBytes)
    return std::nullopt;
  return Prefetch{load, steps, int64_t(llvm::divideCeil(steps, tiles)), bytes};
}

// The iterators that reduce, at a step counted over all of them.
static void mapSteps(OpBuilder &b, Reduction &reduction, Value step,
                     IRMapping &mapping) {
  Location loc = reduction.nest.block.getLoc();
  Block *body = reduction.nest.block.getBody();
  for (unsigned iter : llvm::reverse(ArrayRef(reduction.reduce).drop_front())) {
    Value extent =
        indexConstant(b, loc, *reduction.nest.getConstantExtent(iter));
    mapping.map(body->getArgument(iter),
                b.createOrFold<arith::RemUIOp>(loc, step, extent));
    step = b.createOrFold<arith::DivUIOp>(loc, step, extent);
  }
  mapping.map(body->getArgument(reduction.reduce.front()), step);
}

void prefetchNextColumns(OpBuilder &builder, Reduction &reduction,
                         const ReductionTile &tile, const TileSite &site,
                         Value number) {
  std::optional<Prefetch> fetch = plan(reduction, tile, site);
  if (!fetch)
    return;
  Location loc = reduction.nest.block.getLoc();
  auto index = [&](int64_t value) {
    return indexConstant(builder, loc, value);
  };
  auto limit = [&](Value value, int64_t most) -> Value {
    return builder.createOrFold<arith::MinUIOp>(loc, value, index(most));
  };
  // Behind the last columns there are none; these are near already.
  int64_t columns = *reduction.nest.getConstantExtent(*tile.column);
  Value column = limit(addIndex(builder, loc, site.column, index(site.columns)),
                       columns - columns % tile.block - site.columns);
  Value first = mulIndex(builder, loc, number, index(fetch->share));
  buildLoop(
      builder, loc, ForKind::Serial, fetch->share,
      [&](OpBuilder &b, ValueRange place) {
        // Behind the last step there is none. That each is compared keeps them
        // apart, too: what is asked for at once, as by eight in a row, is
        // dropped, and half of the gain with it.
        Value step = b.createOrFold<arith::MinUIOp>(
            loc, addIndex(b, loc, first, place.front()),
            indexConstant(b, loc, fetch->steps - 1));
        int64_t line = std::max<int64_t>(kLineBytes / fetch->bytes, 1);
        for (int64_t at = 0; at < site.columns; at += line) {
          IRMapping mapping = site.iters;
          mapSteps(b, reduction, step, mapping);
          mapping.map(reduction.nest.block.getBody()->getArgument(*tile.column),
                      addIndex(b, loc, column, indexConstant(b, loc, at)));
          // The load's address is all that is wanted of it.
          auto load = reduction.buildValue(b, fetch->load.getResult(), mapping)
                          .getDefiningOp<memref::LoadOp>();
          memref::PrefetchOp::create(b, loc, load.getMemRef(),
                                     load.getIndices(), /*isWrite=*/false,
                                     /*localityHint=*/2, /*isDataCache=*/true);
          load.erase();
        }
      });
}

} // namespace mlir::tir
