// Tile, vectorize and thread a tensor program for a CPU.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"
#include "Relax/Dialect/TIR/Schedule/LowerBlock.h"
#include "Relax/Dialect/TIR/Schedule/TileReduction.h"
#include "Relax/Dialect/TIR/Schedule/TileSpatial.h"
#include "Relax/Dialect/TIR/Schedule/VectorizeReduction.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DEFAULTCPUSCHEDULEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// What to inline
//===----------------------------------------------------------------------===//

// True if an element costs so much that it is computed once only.
static bool isCostly(BlockOp block) {
  unsigned ops = 0;
  for (Operation &op : *block.getBody()) {
    ++ops;
    if (isa<math::MathDialect>(op.getDialect()) &&
        !isa<math::AbsFOp, math::FmaOp, math::FloorOp, math::CeilOp>(op))
      return true;
  }
  return ops > 16;
}

// True if the reader reads each element at most once.
static bool readsOnce(BlockOp reader, memref::LoadOp load) {
  SmallVector<Value> iters;
  for (Value index : load.getIndices()) {
    if (isa<BlockArgument>(index))
      iters.push_back(index);
    else if (!getConstantIndex(index))
      return false;
  }
  return llvm::all_of(llvm::enumerate(reader.getIters()), [&](auto it) {
    return getConstantIndex(reader.getExtents()[it.index()]) == 1 ||
           llvm::count(iters, it.value()) == 1;
  });
}

// True if something moves with each iterator of the reader.
static bool movesWithAll(BlockOp reader, memref::LoadOp load) {
  ElementAccess access{load, load.getMemRef(), load.getIndices(), false};
  for (unsigned iter = 0; iter != reader.getNumIters(); ++iter)
    if (getConstantIndex(reader.getExtents()[iter]) != 1 &&
        isInvariant(reader, access, iter))
      return false;
  return true;
}

// The loads of the buffer of a producer, outside it.
static SmallVector<memref::LoadOp> getReads(BlockNest &producer) {
  SmallVector<memref::LoadOp> loads;
  for (Operation *user : getInlinableBuffer(producer).getUsers())
    if (auto load = dyn_cast<memref::LoadOp>(user))
      if (!producer.block->isAncestor(load))
        loads.push_back(load);
  return loads;
}

// True if the producer is the elementwise end of a reduction.
static bool finishesReduction(BlockNest &producer) {
  for (ElementAccess &access : getAccesses(producer.block))
    if (!access.isStore &&
        readsOnce(producer.block, cast<memref::LoadOp>(access.op)))
      for (Operation *user : access.buffer.getUsers())
        if (auto writer = dyn_cast<BlockOp>(user))
          if (writer.getInit() &&
              llvm::is_contained(writer.getWrites(), access.buffer))
            return true;
  return false;
}

// True if computing elements where they are used is better than storing them.
static bool isWorthInlining(BlockNest &producer) {
  if (!canInlineBlock(producer))
    return false;
  bool costly = isCostly(producer.block);
  llvm::SetVector<Operation *> readers;
  for (memref::LoadOp load : getReads(producer)) {
    auto reader = load->getParentOfType<BlockOp>();
    readers.insert(reader);
    bool reduces = reader.isReduction();
    if (reduces && finishesReduction(producer))
      return false;
    if (costly ? !readsOnce(reader, load)
               : reduces && !movesWithAll(reader, load))
      return false;
  }
  return !costly || readers.size() == 1;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DefaultCPUSchedulePass
    : relax::impl::DefaultCPUSchedulePassBase<DefaultCPUSchedulePass> {
  using Base::Base;
  void runOnOperation() override;

private:
  SmallVector<BlockNest> collectNests();
  void inlineProducers();
  void scheduleReduction(Reduction reduction);
  void scheduleNest(BlockNest nest, ArrayRef<BlockNest> later);
  int64_t getLanes(ArrayRef<BlockOp> blocks);
};
} // namespace

static unsigned findHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return 512;
  return features.lookup("avx") ? 256 : 128;
}

// Bits of a vector register here. A machine answers slowly what it has, above
// all a virtual one, and there may be thousands of kernels.
static unsigned getHostVectorBits() {
  static const unsigned bits = findHostVectorBits();
  return bits;
}

// Elements in a vector of the widest type that the blocks touch.
int64_t DefaultCPUSchedulePass::getLanes(ArrayRef<BlockOp> blocks) {
  unsigned widest = 8;
  for (BlockOp block : blocks)
    for (ElementAccess &access : getAccesses(block)) {
      Type type = cast<MemRefType>(access.buffer.getType()).getElementType();
      widest = std::max(
          widest, type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64u);
    }
  unsigned bits = vectorBits == 0 ? getHostVectorBits() : vectorBits;
  return std::max(1u, bits / widest);
}

SmallVector<BlockNest> DefaultCPUSchedulePass::collectNests() {
  SmallVector<BlockNest> nests;
  for (Operation &op : getOperation().getBody().front())
    if (isa<ForOp, BlockOp>(op)) {
      std::string why;
      FailureOr<BlockNest> nest = matchBlockNest(&op, &why);
      if (succeeded(nest))
        nests.push_back(*nest);
      else
        op.emitRemark("is not scheduled: ") << why;
    }
  return nests;
}

void DefaultCPUSchedulePass::inlineProducers() {
  IRRewriter rewriter(&getContext());
  for (BlockNest &nest : collectNests()) {
    if (!isWorthInlining(nest))
      continue;
    llvm::SetVector<Operation *> readers;
    for (memref::LoadOp load : getReads(nest))
      readers.insert(load->getParentOfType<BlockOp>());
    (void)inlineBlock(nest);
    // Two loads of one element have made two copies.
    for (Operation *reader : readers) {
      DominanceInfo dominance(reader);
      eliminateCommonSubExpressions(rewriter, dominance, reader);
    }
  }
}

void DefaultCPUSchedulePass::scheduleReduction(Reduction reduction) {
  simplifyReduction(reduction);
  SmallVector<BlockOp> blocks{reduction.nest.block};
  if (reduction.epilogue)
    blocks.push_back(reduction.epilogue->block);
  int64_t lanes = getLanes(blocks);
  ReductionTile tile = chooseTile(reduction, lanes);
  std::optional<unsigned> lane = findLaneIter(reduction, lanes);
  if (lane && !tile.isContiguous)
    return vectorizeReduction(reduction, *lane, lanes);
  // A panel of what is not contiguous pays for many rows only.
  if (lane && tile.row && !reduction.nest.getConstantExtent(*tile.row) &&
      tile.packsStrided)
    tile.laneIter = LaneIter{*lane, lanes};
  tileReduction(reduction, tile);
}

void DefaultCPUSchedulePass::scheduleNest(BlockNest nest,
                                          ArrayRef<BlockNest> later) {
  if (isSpatial(nest)) {
    simplifyNest(nest);
    return tileSpatial(nest, getLanes(nest.block));
  }
  std::string why;
  FailureOr<Reduction> reduction = matchReduction(nest, &why);
  if (failed(reduction)) {
    nest.block.emitRemark("is not scheduled: ") << why;
    return;
  }
  for (const BlockNest &next : later)
    if (attachEpilogue(*reduction, next))
      break;
  scheduleReduction(*reduction);
}

// Sizes of local buffers are those that they are made with; nothing then asks
// the buffers, so that they can go.
static void resolveSizes(FuncOp func) {
  SmallVector<memref::DimOp> dims;
  func.walk([&](memref::DimOp op) { dims.push_back(op); });
  for (memref::DimOp op : dims) {
    OpBuilder builder(op);
    SmallVector<Value> folded;
    if (failed(builder.tryFold(op, folded)) || folded.size() != 1)
      continue;
    op.replaceAllUsesWith(folded.front());
    op.erase();
  }
}

void DefaultCPUSchedulePass::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isExternal() || func.isScheduled())
    return markAllAnalysesPreserved();
  resolveSizes(func);
  inlineProducers();
  // The end of a reduction goes with it; so the list is made anew.
  llvm::SmallPtrSet<Operation *, 8> done;
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<BlockNest> nests;
    for (Operation &op : func.getBody().front())
      if (FailureOr<BlockNest> nest = matchBlockNest(&op, nullptr);
          succeeded(nest) && !done.contains(nest->block))
        nests.push_back(*nest);
    if (nests.empty())
      break;
    done.insert(nests.front().block);
    scheduleNest(nests.front(), ArrayRef(nests).drop_front());
    changed = true;
  }
  lowerBlocks(func);
  IRRewriter rewriter(&getContext());
  (void)runRegionDCE(rewriter, func->getRegions());
  func.setScheduled();
}

} // namespace mlir::tir
