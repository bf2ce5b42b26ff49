// Steps of the default schedules that make a kernel of attention.
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"
#include "Relax/Kernels/Attention/BindAttention.h"
#include "Relax/Kernels/Attention/TileAttention.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Relax/Kernels/TransformOps/TileOps.h"

namespace mlir::tir::schedule {

// All that belongs to the attention of which the block is the last product.
static FailureOr<AttentionChain> gather(BlockOp block, StringRef verb,
                                        NestListener listener) {
  std::string why;
  FailureOr<LoopNest> nest = matchLoopNest(getOwnRoot(block), &why);
  if (failed(nest))
    return failPrecondition(block, verb) << why;
  std::optional<AttentionChain> chain =
      matchAttention(*nest, getTopNests(block->getParentOfType<FuncOp>()));
  if (chain)
    chain = inlineOperands(*chain, listener);
  if (chain)
    chain = attachUser(*chain, listener);
  if (!chain)
    return failPrecondition(block, verb)
           << "expected it to accumulate values times the softmax of other "
              "contractions, which nothing else uses";
  return *chain;
}

// Make a kernel of the attention of a block; where `make` rejects to, nothing
// has changed.
static LogicalResult
makeKernel(Application &application, Value handle,
           llvm::function_ref<LogicalResult(BlockOp, NestListener)> make) {
  auto makeOne = [&](BlockOp block) -> LogicalResult {
    auto steps = [&](ArrayRef<Operation *> ops) {
      return make(cast<BlockOp>(ops.front()), tellNobody);
    };
    if (failed(dryRun(block.getOperation(), steps)))
      return failure();
    return make(block,
                [&](Operation *root) { forget(application.rewriter, root); });
  };
  return application.run(makeOne, handle);
}

LogicalResult TileAttentionOp::run(Application &application) {
  auto tile = [&](BlockOp block, NestListener listener) -> LogicalResult {
    FailureOr<AttentionChain> chain = gather(block, "tile", listener);
    if (failed(chain))
      return failure();
    std::optional<AttentionRowTile> tile =
        chooseAttentionTile(*chain, getLanes(), getRegisters());
    if (!tile)
      return failPrecondition(block, "tile")
             << "expected attention of at least 8 rows and 32 keys, and known "
                "head sizes of at most 256";
    tileAttention(*chain, *tile, listener);
    return success();
  };
  return makeKernel(application, getBlock(), tile);
}

LogicalResult BindAttentionOp::verify() {
  constexpr int64_t kStep = 16, kMax = 256;
  for (int64_t size : {int64_t(getRows()), int64_t(getKeys())})
    if (size < kStep || size > kMax || size % kStep != 0)
      return emitOpError("expects rows and keys that are multiples of ")
             << kStep << ", at most " << kMax << ", found " << size;
  constexpr int64_t kWarpgroupStep = 64;
  for (int64_t size : {int64_t(getRows()), int64_t(getKeys())})
    if (getWarpgroups() && size % kWarpgroupStep != 0)
      return emitOpError("expects rows and keys for warpgroups that are "
                         "multiples of ")
             << kWarpgroupStep << ", found " << size;
  if (getWarpgroups() && getTensorCores())
    return emitOpError("expects one of 'tensor_cores' and 'warpgroups', found "
                       "both; leave out one of them");
  return success();
}

LogicalResult BindAttentionOp::run(Application &application) {
  AttentionUnit unit = getWarpgroups()    ? AttentionUnit::Warpgroups
                       : getTensorCores() ? AttentionUnit::TensorCores
                                          : AttentionUnit::Threads;
  auto bind = [&](BlockOp block, NestListener listener) -> LogicalResult {
    FailureOr<AttentionChain> chain = gather(block, "bind", listener);
    if (failed(chain))
      return failure();
    SmallVector<LoopNest> nests = chain->getNests();
    if (chain->values.reduction.epilogue)
      nests.push_back(*chain->values.reduction.epilogue);
    for (LoopNest &nest : nests)
      if (failed(checkIndependent(nest)))
        return failure();
    std::string why;
    FailureOr<AttentionTile> tile =
        sizeAttentionTile(*chain, getRows(), getKeys(), unit, &why);
    if (failed(tile))
      return failPrecondition(block, "bind") << why;
    tile->partitions = getPartitions().value_or(1);
    bindAttention(*chain, *tile, listener);
    return success();
  };
  return makeKernel(application, getBlock(), bind);
}

} // namespace mlir::tir::schedule
