// What becomes of a contraction on a GPU: its tiles, and how its operands come.
#ifndef RELAX_KERNELS_CONTRACTION_CONTRACTIONPLAN_H
#define RELAX_KERNELS_CONTRACTION_CONTRACTIONPLAN_H

#include "Relax/Kernels/Contraction/OperandPlan.h"

namespace mlir::tir {

/// How the blocks and threads of a GPU share the work of a contraction. A block
/// computes `rows` times `columns` elements, and has `k` steps of the reduction
/// dimension in shared memory at a time, `stages` times.
struct ContractionTile {
  /// Powers of 2: 16 to 128, 16 to 128, and at most 16. Tensor cores take 32 to
  /// 128, 32 to 128, and what is 64 bytes.
  int64_t rows = 64, columns = 64, k = 16;
  /// How many steps have room: while one is added up, the next ones come.
  int64_t stages = 2;
  /// Whether the threads of a warp multiply small matrices together: operands
  /// of f16 or bf16 accumulated as f32, of i8 as i32, or of f32 with 10
  /// mantissa bits.
  bool usesTensorCores = false;
  /// The reduction dimension of one such product.
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

/// All that is decided about the kernel of a contraction, which has to outlive
/// the plan.
struct ContractionPlan {
  ContractionTile tile;
  OperandPlan lhs, rhs;
  /// Bytes of staged accumulators; 0 where they stay with their threads.
  int64_t stagingBytes = 0;

  /// Whether an operand lies in memory as threads need it, and is copied.
  bool isCopied() const { return lhs.isCopied() || rhs.isCopied(); }
  /// The shared memory of a block. The staging buffer is where the operands
  /// have been.
  int64_t getSharedBytes() const {
    return std::max(tile.stages *
                        (lhs.layout.getBytes() + rhs.layout.getBytes()),
                    stagingBytes);
  }
};

ContractionPlan planContraction(Contraction &contraction,
                                const ContractionTile &tile);

/// Whether a contraction can have such tiles, with operands that are narrow
/// already if the tile uses tensor cores; or the reason why not.
LogicalResult checkTile(Contraction &contraction, const ContractionTile &tile,
                        std::string *why);

/// The same for warpgroups: a block computes 128 rows, 64 for each of two
/// warpgroups, times `columns`, and has 128 bytes of the reduction dimension of
/// each in one of `stages` parts of its shared memory.
struct WarpgroupTile {
  /// 128 or 256.
  int64_t columns = 256;
  /// At least 3: one is read, one is next, and one is being written.
  int64_t stages = 4;

  static constexpr int64_t kRows = 128, kThreads = 256;
};

struct WarpgroupPlan {
  WarpgroupTile tile;
  OperandPlan lhs, rhs;
  int64_t stagingBytes = 0;

  /// Elements and bytes of a stage.
  static int64_t getSize(const OperandPlan &operand) {
    return operand.own.size * operand.k.size;
  }
  int64_t getStageSize() const { return getSize(lhs) + getSize(rhs); }
  int64_t getStageBytes() const { return getStageSize() * lhs.layout.bytes; }
  /// The shared memory of a block.
  int64_t getSharedBytes() const {
    return std::max(tile.stages * getStageBytes(), stagingBytes);
  }
};

/// Nothing unless warpgroups multiply what the operands are, and both are
/// elements of memory that can be copied 16 bytes at a time, along the
/// reduction dimension or along rows and columns; those of i8 along the former.
std::optional<WarpgroupPlan> planWarpgroups(Contraction &contraction,
                                            const WarpgroupTile &tile);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_CONTRACTIONPLAN_H
