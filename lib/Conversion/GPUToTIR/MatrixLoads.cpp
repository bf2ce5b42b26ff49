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

// ldmatrix, PTX ISA: a warp loads 8x8 matrices of 16-bit elements; threads 0-7
// give the row addresses of the first matrix, 8-15 of the second, and so on.
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
// Addresses are exchanged through block memory, because each thread's indices
// are its own and the fragment needs those of another thread.
Value LoadEmulation::leaveRows(Value number) {
  int64_t rank = op.getIndices().size();
  Value rows = makeBuffer({kMaxThreads, rank}, builder.getIndexType());
  for (auto [axis, at] : llvm::enumerate(op.getIndices()))
    store(at, rows, ValueRange{number, index(static_cast<int64_t>(axis))});
  gpu::BarrierOp::create(builder, loc);
  return rows;
}

void LoadEmulation::run() {
  Value number = getThreadNumber(builder, launch);
  Value rows = leaveRows(number);
  Value lane = rest(number, kWarp);
  // `first` is the warp's first thread in the block.
  Value first = subtract(number, lane);
  Value group = divide(lane, kGroup);
  Value member = rest(lane, kGroup);
  auto type = cast<VectorType>(op.getType());
  int64_t width = type.getDimSize(1);
  SmallVector<Value> elements;
  for (int64_t i = 0; i != type.getDimSize(0); ++i)
    for (int64_t element = 0; element != width; ++element) {
      Value along = add(times(member, width), index(element));
      // With .trans a thread gets a column's elements: row and column swap.
      Value row = op.getTranspose() ? along : group;
      Value column = op.getTranspose() ? group : along;
      // Matrix i takes the addresses of threads 8 i to 8 i + 7.
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
  // Without an index there is no row address to give.
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
