// Loads of small matrices by warps, as loads of each thread.
//
// Each 8 threads say where the rows of a matrix are; they leave that in memory
// of the block, and after a barrier each thread loads its elements:
//
//   as it is    row: thread / 4, columns: those of 4 bytes from thread % 4 on
//   transposed  column: thread / 4, rows: 2 * (thread % 4) and the next
#include "BlockEmulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

static constexpr int64_t kGroup = 4, kWarp = 32, kRows = 8;

// Where the rows are that the threads of the block ask for.
static Value leaveRows(nvgpu::LdMatrixOp op, gpu::LaunchOp launch,
                       Value number) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  int64_t rank = op.getIndices().size();
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({kMostThreads, rank}, builder.getIndexType(),
                              MemRefLayoutAttrInterface(), space);
  BlockArgument rows = launch.addWorkgroupAttribution(type, loc);
  for (auto [axis, index] : llvm::enumerate(op.getIndices())) {
    Value at = arith::ConstantIndexOp::create(builder, loc, axis);
    memref::StoreOp::create(builder, loc, index, rows, ValueRange{number, at});
  }
  gpu::BarrierOp::create(builder, loc);
  return rows;
}

static void lowerMatrixLoad(nvgpu::LdMatrixOp op, gpu::LaunchOp launch) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto add = [&](Value left, Value right) -> Value {
    return arith::AddIOp::create(builder, loc, left, right);
  };
  auto times = [&](Value value, int64_t by) -> Value {
    return arith::MulIOp::create(builder, loc, value, index(by));
  };
  Value number = getThreadNumber(builder, launch);
  Value rows = leaveRows(op, launch, number);
  Value lane = arith::RemUIOp::create(builder, loc, number, index(kWarp));
  Value first = arith::SubIOp::create(builder, loc, number, lane);
  Value group = arith::DivUIOp::create(builder, loc, lane, index(kGroup));
  Value member = arith::RemUIOp::create(builder, loc, lane, index(kGroup));
  auto type = cast<VectorType>(op.getType());
  int64_t width = type.getDimSize(1);
  SmallVector<Value> elements;
  for (int64_t i = 0; i != type.getDimSize(0); ++i)
    for (int64_t place = 0; place != width; ++place) {
      Value along = add(times(member, width), index(place));
      Value row = op.getTranspose() ? along : group;
      Value column = op.getTranspose() ? group : along;
      Value source = add(add(first, row), index(i * kRows));
      SmallVector<Value> at;
      for (size_t axis = 0; axis != op.getIndices().size(); ++axis)
        at.push_back(memref::LoadOp::create(
            builder, loc, rows,
            ValueRange{source, index(static_cast<int64_t>(axis))}));
      at.back() = add(at.back(), column);
      elements.push_back(
          memref::LoadOp::create(builder, loc, op.getSrcMemref(), at));
    }
  op.replaceAllUsesWith(
      vector::FromElementsOp::create(builder, loc, type, elements).getResult());
  op.erase();
}

LogicalResult lowerMatrixLoads(gpu::LaunchOp launch) {
  SmallVector<nvgpu::LdMatrixOp> loads;
  launch.walk([&](nvgpu::LdMatrixOp op) { loads.push_back(op); });
  for (nvgpu::LdMatrixOp op : loads) {
    if (op.getIndices().empty())
      return op.emitOpError("loads from a buffer without axes; expected rows "
                            "along the last axis, to run the threads of a "
                            "block in loops");
    lowerMatrixLoad(op, launch);
  }
  return success();
}

} // namespace mlir::tir
