// Loads of small matrices by warps, as loads of each thread.
//
// Each 8 threads say where the rows of a matrix are; they leave that in memory
// of the block, and after a barrier each thread loads its elements:
//
//   as it is    row: thread / 4, columns: those of 4 bytes from thread % 4 on
//   transposed  column: thread / 4, rows: 2 * (thread % 4) and the next
//
// The barrier hides one that the kernel lacks: in other orders than that of the
// threads, what others say is computed again in place of it.
#include "EmulationBuilder.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

// ldmatrix, PTX ISA: a warp loads 8x8 matrices of 16-bit elements; threads 0-7
// give the row addresses of the first matrix, 8-15 of the second, and so on.
static constexpr int64_t kRows = 8;

namespace {

/// One load.
class LoadEmulation : EmulationBuilder {
public:
  LoadEmulation(nvgpu::LdMatrixOp op, gpu::LaunchOp launch)
      : EmulationBuilder(launch, op.getLoc(), OpBuilder(op)), op(op) {}

  void run(ThreadOrder order);

private:
  Value leaveRows(Value number);
  SmallVector<Value> getRow(Value rows, Value source);
  bool isRepeatable(Value value);
  Value remake(Value value, IRMapping &mapping);

  nvgpu::LdMatrixOp op;
  /// What is known of values.
  llvm::DenseMap<Value, bool> repeatable;
};

} // namespace

// Whether any thread can compute what the value is in another one: all are in
// the same step of loops, as they come to the load together.
bool LoadEmulation::isRepeatable(Value value) {
  Operation *made = value.getDefiningOp();
  if (!made || !launch->isAncestor(made))
    return true;
  auto [known, isNew] = repeatable.try_emplace(value, false);
  if (!isNew)
    return known->second;
  bool result = made->getNumRegions() == 0 && isMemoryEffectFree(made) &&
                llvm::all_of(made->getOperands(), [&](Value operand) {
                  return isRepeatable(operand);
                });
  return repeatable[value] = result;
}

Value LoadEmulation::remake(Value value, IRMapping &mapping) {
  Operation *made = value.getDefiningOp();
  if (mapping.contains(value) || !made || !launch->isAncestor(made))
    return mapping.lookupOrDefault(value);
  for (Value operand : made->getOperands())
    remake(operand, mapping);
  builder.clone(*made, mapping);
  return mapping.lookup(value);
}

// Where the row begins for which thread `source` asks: as it has left it, or as
// it computes it if nobody has left anything.
SmallVector<Value> LoadEmulation::getRow(Value rows, Value source) {
  SmallVector<Value> at;
  if (rows) {
    for (size_t axis = 0; axis != op.getIndices().size(); ++axis)
      at.push_back(
          load(rows, ValueRange{source, index(static_cast<int64_t>(axis))}));
    return at;
  }
  // Axes of a launch, z outermost.
  constexpr unsigned axes[] = {5, 4, 3};
  auto sizes = llvm::map_to_vector(
      axes, [&](unsigned axis) { return launch->getOperand(axis); });
  IRMapping mapping;
  for (auto [axis, id] :
       llvm::zip(axes, splitIndex(builder, loc, source, sizes)))
    mapping.map(launch.getBody().getArgument(axis), id);
  for (Value position : op.getIndices())
    at.push_back(remake(position, mapping));
  return at;
}

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

void LoadEmulation::run(ThreadOrder order) {
  Value number = getThreadNumber(builder, launch);
  bool isRemade = order != ThreadOrder::Ascending &&
                  llvm::all_of(op.getIndices(), [&](Value position) {
                    return isRepeatable(position);
                  });
  Value rows = isRemade ? Value() : leaveRows(number);
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
      SmallVector<Value> at = getRow(rows, source);
      at.back() = add(at.back(), column);
      elements.push_back(load(op.getSrcMemref(), at));
    }
  op.replaceAllUsesWith(
      vector::FromElementsOp::create(builder, loc, type, elements).getResult());
  op.erase();
}

LogicalResult lowerMatrixLoads(gpu::LaunchOp launch, ThreadOrder order) {
  SmallVector<nvgpu::LdMatrixOp> loads;
  launch.walk([&](nvgpu::LdMatrixOp op) { loads.push_back(op); });
  // Without an index there is no row address to give.
  for (nvgpu::LdMatrixOp op : loads) {
    if (op.getIndices().empty())
      return op.emitOpError("loads from a buffer without axes; expected rows "
                            "along the last axis, to run the threads of a "
                            "block in loops");
    LoadEmulation(op, launch).run(order);
  }
  return success();
}

} // namespace mlir::tir
