// The results of a block: from registers, or through shared memory.
#ifndef RELAX_KERNELS_CONTRACTION_EPILOGUE_H
#define RELAX_KERNELS_CONTRACTION_EPILOGUE_H

#include "Relax/Kernels/Contraction/OperandTile.h"
#include "Relax/Kernels/Contraction/ThreadProduct.h"

namespace mlir::tir {

/// The part of an axis that a block has: from `origin` on.
struct BlockAxis {
  TileAxis axis;
  Value extent, origin;
};

/// Writes the results, or what the epilogue makes of them, of rows and columns
/// of a block.
class Epilogue {
public:
  Epilogue(KernelBuilder &b, Contraction &contraction, const BlockAxis &rows,
           const BlockAxis &columns, const ThreadPlace &place)
      : b(b), contraction(contraction), rows(rows), columns(columns),
        place(place) {}

  /// Elements `owned` of the columns of a row, several at once where these are
  /// contiguous in memory. `get` gives one by its number in the thread.
  void storeRow(Value row, const ThreadElements &owned,
                llvm::function_ref<Value(Value)> get);
  /// All of `staged`, in shared memory, by all of `threads`; `getRow` gives the
  /// row of the tile that a row of it is.
  void storeStaged(Value staged, int64_t threads,
                   llvm::function_ref<Value(Value)> getRow);

  /// Bytes of so many rows of staged accumulators, and the memory for them at
  /// the start of `bytes`. Rows have room that makes threads of different rows
  /// store to different banks.
  static int64_t getStagingBytes(int64_t rows, int64_t columns);
  Value viewStaging(Value bytes, int64_t numRows);

private:
  Type getAccumulatorType();
  void storeVector(Value column, int64_t lanes, IRMapping mapping,
                   llvm::function_ref<Value(Value)> get);

  KernelBuilder &b;
  Contraction &contraction;
  BlockAxis rows, columns;
  ThreadPlace place;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_EPILOGUE_H
