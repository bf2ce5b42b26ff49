// How the values that a block needs of a factor lie in its shared memory.
//
// 128 bytes are all banks once. With rows of 64 bytes, four chunks of 16:
//
//   row 0   0 1 2 3      row 1   0 1 2 3
//   row 2   1 0 3 2      row 3   1 0 3 2
//   row 4   2 3 0 1      row 5   2 3 0 1
//   row 6   3 2 1 0      row 7   3 2 1 0
//
// so that a column of 8 rows is in 8 different places of 128 bytes.
#include "SharedLayout.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// Chunks that are all banks once.
static constexpr int64_t kBankChunks = 8;

Value SharedLayout::swizzle(OpBuilder &b, Location loc, Value row,
                            Value column) const {
  int64_t chunks = columns / getChunk();
  auto divide = [&](Value value, int64_t by) {
    return b.createOrFold<arith::DivUIOp>(loc, value,
                                          indexConstant(b, loc, by));
  };
  auto rest = [&](Value value, int64_t by) {
    return b.createOrFold<arith::RemUIOp>(loc, value,
                                          indexConstant(b, loc, by));
  };
  Value change;
  if (!isKMajor && bytes == 4) {
    // Threads load single elements: 4 rows, and of each two chunks.
    change = mulIndex(b, loc, rest(row, 4), indexConstant(b, loc, 2));
  } else if (hasPairs()) {
    // A matrix has two rows of every four.
    change = divide(row, 4);
    if (chunks >= kBankChunks)
      change =
          addIndex(b, loc, mulIndex(b, loc, change, indexConstant(b, loc, 2)),
                   rest(row, 2));
    change = rest(change, std::min(chunks, kBankChunks));
  } else if (chunks >= kBankChunks) {
    change = rest(row, kBankChunks);
  } else {
    change = rest(divide(row, kBankChunks / chunks), chunks);
  }
  Value chunk = divide(column, getChunk());
  chunk = arith::XOrIOp::create(b, loc, chunk, change);
  return addIndex(b, loc,
                  mulIndex(b, loc, chunk, indexConstant(b, loc, getChunk())),
                  rest(column, getChunk()));
}

SmallVector<Value, 2> SharedLayout::getIndices(OpBuilder &b, Location loc,
                                               Value own, Value k) const {
  Value row = isKMajor ? own : k;
  Value column = isKMajor ? k : own;
  if (isSwizzled)
    column = swizzle(b, loc, row, column);
  return {row, column};
}

} // namespace mlir::tir
