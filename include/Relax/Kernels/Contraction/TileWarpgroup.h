// Compute sums of products on a GPU by the products of warpgroups.
#ifndef RELAX_KERNELS_CONTRACTION_TILEWARPGROUP_H
#define RELAX_KERNELS_CONTRACTION_TILEWARPGROUP_H

#include "Relax/Kernels/Contraction/Contraction.h"

namespace mlir::tir {

/// How the blocks of a GPU share the work of a contraction. A block computes
/// 128 rows, 64 for each of two warpgroups, times `columns`, and has 128 bytes
/// of the terms of each in one of `stages` parts of its shared memory.
struct WarpgroupTile {
  /// 128 or 256.
  int64_t columns = 256;
  /// At least 3: one is read, one is next, and one is being written.
  int64_t stages = 4;

  static constexpr int64_t kRows = 128, kThreads = 256;
};

/// The shared memory of a block, in bytes.
int64_t getSharedBytes(Contraction &contraction, const WarpgroupTile &tile);

/// True if the factors are what warpgroups multiply, and both are elements of
/// memory that can be copied 16 bytes at a time, along terms or along rows and
/// columns; those of i8 along terms.
bool canTileByWarpgroups(Contraction &contraction);

/// Replace the nests of a contraction for which `canTileByWarpgroups`, and of
/// its epilogue, by a loop over blocks, "blockIdx.x", and in it one over
/// threads, "threadIdx.x".
void tileByWarpgroups(Contraction &contraction, const WarpgroupTile &tile);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_TILEWARPGROUP_H
