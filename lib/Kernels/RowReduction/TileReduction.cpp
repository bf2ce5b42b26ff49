// Compute a reduction tile by tile, with the accumulators in registers:
//
//   for each task (other iterators, column tile):
//     panel = copy of the columns of shared inputs
//     for each row tile:
//       acc[rows][columns] = start           (unrolled, vectorized)
//       for each step of the reduction:      (in blocks, if it is a long sum)
//         acc[rows][columns] = step          (unrolled, vectorized)
//       epilogue of acc[rows][columns]       (unrolled, vectorized)
#include "ReductionTiler.h"

#include "PrefetchColumns.h"
#include "ReductionTasks.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/EraseNests.h"
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"
#include "Relax/Kernels/RowReduction/VectorizeReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Elements of `buffer` are of the type of the result.
static Value allocLike(OpBuilder &b, Location loc, Value buffer,
                       ArrayRef<int64_t> shape) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return memref::AllocOp::create(b, loc, MemRefType::get(shape, element));
}

// As many columns as are tiled alike.
Value ReductionTiler::getColumnExtent(OpBuilder &b) {
  if (!tile.column)
    return indexConstant(b, loc, 1);
  if (tile.block == 0)
    return nest.getExtent(*tile.column);
  int64_t extent = *nest.getConstantExtent(*tile.column);
  int64_t behind = extent % tile.block;
  return indexConstant(b, loc, isBehindBlocks ? behind : extent - behind);
}

// What adds up the steps of a tile, and the results: one, but of long sums.
static std::pair<Value, Value> allocSums(OpBuilder &b, Reduction &reduction,
                                         ArrayRef<int64_t> shape) {
  Location loc = reduction.nest.block.getLoc();
  Value acc = allocLike(b, loc, reduction.out, shape);
  return {acc, SumBlocks::find(reduction)
                   ? allocLike(b, loc, reduction.out, shape)
                   : acc};
}

void ReductionTiler::setup(OpBuilder &b, int64_t rows, int64_t columns) {
  std::tie(acc, sum) = allocSums(b, reduction, {rows, columns});
  panels.clear();
  for (Operation *op : tile.packed) {
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    for (unsigned iter : reduction.reduce) {
      std::optional<int64_t> extent = nest.getConstantExtent(iter);
      shape.push_back(extent.value_or(ShapedType::kDynamic));
      if (!extent)
        sizes.push_back(nest.getExtent(iter));
    }
    shape.push_back(columns);
    Type element = op->getResult(0).getType();
    panels[op] =
        memref::AllocOp::create(b, loc, MemRefType::get(shape, element), sizes);
  }
}

// The column, and what is computed of it where columns are in blocks: block
// `number` of the tile, and the place in it.
void ReductionTiler::mapColumn(OpBuilder &b, const TileSite &site,
                               IRMapping &mapping, int64_t number,
                               Value inside) {
  Value position =
      addIndex(b, loc, inside, indexConstant(b, loc, number * tile.block));
  mapping.map(arg(*tile.column), addIndex(b, loc, site.column, position));
  if (tile.block == 0)
    return;
  Value block = addIndex(b, loc, site.block, indexConstant(b, loc, number));
  for (Operation *user : arg(*tile.column).getUsers()) {
    if (user->getBlock() != &body || user->getNumOperands() != 2 ||
        getConstantIndex(user->getOperand(1)) != tile.block)
      continue;
    if (isa<arith::RemUIOp>(user))
      mapping.map(user->getResult(0), inside);
    else if (isa<arith::DivUIOp, arith::FloorDivSIOp>(user))
      mapping.map(user->getResult(0), block);
  }
}

// Unrolled rows of vectorized columns; `element` gets the iterators and the
// place inside the tile.
void ReductionTiler::buildElements(
    OpBuilder &b, const TileSite &site,
    llvm::function_ref<void(OpBuilder &, IRMapping &, ValueRange)> element) {
  int64_t width =
      tile.block == 0 ? site.columns : std::min(tile.block, site.columns);
  auto vectors = [&](OpBuilder &b, Value row, int64_t number) {
    buildLoop(b, loc, ForKind::Vectorized, width,
              [&](OpBuilder &b, ValueRange column) {
                IRMapping mapping = site.iters;
                if (tile.row)
                  mapping.map(arg(*tile.row), addIndex(b, loc, site.row, row));
                if (!site.places.empty())
                  division->map(mapping, site.places[*getConstantIndex(row)]);
                if (tile.column)
                  mapColumn(b, site, mapping, number, column.front());
                Value at = addIndex(b, loc, column.front(),
                                    indexConstant(b, loc, number * width));
                element(b, mapping, {row, at});
              });
  };
  auto oneRow = [&](OpBuilder &b, Value row) {
    for (int64_t i = 0; i != site.columns / width; ++i)
      vectors(b, row, i);
  };
  // Places are values of their own, so a loop cannot count them.
  if (!site.places.empty()) {
    for (int64_t row = 0; row != site.rows; ++row)
      oneRow(b, indexConstant(b, loc, row));
    return;
  }
  buildLoop(b, loc, ForKind::Unrolled, site.rows,
            [&](OpBuilder &b, ValueRange row) { oneRow(b, row.front()); });
}

// Copy what all row tiles read to where it is contiguous.
void ReductionTiler::buildPanels(OpBuilder &b, const TileSite &site) {
  SmallVector<Value> extents = reduction.getReduceExtents();
  for (Operation *op : tile.packed)
    buildLoops(b, loc, extents, [&](OpBuilder &b, ValueRange steps) {
      buildLoop(b, loc, ForKind::Vectorized, site.columns,
                [&](OpBuilder &b, ValueRange column) {
                  IRMapping mapping = site.iters;
                  for (auto [iter, step] : llvm::zip(reduction.reduce, steps))
                    mapping.map(arg(iter), step);
                  mapping.map(arg(*tile.column),
                              addIndex(b, loc, site.column, column.front()));
                  SmallVector<Value> at(steps);
                  at.push_back(column.front());
                  Value value =
                      reduction.buildValue(b, op->getResult(0), mapping);
                  memref::StoreOp::create(b, loc, value, panels[op], at);
                });
    });
}

// One element of one step: the accumulator and the panels instead of buffers.
void ReductionTiler::buildStep(OpBuilder &b, IRMapping &mapping,
                               ValueRange steps, ValueRange at) {
  for (auto [iter, step] : llvm::zip(reduction.reduce, steps))
    mapping.map(arg(iter), step);
  mapping.map(reduction.load.getResult(),
              memref::LoadOp::create(b, loc, acc, at).getResult());
  for (Operation *op : tile.packed) {
    SmallVector<Value> where(steps);
    where.push_back(at.back());
    mapping.map(op->getResult(0),
                memref::LoadOp::create(b, loc, panels[op], where).getResult());
  }
  if (window)
    window->mapLoad(b, mapping);
  Value next =
      reduction.buildValue(b, reduction.store.getValueToStore(), mapping);
  memref::StoreOp::create(b, loc, next, acc, at);
}

// The innermost loop of a window is unrolled: a few steps do not pay for a
// loop.
void ReductionTiler::buildSteps(OpBuilder &b, const TileSite &site,
                                const StepRange &range) {
  constexpr int64_t kUnrolledSteps = 8, kUnrolledElements = 1024;
  SmallVector<Value> outer = range.extents;
  Value inner = indexConstant(b, loc, 1);
  if (!outer.empty()) {
    std::optional<int64_t> extent = getConstantIndex(outer.back());
    if (extent && *extent <= kUnrolledSteps &&
        *extent * site.rows * site.columns <= kUnrolledElements)
      inner = outer.pop_back_val();
  }
  bool isSplit = outer.size() != range.extents.size();
  buildLoops(b, loc, outer, [&](OpBuilder &b, ValueRange steps) {
    buildLoop(
        b, loc, ForKind::Unrolled, inner, [&](OpBuilder &b, ValueRange last) {
          SmallVector<Value> all(steps);
          if (isSplit)
            all.push_back(last.front());
          for (auto [step, first] : llvm::zip_equal(all, range.first))
            step = addIndex(b, loc, first, step);
          buildElements(b, site,
                        [&](OpBuilder &b, IRMapping &mapping, ValueRange at) {
                          buildStep(b, mapping, all, at);
                        });
        });
  });
}

// Accumulators stay registers only where each index is constant: a copy in
// memory takes the serial loop over rows.
void ReductionTiler::buildHeavyResult(OpBuilder &b, const TileSite &site) {
  Value copy = allocLike(b, loc, reduction.out, {site.rows, site.columns});
  buildElements(b, site, [&](OpBuilder &b, IRMapping &, ValueRange at) {
    Value value = memref::LoadOp::create(b, loc, sum, at);
    memref::StoreOp::create(b, loc, value, copy, at);
  });
  buildLoop(b, loc, ForKind::Serial, site.rows,
            [&](OpBuilder &b, ValueRange row) {
              TileSite one = site;
              one.rows = 1;
              one.places.clear();
              if (tile.row)
                one.row = addIndex(b, loc, site.row, row.front());
              buildElements(
                  b, one, [&](OpBuilder &b, IRMapping &mapping, ValueRange at) {
                    Value value = memref::LoadOp::create(
                        b, loc, copy, ValueRange{row.front(), at.back()});
                    reduction.buildResult(b, value, mapping);
                  });
            });
}

void ReductionTiler::buildResult(OpBuilder &b, const TileSite &site) {
  bool isSmall = reduction.epilogue && site.columns < tile.columns;
  if (site.rows > 1 && (isSmall || isHeavy(reduction.epilogue)))
    return buildHeavyResult(b, site);
  buildElements(b, site, [&](OpBuilder &b, IRMapping &mapping, ValueRange at) {
    reduction.buildResult(b, memref::LoadOp::create(b, loc, sum, at), mapping);
  });
}

// The accumulators of a block are registers, and the sums of blocks wait in
// memory.
void ReductionTiler::buildTile(OpBuilder &b, TileSite site) {
  if (division)
    site.places = division->divide(b, site.row, site.rows);
  buildElements(b, site, [&](OpBuilder &b, IRMapping &mapping, ValueRange at) {
    memref::StoreOp::create(b, loc, reduction.buildStart(b, mapping), sum, at);
  });
  SmallVector<Value> zeros(reduction.reduce.size(), indexConstant(b, loc, 0));
  std::optional<SumBlocks> blocks = SumBlocks::find(reduction);
  if (!blocks) {
    buildSteps(b, site, {zeros, reduction.getReduceExtents()});
    return buildResult(b, site);
  }
  Value neutral = arith::ConstantOp::create(
      b, loc, *arith::getNeutralElement(reduction.combiner));
  blocks->buildLoops(b, reduction, [&](OpBuilder &b, const StepRange &range) {
    buildElements(b, site, [&](OpBuilder &b, IRMapping &, ValueRange at) {
      memref::StoreOp::create(b, loc, neutral, acc, at);
    });
    buildSteps(b, site, range);
    buildElements(b, site, [&](OpBuilder &b, IRMapping &, ValueRange at) {
      IRMapping terms;
      for (auto [i, buffer] : llvm::enumerate(SmallVector<Value>{sum, acc}))
        terms.map(reduction.combiner->getOperand(i),
                  memref::LoadOp::create(b, loc, buffer, at).getResult());
      Value next = b.clone(*reduction.combiner, terms)->getResult(0);
      memref::StoreOp::create(b, loc, next, sum, at);
    });
  });
  buildResult(b, site);
}

void ReductionTiler::buildRowTiles(OpBuilder &b, TileSite site, Value task) {
  buildPanels(b, site);
  Value extent = getRowExtent(b);
  Value tiles = ceilDivIndex(b, loc, extent, site.rows);
  Value number = indexConstant(
      b, loc, getRowTilesPerTask(reduction, tile, {site.rows, site.columns}));
  Value begin = mulIndex(b, loc, task, number);
  Value end = addIndex(b, loc, begin, number);
  end = b.createOrFold<arith::MinUIOp>(loc, end, tiles);
  auto body = [&](OpBuilder &b, Value tileNumber) {
    if (!isBehindBlocks)
      prefetchNextColumns(
          b, reduction, tile, site,
          // Rows of a task are all that use a block before the next one.
          tile.columnsInner
              ? b.createOrFold<arith::SubIOp>(loc, tileNumber, begin)
              : tileNumber);
    buildTile(b, site);
  };
  auto buildTiles = [&](Value from, Value to, auto getStart) {
    ForOp loop = ForOp::create(b, loc, from, to);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    site.row = getStart(loop.getInductionVar());
    body(b, loop.getInductionVar());
  };
  auto getStart = [&](Value tileNumber) {
    return getTileStart(b, loc, tileNumber, extent, site.rows);
  };
  if (getConstantIndex(tiles) == 1) {
    site.row = getStart(indexConstant(b, loc, 0));
    return body(b, indexConstant(b, loc, 0));
  }
  int64_t shorter =
      division ? 0 : countShorterTiles(reduction, tile, site.rows);
  if (shorter == 0)
    return buildTiles(begin, end, getStart);
  Value whole = indexConstant(b, loc, *getConstantIndex(tiles) - shorter);
  auto getWholeStart = [&](Value tileNumber) {
    return mulIndex(b, loc, tileNumber, indexConstant(b, loc, site.rows));
  };
  buildTiles(begin, b.createOrFold<arith::MinUIOp>(loc, end, whole),
             getWholeStart);
  --site.rows;
  std::tie(acc, sum) = allocSums(b, reduction, {site.rows, site.columns});
  buildTiles(b.createOrFold<arith::MaxUIOp>(loc, begin, whole), end,
             [&](Value tileNumber) {
               return addIndex(b, loc, getWholeStart(tileNumber), whole);
             });
}

// All of it in tiles of one size; both axes are at least that long. The last
// axis of the tasks is run through first.
void ReductionTiler::buildVariant(OpBuilder &b, int64_t rows, int64_t columns) {
  SmallVector<unsigned> others;
  SmallVector<Value> extents;
  for (unsigned iter : reduction.spatial)
    if (tile.row != iter && tile.column != iter) {
      others.push_back(iter);
      extents.push_back(nest.getExtent(iter));
    }
  Value extent = getColumnExtent(b);
  Value columnTiles = ceilDivIndex(b, loc, extent, columns);
  int64_t tilesPerTask = getRowTilesPerTask(reduction, tile, {rows, columns});
  Value rowTasks = ceilDivIndex(
      b, loc, ceilDivIndex(b, loc, getRowExtent(b), rows), tilesPerTask);
  // Where the rows and columns are among the axes.
  size_t columnAt = others.size(), rowAt = columnAt + 1;
  if (tile.columnsInner)
    std::swap(columnAt, rowAt);
  else if (tile.block != 0)
    columnAt = 0;
  extents.insert(extents.begin() + std::min(columnAt, rowAt),
                 columnAt < rowAt ? columnTiles : rowTasks);
  extents.insert(extents.begin() + std::max(columnAt, rowAt),
                 columnAt < rowAt ? rowTasks : columnTiles);
  int64_t steps;
  if (llvm::MulOverflow(getStepsPerTile(reduction, rows * columns),
                        tilesPerTask, steps))
    steps = INT64_MAX;
  buildTasks(
      b, loc, extents, steps, [&](OpBuilder &b) { setup(b, rows, columns); },
      [&](OpBuilder &b, ValueRange indices) {
        TileSite site{{}, {}, rows, columns, {}, {}};
        ValueRange rest = indices.slice(columnAt == 0 ? 1 : 0, others.size());
        for (auto [iter, index] : llvm::zip_equal(others, rest))
          site.iters.map(arg(iter), index);
        site.column = getTileStart(b, loc, indices[columnAt], extent, columns);
        if (isBehindBlocks)
          site.column = indexConstant(
              b, loc, *nest.getConstantExtent(*tile.column) - columns);
        if (tile.block != 0)
          site.block = b.createOrFold<arith::DivUIOp>(
              loc, site.column, indexConstant(b, loc, tile.block));
        buildRowTiles(b, site, indices[rowAt]);
      });
}

// `long ? this : otherwise`, decided now where the extent is known.
static void buildIfLong(OpBuilder &b, Value extent, int64_t width,
                        llvm::function_ref<void(OpBuilder &)> then,
                        llvm::function_ref<void(OpBuilder &)> otherwise) {
  if (width == 1)
    return then(b);
  if (std::optional<int64_t> known = getConstantIndex(extent))
    return *known >= width ? then(b) : otherwise(b);
  Location loc = extent.getLoc();
  Value isLong = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge,
                                       extent, indexConstant(b, loc, width));
  IfOp branch = IfOp::create(b, loc, isLong, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&branch.getThen().front());
  then(b);
  b.setInsertionPointToStart(&branch.getOtherwise().front());
  otherwise(b);
}

// Where there are fewer rows than a tile has, tiles of one row.
void ReductionTiler::buildForRows(OpBuilder &b, TileSize size) {
  buildIfLong(
      b, getRowExtent(b), size.rows,
      [&](OpBuilder &b) { buildVariant(b, size.rows, size.columns); },
      [&](OpBuilder &b) {
        if (tile.laneIter)
          buildLaneReduction(b, reduction, tile.laneIter->iter,
                             tile.laneIter->lanes);
        else
          buildVariant(b, 1, size.columns);
      });
}

// The first of `sizes` that has no more columns than there are.
void ReductionTiler::buildWidest(OpBuilder &b, ArrayRef<TileSize> sizes) {
  buildIfLong(
      b, getColumnExtent(b), sizes.front().columns,
      [&](OpBuilder &b) { buildForRows(b, sizes.front()); },
      [&](OpBuilder &b) { buildWidest(b, sizes.drop_front()); });
}

void ReductionTiler::run() {
  if (window)
    return buildWindows(builder);
  SmallVector<TileSize> sizes = {{tile.rows, tile.columns}};
  llvm::append_range(sizes, tile.narrower);
  sizes.push_back({1, 1});
  buildWidest(builder, sizes);
  int64_t behind =
      tile.block == 0 ? 0 : *nest.getConstantExtent(*tile.column) % tile.block;
  if (behind == 0)
    return;
  isBehindBlocks = true;
  buildForRows(builder, {tile.rows, behind});
}

void replaceReduction(Reduction &reduction, const ReductionPlan &plan) {
  OpBuilder builder(reduction.getLastRoot());
  SmallVector<LoopNest> nests{reduction.nest};
  if (reduction.epilogue)
    nests.push_back(*reduction.epilogue);
  // The choice of a batch would keep rows of several from being at distances
  // that an address holds: a product of vectors took 1.8 times as long.
  writeEqualApart(builder, nests, [&](OpBuilder &b) {
    if (plan.laneIter)
      buildLaneReduction(b, reduction, plan.laneIter->iter,
                         plan.laneIter->lanes);
    else
      ReductionTiler(reduction, plan.tile, b).run();
  });
  eraseNests(reduction);
  if (!plan.tile.window)
    return;
  PaddedBuffer padded = plan.tile.window->buffer;
  padded.padding.getRoot()->erase();
  padded.interior.getRoot()->erase();
  eraseDeadBuffer(padded.alloc);
}

LogicalResult resizeTile(Reduction &reduction, ReductionTile &tile,
                         int64_t rows, int64_t columns) {
  auto check = [&](std::optional<unsigned> iter, int64_t width,
                   StringRef what) -> LogicalResult {
    if (width == 1)
      return success();
    if (!iter)
      return failPrecondition(reduction.nest.block, "tile")
             << "expected " << what << "s for tiles of " << width;
    if (!tile.covers(reduction.nest.getConstantExtent(*iter), width))
      return failPrecondition(reduction.nest.block, "tile")
             << "tiles of " << width << " " << what
             << "s are expected to cover its " << what
             << "s without overlap, or with 'overlap' and an "
             << "epilogue that reads nothing that it writes";
    return success();
  };
  if (failed(check(tile.row, rows, "row")) ||
      failed(check(tile.column, columns, "column")))
    return failure();
  tile.rows = rows;
  tile.columns = columns;
  tile.narrower.clear();
  if (tile.block != 0 && columns % tile.block != 0)
    tile.block = 0;
  return success();
}

} // namespace mlir::tir
