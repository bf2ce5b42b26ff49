// Put runs of ops without effects into dataflow regions.
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CONVERTTODATAFLOWPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

using Run = SmallVector<Operation *>;

/// Whether an op may stand in a region: it has no effect and no control flow.
/// Memory is ended by an op, which has to see the one that made it.
static bool canBeInside(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || hasObservableEffect(op) ||
      hasEffect<MemoryEffects::Allocate>(op))
    return false;
  if (isa<DataflowOp>(op))
    return true;
  // An op with a region, such as a lambda, may stand inside as long as nothing
  // within branches or has an effect: rule R3 of `relax.dataflow` looks into it
  // as well.
  return !op->walk([&](Operation *inner) {
              bool isControl = isa<IfOp, DataflowOp>(inner);
              return isControl || hasObservableEffect(inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

/// Whether an op only says a value, as TVM's operands do by themselves. In TVM
/// constants and shapes are operands, not bindings. They are not counted, so
/// that `min-size` means the same number of operations there and here.
static bool isLeaf(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || isa<ShapeOp, PrimValueOp>(op);
}

/// Whether an op is a tuple that a function or a branch gives.
static bool isReturned(Operation *op) {
  return isa<TupleOp>(op) && llvm::all_of(op->getUsers(), [](Operation *user) {
           return user->hasTrait<OpTrait::IsTerminator>();
         });
}

/// How many ops that compute something a run has.
static size_t countOps(const Run &run) {
  size_t count = 0;
  for (Operation *op : run)
    if (auto region = dyn_cast<DataflowOp>(op)) {
      for (Operation &inner : region.getBody().front().without_terminator())
        count += !isLeaf(&inner);
    } else {
      count += !isLeaf(op);
    }
  return count;
}

/// Puts the ops of a region where the region is.
static void dissolve(DataflowOp region, Run &ops) {
  OutputOp output = region.getOutput();
  OpBuilder builder(output);
  for (auto [value, result] :
       llvm::zip(output.getOperands(), region.getResults())) {
    Value seen = value;
    // A region may give a value a weaker type than it has inside. The cast
    // keeps that type for the users; replacing the value directly would change
    // theirs.
    if (value.getType() != result.getType())
      seen = MatchCastOp::create(builder, output.getLoc(), result.getType(),
                                 value);
    result.replaceAllUsesWith(seen);
  }
  // Ops move one by one, as the list of them is needed; splicing would lose
  // which ones are new to the run.
  for (Operation &inner : llvm::make_early_inc_range(
           region.getBody().front().without_terminator())) {
    inner.moveBefore(region);
    ops.push_back(&inner);
  }
  region.erase();
}

/// The symbols that stand outside of some ops of a function. A symbol that a
/// cast inside defines may be used in a type behind the region. SSA does not
/// see that use. Hence the cast's value must leave the region, or `relax.func`
/// R6 finds a symbol that nothing defines (defect class D).
static DenseSet<StringAttr> getSymbolsOutside(const DenseSet<Operation *> &ops,
                                              FuncOp func) {
  DenseSet<StringAttr> symbols;
  auto add = [&](StringAttr symbol) { symbols.insert(symbol); };
  for (Type type : func.getResultTypes())
    walkSymbols(type, add);
  // In pre-order, so that a whole op of the run is skipped with all it holds.
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (ops.contains(op))
      return WalkResult::skip();
    for (StringAttr symbol : getSymbolsUsedBy(op))
      add(symbol);
    return WalkResult::advance();
  });
  return symbols;
}

/// What leaves a region of `ops`: values used elsewhere, and those by whose
/// types symbols are known elsewhere.
static SmallVector<Value> getOutputs(const Run &ops, FuncOp func) {
  DenseSet<Operation *> inside(ops.begin(), ops.end());
  DenseSet<StringAttr> symbols = getSymbolsOutside(inside, func);
  SmallVector<Value> outputs;
  // A use within a branch or a lambda is in another block; what counts is the
  // op of this block around it.
  auto isOutside = [&](Operation *user) {
    while (user && user->getBlock() != ops.front()->getBlock())
      user = user->getParentOp();
    return !inside.contains(user);
  };
  for (Operation *op : ops) {
    bool isKnown = false;
    if (auto cast = dyn_cast<MatchCastOp>(op))
      walkBareSymbols(cast.getResult().getType(), [&](StringAttr symbol) {
        isKnown |= symbols.contains(symbol);
      });
    for (Value result : op->getResults())
      if (isKnown || llvm::any_of(result.getUsers(), isOutside))
        outputs.push_back(result);
  }
  return outputs;
}

/// Makes one region of a run.
static void makeRegion(const Run &run) {
  Run ops;
  for (Operation *op : run)
    if (auto region = dyn_cast<DataflowOp>(op))
      dissolve(region, ops);
    else
      ops.push_back(op);
  SmallVector<Value> outputs =
      getOutputs(ops, ops.front()->getParentOfType<FuncOp>());
  OpBuilder builder(ops.front());
  Location loc = ops.front()->getLoc();
  auto region =
      DataflowOp::create(builder, loc, ValueRange(outputs).getTypes());
  Block *block = builder.createBlock(&region.getBody());
  for (Operation *op : ops)
    op->moveBefore(block, block->end());
  builder.setInsertionPointToEnd(block);
  OutputOp::create(builder, loc, outputs);
  // Uses inside still mean the value, those behind the region its result. Both
  // exist only after the output was made, which is itself inside.
  for (auto [value, result] : llvm::zip(outputs, region.getResults()))
    value.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !region->isProperAncestor(use.getOwner());
    });
}

namespace {
struct ConvertToDataflowPass
    : impl::ConvertToDataflowPassBase<ConvertToDataflowPass> {
  using ConvertToDataflowPassBase::ConvertToDataflowPassBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    // Blocks are collected first. `convert` makes new regions, in which nothing
    // is left to do.
    SmallVector<Block *> blocks;
    collect(getOperation().getBody(), blocks);
    for (Block *block : blocks)
      convert(*block);
  }

private:
  /// The blocks in which regions may stand: bodies of functions and branches.
  void collect(Region &region, SmallVectorImpl<Block *> &blocks) {
    for (Block &block : region) {
      for (Operation &op : block)
        if (isa<IfOp, LambdaOp>(op))
          for (Region &inner : op.getRegions())
            collect(inner, blocks);
      blocks.push_back(&block);
    }
  }

  void convert(Block &block) {
    SmallVector<Run> runs(1);
    for (Operation &op : block)
      // A maximal run between two ops that cannot be inside. Order among the
      // ops stays, so no dependence has to be asked for.
      if (canBeInside(&op))
        runs.back().push_back(&op);
      else
        runs.emplace_back();
    for (Run &run : runs) {
      // What says a value, or packs what is returned, has no reason to be
      // inside.
      while (!run.empty() && (isLeaf(run.back()) || isReturned(run.back())))
        run.pop_back();
      // Else a second run would take each region apart and build it again,
      // forever new ops and the same IR.
      bool isOneRegion = run.size() == 1 && isa<DataflowOp>(run.front());
      if (!isOneRegion && !run.empty() && countOps(run) >= minSize)
        makeRegion(run);
    }
  }
};
} // namespace

} // namespace mlir::relax
