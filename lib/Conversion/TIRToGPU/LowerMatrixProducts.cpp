// Lowers products of small matrices in warps to the instruction of the chip.
//
// Upstream's lowering has no bf16, and lets sums of integers stop at the ends
// of their type, where those of tensor programs wrap around.
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPULOWERMATRIXPRODUCTSPASS
#include "Relax/Conversion/TIRToGPU/Passes.h.inc"

namespace {

struct GPULowerMatrixProductsPass
    : impl::GPULowerMatrixProductsPassBase<GPULowerMatrixProductsPass> {
  using GPULowerMatrixProductsPassBase::GPULowerMatrixProductsPassBase;

  void runOnOperation() override;
};

} // namespace

// The instruction's name of a type that goes as the bits of i32; nothing for
// others.
static std::optional<NVVM::MMATypes> getPackedType(Type type) {
  if (type.isBF16())
    return NVVM::MMATypes::bf16;
  if (type.isInteger(8))
    return NVVM::MMATypes::s8;
  return std::nullopt;
}

// The registers of a factor, as numbers.
static SmallVector<Value> getRegisters(OpBuilder &builder, Value factor) {
  Location loc = factor.getLoc();
  auto bits = VectorType::get(1, builder.getI32Type());
  SmallVector<Value> registers;
  int64_t count = cast<VectorType>(factor.getType()).getDimSize(0);
  for (int64_t i = 0; i != count; ++i) {
    Value part = vector::ExtractOp::create(builder, loc, factor, i);
    part = vector::BitCastOp::create(builder, loc, bits, part);
    registers.push_back(vector::ExtractOp::create(builder, loc, part, 0));
  }
  return registers;
}

static void lower(nvgpu::MmaSyncOp op, NVVM::MMATypes type) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto sums = cast<VectorType>(op.getType());
  SmallVector<Value> starts;
  for (int64_t i = 0; i != sums.getNumElements(); ++i)
    starts.push_back(vector::ExtractOp::create(
        builder, loc, op.getMatrixC(),
        ArrayRef<int64_t>{i / sums.getDimSize(1), i % sums.getDimSize(1)}));
  auto result = LLVM::LLVMStructType::getLiteral(
      op.getContext(),
      SmallVector<Type>(sums.getNumElements(), sums.getElementType()));
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (type == NVVM::MMATypes::s8)
    overflow = NVVM::MMAIntOverflow::wrapped;
  Value product = NVVM::MmaOp::create(
      builder, loc, result, getRegisters(builder, op.getMatrixA()),
      getRegisters(builder, op.getMatrixB()), starts, op.getMmaShapeAsArray(),
      /*b1Op=*/std::nullopt, overflow,
      std::array<NVVM::MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  SmallVector<Value> elements;
  for (int64_t i = 0; i != sums.getNumElements(); ++i)
    elements.push_back(LLVM::ExtractValueOp::create(builder, loc, product, i));
  op.replaceAllUsesWith(
      vector::FromElementsOp::create(builder, loc, sums, elements).getResult());
  op.erase();
}

void GPULowerMatrixProductsPass::runOnOperation() {
  SmallVector<nvgpu::MmaSyncOp> products;
  getOperation().walk([&](nvgpu::MmaSyncOp op) { products.push_back(op); });
  for (nvgpu::MmaSyncOp op : products) {
    auto factor = cast<VectorType>(op.getMatrixA().getType());
    if (auto type = getPackedType(factor.getElementType()))
      lower(op, *type);
  }
}

} // namespace mlir::relax
