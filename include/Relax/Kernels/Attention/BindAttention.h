// Attention by the threads of a GPU, which go over tiles of keys with the
// greatest score and the sum so far of each row.
#ifndef RELAX_KERNELS_ATTENTION_BINDATTENTION_H
#define RELAX_KERNELS_ATTENTION_BINDATTENTION_H

#include "Relax/Kernels/Attention/FuseAttention.h"

namespace mlir::tir {

/// What multiplies: a thread one product at a time, or a warp, or a warpgroup,
/// small matrices of f16 and bf16 that were widened to f32, for results that
/// are narrowed again.
enum class AttentionUnit { Threads, TensorCores, Warpgroups };

/// What a block does at a time: some rows of scores, for some keys; all terms
/// and all columns of the values, as many as tiles of them have.
struct AttentionTile {
  int64_t rows = 64, keys = 64;
  AttentionUnit unit = AttentionUnit::Threads;
  int64_t threads = 256, headDim = 0, columns = 0;
  /// The shared memory of a block.
  int64_t sharedBytes = 0;
  /// Blocks that share some rows: each goes over a piece of the keys.
  int64_t partitions = 1;

  bool usesWarpgroups() const { return unit == AttentionUnit::Warpgroups; }
};

/// The tile of so many rows and keys, multiples of 16 up to 256, or the reason
/// why a block cannot have it.
FailureOr<AttentionTile> sizeAttentionTile(AttentionChain &chain, int64_t rows,
                                           int64_t keys, AttentionUnit unit,
                                           std::string *why);

/// Replace the nests of the attention by a kernel, which never has all scores;
/// of several pieces by two, of which the second joins what the pieces give.
void bindAttention(AttentionChain &chain, const AttentionTile &tile,
                   NestListener listener = tellNobody);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_BINDATTENTION_H
