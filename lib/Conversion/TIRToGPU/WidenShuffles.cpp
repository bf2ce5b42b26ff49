// Gives warp shuffles the widths that chips have.
#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::tir {

/// Bits of a value that threads exchange.
/// shfl moves 32 bits. 64 are done by upstream as two halves; narrower ones it
/// rejects.
static constexpr unsigned kShuffleBits = 32;

// A narrower value goes as the low bits of a wider one.
static void widen(gpu::ShuffleOp shuffle) {
  OpBuilder builder(shuffle);
  Location loc = shuffle.getLoc();
  Type type = shuffle.getValue().getType();
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Type wide = builder.getIntegerType(kShuffleBits);
  Value value = shuffle.getValue();
  if (type != bits)
    value = arith::BitcastOp::create(builder, loc, bits, value);
  value = arith::ExtUIOp::create(builder, loc, wide, value);
  auto copy = gpu::ShuffleOp::create(builder, loc, value, shuffle.getOffset(),
                                     shuffle.getWidth(), shuffle.getMode());
  Value result =
      arith::TruncIOp::create(builder, loc, bits, copy.getShuffleResult());
  if (type != bits)
    result = arith::BitcastOp::create(builder, loc, type, result);
  shuffle.replaceAllUsesWith(ValueRange{result, copy.getValid()});
  shuffle.erase();
}

void widenShuffles(gpu::LaunchOp launch) {
  SmallVector<gpu::ShuffleOp> narrow;
  launch.walk([&](gpu::ShuffleOp shuffle) {
    if (shuffle.getValue().getType().getIntOrFloatBitWidth() < kShuffleBits)
      narrow.push_back(shuffle);
  });
  for (gpu::ShuffleOp shuffle : narrow)
    widen(shuffle);
}

} // namespace mlir::tir
