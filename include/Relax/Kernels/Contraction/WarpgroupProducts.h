// Products of matrices in shared memory by the threads of a warpgroup: `wgmma`.
#ifndef RELAX_KERNELS_CONTRACTION_WARPGROUPPRODUCTS_H
#define RELAX_KERNELS_CONTRACTION_WARPGROUPPRODUCTS_H

#include "Relax/Kernels/Contraction/SharedLayout.h"

namespace mlir::tir {

/// Rows of a product, and the warps that share them.
constexpr int64_t kWarpgroupRows = 64, kWarpgroupWarps = 4;

/// The number of a warpgroup, which has 64 rows; the sums of a thread, and
/// whether the first product is to overwrite them.
struct WarpgroupSums {
  Value group, registers;
  bool isOverwritten = false;
};

/// What the device's other units are to see of shared memory, too.
void buildProxyFence(KernelBuilder &b);

/// A group of the products of a stage, of 32 bytes along the reduction
/// dimension each, which go on while threads do.
void buildWarpgroupProducts(KernelBuilder &b, const WarpgroupSums &sums,
                            const SharedTile &lhs, const SharedTile &rhs,
                            Value stage);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_WARPGROUPPRODUCTS_H
