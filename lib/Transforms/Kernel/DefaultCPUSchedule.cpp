// Tile, vectorize and thread a tensor program for a CPU.
//
// The order is fixed: producers are inlined first, as this decides what a nest
// is; attention comes before single reductions, because it takes several of
// them; then nests from front to back, each reduction with the elementwise nest
// behind it as its epilogue. With a `writer` each step is written down as an op
// of a transform script at the moment at which it is done, so the script and
// the schedule cannot drift apart (ScheduleScript.cpp compares them).
#include "CPUSchedule/ColumnReduction.h"
#include "CPUSchedule/Elementwise.h"
#include "CPUSchedule/Matmul.h"
#include "CPUSchedule/RowReduction.h"
#include "CPUSchedule/SplitReduction.h"
#include "CPUSchedule/WidenOperands.h"
#include "DefaultSchedules.h"
#include "InlineProducers.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/InlinePadding.h"
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"
#include "Relax/Kernels/Attention/TileAttention.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "Relax/Kernels/RowReduction/SplitReduction.h"
#include "Relax/Kernels/RowReduction/TileProduct.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"
#include "Relax/Kernels/RowReduction/TileRowReduction.h"
#include "Relax/Kernels/RowReduction/TileWinograd.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Relax/Kernels/TransformOps/TileOps.h"
#include "ScheduleWriter.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DEFAULTCPUSCHEDULEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

namespace {
struct DefaultCPUSchedulePass
    : relax::impl::DefaultCPUSchedulePassBase<DefaultCPUSchedulePass> {
  using Base::Base;
  void runOnOperation() override;
};

class CPUScheduler {
public:
  CPUScheduler(const relax::DefaultCPUSchedulePassOptions &options,
               ScheduleWriter *writer)
      : options(options), writer(writer) {}

  void run(FuncOp func);
  /// Takes the blocks away, and what nobody needs then.
  void finish(FuncOp func);

private:
  bool scheduleAttention(Operation *root);
  void scheduleAttentions(FuncOp func);
  /// By `plan`, if tasks make what they read of a padded buffer.
  void scheduleReduction(Reduction reduction, bool isSplit, int64_t lanes,
                         std::optional<ReductionPlan> plan);
  bool scheduleProduct(Reduction &reduction);
  void scheduleNest(LoopNest nest, ArrayRef<LoopNest> later);
  bool scheduleRows(ArrayRef<LoopNest> nests);
  bool scheduleWinograd(ArrayRef<LoopNest> nests);
  bool scheduleSplit(LoopNest &nest);
  std::optional<PaddedBuffer> findWindow(memref::AllocOp alloc);
  void fillPaddings(FuncOp func);
  llvm::SmallPtrSet<Operation *, 4> findLaterNests(FuncOp func);

  const relax::DefaultCPUSchedulePassOptions &options;
  ScheduleWriter *writer;
  /// Null where that is not said.
  relax::TargetInfo host;
  /// Bits of a vector register.
  unsigned vectorBits = 0;
};
} // namespace

/// AVX-512 has 32 registers of 512 bits, AVX 16 of 256, SSE 16 of 128. Other
/// machines than x86 report none of these features and get 128, which NEON has.
static unsigned findHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return 512;
  return features.lookup("avx") ? 256 : 128;
}

// Bits of a vector register here. A machine answers slowly what it has, above
// all a virtual one, and there may be thousands of kernels. A static is
// initialised once, and safely, though the passes of functions run in several
// threads.
static unsigned getHostVectorBits() {
  static const unsigned bits = findHostVectorBits();
  return bits;
}

// The CPU that the function is for; null where that is not said. A GPU's target
// has a host target: the part of its program that stays on the host is
// vectorised for that.
static relax::TargetInfo findHost(FuncOp func) {
  relax::TargetInfo target = relax::getTarget(func);
  return target ? target.getHostTarget() : target;
}

// What the option says, else what the CPU has, else this one.
static unsigned
findVectorBits(relax::TargetInfo host,
               const relax::DefaultCPUSchedulePassOptions &options) {
  if (options.vectorBits != 0)
    return options.vectorBits;
  if (host && host.getVectorBits() != 0)
    return host.getVectorBits();
  return getHostVectorBits();
}

// What stays as it is.
static void remarkOthers(FuncOp func) {
  for (Operation &op : func.getBody().front()) {
    std::string why;
    if (isa<ForOp, BlockOp>(op) && failed(matchLoopNest(&op, &why)))
      op.emitRemark("is not scheduled: ") << why;
  }
}

// True if something has changed: ops are no longer what they were.
bool CPUScheduler::scheduleAttention(Operation *root) {
  // An AVX-512 machine has 32 vector registers, others 16; the tile of
  // attention keeps its sums in them (docs/CPUAttention.md).
  constexpr unsigned kLongVector = 512;
  int64_t registers = vectorBits >= kLongVector ? 32 : 16;
  auto getLanes = [&](AttentionChain &chain) -> int64_t {
    return std::max(1u, vectorBits / chain.getType().getWidth());
  };
  auto choose = [&](AttentionChain &chain) {
    return chooseAttentionTile(chain, getLanes(chain), registers);
  };
  std::optional<AttentionChain> chain = findAttention(
      root, [&](AttentionChain &chain) { return choose(chain).has_value(); });
  if (!chain)
    return false;
  // Inlining the operands rewrites nests around the chain, so the chain found
  // before is stale and what it gives must be asked again. It may turn out not
  // to fit any more; the change stays, as inlined operands are no worse for the
  // other schedules.
  chain = inlineOperands(*chain, writer);
  if (!chain || !choose(*chain))
    return true;
  chain = attachUser(*chain);
  std::optional<AttentionRowTile> tile = chain ? choose(*chain) : std::nullopt;
  if (!tile)
    return true;
  BlockOp block = chain->values.reduction.nest.block;
  if (options.showSteps)
    remarkStep("tile_attention", block, std::nullopt, getLanes(*chain),
               " registers = " + std::to_string(registers));
  // The script is written before the rewrite, since `find` counts blocks as
  // they are now.
  if (writer)
    writer->write<schedule::TileAttentionOp>(writer->find(block),
                                             getLanes(*chain), registers);
  tileAttention(*chain, *tile);
  return true;
}

void CPUScheduler::scheduleAttentions(FuncOp func) {
  Block &body = func.getBody().front();
  auto scheduleOne = [&] {
    for (Operation &op : body)
      if (isa<ForOp, BlockOp>(op) && scheduleAttention(&op))
        return true;
    return false;
  };
  // Most programs have no exponential. The search looks at pairs of nests,
  // which would cost more than all else for a program of a thousand of them.
  bool hasExponentials = false;
  func.walk([&](math::ExpOp) { hasExponentials = true; });
  while (hasExponentials && scheduleOne())
    ;
}

// What `show-steps` says of a block that has become a script.
static constexpr StringLiteral kComposed =
    "is scheduled by primitives, which "
    "'tir-write-default-cpu-schedule' writes";

// The blocks of a reduction, which are one program then.
static SmallVector<BlockOp> getBlocks(Reduction &reduction) {
  SmallVector<BlockOp> blocks{reduction.nest.block};
  if (reduction.epilogue)
    blocks.push_back(reduction.epilogue->block);
  return blocks;
}

// The number of lanes comes before joining columns: a short column axis is one
// that is shorter than a vector.
void CPUScheduler::scheduleReduction(Reduction reduction, bool isSplit,
                                     int64_t lanes,
                                     std::optional<ReductionPlan> plan) {
  if (!plan) {
    FailureOr<BlockOp> columns =
        composeColumnReduction(reduction, lanes, writer);
    if (succeeded(columns) && options.showSteps)
      columns->emitRemark(kComposed);
    if (succeeded(columns))
      return;
    // A script would have to say how axes were joined, or split.
    bool isPlain = !simplifyReduction(reduction) && !isSplit;
    ReductionAccesses accesses = matchAccesses(reduction);
    if (joinShortAxes(reduction, accesses, lanes))
      accesses = matchAccesses(reduction);
    // Two shapes of reduction: where neighbours of the reduced axis are
    // contiguous, lanes reduce parts of one row; else lanes are neighbouring
    // results, and a tile of them stays in registers.
    plan = planReduction(reduction, accesses, lanes);
    FailureOr<BlockOp> composed = failure();
    if (isPlain)
      composed = plan->laneIter ? composeRowReduction(reduction, *plan, writer)
                                : composeMatmul(reduction, *plan, writer);
    if (succeeded(composed) && options.showSteps)
      composed->emitRemark(kComposed);
    if (succeeded(composed))
      return;
  }
  if (options.showSteps)
    remarkStep(plan->laneIter ? "vectorize_reduction" : "tile_reduction",
               reduction.nest.block, reduction.epilogue, lanes,
               plan->laneIter ? "" : " overlap");
  if (writer) {
    auto [block, end] = writer->find(reduction);
    if (plan->laneIter)
      writer->write<schedule::VectorizeReductionOp>(block, end, lanes);
    else
      writer->write<schedule::TileReductionOp>(
          block, end, lanes, /*overlap=*/true, DenseI64ArrayAttr());
  }
  replaceReduction(reduction, *plan);
}

// By tiles, where the CPU multiplies them; false where it does not, or vectors
// do as well.
bool CPUScheduler::scheduleProduct(Reduction &reduction) {
  std::optional<TileProduct> product =
      host ? planTileProduct(reduction) : std::nullopt;
  if (!product || !host.hasMatrix(product->element))
    return false;
  if (options.showSteps)
    reduction.nest.block.emitRemark(
        "is scheduled as by 'transform.tir.tile_product'");
  if (writer) {
    auto [block, end] = writer->find(reduction);
    writer->write<schedule::TileProductOp>(block, end);
  }
  replaceTileProduct(reduction, *product);
  return true;
}

void CPUScheduler::scheduleNest(LoopNest nest, ArrayRef<LoopNest> later) {
  if (isSpatial(nest)) {
    simplifyNest(nest);
    int64_t lanes = countLanes(nest.block, vectorBits);
    FailureOr<BlockOp> composed = composeElementwise(nest, lanes, writer);
    if (succeeded(composed) && options.showSteps)
      composed->emitRemark(kComposed);
    if (succeeded(composed))
      return;
    if (options.showSteps)
      remarkStep("tile_spatial", nest.block, std::nullopt, lanes, "");
    if (writer)
      writer->write<schedule::TileSpatialOp>(writer->find(nest.block), lanes);
    return tileSpatial(nest, lanes);
  }
  std::string why;
  FailureOr<Reduction> reduction = matchReduction(nest, &why);
  if (failed(reduction)) {
    nest.block.emitRemark("is not scheduled: ") << why;
    return;
  }
  // The first later nest that fits. One behind it would need what stands
  // between to move.
  for (const LoopNest &next : later)
    if (attachEpilogue(*reduction, next))
      break;
  if (scheduleProduct(*reduction))
    return;
  int64_t lanes = countLanes(getBlocks(*reduction), vectorBits);
  std::optional<ReductionPlan> plan = planPaddedReduction(*reduction, lanes);
  bool isSplit = !plan && splitSharedIter(*reduction);
  scheduleReduction(*reduction, isSplit, lanes, plan);
}

// What `show-steps` says of a step that takes several blocks.
static void remarkBlocks(StringRef step, ArrayRef<BlockOp> blocks,
                         unsigned vectorBits) {
  std::string names = llvm::join(
      llvm::map_range(
          blocks, [](BlockOp block) { return "%" + block.getLabel().str(); }),
      ", ");
  blocks.front()->emitRemark("is scheduled as by 'transform.tir.")
      << step << " " << names << " bits = " << vectorBits << "'";
}

// What goes over the same rows, the first of `nests` and some behind it; false
// if there is nothing of that kind.
bool CPUScheduler::scheduleRows(ArrayRef<LoopNest> nests) {
  std::optional<RowReductionGroup> group = findTiledRows(nests, vectorBits);
  if (!group)
    return false;
  auto blocks = llvm::map_to_vector(
      group->nests, [](RowLoopNest &nest) { return nest.nest.block; });
  if (writer)
    writer->write<schedule::TileRowReductionOp>(
        llvm::map_to_vector(blocks,
                            [&](BlockOp block) { return writer->find(block); }),
        vectorBits);
  if (options.showSteps)
    remarkBlocks("tile_row_reduction", blocks, vectorBits);
  tileRowReduction(*group, vectorBits);
  return true;
}

// A convolution by tiles of results, in several blocks; false if it is none.
bool CPUScheduler::scheduleWinograd(ArrayRef<LoopNest> nests) {
  std::optional<WinogradNests> found = matchWinograd(nests);
  // Threads share the work of one block.
  if (!found || found->input.getConstantExtent(1) == 1)
    return false;
  SmallVector<BlockOp> blocks = {found->input.block, found->product.nest.block,
                                 found->output.block, found->lines.block};
  if (options.showSteps)
    remarkBlocks("tile_winograd", blocks, vectorBits);
  if (writer)
    writer->write<schedule::TileWinogradOp>(
        writer->find(blocks[0]), writer->find(blocks[1]),
        writer->find(blocks[2]), writer->find(blocks[3]), vectorBits);
  tileWinograd(*found, vectorBits);
  return true;
}

// Two nests in place of one whose rows are few and long, both to be scheduled
// yet; false if it is none.
bool CPUScheduler::scheduleSplit(LoopNest &nest) {
  FailureOr<Reduction> reduction = matchReduction(nest, nullptr);
  std::optional<int64_t> pieces =
      succeeded(reduction) ? choosePieces(*reduction) : std::nullopt;
  if (!pieces)
    return false;
  if (options.showSteps)
    nest.block.emitRemark("is scheduled as by 'transform.tir.split_reduction %")
        << nest.block.getLabel() << " partitions = " << *pieces << "'";
  if (writer)
    writer->write<schedule::SplitReductionOp>(writer->find(nest.block),
                                              *pieces);
  splitReduction(*reduction, *pieces);
  return true;
}

// The buffer, if the only reduction that reads it makes windows of it.
std::optional<PaddedBuffer> CPUScheduler::findWindow(memref::AllocOp alloc) {
  std::optional<PaddedBuffer> padded = matchPadding(alloc);
  if (!padded)
    return std::nullopt;
  Block *top = alloc->getBlock();
  FailureOr<LoopNest> nest = matchLoopNest(
      top->findAncestorOpInBlock(*padded->loads.front()), nullptr);
  FailureOr<Reduction> reduction =
      succeeded(nest) ? matchReduction(*nest, nullptr) : FailureOr<Reduction>();
  if (failed(reduction))
    return std::nullopt;
  attachOnlyUser(*reduction);
  int64_t lanes = countLanes(getBlocks(*reduction), vectorBits);
  return planPaddedReduction(*reduction, lanes) ? padded : std::nullopt;
}

// Other padded copies are written once, not filled as a whole before: for a
// window of 3 x 3 that is half of what the copy stores.
void CPUScheduler::fillPaddings(FuncOp func) {
  SmallVector<memref::AllocOp> allocs(
      func.getBody().front().getOps<memref::AllocOp>());
  for (memref::AllocOp alloc : allocs) {
    BlockOp fill = findPaddingFill(alloc);
    if (!fill || findWindow(alloc))
      continue;
    if (writer)
      writer->write<schedule::FillPaddingOp>(writer->find(fill));
    fillPaddingOnly(alloc);
  }
}

// What writes a buffer that the reduction behind it makes windows of: both go
// with that.
llvm::SmallPtrSet<Operation *, 4> CPUScheduler::findLaterNests(FuncOp func) {
  llvm::SmallPtrSet<Operation *, 4> blocks;
  for (auto alloc : func.getBody().front().getOps<memref::AllocOp>())
    if (std::optional<PaddedBuffer> padded = findWindow(alloc)) {
      blocks.insert(padded->padding.block);
      blocks.insert(padded->interior.block);
    }
  return blocks;
}

void CPUScheduler::run(FuncOp func) {
  host = findHost(func);
  vectorBits = findVectorBits(host, options);
  remarkOthers(func);
  inlineProducers(func, writer);
  fillPaddings(func);
  scheduleAttentions(func);
  widenOperands(func, writer);
  // The end of a reduction goes with it; so the list is made anew. A set of
  // blocks and not a list of nests, because what one schedule erases or makes
  // is not known in advance. Blocks that are done keep their address as long as
  // they exist.
  llvm::SmallPtrSet<Operation *, 8> done;
  bool hasWindows = !findLaterNests(func).empty();
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<LoopNest> nests;
    // Asked each time: a reduction may have become another one, and what it
    // would have made is then there as it was.
    llvm::SmallPtrSet<Operation *, 4> later;
    if (hasWindows)
      later = findLaterNests(func);
    for (Operation &op : func.getBody().front())
      if (FailureOr<LoopNest> nest = matchLoopNest(&op, nullptr);
          succeeded(nest) && !done.contains(nest->block) &&
          !later.contains(nest->block))
        nests.push_back(*nest);
    if (nests.empty())
      break;
    changed = true;
    SmallVector<LoopNest> following = collectNests(nests.front().getRoot());
    if (scheduleWinograd(following) || scheduleRows(following) ||
        scheduleSplit(nests.front()))
      continue;
    done.insert(nests.front().block);
    scheduleNest(nests.front(), ArrayRef(nests).drop_front());
  }
  finish(func);
}

void CPUScheduler::finish(FuncOp func) {
  finishSchedule(func, hasTileCopies(func), writer,
                 writer ? writer->getFunction() : Value());
}

bool scheduleForCPU(FuncOp func,
                    const relax::DefaultCPUSchedulePassOptions &options,
                    ScheduleWriter *writer) {
  if (func.isExternal())
    return false;
  // Somebody else has arranged these loops, and said so.
  if (isScheduledInBlocks(func)) {
    CPUScheduler(options, writer).finish(func);
    return true;
  }
  if (func.isScheduled())
    return false;
  CPUScheduler(options, writer).run(func);
  return true;
}

void DefaultCPUSchedulePass::runOnOperation() {
  relax::DefaultCPUSchedulePassOptions options;
  options.vectorBits = vectorBits;
  options.showSteps = showSteps;
  if (!scheduleForCPU(getOperation(), options))
    markAllAnalysesPreserved();
}

} // namespace mlir::tir
