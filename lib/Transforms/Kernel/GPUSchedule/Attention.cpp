// Attention: scores of queries and keys, their softmax, and sums of values, as
// one kernel that never has all scores of a row.
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"

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

static SmallVector<BlockNest> collectNests(Operation *op) {
  SmallVector<BlockNest> nests;
  for (; op; op = op->getNextNode())
    if (FailureOr<BlockNest> nest = matchBlockNest(op, nullptr);
        succeeded(nest))
      nests.push_back(*nest);
  return nests;
}

static bool begins(Operation *root, AttentionChain &chain,
                   ArrayRef<BlockNest> nests) {
  SmallVector<BlockNest> own = chain.getNests();
  llvm::append_range(own, findFactorNests(chain, nests));
  return llvm::any_of(own,
                      [&](BlockNest nest) { return nest.getRoot() == root; });
}

// The attention that has a part in `root`.
static std::optional<AttentionChain> findChain(Operation *root,
                                               const GPUChip &chip) {
  SmallVector<BlockNest> nests = collectNests(root);
  for (BlockNest nest : nests)
    if (std::optional<AttentionChain> chain = matchAttention(nest, nests))
      if (hasTiles(*chain) && begins(root, *chain, nests) &&
          fitCoreAttention(*chain, chip))
        return chain;
  return std::nullopt;
}

// Computes factors where they are used; the chain is then another one.
static AttentionChain inlineFactors(AttentionChain chain) {
  BlockNest last = chain.values.reduction.nest;
  for (;;) {
    SmallVector<BlockNest> nests =
        collectNests(&last.getRoot()->getBlock()->front());
    std::optional<AttentionChain> found = matchAttention(last, nests);
    SmallVector<BlockNest> factors = findFactorNests(*found, nests);
    if (factors.empty())
      return *found;
    (void)inlineBlock(factors.front());
  }
}

// The nest that uses the result goes with it, if all that is read stays.
static AttentionChain attachUser(AttentionChain chain) {
  BlockNest last = chain.values.reduction.nest;
  FailureOr<BlockNest> user = findOnlyUser(chain.values.reduction);
  if (failed(user))
    return chain;
  Operation *root = last.getRoot();
  for (BlockNest nest : chain.getNests())
    if (!root->isBeforeInBlock(user->getRoot()) ||
        !isUnwritten(root, user->getRoot(), nest.block.getReads()))
      return chain;
  // It may read at 0 what is written at an iterator of one value.
  dropUnitIters(last);
  dropUnitIters(*user);
  chain =
      *matchAttention(last, collectNests(&last.getRoot()->getBlock()->front()));
  (void)attachEpilogue(chain.values.reduction, *user);
  return chain;
}

bool scheduleAttention(Operation *root, const GPUChip &chip) {
  std::optional<AttentionChain> found = findChain(root, chip);
  if (!found)
    return false;
  AttentionChain chain = attachUser(inlineFactors(*found));
  Reduction &values = chain.values.reduction;
  Operation *last =
      (values.epilogue ? *values.epilogue : values.nest).getRoot();
  OpBuilder builder(last);
  if (std::optional<AttentionTile> tile = fitTensorAttention(chain, chip))
    buildTensorAttention(chain, *tile, builder);
  else
    buildCoreAttention(chain, *fitCoreAttention(chain, chip), builder);
  SmallVector<Value> passed;
  for (BlockNest nest : chain.getNests()) {
    llvm::append_range(passed, nest.block.getWrites());
    if (nest.getRoot() != last)
      nest.getRoot()->erase();
  }
  last->erase();
  for (Value buffer : passed)
    eraseDeadBuffer(buffer);
  return true;
}

} // namespace mlir::tir
