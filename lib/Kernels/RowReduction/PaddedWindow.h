// The part of a padded input that a task of a reduction reads, made by it.
#ifndef RELAX_LIB_KERNELS_ROWREDUCTION_PADDEDWINDOW_H
#define RELAX_LIB_KERNELS_ROWREDUCTION_PADDEDWINDOW_H

#include "Relax/Kernels/RowReduction/TileReduction.h"

namespace mlir::tir {

/// Writes the loops that make the window of a task.
class PaddedWindowBuilder {
public:
  PaddedWindowBuilder(Reduction &reduction, const ReductionTile &tile)
      : reduction(reduction), window(*tile.window), buffer(window.buffer),
        column(tile.column), loc(reduction.nest.block.getLoc()) {}

  /// Make room for a window, and fill what is padding in each of them.
  void setup(OpBuilder &b);
  /// Make the window of lines from `line` on and of columns from `column` on;
  /// the iterators outside of it are mapped.
  void build(OpBuilder &b, const IRMapping &iters, Value line, Value column);
  /// Map what the reduction loads of the padded buffer to a load of the window,
  /// for iterators that are mapped.
  void mapLoad(OpBuilder &b, IRMapping &mapping);

  /// The iterator that indexes a dimension, which is one of the tasks.
  BlockArgument getTaskIter(unsigned dim);
  /// What a task takes, in steps of which a vector is one.
  int64_t countSteps();

private:
  /// A part of a dimension: its start in the window, and its extent.
  struct Range {
    Value start, extent;
  };
  using Element = llvm::function_ref<Value(OpBuilder &, ValueRange)>;

  SmallVector<Range> getWhole(OpBuilder &b);
  SmallVector<Range> getInside(OpBuilder &b);
  void store(OpBuilder &b, ArrayRef<Range> box, Element element);
  void storeFrom(OpBuilder &b, ArrayRef<Range> box, SmallVector<Value> &at,
                 Element element);
  void storeLine(OpBuilder &b, Range range, SmallVector<Value> &at,
                 Element element);
  void storeRun(OpBuilder &b, Range run,
                llvm::function_ref<void(OpBuilder &, Value)> storeAt);
  Range getPhase(OpBuilder &b, Range range, int64_t phase);
  Value buildInterior(OpBuilder &b, const IRMapping &iters, ValueRange at);
  Value getBase(unsigned dim);

  Reduction &reduction;
  PaddedWindow window;
  PaddedBuffer buffer;
  std::optional<unsigned> column;
  Location loc;
  /// What the window is in, and the first index of it in each dimension of the
  /// padded buffer that moves; null for 0.
  Value room, lineBase, columnBase;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_PADDEDWINDOW_H
