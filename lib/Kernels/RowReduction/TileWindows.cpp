// The tasks of a reduction that make what they read of a padded input:
//
//   for each task (iterators that index the input alone, columns, lines):
//     window (PaddedWindow.cpp)
//     for the other iterators, columns and rows of the task: a tile
//
// The columns are those of a task where they index the input alone, as channels
// that are last do: a window of all channels would not stay in a cache.
#include "ReductionTiler.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"

namespace mlir::tir {

// The tiles of the window of lines from `line` on. Lines may be what tiles have
// rows of, as with channels first, or be in front of those; a last tile of rows
// starts earlier, but not before the window does.
void ReductionTiler::buildInWindow(OpBuilder &b, TileSite site, Value line) {
  const PaddedWindow &own = *tile.window;
  SmallVector<unsigned> others;
  SmallVector<Value> extents;
  for (unsigned iter : reduction.spatial) {
    if (site.iters.contains(arg(iter)) || tile.row == iter ||
        tile.column == iter)
      continue;
    others.push_back(iter);
    extents.push_back(iter == own.line ? indexConstant(b, loc, own.lines)
                                       : nest.getExtent(iter));
  }
  bool hasRows = own.line == tile.row;
  Value columnExtent = getColumnExtent(b);
  Value rowExtent =
      hasRows ? indexConstant(b, loc, own.lines) : getRowExtent(b);
  size_t columnAt = others.size(), rowAt = columnAt + 1;
  extents.push_back(site.column
                        ? indexConstant(b, loc, 1)
                        : ceilDivIndex(b, loc, columnExtent, site.columns));
  extents.push_back(ceilDivIndex(b, loc, rowExtent, site.rows));
  buildLoops(b, loc, extents, [&](OpBuilder &b, ValueRange at) {
    TileSite inner = site;
    for (auto [iter, index] : llvm::zip(others, at))
      inner.iters.map(arg(iter),
                      iter == own.line ? addIndex(b, loc, line, index) : index);
    if (!inner.column)
      inner.column =
          getTileStart(b, loc, at[columnAt], columnExtent, site.columns);
    inner.row = getTileStart(b, loc, at[rowAt], rowExtent, site.rows);
    if (hasRows)
      inner.row = addIndex(b, loc, line, inner.row);
    buildTile(b, inner);
  });
}

// A task makes the part of a padded input that its tiles read.
void ReductionTiler::buildWindows(OpBuilder &b) {
  const PaddedWindow &own = *tile.window;
  SmallVector<unsigned> outer;
  SmallVector<Value> extents;
  for (auto [dim, kind] : llvm::enumerate(own.dims))
    if (kind == PaddedWindow::Dim::Task) {
      outer.push_back(window->getTaskIter(dim).getArgNumber());
      extents.push_back(nest.getExtent(outer.back()));
    }
  bool hasColumns = llvm::is_contained(own.dims, PaddedWindow::Dim::Columns);
  Value columnExtent = getColumnExtent(b);
  Value lineExtent = nest.getExtent(own.line);
  extents.push_back(hasColumns
                        ? ceilDivIndex(b, loc, columnExtent, tile.columns)
                        : indexConstant(b, loc, 1));
  extents.push_back(ceilDivIndex(b, loc, lineExtent, own.lines));
  buildTasks(
      b, loc, extents, window->countSteps(),
      [&](OpBuilder &b) {
        setup(b, tile.rows, tile.columns);
        window->setup(b);
      },
      [&](OpBuilder &b, ValueRange indices) {
        TileSite site{{}, {}, tile.rows, tile.columns, {}, {}};
        for (auto [iter, index] : llvm::zip(outer, indices))
          site.iters.map(arg(iter), index);
        if (hasColumns)
          site.column = getTileStart(b, loc, indices[outer.size()],
                                     columnExtent, tile.columns);
        Value line =
            getTileStart(b, loc, indices.back(), lineExtent, own.lines);
        window->build(b, site.iters, line, site.column);
        buildInWindow(b, site, line);
      });
}

} // namespace mlir::tir
