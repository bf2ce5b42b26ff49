// Exchanges of values in warps, as memory of the block between barriers.
// Warps run in lockstep on the device; here threads are a loop. So a shuffle
// is an exchange through memory with two barriers: without the second one, a
// fast thread's next value would overwrite what a slow one has not read.
#include "BlockEmulation.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

Value getThreadNumber(OpBuilder &builder, gpu::LaunchOp launch) {
  Location loc = launch.getLoc();
  Value number;
  // The same order as `emitPhase`: x fastest.
  for (unsigned axis : {5, 4, 3}) {
    Value id = launch.getBody().getArgument(axis);
    number = number ? arith::AddIOp::create(
                          builder, loc,
                          arith::MulIOp::create(builder, loc, number,
                                                launch->getOperand(axis)),
                          id)
                          .getResult()
                    : id;
  }
  return number;
}

// Which thread of its part of the warp the one at `lane` asks.
static Value getSource(OpBuilder &builder, gpu::ShuffleOp shuffle, Value lane,
                       Value offset) {
  Location loc = shuffle.getLoc();
  // shfl.sync, PTX ISA; `width` parts of a warp are exchanged independently.
  switch (shuffle.getMode()) {
  case gpu::ShuffleMode::XOR:
    return arith::XOrIOp::create(builder, loc, lane, offset);
  case gpu::ShuffleMode::UP:
    return arith::SubIOp::create(builder, loc, lane, offset);
  case gpu::ShuffleMode::DOWN:
    return arith::AddIOp::create(builder, loc, lane, offset);
  case gpu::ShuffleMode::IDX:
    return offset;
  }
  llvm_unreachable("all modes are covered");
}

// Each thread leaves its value; after a barrier each takes that of another, its
// own where there is none; after one more the memory can be written again.
static void lowerShuffle(gpu::ShuffleOp shuffle, gpu::LaunchOp launch) {
  OpBuilder builder(shuffle);
  Location loc = shuffle.getLoc();
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({kMaxThreads}, shuffle.getValue().getType(),
                              MemRefLayoutAttrInterface(), space);
  BlockArgument values = launch.addWorkgroupAttribution(type, loc);
  Value number = getThreadNumber(builder, launch);
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      value);
  };
  Value width = toIndex(shuffle.getWidth());
  Value lane = arith::RemUIOp::create(builder, loc, number, width);
  Value first = arith::SubIOp::create(builder, loc, number, lane);
  Value source =
      getSource(builder, shuffle, lane, toIndex(shuffle.getOffset()));
  // Unsigned, so UP below 0 is invalid as well. An invalid source gives the
  // own value and false.
  Value valid = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      source, width);
  source = arith::SelectOp::create(builder, loc, valid, source, lane);
  Value position = arith::AddIOp::create(builder, loc, first, source);
  memref::StoreOp::create(builder, loc, shuffle.getValue(), values, number);
  gpu::BarrierOp::create(builder, loc);
  Value result = memref::LoadOp::create(builder, loc, values, position);
  gpu::BarrierOp::create(builder, loc);
  shuffle.replaceAllUsesWith(ValueRange{result, valid});
  shuffle.erase();
}

// Which thread of a warp it is, PTX leaves open; here it is the first.
static void lowerElection(NVVM::ElectSyncOp elect, gpu::LaunchOp launch) {
  OpBuilder builder(elect);
  Location loc = elect.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value lane = arith::RemUIOp::create(
      builder, loc, getThreadNumber(builder, launch), index(kWarpThreads));
  elect.replaceAllUsesWith(arith::CmpIOp::create(builder, loc,
                                                 arith::CmpIPredicate::eq, lane,
                                                 index(0))
                               .getResult());
  elect.erase();
}

void lowerShuffles(gpu::LaunchOp launch) {
  SmallVector<NVVM::ElectSyncOp> elections;
  launch.walk([&](NVVM::ElectSyncOp elect) { elections.push_back(elect); });
  for (NVVM::ElectSyncOp elect : elections)
    lowerElection(elect, launch);
  SmallVector<gpu::ShuffleOp> shuffles;
  launch.walk([&](gpu::ShuffleOp shuffle) { shuffles.push_back(shuffle); });
  for (gpu::ShuffleOp shuffle : shuffles)
    lowerShuffle(shuffle, launch);
}

} // namespace mlir::tir
