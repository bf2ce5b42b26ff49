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

// How many elements it is to the product of that number: its lines, or its part
// of these, of which four are a line.
static int64_t getDistance(const SharedLayout &layout, int64_t number) {
  constexpr int64_t kProductBytes = 32, kParts = 4;
  int64_t line = SharedLayout::kLineBytes / layout.bytes;
  if (!layout.isKMajor)
    return number * line * kProductBytes / layout.bytes;
  return number / kParts * line * layout.rows + number % kParts * line / kParts;
}

void buildProxyFence(KernelBuilder &b) {
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

void buildWarpgroupProducts(KernelBuilder &b, const WarpgroupSums &sums,
                            const WarpgroupOperand &lhs,
                            const WarpgroupOperand &rhs, int64_t count) {
  auto toNumbers = [&](WarpgroupProductOp::Layout matrix) {
    return b.getDenseI64ArrayAttr(
        {matrix.swizzle, matrix.leading, matrix.stride});
  };
  const SharedLayout &left = lhs.tile.layout, &right = rhs.tile.layout;
  WarpgroupProductOp::Layout lhsMatrix = getMatrix(left);
  WarpgroupProductOp::Layout rhsMatrix = getMatrix(right);
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (int64_t i = 0; i != count; ++i)
    WarpgroupProductOp::create(
        b, sums.registers, lhs.tile.buffer,
        b.add(lhs.start, getDistance(left, i)), rhs.tile.buffer,
        b.add(rhs.start, getDistance(right, i)), toNumbers(lhsMatrix),
        toNumbers(rhsMatrix), lhsMatrix.isTransposed, rhsMatrix.isTransposed,
        sums.isOverwritten && i == 0);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
}

} // namespace mlir::tir
