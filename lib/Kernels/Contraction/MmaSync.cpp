// Products of small matrices in the registers of a warp: `ldmatrix` and
// `mma.sync`.
#include "Relax/Kernels/Contraction/MmaSync.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

MmaLane::MmaLane(KernelBuilder &b, Value thread)
    : number(b.rem(thread, kWarpThreads)) {
  constexpr int64_t kMembers = 4;
  group = b.div(number, kMembers);
  member = b.rem(number, kMembers);
}

Value loadMatrices(KernelBuilder &b, Value buffer, ValueRange at,
                   bool isTransposed) {
  constexpr int64_t kMatrices = 4, kRegisterBits = 32;
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  auto type = VectorType::get(
      {kMatrices, kRegisterBits / element.getIntOrFloatBitWidth()}, element);
  return nvgpu::LdMatrixOp::create(b, type, buffer, at, isTransposed,
                                   kMatrices);
}

Value takeRegisters(KernelBuilder &b, Value all, int64_t first, int64_t count) {
  auto type = cast<VectorType>(all.getType());
  if (count == type.getDimSize(0))
    return all;
  auto part =
      VectorType::get({count, type.getDimSize(1)}, type.getElementType());
  Value taken = arith::ConstantOp::create(b, b.getZeroAttr(part));
  for (int64_t i = 0; i != count; ++i)
    taken = vector::InsertOp::create(
        b, vector::ExtractOp::create(b, all, first + i), taken, i);
  return taken;
}

void addMmaProduct(KernelBuilder &b, Value lhs, Value rhs, int64_t mmaK,
                   const MmaAccumulators &to) {
  Type element = cast<MemRefType>(to.buffer.getType()).getElementType();
  int64_t numPairs = to.numRows / kMatrixRows;
  auto type = VectorType::get({numPairs, 2}, element);
  auto pair = VectorType::get(2, element);
  auto at = [&](int64_t i) {
    return SmallVector<Value>{b.index(to.row + i), b.index(to.column)};
  };
  Value sum = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (int64_t i = 0; i != numPairs; ++i)
    sum = vector::InsertOp::create(
        b, vector::LoadOp::create(b, pair, to.buffer, at(i)), sum, i);
  bool isRounded = cast<VectorType>(lhs.getType()).getElementType().isF32();
  Value result = nvgpu::MmaSyncOp::create(
      b, type, lhs, rhs, sum,
      b.getI64ArrayAttr({to.numRows, kMmaColumns, mmaK}),
      isRounded ? b.getUnitAttr() : UnitAttr());
  for (int64_t i = 0; i != numPairs; ++i)
    vector::StoreOp::create(b, vector::ExtractOp::create(b, result, i),
                            to.buffer, at(i));
}

} // namespace mlir::tir
