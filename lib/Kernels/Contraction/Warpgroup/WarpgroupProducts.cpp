// Products of matrices in shared memory by the threads of a warpgroup.
#include "Relax/Kernels/Contraction/WarpgroupProducts.h"

#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::tir {

// How an operand lies in shared memory.
static WarpgroupProductOp::Layout getMatrix(const SharedLayout &layout) {
  // Along the reduction dimension one product stays inside of a line.
  constexpr int64_t kLine = SharedLayout::kLineBytes, kLines = 8;
  return {kLine,
          layout.isKMajor ? SharedLayout::kChunkBytes : kLine * layout.rows,
          kLine * kLines, !layout.isKMajor};
}

// What one product takes along the reduction dimension.
static constexpr int64_t kProductBytes = 32;

// How many elements it is to the product of that number: its lines, or its part
// of these, of which four are a line.
static int64_t getDistance(const SharedLayout &layout, int64_t number) {
  constexpr int64_t kParts = SharedLayout::kLineBytes / kProductBytes;
  int64_t line = SharedLayout::kLineBytes / layout.getElementBytes();
  if (!layout.isKMajor)
    return number * line * kProductBytes / layout.getElementBytes();
  return number / kParts * line * layout.rows + number % kParts * line / kParts;
}

void buildProxyFence(KernelBuilder &b) {
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

void buildWarpgroupProducts(KernelBuilder &b, const WarpgroupSums &sums,
                            const SharedTile &lhs, const SharedTile &rhs,
                            Value stage) {
  auto toNumbers = [&](WarpgroupProductOp::Layout matrix) {
    return b.getDenseI64ArrayAttr(
        {matrix.swizzle, matrix.leading, matrix.stride});
  };
  WarpgroupProductOp::Layout lhsMatrix = getMatrix(lhs.layout);
  WarpgroupProductOp::Layout rhsMatrix = getMatrix(rhs.layout);
  int64_t line = SharedLayout::kLineBytes / lhs.layout.getElementBytes();
  Value lhsStart =
      b.add(lhs.getStart(b, stage), b.mul(sums.group, kWarpgroupRows * line));
  Value rhsStart = rhs.getStart(b, stage);
  int64_t k = lhs.layout.isKMajor ? lhs.layout.columns : lhs.layout.rows;
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (int64_t i = 0; i != k * lhs.layout.getElementBytes() / kProductBytes;
       ++i)
    WarpgroupProductOp::create(
        b, sums.registers, lhs.buffer,
        b.add(lhsStart, getDistance(lhs.layout, i)), rhs.buffer,
        b.add(rhsStart, getDistance(rhs.layout, i)), toNumbers(lhsMatrix),
        toNumbers(rhsMatrix), lhsMatrix.isTransposed, rhsMatrix.isTransposed,
        sums.isOverwritten && i == 0);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
}

} // namespace mlir::tir
