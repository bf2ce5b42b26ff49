// Lowers products of small matrices in warps to the instruction of the chip.
//
// Upstream's lowering has no bf16, and lets sums of integers stop at the ends
// of their type, where those of tensor programs wrap around.
#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPULOWERMATRIXPRODUCTSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPULowerMatrixProductsPass
    : impl::GPULowerMatrixProductsPassBase<GPULowerMatrixProductsPass> {
  using GPULowerMatrixProductsPassBase::GPULowerMatrixProductsPassBase;

  void runOnOperation() override;
};

} // namespace

// The instruction's name of a type that goes as the bits of i32; nothing for
// others. f16 is left to upstream, whose lowering of it is right.
static std::optional<NVVM::MMATypes> getPackedType(nvgpu::MmaSyncOp op) {
  Type type = cast<VectorType>(op.getMatrixA().getType()).getElementType();
  if (type.isBF16())
    return NVVM::MMATypes::bf16;
  if (type.isInteger(8))
    return NVVM::MMATypes::s8;
  if (op.getTf32Enabled())
    return NVVM::MMATypes::tf32;
  return std::nullopt;
}

// A register as a number. The instruction drops the bits of f32 that it does
// not take: who does not want that has rounded them.
static Value getRegister(OpBuilder &builder, Value operand, int64_t i) {
  Location loc = operand.getLoc();
  auto bits = VectorType::get(1, builder.getI32Type());
  Value part = vector::ExtractOp::create(builder, loc, operand, i);
  part = vector::BitCastOp::create(builder, loc, bits, part);
  return vector::ExtractOp::create(builder, loc, part, 0);
}

/// The registers of the factors that have been asked for, as numbers. A
/// fragment is used by several products of a tile; converting it at each would
/// be a conversion per product instead of one per load. The map is by value,
/// and products keep their values until the end.
using Registers = llvm::DenseMap<Value, SmallVector<Value>>;

static SmallVector<Value> getRegisters(Value operand, Registers &known) {
  SmallVector<Value> &registers = known[operand];
  if (!registers.empty())
    return registers;
  // Behind the operand, where it dominates all products that use it, and not at
  // the first product.
  OpBuilder builder(operand.getContext());
  builder.setInsertionPointAfterValue(operand);
  int64_t count = cast<VectorType>(operand.getType()).getDimSize(0);
  for (int64_t i = 0; i != count; ++i)
    registers.push_back(getRegister(builder, operand, i));
  return registers;
}

static void lower(nvgpu::MmaSyncOp op, NVVM::MMATypes type, Registers &known) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto accType = cast<VectorType>(op.getType());
  SmallVector<Value> starts;
  for (int64_t i = 0; i != accType.getNumElements(); ++i)
    starts.push_back(vector::ExtractOp::create(
        builder, loc, op.getMatrixC(),
        ArrayRef<int64_t>{i / accType.getDimSize(1),
                          i % accType.getDimSize(1)}));
  auto result = LLVM::LLVMStructType::getLiteral(
      op.getContext(),
      SmallVector<Type>(accType.getNumElements(), accType.getElementType()));
  // Only integers take it. "Wrapped" is what tensor programs mean; saturating
  // sums are upstream's default.
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (type == NVVM::MMATypes::s8)
    overflow = NVVM::MMAIntOverflow::wrapped;
  Value product = NVVM::MmaOp::create(
      builder, loc, result, getRegisters(op.getMatrixA(), known),
      getRegisters(op.getMatrixB(), known), starts, op.getMmaShapeAsArray(),
      /*b1Op=*/std::nullopt, overflow,
      std::array<NVVM::MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  SmallVector<Value> elements;
  for (int64_t i = 0; i != accType.getNumElements(); ++i)
    elements.push_back(LLVM::ExtractValueOp::create(builder, loc, product, i));
  op.replaceAllUsesWith(
      vector::FromElementsOp::create(builder, loc, accType, elements)
          .getResult());
  op.erase();
}

// Upstream lowers no broadcast to one row, which is what an insertion of the
// only row becomes. It is lowered here since it comes from the pass before, not
// from the program.
static void lowerBroadcast(vector::BroadcastOp op) {
  VectorType type = op.getResultVectorType();
  auto source = dyn_cast<VectorType>(op.getSourceType());
  if (!source || source.getRank() != 1 || type.getRank() != 2 ||
      type.getDimSize(0) != 1 || type.getDimSize(1) != source.getDimSize(0))
    return;
  OpBuilder builder(op);
  Value row = arith::ConstantOp::create(builder, op.getLoc(),
                                        builder.getZeroAttr(type));
  row = vector::InsertOp::create(builder, op.getLoc(), op.getSource(), row, 0);
  op.replaceAllUsesWith(row);
  op.erase();
}

// A sum of products of bytes is dp4a, which adds it to a third number. All
// chips from sm_61 on have it.
static Value lowerLane(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                       Value sum) {
  auto one = VectorType::get(1, builder.getI32Type());
  auto bytes = VectorType::get(4, builder.getI8Type());
  auto split = [&](Value number) -> Value {
    return vector::BitCastOp::create(
        builder, loc, bytes,
        vector::FromElementsOp::create(builder, loc, one, number));
  };
  return NVVM::DotAccumulate4WayOp::create(
      builder, loc, builder.getI32Type(), split(lhs),
      NVVM::DotAccumulateType::UNSIGNED, split(rhs),
      NVVM::DotAccumulateType::SIGNED, sum);
}

static void lower(tir::Dot4U8S8Op op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value result;
  auto type = dyn_cast<VectorType>(op.getType());
  if (!type) {
    result = lowerLane(builder, loc, op.getLhs(), op.getRhs(), zero);
  } else {
    auto getLanes = [&](Value whole) {
      return vector::ToElementsOp::create(builder, loc, whole).getResults();
    };
    SmallVector<Value> lanes;
    for (auto [lhs, rhs] :
         llvm::zip_equal(getLanes(op.getLhs()), getLanes(op.getRhs())))
      lanes.push_back(lowerLane(builder, loc, lhs, rhs, zero));
    result = vector::FromElementsOp::create(builder, loc, type, lanes);
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

// dp2a multiplies halves by bytes only, and nothing does bf16 in one lane.
template <typename Op>
static void lowerInLanes(Op op) {
  OpBuilder builder(op);
  op.replaceAllUsesWith(op.expandInLanes(builder));
  op.erase();
}

/// Broadcasts are lowered first, as products read what they make.
void GPULowerMatrixProductsPass::runOnOperation() {
  SmallVector<nvgpu::MmaSyncOp> products;
  SmallVector<vector::BroadcastOp> broadcasts;
  getOperation().walk([&](nvgpu::MmaSyncOp op) { products.push_back(op); });
  getOperation().walk(
      [&](vector::BroadcastOp op) { broadcasts.push_back(op); });
  for (vector::BroadcastOp op : broadcasts)
    lowerBroadcast(op);
  getOperation().walk([&](tir::Dot4U8S8Op op) { lower(op); });
  getOperation().walk([&](tir::Dot2S16Op op) { lowerInLanes(op); });
  getOperation().walk([&](tir::Dot2BF16Op op) { lowerInLanes(op); });
  Registers known;
  for (nvgpu::MmaSyncOp op : products)
    if (std::optional<NVVM::MMATypes> type = getPackedType(op))
      lower(op, *type, known);
}

} // namespace mlir::relax
