// Loads of small matrices by warps, as loads of each thread.
//
// Each 8 threads say where the rows of a matrix are; they leave that in memory
// of the block, and after a barrier each thread loads its elements:
//
//   as it is    row: thread / 4, columns: those of 4 bytes from thread % 4 on
//   transposed  column: thread / 4, rows: 2 * (thread % 4) and the next
#include "EmulationBuilder.h"

#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

static constexpr int64_t kGroup = 4, kWarp = 32, kRows = 8;

namespace {

/// One load.
class LoadEmulation : EmulationBuilder {
public:
  LoadEmulation(nvgpu::LdMatrixOp op, gpu::LaunchOp launch)
      : EmulationBuilder(launch, op.getLoc(), OpBuilder(op)), op(op) {}

  void run();

private:
  Value leaveRows(Value number);

  nvgpu::LdMatrixOp op;
};

} // namespace

// Where the rows are that the threads of the block ask for.
Value LoadEmulation::leaveRows(Value number) {
  int64_t rank = op.getIndices().size();
  Value rows = makeBuffer({kMaxThreads, rank}, builder.getIndexType());
  for (auto [axis, at] : llvm::enumerate(op.getIndices()))
    store(at, rows, ValueRange{number, index(static_cast<int64_t>(axis))});
  gpu::BarrierOp::create(builder, loc);
  return rows;
}

void LoadEmulation::run() {
  Value number = getThread();
  Value rows = leaveRows(number);
  Value lane = rest(number, kWarp);
  Value first = subtract(number, lane);
  Value group = divide(lane, kGroup);
  Value member = rest(lane, kGroup);
  auto type = cast<VectorType>(op.getType());
  int64_t width = type.getDimSize(1);
  SmallVector<Value> elements;
  for (int64_t i = 0; i != type.getDimSize(0); ++i)
    for (int64_t element = 0; element != width; ++element) {
      Value along = add(times(member, width), index(element));
      Value row = op.getTranspose() ? along : group;
      Value column = op.getTranspose() ? group : along;
      Value source = add(add(first, row), index(i * kRows));
      SmallVector<Value> at;
      for (size_t axis = 0; axis != op.getIndices().size(); ++axis)
        at.push_back(
            load(rows, ValueRange{source, index(static_cast<int64_t>(axis))}));
      at.back() = add(at.back(), column);
      elements.push_back(load(op.getSrcMemref(), at));
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
    LoadEmulation(op, launch).run();
  }
  return success();
}

} // namespace mlir::tir
