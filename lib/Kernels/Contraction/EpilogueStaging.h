// Sums of a block of threads on their way through shared memory to results.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_EPILOGUESTAGING_H
#define RELAX_LIB_KERNELS_CONTRACTION_EPILOGUESTAGING_H

#include "ContractionOperand.h"

namespace mlir::tir {

/// Rows of sums in shared memory, of a tile of `numColumns` columns. Threads
/// leave there what they have in registers, and end the results of neighbouring
/// columns, which neighbouring threads store contiguously.
class EpilogueStaging {
public:
  EpilogueStaging(Contraction &contraction, ContractionOperand &rows,
                  ContractionOperand &columns, int64_t numColumns,
                  int64_t numThreads)
      : contraction(contraction), rows(rows), columns(columns),
        numColumns(numColumns), numThreads(numThreads) {}

  /// The bytes of `numRows` rows, with room that makes threads of different
  /// rows store to different banks.
  static int64_t getBytes(int64_t numRows, int64_t numColumns) {
    return numRows * (numColumns + kRoom) * kAccumulatorBytes;
  }
  /// The staging buffer at the start of `bytes`.
  void make(OpBuilder &b, Location loc, Value bytes, int64_t numRows);
  Value getBuffer() const { return buffer; }

  /// Writes the results of all accumulators to the staging buffer. `getRow`
  /// gives the row of the tile that a row of the buffer is.
  void buildResults(OpBuilder &b, Location loc, const IRMapping &common,
                    Value thread,
                    llvm::function_ref<Value(OpBuilder &, Value)> getRow);

private:
  /// Sums behind each row; bytes of one.
  static constexpr int64_t kRoom = 8, kAccumulatorBytes = 4;

  Type getAccumulatorType();
  int64_t getLanes();
  void buildVector(OpBuilder &b, Location loc, const IRMapping &common,
                   Value row, Value rowIndex, Value column);

  Contraction &contraction;
  ContractionOperand &rows, &columns;
  int64_t numColumns, numThreads;
  int64_t numRows = 0;
  Value buffer;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_EPILOGUESTAGING_H
