// Join dataflow regions that follow each other.
//
// TVM's Normalize makes A-normal form: each subexpression is bound to a
// variable. SSA has that by construction. What is left of the pass is what TVM
// does to blocks: adjacent ones merge, so that passes on a region see all of
// it.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_NORMALIZEPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// What the ops of `second` see of the results of `first`: the values in the
/// region, under the types that the results have. Inside of one region there
/// are no results of `first` any more, hence the ops of `second` must use the
/// values behind them, even though the results stay for those outside.
static void forwardResults(DataflowOp first, DataflowOp second) {
  OutputOp output = first.getOutput();
  OpBuilder builder(output);
  for (auto [value, result] :
       llvm::zip(output.getOperands(), first.getResults())) {
    auto isInside = [&](OpOperand &use) {
      return second->isProperAncestor(use.getOwner());
    };
    if (llvm::none_of(result.getUses(), isInside))
      continue;
    Value seen = value;
    if (value.getType() != result.getType())
      seen = MatchCastOp::create(builder, output.getLoc(), result.getType(),
                                 value);
    result.replaceUsesWithIf(seen, isInside);
  }
}

/// One region with the ops and the results of both; gives it.
static DataflowOp join(DataflowOp first, DataflowOp second) {
  forwardResults(first, second);
  SmallVector<Value> values(first.getOutput().getOperands());
  llvm::append_range(values, second.getOutput().getOperands());
  SmallVector<Type> types(first.getResultTypes());
  llvm::append_range(types, second.getResultTypes());
  OpBuilder builder(second);
  auto joined = DataflowOp::create(builder, first.getLoc(), types);
  // Both bodies move and nothing is cloned, so values, locations and held
  // pointers stay valid.
  joined.getBody().takeBody(first.getBody());
  joined.getOutput().erase();
  Block &block = joined.getBody().front();
  block.getOperations().splice(block.end(),
                               second.getBody().front().getOperations());
  joined.getOutput()->setOperands(values);
  size_t count = first.getNumResults();
  first->replaceAllUsesWith(joined.getResults().take_front(count));
  second->replaceAllUsesWith(joined.getResults().drop_front(count));
  first.erase();
  second.erase();
  return joined;
}

namespace {
struct NormalizePass : impl::NormalizePassBase<NormalizePass> {
  void runOnOperation() override {
    SmallVector<DataflowOp> regions;
    getOperation()->walk([&](DataflowOp op) { regions.push_back(op); });
    // From the end: what a region is joined with is final. Going forward, the
    // region joined would be replaced while the list still has its old op.
    for (DataflowOp op : llvm::reverse(regions))
      if (auto next = dyn_cast_or_null<DataflowOp>(op->getNextNode()))
        join(op, next);
  }
};
} // namespace

} // namespace mlir::relax
