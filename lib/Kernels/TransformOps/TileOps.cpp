// Steps of the default schedule of a CPU.
#include "Relax/Kernels/TransformOps/TileOps.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "Relax/Kernels/RowReduction/TileProduct.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"
#include "Relax/Kernels/RowReduction/TileRowReduction.h"
#include "Relax/Kernels/RowReduction/TileWinograd.h"
#include "StepNests.h"

#define GET_OP_CLASSES
#include "Relax/Kernels/TransformOps/TileOps.cpp.inc"

namespace mlir::tir::schedule {

// The plain nest of a block.
static FailureOr<LoopNest> getNest(BlockOp block) {
  std::string why;
  FailureOr<LoopNest> nest = matchLoopNest(getOwnRoot(block), &why);
  if (failed(nest))
    return failPrecondition(block, "tile") << why;
  return nest;
}

LogicalResult TileSpatialOp::run(Application &application) {
  auto tile = [&](BlockOp block) -> LogicalResult {
    FailureOr<LoopNest> nest = getNest(block);
    if (failed(nest))
      return failure();
    if (!isSpatial(*nest))
      return failPrecondition(block, "tile")
             << "expected spatial iterators only, found '"
             << getReductionMark(*nest) << "'";
    if (failed(checkIndependent(*nest)))
      return failure();
    forget(application.rewriter, nest->getRoot());
    simplifyNest(*nest);
    tileSpatial(*nest, getLanes());
    return success();
  };
  return application.run(tile, getBlock());
}

// The reduction of a block, with its epilogue if there is one.
static FailureOr<Reduction> getReduction(BlockOp block, BlockOp end) {
  FailureOr<LoopNest> nest = getNest(block);
  if (failed(nest))
    return failure();
  std::string why;
  FailureOr<Reduction> reduction = matchReduction(*nest, &why);
  if (failed(reduction))
    return failPrecondition(block, "tile") << why;
  if (!end)
    return reduction;
  FailureOr<LoopNest> endNest = getNest(end);
  if (failed(endNest))
    return failure();
  if (!attachEpilogue(*reduction, *endNest))
    return failPrecondition(end, "tile")
           << "expected it to be the only one that reads the result of "
           << describe(block) << ", element by element";
  return reduction;
}

// Tile a reduction whose iterators are as few as possible, or as `tileFirst`
// does, which may answer that it does not; where `tile` rejects to, nothing has
// changed.
static LogicalResult
tileBlocks(Application &application, ValueRange handles,
           llvm::function_ref<LogicalResult(Reduction &)> tile,
           llvm::function_ref<bool(Reduction &)> tileFirst = nullptr) {
  SmallVector<Operation *> blocks;
  for (Value handle : handles) {
    FailureOr<BlockOp> block = application.get<BlockOp>(handle);
    if (failed(block))
      return failure();
    blocks.push_back(*block);
  }
  auto steps = [&](ArrayRef<Operation *> ops) -> LogicalResult {
    FailureOr<Reduction> reduction =
        getReduction(cast<BlockOp>(ops.front()),
                     ops.size() > 1 ? cast<BlockOp>(ops.back()) : BlockOp());
    if (failed(reduction))
      return failure();
    if (tileFirst && tileFirst(*reduction))
      return success();
    splitSharedIter(*reduction);
    simplifyReduction(*reduction);
    return tile(*reduction);
  };
  if (failed(dryRun(blocks, steps)))
    return failure();
  for (Operation *block : blocks)
    forget(application.rewriter, getOwnRoot(cast<BlockOp>(block)));
  return steps(blocks);
}

LogicalResult TileReductionOp::verify() {
  if (!getTile())
    return success();
  constexpr int64_t kMaxTile = 64;
  bool isTile =
      getTile()->size() == 2 && llvm::all_of(*getTile(), [](int64_t size) {
        return size >= 1 && size <= kMaxTile;
      });
  if (!isTile)
    return emitOpError("expects as tile a number of rows and one of columns, "
                       "from 1 to ")
           << kMaxTile << ", found " << getTileAttr();
  return success();
}

LogicalResult TileReductionOp::run(Application &application) {
  auto tileOne = [&](Reduction &reduction) -> LogicalResult {
    ReductionAccesses accesses = matchAccesses(reduction);
    if (getOverlap() && !getTile() &&
        joinShortAxes(reduction, accesses, getLanes()))
      accesses = matchAccesses(reduction);
    ReductionTile tile =
        planReduction(reduction, accesses, getLanes(),
                      getOverlap() ? TileOverlap::Allowed : TileOverlap::None)
            .tile;
    if (getTile() &&
        failed(resizeTile(reduction, tile, (*getTile())[0], (*getTile())[1])))
      return failure();
    replaceReduction(reduction, {tile, std::nullopt});
    return success();
  };
  auto tileWindows = [&](Reduction &reduction) {
    // A tile of another size has the padded buffer as it is.
    if (getTile())
      return false;
    std::optional<ReductionPlan> plan = planPaddedReduction(
        reduction, getLanes(),
        getOverlap() ? TileOverlap::Allowed : TileOverlap::None);
    if (!plan)
      return false;
    PaddedBuffer padded = plan->tile.window->buffer;
    forget(application.rewriter, padded.padding.getRoot());
    forget(application.rewriter, padded.interior.getRoot());
    replaceReduction(reduction, *plan);
    return true;
  };
  return tileBlocks(application, getOperands(), tileOne, tileWindows);
}

// As it is, as joined iterators would have indices that are quotients.
LogicalResult TileProductOp::run(Application &application) {
  auto tileFirst = [&](Reduction &reduction) {
    std::optional<TileProduct> product = planTileProduct(reduction);
    if (product)
      replaceTileProduct(reduction, *product);
    return product.has_value();
  };
  auto reject = [&](Reduction &reduction) -> LogicalResult {
    return failPrecondition(reduction.nest.block, "tile")
           << "expected sums of 'tir.dot4_u8s8' or 'tir.dot2_bf16' that tiles "
              "of 16 rows of 64 bytes compute";
  };
  return tileBlocks(application, getOperands(), reject, tileFirst);
}

LogicalResult VectorizeReductionOp::run(Application &application) {
  auto vectorize = [&](Reduction &reduction) -> LogicalResult {
    std::optional<unsigned> iter =
        findLaneIter(reduction, matchAccesses(reduction), getLanes());
    if (!iter)
      return failPrecondition(reduction.nest.block, "tile")
             << "expected a reducing iterator of at least " << getLanes()
             << " steps, in any order, that goes through its inputs element by "
                "element";
    replaceReduction(reduction, {{}, LaneIter{*iter, int64_t(getLanes())}});
    return success();
  };
  return tileBlocks(application, getOperands(), vectorize);
}

LogicalResult TileRowReductionOp::verify() {
  if (getBlocks().empty())
    return emitOpError("expects at least one block, found none");
  return success();
}

LogicalResult TileRowReductionOp::run(Application &application) {
  auto tile = [&](ArrayRef<LoopNest> nests) -> LogicalResult {
    BlockOp first = nests.front().block;
    std::optional<RowReductionGroup> group = matchRowReductionGroup(nests);
    if (!group)
      return rejectRows(first, "tile");
    std::string why;
    if (!canTileRows(*group, getBits(), &why))
      return failPrecondition(first, "tile") << why;
    tileRowReduction(*group, getBits());
    return success();
  };
  return applyToRows(application, getBlocks(), "tile", tile);
}

LogicalResult TileWinogradOp::run(Application &application) {
  auto tile = [&](ArrayRef<LoopNest> nests) -> LogicalResult {
    std::optional<WinogradNests> found = matchWinograd(nests);
    if (!found)
      return failPrecondition(nests.front().block, "tile")
             << "expected blocks that transform data, multiply, transform the "
                "products, and use lines of these, each what the one before "
                "alone makes of an image and a block of its lines";
    tileWinograd(*found, getBits());
    return success();
  };
  SmallVector<Operation *> blocks;
  for (Value handle : getOperands()) {
    FailureOr<BlockOp> block = application.get<BlockOp>(handle);
    if (failed(block))
      return failure();
    blocks.push_back(*block);
  }
  return applyToNests(application, blocks, "tile", tile);
}

} // namespace mlir::tir::schedule
