// Products of matrices in shared memory by warpgroups, as loops of each thread.
//
// A thread computes its elements of the sums from the factors as they lie in
// shared memory: where an element is, the layouts of the product say, as the
// descriptors of the chip do. A product is done at once: what waits for it
// waits for nothing.
#include "EmulationBuilder.h"

#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::tir {

// wgmma: 4 warps, 64 rows, operands in shared memory. Its descriptor has
// start, leading and stride byte offsets and a swizzle, in units of 16 bytes.
static constexpr int64_t kWarp = 32, kGroup = 128, kChunkBytes = 16, kLines = 8;
// The lowest bit of an address that moves a piece in its line.
static constexpr int64_t kMovingBit = 7;

// A product computed at once is one legal order: wgmma results may be read
// only after a wait. Reading A or B too late is not found here; overwriting
// them too early is, by the copies' poison.
namespace {

/// One product.
class WarpgroupEmulation : EmulationBuilder {
public:
  WarpgroupEmulation(WarpgroupProductOp op, gpu::LaunchOp launch)
      : EmulationBuilder(launch, op.getLoc(), OpBuilder(op)), op(op),
        bytes(op.getOperandType().getIntOrFloatBitWidth() / 8) {}

  void run();

private:
  Value getOffset(WarpgroupProductOp::Layout layout, Value start, Value own,
                  Value k);
  Value computeElement(Value start, Value row, Value column);

  WarpgroupProductOp op;
  int64_t bytes;
};

} // namespace

// Which element of a factor is that of a row or column, and of a term.
// Core matrices are 8 lines of 16 bytes, or of the swizzle's width. `stride`
// is the distance of groups of 8 lines, `leading` that of chunks along a line.
Value WarpgroupEmulation::getOffset(WarpgroupProductOp::Layout layout,
                                    Value start, Value own, Value k) {
  int64_t line = layout.swizzle ? layout.swizzle : kChunkBytes;
  int64_t across = layout.stride, along = layout.leading;
  // For MN-major operands without a swizzle PTX exchanges the meanings of the
  // two offsets.
  if (layout.isTransposed && !layout.swizzle)
    std::swap(across, along);
  Value number = layout.isTransposed ? k : own;
  Value inLine = times(layout.isTransposed ? own : k, bytes);
  Value address = times(start, bytes);
  address = add(address, times(rest(number, kLines), line));
  address = add(address, times(divide(number, kLines), across));
  address = add(address, rest(inLine, line));
  address = add(address, times(divide(inLine, line), along));
  if (layout.swizzle) {
    // The swizzle of TMA: chunk index XOR line number, over as many lines as
    // chunks fit a line (2, 4 or 8).
    Value moves = rest(divide(address, 1 << kMovingBit), line / kChunkBytes);
    address =
        arith::XOrIOp::create(builder, loc, address, times(moves, kChunkBytes));
  }
  return divide(address, bytes);
}

Value WarpgroupEmulation::computeElement(Value start, Value row, Value column) {
  return buildAccumulation(start, op.getKExtent(), [&](Value sum, Value k) {
    Value lhs = load(op.getLhs(),
                     getOffset(op.getLhsMatrix(), op.getLhsStart(), row, k));
    Value rhs = load(op.getRhs(),
                     getOffset(op.getRhsMatrix(), op.getRhsStart(), column, k));
    return addProduct(sum, widen(lhs, sum.getType()),
                      widen(rhs, sum.getType()));
  });
}

void WarpgroupEmulation::run() {
  Value thread = rest(getThread(), kGroup);
  Value lane = rest(thread, kWarp);
  // wgmma's accumulator: warp w has rows 16 w to 16 w + 15, a thread the rows
  // lane / 4 and 8 below, and two neighbouring columns in each group of 8.
  Value firstRow = add(times(divide(thread, kWarp), 16), divide(lane, 4));
  Value firstColumn = times(rest(lane, 4), 2);
  forEach(op.getNumColumns() / 2, [&](Value i) {
    Value row = add(firstRow, times(rest(divide(i, 2), 2), 8));
    Value column = add(firstColumn, add(times(divide(i, 4), 8), rest(i, 2)));
    Value start = load(op.getAccumulators(), i);
    store(computeElement(start, row, column), op.getAccumulators(), i);
  });
  op.erase();
}

void lowerWarpgroupProducts(gpu::LaunchOp launch) {
  SmallVector<Operation *> found;
  launch.walk([&](Operation *op) { found.push_back(op); });
  for (Operation *op : found) {
    if (auto product = dyn_cast<WarpgroupProductOp>(op))
      WarpgroupEmulation(product, launch).run();
    // Fences, commits and waits order asynchronous proxies, of which there are
    // none here.
    else if (isa<NVVM::WgmmaFenceAlignedOp, NVVM::WgmmaGroupSyncAlignedOp,
                 NVVM::WgmmaWaitGroupSyncOp, NVVM::FenceProxyOp>(op))
      op->erase();
  }
}

} // namespace mlir::tir
