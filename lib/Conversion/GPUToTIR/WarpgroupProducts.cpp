// Products of matrices in shared memory by warpgroups, as loops of each thread.
//
// A thread computes its elements of the sums from the factors as they lie in
// shared memory: where an element is, the layouts of the product say, as the
// descriptors of the chip do. A product is done at once: what waits for it
// waits for nothing.
#include "BlockEmulation.h"

#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tir {

static constexpr int64_t kWarp = 32, kGroup = 128, kPiece = 16, kLines = 8;
// The lowest bit of an address that moves a piece in its line.
static constexpr int64_t kMovingBit = 7;

namespace {

/// One product.
class WarpgroupEmulation {
public:
  WarpgroupEmulation(WarpgroupProductOp op, gpu::LaunchOp launch)
      : op(op), launch(launch), loc(op.getLoc()), builder(op),
        bytes(op.getFactorType().getIntOrFloatBitWidth() / 8) {}

  void run();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value first, Value second) {
    return builder.createOrFold<arith::AddIOp>(loc, first, second);
  }
  Value times(Value value, int64_t by) {
    return builder.createOrFold<arith::MulIOp>(loc, value, index(by));
  }
  Value divide(Value value, int64_t by) {
    return builder.createOrFold<arith::DivUIOp>(loc, value, index(by));
  }
  Value rest(Value value, int64_t by) {
    return builder.createOrFold<arith::RemUIOp>(loc, value, index(by));
  }
  Value getPlace(WarpgroupProductOp::Layout layout, Value start, Value own,
                 Value term);
  Value load(Value factor, Value place);
  Value buildSum(Value start, Value row, Value column);

  WarpgroupProductOp op;
  gpu::LaunchOp launch;
  Location loc;
  OpBuilder builder;
  int64_t bytes;
};

} // namespace

// Which element of a factor is that of a row or column, and of a term.
Value WarpgroupEmulation::getPlace(WarpgroupProductOp::Layout layout,
                                   Value start, Value own, Value term) {
  int64_t line = layout.swizzle ? layout.swizzle : kPiece;
  int64_t across = layout.stride, along = layout.leading;
  if (layout.isTransposed && !layout.swizzle)
    std::swap(across, along);
  Value number = layout.isTransposed ? term : own;
  Value inLine = times(layout.isTransposed ? own : term, bytes);
  Value address = times(start, bytes);
  address = add(address, times(rest(number, kLines), line));
  address = add(address, times(divide(number, kLines), across));
  address = add(address, rest(inLine, line));
  address = add(address, times(divide(inLine, line), along));
  if (layout.swizzle) {
    Value moves = rest(divide(address, 1 << kMovingBit), line / kPiece);
    address =
        arith::XOrIOp::create(builder, loc, address, times(moves, kPiece));
  }
  return divide(address, bytes);
}

// An element of a factor, as wide as sums are.
Value WarpgroupEmulation::load(Value factor, Value place) {
  Value element = memref::LoadOp::create(builder, loc, factor, place);
  Type sum = cast<MemRefType>(op.getSums().getType()).getElementType();
  if (isa<FloatType>(sum))
    return arith::ExtFOp::create(builder, loc, sum, element);
  return arith::ExtSIOp::create(builder, loc, sum, element);
}

Value WarpgroupEmulation::buildSum(Value start, Value row, Value column) {
  auto loop =
      scf::ForOp::create(builder, loc, index(0), index(op.getNumTerms()),
                         index(1), ValueRange(start));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value term = loop.getInductionVar();
  Value left = load(op.getLeft(),
                    getPlace(op.getLeftMatrix(), op.getLeftStart(), row, term));
  Value right = load(op.getRight(), getPlace(op.getRightMatrix(),
                                             op.getRightStart(), column, term));
  Value sum = loop.getRegionIterArgs().front();
  if (isa<FloatType>(sum.getType()))
    sum = arith::AddFOp::create(
        builder, loc, sum, arith::MulFOp::create(builder, loc, left, right));
  else
    sum = arith::AddIOp::create(
        builder, loc, sum, arith::MulIOp::create(builder, loc, left, right));
  scf::YieldOp::create(builder, loc, sum);
  return loop.getResult(0);
}

void WarpgroupEmulation::run() {
  Value thread = rest(getThreadNumber(builder, launch), kGroup);
  Value lane = rest(thread, kWarp);
  Value firstRow = add(times(divide(thread, kWarp), 16), divide(lane, 4));
  Value firstColumn = times(rest(lane, 4), 2);
  auto loop = scf::ForOp::create(builder, loc, index(0),
                                 index(op.getNumColumns() / 2), index(1));
  builder.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar();
  Value row = add(firstRow, times(rest(divide(i, 2), 2), 8));
  Value column = add(firstColumn, add(times(divide(i, 4), 8), rest(i, 2)));
  Value start = memref::LoadOp::create(builder, loc, op.getSums(), i);
  memref::StoreOp::create(builder, loc, buildSum(start, row, column),
                          op.getSums(), i);
  op.erase();
}

void lowerWarpgroupProducts(gpu::LaunchOp launch) {
  SmallVector<Operation *> found;
  launch.walk([&](Operation *op) { found.push_back(op); });
  for (Operation *op : found) {
    if (auto product = dyn_cast<WarpgroupProductOp>(op))
      WarpgroupEmulation(product, launch).run();
    else if (isa<NVVM::WgmmaFenceAlignedOp, NVVM::WgmmaGroupSyncAlignedOp,
                 NVVM::WgmmaWaitGroupSyncOp, NVVM::FenceProxyOp>(op))
      op->erase();
  }
}

} // namespace mlir::tir
