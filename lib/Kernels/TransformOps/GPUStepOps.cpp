// Steps of the default schedule of a GPU.
#include "Relax/Kernels/TransformOps/GPUStepOps.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"
#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "Relax/Kernels/Elementwise/BindOneThread.h"
#include "Relax/Kernels/Elementwise/TileTranspose.h"
#include "Relax/Kernels/RowReduction/RowReductionKernel.h"
#include "Relax/Kernels/RowReduction/RowVectors.h"
#include "Relax/Kernels/RowReduction/SplitGroups.h"
#include "Relax/Kernels/RowReduction/SplitReduction.h"
#include "Relax/Kernels/Scan/BindScan.h"
#include "Relax/Kernels/Sort/BindSort.h"
#include "Relax/Support/GPUTarget.h"
#include "StepNests.h"

#define GET_OP_CLASSES
#include "Relax/Kernels/TransformOps/GPUStepOps.cpp.inc"

namespace mlir::tir::schedule {

// Bind the nest of a block by `bind`; where that rejects to, nothing has
// changed.
static LogicalResult
bindNest(Application &application, Value handle, StringRef verb,
         llvm::function_ref<LogicalResult(LoopNest &)> bind) {
  auto bindOne = [&](BlockOp block) -> LogicalResult {
    FailureOr<LoopNest> nest = getTopNest(block, verb);
    if (failed(nest) || failed(checkIndependent(*nest)))
      return failure();
    auto steps = [&](ArrayRef<Operation *> ops) -> LogicalResult {
      FailureOr<LoopNest> own = getTopNest(cast<BlockOp>(ops.front()), verb);
      return failed(own) ? failure() : bind(*own);
    };
    if (failed(dryRun(block.getOperation(), steps)))
      return failure();
    forget(application.rewriter, nest->getRoot());
    return steps(block.getOperation());
  };
  return application.run(bindOne, handle);
}

LogicalResult TileTransposeOp::run(Application &application) {
  auto tile = [](LoopNest &nest) -> LogicalResult {
    std::string why;
    FailureOr<Transposition> found = matchTransposition(nest, &why);
    if (failed(found))
      return failPrecondition(nest.block, "tile") << why;
    if (auto excess = findExcess(found->getSharedBytes()))
      return failPrecondition(nest.block, "tile") << *excess;
    tileTranspose(nest, *found);
    return success();
  };
  return bindNest(application, getBlock(), "tile", tile);
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

// The reduction of a block, with its epilogue if there is one.
static FailureOr<Reduction> getReduction(Application &application, Value handle,
                                         Value endHandle) {
  FailureOr<LoopNest> nest = getIndependentNest(application, handle, "tile"),
                      end;
  if (failed(nest))
    return failure();
  if (endHandle) {
    end = getIndependentNest(application, endHandle, "tile");
    if (failed(end))
      return failure();
  }
  std::string why;
  FailureOr<Reduction> reduction = matchReduction(*nest, &why);
  if (failed(reduction))
    return failPrecondition(nest->block, "tile") << why;
  if (endHandle && !attachEpilogue(*reduction, *end))
    return failPrecondition(end->block, "tile")
           << "expected it to be the only one that reads the result of "
           << describe(nest->block)
           << ", element by element, and to write nothing that that one reads";
  return reduction;
}

// No handle names what is going to be replaced.
static void forgetNests(Application &application, Contraction &contraction) {
  Reduction &reduction = contraction.reduction;
  forget(application.rewriter, reduction.nest.getRoot());
  if (reduction.epilogue)
    forget(application.rewriter, reduction.epilogue->getRoot());
  if (contraction.productGroups)
    forget(application.rewriter, contraction.productGroups->nest.getRoot());
}

// Each thread has as many elements of a step as all others, at least one.
static std::optional<std::string> findWrongSize(const ContractionTile &tile) {
  constexpr int64_t kMin = ContractionTile::kSide, kMax = 128, kMaxK = 16;
  int64_t maxColumns = tile.usesWarps() ? 2 * kMax : kMax;
  for (auto [size, max] :
       {std::pair(tile.rows, kMax), std::pair(tile.columns, maxColumns)})
    if (!llvm::isPowerOf2_64(size) || size < kMin || size > max)
      return ("tiles have rows and columns that are powers of 2 from " +
              Twine(kMin) + " to " + Twine(max) + ", found " + Twine(size))
          .str();
  int64_t minK = ContractionTile::kThreads / std::min(tile.rows, tile.columns);
  if (!tile.usesWarps() &&
      (!llvm::isPowerOf2_64(tile.k) || tile.k < minK || tile.k > kMaxK))
    return ("tiles of " + Twine(tile.rows) + " rows and " +
            Twine(tile.columns) +
            " columns take a power of 2 of terms at a time, from " +
            Twine(minK) + " to " + Twine(kMaxK) + ", found " + Twine(tile.k))
        .str();
  return std::nullopt;
}

// A step of tensor cores is 64 to 256 bytes of K, one product 32 bytes, or 16.
static std::optional<std::string> findWrongStep(Type type,
                                                const ContractionTile &tile) {
  constexpr int64_t kStepBytes = 64, kMaxStepBytes = 256, kProductBytes = 32;
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (!llvm::isPowerOf2_64(tile.k) || tile.k * bytes < kStepBytes ||
      tile.k * bytes > kMaxStepBytes)
    return ("tensor cores take a power of 2 from " + Twine(kStepBytes / bytes) +
            " to " + Twine(kMaxStepBytes / bytes) +
            " of its terms at a time, found " + Twine(tile.k))
        .str();
  int64_t mmaK = kProductBytes / bytes;
  bool isHalf = (type.isF16() || type.isInteger(8)) && tile.mmaK * 2 == mmaK;
  if (tile.mmaK != mmaK && !isHalf)
    return ("one product of tensor cores has " + Twine(mmaK) +
            " of its terms, found " + Twine(tile.mmaK))
        .str();
  return std::nullopt;
}

// Why a contraction cannot have such tiles, of threads or warps, with operands
// that are narrow already if these are warps; nullopt if it can.
static std::optional<std::string> findWrongTile(Contraction &contraction,
                                                const ContractionTile &tile) {
  constexpr int64_t kMaxStages = 8;
  if (!contraction.hasWholeBytes())
    return "its factors are no numbers of 1, 2, 4 or 8 bytes";
  if (contraction.getConstantTotal(contraction.kIters) == 0)
    return "it has no terms";
  if (auto wrong = findWrongSize(tile))
    return wrong;
  if (tile.stages < 2 || tile.stages > kMaxStages)
    return ("expected room for 2 to " + Twine(kMaxStages) + " steps, found " +
            Twine(tile.stages))
        .str();
  if (tile.usesWarps())
    if (auto wrong = findWrongStep(tile.factor, tile))
      return wrong;
  // Without copies a step is in registers, too, of which there are no more.
  return findExcess(planContraction(contraction, tile).getSharedBytes(),
                    tile.usesAsyncCopies || tile.roundsOnce()
                        ? relax::GPUTarget::kMaxSharedBytes
                        : kDefaultSharedBytes);
}

static FailureOr<Contraction> getContraction(const Reduction &reduction) {
  FailureOr<Contraction> found = matchContraction(reduction);
  return failed(found) ? matchGroupedContraction(reduction) : found;
}

LogicalResult TileContractionOp::verify() {
  if (getTile().size() != 3)
    return emitOpError("expects as tile a number of rows, one of columns and "
                       "one of terms, found ")
           << getTileAttr();
  if (!getMmaK() && (getTf32() || getAsyncCopies()))
    return emitOpError("expects 'tf32' and 'async_copies' only together with "
                       "'tensor_cores', found none");
  return success();
}

LogicalResult TileContractionOp::run(Application &application) {
  ContractionTile wanted;
  wanted.rows = getTile()[0];
  wanted.columns = getTile()[1];
  wanted.k = getTile()[2];
  wanted.stages = getStages();
  if (getMmaK())
    wanted.unit = ContractionUnit::Warps;
  wanted.mmaK = getMmaK().value_or(0);
  wanted.usesAsyncCopies = getAsyncCopies();
  FailureOr<Reduction> reduction =
      getReduction(application, getBlock(), getEpilogue());
  if (failed(reduction))
    return failure();
  BlockOp block = reduction->nest.block;
  FailureOr<Contraction> found = getContraction(*reduction);
  if (failed(found))
    return failPrecondition(block, "tile")
           << "expected a contraction of two operands, each of which has an "
              "axis of the result for itself, from one start for all";
  if (getMmaK() && !found->narrowOperands() &&
      !(getTf32() && found->hasFloatOperands()))
    return failPrecondition(block, "tile")
           << "expected operands that tensor cores multiply: f16 or bf16 "
              "for sums of f32, i8 for sums of i32, and f32 with 'tf32'";
  if (getMmaK())
    wanted.factor = found->getFactorType();
  if (auto wrong = findWrongTile(*found, wanted))
    return failPrecondition(block, "tile") << *wrong;
  forgetNests(application, *found);
  tileContraction(planContraction(*found, wanted));
  return success();
}

LogicalResult TileByWarpgroupsOp::verify() {
  constexpr int64_t kMaxStages = 8;
  constexpr int64_t kRows = ContractionTile::kWarpgroupRows;
  if (getRows() != kRows && getRows() != 2 * kRows)
    return emitOpError("expects 128 or 256 rows, found ") << getRows();
  if (getColumns() != 64 && getColumns() != 128 && getColumns() != 256)
    return emitOpError("expects 64, 128 or 256 columns, found ")
           << getColumns();
  int64_t stages = getStages();
  if (stages < 3 || stages > kMaxStages)
    return emitOpError("expects 3 to ")
           << kMaxStages << " stages, found " << stages;
  return success();
}

LogicalResult TileByWarpgroupsOp::run(Application &application) {
  int64_t maxBytes = relax::getMaxSharedBytes(relax::GPUTarget::kWarpgroupChip);
  FailureOr<Reduction> reduction =
      getReduction(application, getBlock(), getEpilogue());
  if (failed(reduction))
    return failure();
  BlockOp block = reduction->nest.block;
  FailureOr<Contraction> found = getContraction(*reduction);
  std::optional<ContractionPlan> plan;
  if (succeeded(found) && found->hasWholeBytes() &&
      (found->narrowOperands() || (getTf32() && found->hasFloatOperands())))
    plan = planWarpgroups(*found, getRows(), getColumns(), getStages());
  if (!plan)
    return failPrecondition(block, "tile")
           << "expected a contraction, with rows, columns and a K dimension, "
              "of elements that warpgroups multiply: f16, bf16 or f8 for sums "
              "of f32, i8 for sums of i32, and f32 with 'tf32'";
  if (auto excess = findExcess(plan->getSharedBytes(), maxBytes))
    return failPrecondition(block, "tile") << *excess;
  forgetNests(application, *found);
  tileContraction(*plan);
  return success();
}

LogicalResult SplitReductionOp::run(Application &application) {
  auto split = [&](LoopNest &nest) -> LogicalResult {
    std::string why;
    FailureOr<Reduction> reduction = matchReduction(nest, &why);
    if (failed(reduction) || failed(checkSplit(*reduction, &why)))
      return failPrecondition(nest.block, "split") << why;
    splitReduction(*reduction, getPartitions());
    return success();
  };
  return bindNest(application, getBlock(), "split", split);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

// Elements that a thread does at once.
static LogicalResult checkVector(Operation *op, int64_t elements) {
  constexpr int64_t kMax = 16;
  if (llvm::isPowerOf2_64(elements) && elements != 1 && elements <= kMax)
    return success();
  return op->emitOpError("expects vectors of 2, 4, 8 or ")
         << kMax << " elements, found " << elements;
}

LogicalResult BindRowReductionOp::verify() {
  int64_t rows = getRows(), lanes = getLanes();
  if (getBlocks().empty())
    return emitOpError("expects at least one block, found none");
  if (!llvm::isPowerOf2_64(rows) || !llvm::isPowerOf2_64(lanes) ||
      rows > relax::GPUTarget::kMaxBlockThreads ||
      rows * lanes > relax::GPUTarget::kMaxBlockThreads)
    return emitOpError("expects rows and lanes that are powers of 2, with at "
                       "most ")
           << relax::GPUTarget::kMaxBlockThreads << " threads together, found "
           << rows << " and " << lanes;
  if (getAcross() && rows == 1)
    return emitOpError("expects several rows for 'across', found one");
  return checkVector(*this, getVector().value_or(2));
}

LogicalResult BindRowReductionOp::run(Application &application) {
  auto bind = [&](ArrayRef<LoopNest> nests) -> LogicalResult {
    SplitGroups split(nests);
    BlockOp first = nests.front().block;
    std::optional<RowReductionGroup> group =
        matchRowReductionGroup(split.getNests());
    if (!group)
      return rejectRows(first, "bind");
    RowReductionShape shape{int64_t(getRows()), int64_t(getLanes()),
                            getAcross(), int64_t(getVector().value_or(1))};
    if (shape.vector > 1 && llvm::none_of(group->nests, [&](RowLoopNest &nest) {
          return findVectorIter(nest, shape.vector);
        }))
      return failPrecondition(first, "bind")
             << "expected a block that goes along memory within its rows in "
                "vectors of "
             << shape.vector
             << " elements, of which rows are known to have a whole number";
    split.keep(nests.size());
    ForOp blocks = buildRowReductionKernel(*group, shape).blocks;
    if (std::optional<uint64_t> resident = getResidentBlocks())
      tir::setResidentBlocks(blocks, int64_t(*resident));
    return success();
  };
  return applyToRows(application, getBlocks(), "bind", bind);
}

LogicalResult BindScanOp::verify() {
  int64_t rows = getRows(), lanes = getLanes();
  if (lanes % kWarpThreads != 0 || lanes > relax::GPUTarget::kMaxBlockThreads ||
      rows > relax::GPUTarget::kMaxBlockThreads / lanes)
    return emitOpError("expects lanes that are a multiple of ")
           << kWarpThreads << ", with at most "
           << relax::GPUTarget::kMaxBlockThreads << " threads together, found "
           << rows << " rows and " << lanes << " lanes";
  if (rows > 1 && getChunks() > 1)
    return emitOpError("expects one row for rows in partitions, found ")
           << rows;
  return getVectors() ? checkVector(*this, getNeighbours()) : success();
}

LogicalResult BindScanOp::run(Application &application) {
  ScanShape shape{int64_t(getRows()), int64_t(getLanes()),
                  int64_t(getNeighbours()), int64_t(getChunks()), getVectors()};
  auto bind = [&](LoopNest &nest) -> LogicalResult {
    std::string why;
    FailureOr<Scan> scan = matchScan(nest, &why);
    if (failed(scan) || failed(checkScan(*scan, shape, &why)))
      return failPrecondition(nest.block, "bind") << why;
    bindScan(*scan, shape);
    return success();
  };
  return bindNest(application, getBlock(), "bind", bind);
}

//===----------------------------------------------------------------------===//
// Sorts
//===----------------------------------------------------------------------===//

LogicalResult BindSortOp::run(Application &application) {
  SortShape shape{int64_t(getRows()), int64_t(getLanes()),
                  int64_t(getNeighbours())};
  auto bind = [&](LoopNest &nest) -> LogicalResult {
    std::string why;
    FailureOr<RankSort> sort = matchRankSort(nest, &why);
    if (failed(sort))
      return failPrecondition(nest.block, "bind") << why;
    if (!canBindSort(*sort, shape))
      return failPrecondition(nest.block, "bind")
             << "expected keys of 8 to 64 bits, 1 to " << shape.getTile()
             << " elements that are sorted together, in runs of just as many, "
                "whole warps a row or a power of 2 of lanes, and at most "
             << relax::GPUTarget::kMaxBlockThreads << " threads and "
             << kDefaultSharedBytes << " bytes of shared memory; found keys of "
             << sort->key.getType() << ", " << sort->getMaxLength().value_or(0)
             << " elements (0 if that is not known), "
             << shape.rows * shape.lanes << " threads and "
             << getSharedBytes(*sort, shape) << " bytes";
    for (RankedStore &use : sort->stores)
      forget(application.rewriter, use.nest.getRoot());
    bindSort(*sort, shape);
    return success();
  };
  return bindNest(application, getBlock(), "bind", bind);
}

//===----------------------------------------------------------------------===//
// One thread
//===----------------------------------------------------------------------===//

LogicalResult BindOneThreadOp::run(Application &application) {
  FailureOr<Operation *> found = application.getAny(getTarget());
  if (failed(found))
    return failure();
  Operation *target = *found;
  auto function = dyn_cast<FuncOp>(target);
  bool isAtTop = isa_and_present<FuncOp>(target->getParentOp()) &&
                 isa<ForOp, BlockOp, IfOp, WhileOp>(target);
  if (!isAtTop && (!function || function.isExternal())) {
    InFlightDiagnostic error = emitOpError(
        "expects a handle of a loop, a block or a branch at the top of a "
        "function, or of a 'tir.func' with a body, found one of '");
    error << target->getName() << "'";
    error.attachNote(target->getLoc()) << "the op is here";
    return error;
  }
  if (ForOp bound = findBoundLoop(target)) {
    InFlightDiagnostic error =
        failPrecondition(target, "bind")
        << "expected no loop in it that is bound to threads";
    error.attachNote(bound.getLoc()) << "that loop is here";
    return error;
  }
  if (function)
    bindFunctionToOneThread(function);
  else
    bindToOneThread(target);
  return success();
}

} // namespace mlir::tir::schedule
