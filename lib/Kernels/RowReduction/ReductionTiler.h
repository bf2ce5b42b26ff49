// What writes the loops of one reduction, tile by tile.
#ifndef RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTILER_H
#define RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTILER_H

#include "LineDivision.h"
#include "PaddedWindow.h"
#include "Relax/Kernels/RowReduction/SumBlocks.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// Where a tile stands: start and size of its rows and columns, and the other
/// iterators.
struct TileSite {
  Value row, column;
  int64_t rows, columns;
  IRMapping iters;
  /// The number of the first block of columns, where they are in blocks.
  Value block;
  /// The line and the place in it of each row, where rows are places of an
  /// image of unknown width; else none.
  SmallVector<ImagePlace> places = {};
};

/// Writes the loops of one reduction.
class ReductionTiler {
public:
  ReductionTiler(Reduction &reduction, const ReductionTile &tile,
                 OpBuilder &builder)
      : reduction(reduction), tile(tile), nest(reduction.nest),
        body(*nest.block.getBody()), loc(nest.block.getLoc()),
        builder(builder) {
    if (tile.row)
      division = LineDivision::find(arg(*tile.row));
    if (tile.window)
      window.emplace(reduction, tile);
  }

  void run();

private:
  void buildWidest(OpBuilder &b, ArrayRef<TileSize> sizes);
  void buildForRows(OpBuilder &b, TileSize size);
  void buildVariant(OpBuilder &b, int64_t rows, int64_t columns);
  void buildWindows(OpBuilder &b);
  void buildInWindow(OpBuilder &b, TileSite site, Value line);
  void buildRowTiles(OpBuilder &b, TileSite site, Value task);
  void buildTile(OpBuilder &b, TileSite site);
  void buildPanels(OpBuilder &b, const TileSite &site);
  void buildStep(OpBuilder &b, IRMapping &mapping, ValueRange steps,
                 ValueRange at);
  void buildSteps(OpBuilder &b, const TileSite &site, const StepRange &range);
  void buildResult(OpBuilder &b, const TileSite &site);
  void buildHeavyResult(OpBuilder &b, const TileSite &site);
  void mapColumn(OpBuilder &b, const TileSite &site, IRMapping &mapping,
                 int64_t number, Value inside);
  void buildElements(
      OpBuilder &b, const TileSite &site,
      llvm::function_ref<void(OpBuilder &, IRMapping &, ValueRange)> element);
  void setup(OpBuilder &b, int64_t rows, int64_t columns);

  Value arg(unsigned iter) { return body.getArgument(iter); }
  Value getRowExtent(OpBuilder &b) {
    return tile.row ? nest.getExtent(*tile.row) : indexConstant(b, loc, 1);
  }
  Value getColumnExtent(OpBuilder &b);

  Reduction &reduction;
  const ReductionTile &tile;
  LoopNest &nest;
  Block &body;
  Location loc;
  OpBuilder &builder;
  /// The columns that are not in whole blocks come behind the others.
  bool isBehindBlocks = false;
  std::optional<LineDivision> division;
  /// Results of a tile, `acc` unless a long sum is one of blocks, and what adds
  /// a block.
  Value sum, acc;
  DenseMap<Operation *, Value> panels;
  std::optional<PaddedWindowBuilder> window;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTILER_H
