// Sums of a block of threads on their way through shared memory to results.
#include "SumShelf.h"

#include "Relax/Dialect/TIR/IR/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <numeric>

namespace mlir::tir {

// What a thread stores at once.
static constexpr int64_t kStoreBits = 128;

Type SumShelf::getSumType() {
  return cast<MemRefType>(contraction.reduction.out.getType()).getElementType();
}

void SumShelf::make(OpBuilder &b, Location loc, Value bytes, int64_t number) {
  numRows = number;
  Attribute space = cast<MemRefType>(bytes.getType()).getMemorySpace();
  SmallVector<int64_t> shape{numRows, numColumns + kRoom};
  buffer = memref::ViewOp::create(
      b, loc, MemRefType::get(shape, getSumType(), AffineMap(), space), bytes,
      indexConstant(b, loc, 0), ValueRange());
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
int64_t SumShelf::getLanes() {
  std::optional<int64_t> last =
      contraction.getConstantExtent(contraction.columns.back());
  int64_t most = std::min(kStoreBits / getResultBits(contraction.reduction),
                          numRows * numColumns / numThreads);
  return last ? std::gcd(*last,
                         static_cast<int64_t>(llvm::bit_floor<uint64_t>(most)))
              : 1;
}

void SumShelf::buildResults(
    OpBuilder &b, Location loc, const IRMapping &common, Value thread,
    llvm::function_ref<Value(OpBuilder &, Value)> getRow) {
  int64_t pieces = numColumns / getLanes();
  buildLoop(b, loc, ForKind::Serial, numRows * pieces / numThreads,
            [&](OpBuilder &b, ValueRange number) {
              Value size = indexConstant(b, loc, pieces);
              Value piece =
                  addIndex(b, loc, thread,
                           mulIndex(b, loc, number.front(),
                                    indexConstant(b, loc, numThreads)));
              Value row = b.createOrFold<arith::DivUIOp>(loc, piece, size);
              Value column = mulIndex(
                  b, loc, b.createOrFold<arith::RemUIOp>(loc, piece, size),
                  indexConstant(b, loc, getLanes()));
              Value place = addIndex(b, loc, rows.getOrigin(), getRow(b, row));
              buildPiece(b, loc, common, row, place, column);
            });
}

void SumShelf::buildPiece(OpBuilder &b, Location loc, const IRMapping &common,
                          Value row, Value rowPlace, Value column) {
  Reduction &reduction = contraction.reduction;
  Value columnPlace = addIndex(b, loc, columns.getOrigin(), column);
  Value inside = rows.isInside(b, loc, rowPlace);
  if (Value isColumn = columns.isInside(b, loc, columnPlace))
    inside = inside ? Value(arith::AndIOp::create(b, loc, inside, isColumn))
                    : isColumn;
  buildInside(b, loc, inside, [&](OpBuilder &b) {
    IRMapping mapping = common;
    rows.mapPlace(b, loc, rowPlace, mapping);
    columns.mapPlace(b, loc, columnPlace, mapping);
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
