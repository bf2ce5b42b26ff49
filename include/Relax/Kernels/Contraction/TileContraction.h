// Compute sums of products on a GPU tile by tile, through shared memory.
#ifndef RELAX_KERNELS_CONTRACTION_TILECONTRACTION_H
#define RELAX_KERNELS_CONTRACTION_TILECONTRACTION_H

#include "Relax/Kernels/Contraction/Contraction.h"

namespace mlir::tir {

/// How the blocks and threads of a GPU share the work of a contraction. A block
/// computes `rows` times `columns` elements, and has `depth` steps of the sum
/// in shared memory at a time, `stages` times.
struct ContractionTile {
  /// Powers of 2: 16 to 128, 16 to 128, and at most 16. Tensor cores take 32 to
  /// 128, 32 to 128, and what is 64 bytes.
  int64_t rows = 64, columns = 64, k = 16;
  /// How many steps of the sum have room: while one is added up, the next ones
  /// come.
  int64_t stages = 2;
  /// Whether the threads of a warp multiply small matrices together: factors of
  /// f16 or bf16 with sums of f32, of i8 with sums of i32, or of f32 with 10
  /// mantissa bits.
  bool usesTensorCores = false;
  /// How many terms one such product has.
  int64_t mmaK = 0;
  /// Whether what lies in memory as it is needed goes to shared memory without
  /// a detour, while threads do something else.
  bool usesAsyncCopies = false;

  /// Threads of a block: 16 times 16, or four warps with tensor cores.
  static constexpr int64_t kSide = 16;
  static constexpr int64_t kThreads = kSide * kSide;
  static constexpr int64_t kTensorThreads = 128;
  int64_t getThreads() const {
    return usesTensorCores ? kTensorThreads : kThreads;
  }
};

/// Whether `tile.usesAsyncCopies` changes anything: a factor is a load of what
/// lies in memory as the threads need it.
bool canUseAsyncCopies(Contraction &contraction, const ContractionTile &tile);

/// The shared memory of a block, in bytes.
int64_t getSharedBytes(Contraction &contraction, const ContractionTile &tile);

/// Replace the nests of the contraction and its epilogue by a loop over blocks,
/// "blockIdx.x", and in it one over threads, "threadIdx.x". The factors are
/// computed once a block, and are 0 outside of the extents: all threads do the
/// same steps, whatever the extents are.
void tileContraction(Contraction &contraction, const ContractionTile &tile);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_TILECONTRACTION_H
