// How the tiles of an operand lie in the shared memory of a block.
//
// 128 bytes are all banks once. With rows of 64 bytes, four chunks of 16:
//
//   row 0   0 1 2 3      row 1   0 1 2 3
//   row 2   1 0 3 2      row 3   1 0 3 2
//   row 4   2 3 0 1      row 5   2 3 0 1
//   row 6   3 2 1 0      row 7   3 2 1 0
//
// so that a column of 8 rows is in 8 different places of 128 bytes.
#include "Relax/Kernels/Contraction/SharedLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// Chunks that are all banks once, and the lines of a tile.
static constexpr int64_t kBankChunks = 8;

// What is added, without carry, to the number of a chunk of a row.
static Value getChange(KernelBuilder &b, const SharedLayout &layout,
                       Value row) {
  int64_t chunks = layout.columns / layout.getChunk();
  // Threads load single elements: 4 rows, and of each two chunks.
  if (!layout.isKMajor && layout.getElementBytes() == 4)
    return b.mul(b.rem(row, std::min<int64_t>(4, chunks / 2)), 2);
  if (layout.hasPairs()) {
    // A matrix has two rows of every four.
    Value change = b.div(row, 4);
    if (chunks >= kBankChunks)
      change = b.add(b.mul(change, 2), b.rem(row, 2));
    return b.rem(change, std::min(chunks, kBankChunks));
  }
  if (chunks >= kBankChunks)
    return b.rem(row, kBankChunks);
  return b.rem(b.div(row, kBankChunks / chunks), chunks);
}

SmallVector<Value> SharedTile::getIndices(KernelBuilder &b, Value stage,
                                          Value own, Value k) const {
  Value row = layout.isKMajor ? own : k, column = layout.isKMajor ? k : own;
  int64_t size = layout.getChunk();
  if (layout.order == BankOrder::Lines) {
    // The lines of other 128 bytes lie behind those of the first.
    Value chunk = b.div(column, size), change = b.rem(row, kBankChunks);
    Value place = arith::XOrIOp::create(b, b.rem(chunk, kBankChunks), change);
    int64_t line = size * kBankChunks;
    Value part = b.mul(b.div(chunk, kBankChunks), line * layout.rows);
    Value start = b.add(b.add(getStart(b, stage), part), b.mul(row, line));
    return {b.add(b.add(start, b.mul(place, size)), b.rem(column, size))};
  }
  if (layout.order == BankOrder::Swizzled) {
    Value change = getChange(b, layout, row);
    Value chunk = arith::XOrIOp::create(b, b.div(column, size), change);
    column = b.add(b.mul(chunk, size), b.rem(column, size));
  }
  return stage ? SmallVector<Value>{stage, row, column}
               : SmallVector<Value>{row, column};
}

SmallVector<SharedTile> makeShared(KernelBuilder &b,
                                   ArrayRef<SharedLayout> layouts,
                                   ArrayRef<int64_t> stages, Value bytes) {
  int64_t count = stages.empty() ? 1 : stages.front(), stageBytes = 0, used = 0;
  for (const SharedLayout &layout : layouts)
    stageBytes += layout.getBytes();
  return llvm::map_to_vector(layouts, [&](const SharedLayout &layout) {
    SmallVector<int64_t> shape(stages);
    llvm::append_values(shape, layout.rows, layout.getRowLength());
    int64_t first = std::exchange(used, used + layout.getBytes());
    if (!bytes)
      return SharedTile{layout, b.shared(shape, layout.element), {}};
    if (layout.order == BankOrder::Lines)
      return SharedTile{layout,
                        b.view(bytes, 0,
                               count * stageBytes / layout.getElementBytes(),
                               layout.element),
                        {},
                        first / layout.getElementBytes(),
                        stageBytes / layout.getElementBytes()};
    SharedTile tile{
        layout, b.view(bytes, count * first, shape, layout.element), {}};
    shape.back() /= 2;
    if (layout.hasPairs())
      tile.pairs = b.view(bytes, count * first, shape, b.getI16Type());
    return tile;
  });
}

} // namespace mlir::tir
