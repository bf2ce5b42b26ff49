// Primitives that change indices: of buffers, of blocks, blocks of nests.
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/Blockize.h"
#include "Relax/Dialect/TIR/Schedule/DecomposePadding.h"
#include "Relax/Dialect/TIR/Schedule/PadEinsum.h"
#include "Relax/Dialect/TIR/Schedule/RollingBuffer.h"
#include "Relax/Dialect/TIR/Schedule/Tensorize.h"
#include "Relax/Dialect/TIR/Schedule/TransformLayout.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult BlockizeOp::run(Application &application) {
  return application.run([](ForOp loop) { return blockize(loop); }, getLoop());
}

// A function of the program.
static FailureOr<FuncOp> lookUp(Operation *op, BlockOp block,
                                FlatSymbolRefAttr name) {
  if (auto found = SymbolTable::lookupNearestSymbolFrom<FuncOp>(block, name))
    return found;
  InFlightDiagnostic error =
      op->emitOpError("names the intrinsic ")
      << name << ", expected a 'tir.func' of that name in the program";
  error.attachNote(block.getLoc()) << "it is for this block";
  return error;
}

LogicalResult TensorizeOp::run(Application &application) {
  auto replace = [&](BlockOp block) -> LogicalResult {
    FailureOr<FuncOp> pattern = lookUp(*this, block, getPatternAttr());
    FailureOr<FuncOp> intrinsic = lookUp(*this, block, getIntrinsicAttr());
    return failure(
        failed(pattern) || failed(intrinsic) ||
        failed(tensorize(application.rewriter, block, *pattern, *intrinsic)));
  };
  return application.run(replace, getBlock());
}

LogicalResult TransformLayoutOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return transformLayout(block, getBuffer(), getMap());
      },
      getBlock());
}

LogicalResult TransformBlockLayoutOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return transformBlockLayout(application.rewriter, block, getMap());
      },
      getBlock());
}

LogicalResult SimplifyItersOp::run(Application &application) {
  auto simplify = [&](BlockOp block) -> LogicalResult {
    dropConstantIters(block);
    std::string why;
    FailureOr<LoopNest> nest = matchLoopNest(getOwnRoot(block), &why);
    if (failed(nest))
      return failPrecondition(block, "simplify the iterators of") << why;
    // Which loops go away is not known yet.
    auto *listener = dyn_cast_if_present<RewriterBase::Listener>(
        static_cast<OpBuilder::Listener *>(application.rewriter.getListener()));
    for (ForOp loop : nest->loops)
      if (listener)
        listener->notifyOperationErased(loop);
    simplifyNest(*nest);
    return success();
  };
  return application.run(simplify, getBlock());
}

LogicalResult DecomposePaddingOp::run(Application &application) {
  return application.run(
      [&](BlockOp block, ForOp loop) { return decomposePadding(block, loop); },
      getBlock(), getLoop());
}

LogicalResult PadEinsumOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return padEinsum(block, getPadding()); },
      getBlock());
}

LogicalResult RollingBufferOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return rollBuffer(block, getBuffer()); },
      getBlock());
}

} // namespace mlir::tir::schedule
