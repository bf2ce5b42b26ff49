// Sums of a block of threads on their way through shared memory to results.
#include "EpilogueStaging.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <numeric>

namespace mlir::tir {

// What a thread stores at once.
static constexpr int64_t kStoreBits = 128;

Type EpilogueStaging::getAccumulatorType() {
  return cast<MemRefType>(contraction.reduction.out.getType()).getElementType();
}

void EpilogueStaging::make(OpBuilder &b, Location loc, Value bytes,
                           int64_t number) {
  numRows = number;
  Attribute space = cast<MemRefType>(bytes.getType()).getMemorySpace();
  SmallVector<int64_t> shape{numRows, numColumns + kRoom};
  buffer = memref::ViewOp::create(
      b, loc, MemRefType::get(shape, getAccumulatorType(), AffineMap(), space),
      bytes, indexConstant(b, loc, 0), ValueRange());
}

// The bits of what a result is stored as.
static int64_t getResultBits(Reduction &reduction) {
  int64_t bits = 0;
  if (!reduction.epilogue)
    return reduction.store.getMemRefType().getElementTypeBitWidth();
  reduction.epilogue->block.walk([&](memref::StoreOp store) {
    Type type = store.getMemRefType().getElementType();
    if (type.isIntOrFloat())
      bits = std::max<int64_t>(bits, type.getIntOrFloatBitWidth());
  });
  return std::max<int64_t>(bits, 8);
}

// Neighbours in memory, as many as one store takes; no more than all threads
// have to do.
int64_t EpilogueStaging::getLanes() {
  std::optional<int64_t> last =
      contraction.getConstantExtent(contraction.columns.back());
  int64_t maxLanes = std::min(kStoreBits / getResultBits(contraction.reduction),
                              numRows * numColumns / numThreads);
  return last ? std::gcd(*last, static_cast<int64_t>(
                                    llvm::bit_floor<uint64_t>(maxLanes)))
              : 1;
}

void EpilogueStaging::buildResults(
    OpBuilder &b, Location loc, const IRMapping &common, Value thread,
    llvm::function_ref<Value(OpBuilder &, Value)> getRow) {
  int64_t vectors = numColumns / getLanes();
  buildLoop(
      b, loc, ForKind::Serial, numRows * vectors / numThreads,
      [&](OpBuilder &b, ValueRange number) {
        Value size = indexConstant(b, loc, vectors);
        Value vectorNumber =
            addIndex(b, loc, thread,
                     mulIndex(b, loc, number.front(),
                              indexConstant(b, loc, numThreads)));
        Value row = b.createOrFold<arith::DivUIOp>(loc, vectorNumber, size);
        Value column = mulIndex(
            b, loc, b.createOrFold<arith::RemUIOp>(loc, vectorNumber, size),
            indexConstant(b, loc, getLanes()));
        Value position = addIndex(b, loc, rows.getOrigin(), getRow(b, row));
        buildVector(b, loc, common, row, position, column);
      });
}

void EpilogueStaging::buildVector(OpBuilder &b, Location loc,
                                  const IRMapping &common, Value row,
                                  Value rowIndex, Value column) {
  Reduction &reduction = contraction.reduction;
  Value columnIndex = addIndex(b, loc, columns.getOrigin(), column);
  Value inBounds = rows.isInBounds(b, loc, rowIndex);
  if (Value isColumn = columns.isInBounds(b, loc, columnIndex))
    inBounds = inBounds
                   ? Value(arith::AndIOp::create(b, loc, inBounds, isColumn))
                   : isColumn;
  buildIfInBounds(b, loc, inBounds, [&](OpBuilder &b) {
    IRMapping mapping = common;
    rows.mapIndex(b, loc, rowIndex, mapping);
    columns.mapIndex(b, loc, columnIndex, mapping);
    Value last =
        reduction.nest.block.getBody()->getArgument(contraction.columns.back());
    Value first = mapping.lookup(last);
    buildLoop(b, loc, ForKind::Vectorized, getLanes(),
              [&](OpBuilder &b, ValueRange lane) {
                IRMapping element = mapping;
                element.map(last, addIndex(b, loc, first, lane.front()));
                Value sum = memref::LoadOp::create(
                    b, loc, buffer,
                    ValueRange{row, addIndex(b, loc, column, lane.front())});
                reduction.buildResult(b, sum, element);
              });
  });
}

} // namespace mlir::tir
