// Puts the ops of dataflow regions in order around them.
//
// From here on order counts, so it must come before every pass that allocates
// or kills. Nothing has to be sorted: in SSA the order within the region is
// already one that the operands allow.
#include "Relax/Transforms/Memory/Passes.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_TONONDATAFLOWPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

static void inlineDataflow(DataflowOp dataflow) {
  IRRewriter rewriter(dataflow);
  OutputOp output = dataflow.getOutput();
  SmallVector<Value> values;
  rewriter.setInsertionPoint(output);
  for (auto [value, type] :
       llvm::zip(output.getOperands(), dataflow.getResultTypes())) {
    // The results may say more or less than the region knows.
    if (value.getType() != type)
      value = MatchCastOp::create(rewriter, output.getLoc(), type, value);
    values.push_back(value);
  }
  rewriter.eraseOp(output);
  rewriter.inlineBlockBefore(&dataflow.getBody().front(), dataflow);
  rewriter.replaceOp(dataflow, values);
}

namespace {
struct ToNonDataflowPass : impl::ToNonDataflowPassBase<ToNonDataflowPass> {
  void runOnOperation() override {
    SmallVector<DataflowOp> regions;
    getOperation().walk([&](DataflowOp op) { regions.push_back(op); });
    if (regions.empty())
      return markAllAnalysesPreserved();
    for (DataflowOp op : regions)
      inlineDataflow(op);
  }
};
} // namespace

} // namespace mlir::relax
