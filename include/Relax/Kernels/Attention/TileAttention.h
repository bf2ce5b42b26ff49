// Attention in tiles of rows and keys, for a CPU.
#ifndef RELAX_KERNELS_ATTENTION_TILEATTENTION_H
#define RELAX_KERNELS_ATTENTION_TILEATTENTION_H

#include "Relax/Kernels/Attention/FuseAttention.h"

namespace mlir::tir {

/// What is computed at a time: scores of `rows` and `keys`. In registers are
/// sums of `rowBlock` rows, the lanes of a few vectors, and of `keyRegisters`
/// keys, or `columnRegisters` columns of the result.
struct AttentionRowTile {
  int64_t rows = 0, rowBlock = 0, keys = 0, keyRegisters = 0,
          columnRegisters = 0;
};

/// A tile that suits vectors of `lanes` elements and `registers` of them;
/// nullopt where attention as one is not expected to be faster than the nests
/// that it is made of.
std::optional<AttentionRowTile>
chooseAttentionTile(AttentionChain &chain, int64_t lanes, int64_t registers);

/// Replace the nests of the attention by loops over tiles, which never have all
/// scores.
void tileAttention(AttentionChain &chain, const AttentionRowTile &tile,
                   NestListener listener = tellNobody);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_TILEATTENTION_H
