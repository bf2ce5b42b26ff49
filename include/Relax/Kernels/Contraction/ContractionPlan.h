// What becomes of a contraction on a GPU: its tiles, and how its operands come.
#ifndef RELAX_KERNELS_CONTRACTION_CONTRACTIONPLAN_H
#define RELAX_KERNELS_CONTRACTION_CONTRACTIONPLAN_H

#include "Relax/Kernels/Contraction/OperandPlan.h"

namespace mlir::tir {

/// What multiplies: a thread one product at a time, or a warp, or two
/// warpgroups, small matrices together. Warps take operands of f16 or bf16
/// accumulated as f32, of i8 as i32, or of f32 with 10 mantissa bits, and f8 as
/// f16; warpgroups all of these, and f8 as they are.
enum class ContractionUnit { Threads, Warps, Warpgroups };

/// How the blocks and threads of a GPU share the work of a contraction. A block
/// computes `rows` times `columns` elements, and has `k` steps of the reduction
/// dimension in shared memory at a time, `stages` times.
struct ContractionTile {
  /// Powers of 2: 16 to 128, 16 to 128, and at most 16. Warps take 16 to 128,
  /// 16 to 256, and what is 64, 128 or 256 bytes. Warpgroups take 128, 64 for
  /// each, 64 to 256, and what is 128 bytes.
  int64_t rows = 64, columns = 64, k = 16;
  /// How many steps have room: while one is added up, the next ones come. Of
  /// warpgroups at least 3: one is read, one is next, and one is being written.
  int64_t stages = 2;
  ContractionUnit unit = ContractionUnit::Threads;
  /// The reduction dimension of one such product.
  int64_t mmaK = 0;
  /// What is multiplied, if that is wider than the operands.
  Type factor;
  /// Whether what lies in memory as it is needed goes to shared memory without
  /// a detour, while threads do something else.
  bool usesAsyncCopies = false;

  /// Threads of a block: 16 times 16, those of its warps, or two warpgroups.
  static constexpr int64_t kSide = 16;
  static constexpr int64_t kThreads = kSide * kSide;
  int64_t getThreads() const;
  /// Over the rows and the columns of a block, four warps at most, of 256
  /// columns eight; each has 16 rows and 16 columns at least, of small tiles 8.
  /// Those of warpgroups have 16 rows and all columns.
  struct Warps {
    int64_t rows, columns;
  };
  Warps getWarps() const;
  static constexpr int64_t kWarpgroupRows = 128;
  /// The rows whose accumulators are in shared memory at a time: of warps those
  /// of one product each, of threads none.
  int64_t getStagingRows() const;

  bool usesWarps() const { return unit == ContractionUnit::Warps; }
  bool usesWarpgroups() const { return unit == ContractionUnit::Warpgroups; }
  /// Whether f32 is rounded to tf32 on its way to shared memory, once for all
  /// products of a block. What is copied is rounded at each use.
  bool roundsOnce() const {
    return usesWarps() && factor && factor.isF32() && !usesAsyncCopies;
  }
};

/// All that is decided about the kernel of a contraction, which has to outlive
/// the plan.
struct ContractionPlan {
  ContractionTile tile;
  OperandPlan lhs, rhs;
  /// Bytes of staged accumulators; 0 where they stay with their threads.
  int64_t stagingBytes = 0;

  /// How many operands lie in memory as threads need them, and are copied.
  int countCopied() const { return lhs.isCopied() + rhs.isCopied(); }
  bool isCopied() const { return countCopied() != 0; }
  int64_t getStageBytes() const {
    return lhs.layout.getBytes() + rhs.layout.getBytes();
  }
  /// The shared memory of a block. The staging buffer is where the operands
  /// have been.
  int64_t getSharedBytes() const {
    return std::max(tile.stages * getStageBytes(), stagingBytes);
  }
};

ContractionPlan planContraction(Contraction &contraction,
                                const ContractionTile &tile);

/// The plan for warpgroups. Nothing unless these multiply what the operands
/// are; those of f32 are rounded.
std::optional<ContractionPlan> planWarpgroups(Contraction &contraction,
                                              int64_t rows, int64_t columns,
                                              int64_t stages);

/// True if a copy of the epilogue for each element of a thread is too much
/// code.
bool hasLongEpilogue(const Reduction &reduction);

/// Replace the nests of the planned contraction and its epilogue by a loop over
/// blocks, "blockIdx.x", and in it one over threads, "threadIdx.x". The
/// operands are computed once a block, and are 0 outside of the extents: all
/// threads do the same steps, whatever the extents are.
void tileContraction(const ContractionPlan &plan);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_CONTRACTIONPLAN_H
