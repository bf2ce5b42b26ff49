// Attention in a function, and all that belongs to it.
#ifndef RELAX_KERNELS_ATTENTION_FUSEATTENTION_H
#define RELAX_KERNELS_ATTENTION_FUSEATTENTION_H

#include "Relax/Dialect/TIR/Analysis/AttentionChain.h"

namespace mlir::tir {

/// The nests that compute an operand of a product for it alone, and cost so
/// little that it can be computed again with each tile.
SmallVector<LoopNest> findOperandNests(AttentionChain &chain,
                                       ArrayRef<LoopNest> nests);

/// The first attention that `fits` of those that have a part in `root` or begin
/// behind it.
std::optional<AttentionChain>
findAttention(Operation *root, llvm::function_ref<bool(AttentionChain &)> fits);

/// Is told of the outermost ops of nests before these are taken apart.
using NestListener = llvm::function_ref<void(Operation *)>;
inline void tellNobody(Operation *) {}

/// Computes factors where they are used. Gives the attention as it is then;
/// nullopt where it is none any more, as a factor has become one that is not
/// matched.
std::optional<AttentionChain>
inlineOperands(AttentionChain chain, NestListener listener = tellNobody);

/// Lets the nest that uses the result go with the attention, if there is one
/// that can, and gives the attention as it is then.
std::optional<AttentionChain> attachUser(AttentionChain chain,
                                         NestListener listener = tellNobody);

/// Erases all nests, and the buffers that only they had.
void eraseAttention(AttentionChain &chain, NestListener listener = tellNobody);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_FUSEATTENTION_H
