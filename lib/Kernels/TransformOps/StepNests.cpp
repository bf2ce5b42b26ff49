// The nests that steps of the default schedules are asked to take.
#include "StepNests.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"

namespace mlir::tir::schedule {

// A nest inside of another op, as in a branch, cannot become a kernel of its
// own: its loops would have to move out of what decides whether they run.
FailureOr<LoopNest> getTopNest(BlockOp block, StringRef verb) {
  Operation *root = getOwnRoot(block);
  if (!isa<FuncOp>(root->getParentOp())) {
    InFlightDiagnostic error = failPrecondition(block, verb)
                               << "expected its loops at the top of a "
                                  "function, found them in '"
                               << root->getParentOp()->getName() << "'";
    error.attachNote(root->getParentOp()->getLoc()) << "they are in this op";
    return error;
  }
  std::string why;
  FailureOr<LoopNest> nest = matchLoopNest(root, &why);
  if (failed(nest))
    return failPrecondition(block, verb) << why;
  return nest;
}

// Independent: a step may run the iterations in any order, and on several
// threads.
FailureOr<LoopNest> getIndependentNest(Application &application, Value handle,
                                       StringRef verb) {
  FailureOr<BlockOp> block = application.get<BlockOp>(handle);
  if (failed(block))
    return failure();
  FailureOr<LoopNest> nest = getTopNest(*block, verb);
  if (failed(nest) || failed(checkIndependent(*nest)))
    return failure();
  return nest;
}

// The nests of blocks, in their order, with nothing between that has an effect.
static FailureOr<SmallVector<LoopNest>>
getNestsInOrder(ArrayRef<Operation *> blocks, StringRef verb) {
  SmallVector<LoopNest> nests;
  for (Operation *block : blocks) {
    FailureOr<LoopNest> nest = getTopNest(cast<BlockOp>(block), verb);
    if (failed(nest))
      return failure();
    Operation *before = nests.empty() ? nullptr : nests.back().getRoot();
    Operation *op = nest->getRoot()->getPrevNode();
    while (before && op && op != before &&
           (isMemoryEffectFree(op) ||
            hasSingleEffect<MemoryEffects::Allocate>(op)))
      op = op->getPrevNode();
    if (before && op != before)
      return failPrecondition(block, verb)
             << "expected it behind " << describe(nests.back().block)
             << ", with nothing between that has an effect";
    nests.push_back(*nest);
  }
  return nests;
}

// A dry run first: rows are changed in several places, and a step that failed
// half way would leave a program that is neither the old nor the new one.
LogicalResult applyToNests(Application &application,
                           ArrayRef<Operation *> blocks, StringRef verb,
                           RowsStep step) {
  auto apply = [&](ArrayRef<Operation *> ops) -> LogicalResult {
    FailureOr<SmallVector<LoopNest>> nests = getNestsInOrder(ops, verb);
    return failed(nests) ? failure() : step(*nests);
  };
  if (failed(dryRun(blocks, apply)))
    return failure();
  for (Operation *block : blocks)
    forget(application.rewriter, getOwnRoot(cast<BlockOp>(block)));
  return apply(blocks);
}

LogicalResult applyToRows(Application &application, ValueRange handles,
                          StringRef verb, RowsStep step) {
  SmallVector<Operation *> blocks;
  for (Value handle : handles) {
    FailureOr<LoopNest> nest = getIndependentNest(application, handle, verb);
    if (failed(nest))
      return failure();
    blocks.push_back(nest->block);
  }
  return applyToNests(application, blocks, verb, step);
}

LogicalResult rejectRows(BlockOp first, StringRef verb) {
  return failPrecondition(first, verb)
         << "expected blocks over the same rows, of which each uses what "
            "others make of that row, with a reduction among them that may "
            "do its steps in any order";
}

} // namespace mlir::tir::schedule
