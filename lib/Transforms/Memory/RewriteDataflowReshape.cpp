// Makes reshapes views of the memory of their operands.
//
// A reshape copies nothing if the elements stay in order, and all tensors are
// contiguous here. TVM did this by a builtin whose alias its planner did not
// know (apache/tvm#20134); `relax.memory.view` says what it is a view of.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Analysis/AliasSets.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REWRITEDATAFLOWRESHAPEPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// Whether both types have the same number of elements for all sizes. Symbolic
/// numbers of elements must be proved equal. Two that only may be equal keep
/// the reshape, which is checked and copied at run time.
static bool haveEqualNumbers(RankedTensorType lhs, RankedTensorType rhs) {
  return lhs.getElementType() == rhs.getElementType() &&
         compareDims(getNumElements(lhs), getNumElements(rhs)) == Proof::Equal;
}

static void rewriteReshape(Operation *op) {
  Value input = op->getOperand(0);
  Type type = op->getResult(0).getType();
  if (!isAllocatable(input.getType()) || !isAllocatable(type) ||
      !haveEqualNumbers(cast<RankedTensorType>(input.getType()),
                        cast<RankedTensorType>(type)))
    return;
  OpBuilder builder(op);
  // A view of the whole tensor under its own type would be one name more for
  // one value, which every alias analysis has to see through.
  Value view = input;
  if (input.getType() != type)
    view = MemoryViewOp::create(builder, op->getLoc(), type, input,
                                SymExprAttr::constant(op->getContext(), 0));
  op->getResult(0).replaceAllUsesWith(view);
  op->erase();
}

namespace {
struct RewriteDataflowReshapePass
    : impl::RewriteDataflowReshapePassBase<RewriteDataflowReshapePass> {
  void runOnOperation() override {
    SmallVector<Operation *> reshapes;
    getOperation().walk([&](Operation *op) {
      if (isReshape(op))
        reshapes.push_back(op);
    });
    if (reshapes.empty())
      return markAllAnalysesPreserved();
    for (Operation *op : reshapes)
      rewriteReshape(op);
  }
};
} // namespace

} // namespace mlir::relax
