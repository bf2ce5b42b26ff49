// Attention: scores of queries and keys, their softmax, and sums of values, as
// one kernel that never has all scores of a row.
#include "AttentionKernel.h"

namespace mlir::tir {

// Terms and columns that a block can have, and the least of rows and keys that
// are worth tiles.
static constexpr int64_t kLeastDepth = 16, kMostDepth = 256;
static constexpr int64_t kLeastRows = 8, kLeastKeys = 16;

static bool hasTiles(AttentionChain &chain) {
  auto isBetween = [](Contraction &products, ArrayRef<unsigned> iters) {
    std::optional<int64_t> total = products.getConstantTotal(iters);
    return total && *total >= kLeastDepth && *total <= kMostDepth;
  };
  return isBetween(chain.scores, chain.scores.depth) &&
         isBetween(chain.values, chain.values.columns) &&
         chain.scores.getConstantTotal(chain.scores.rows)
                 .value_or(kLeastRows) >= kLeastRows &&
         getConstantIndex(chain.getNumKeys()).value_or(kLeastKeys) >=
             kLeastKeys &&
         chain.scores.left.getType() == chain.getType() &&
         chain.values.right.getType() == chain.getType();
}

bool scheduleAttention(Operation *root, const GPUChip &chip) {
  std::optional<AttentionChain> found =
      findAttention(root, [&](AttentionChain &chain) {
        return hasTiles(chain) && fitCoreAttention(chain, chip);
      });
  if (!found)
    return false;
  std::optional<AttentionChain> chain = gatherAttention(*found);
  std::optional<AttentionTile> core =
      chain ? fitCoreAttention(*chain, chip) : std::nullopt;
  // Factors were computed where they are used: that is done, and other rules
  // are asked about the rest.
  if (!core)
    return true;
  OpBuilder builder(getLastRoot(*chain));
  if (std::optional<AttentionTile> tile = fitTensorAttention(*chain, chip))
    buildTensorAttention(*chain, *tile, builder);
  else
    buildCoreAttention(*chain, *core, builder);
  eraseAttention(*chain);
  return true;
}

} // namespace mlir::tir
