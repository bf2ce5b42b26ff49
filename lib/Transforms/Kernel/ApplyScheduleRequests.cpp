// Change loops and blocks as their annotations ask.
//
// For trying one rewrite on a written program, where a transform script would
// be longer than the program. The order of the requests on one op is fixed
// below, since an annotation is a dictionary and has none.
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {
#define GEN_PASS_DEF_APPLYSCHEDULEREQUESTSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

// Whether an annotation asks for a primitive. `unroll = N` does not: it is the
// hint that LLVM makes a body of N copies of.
static bool isRequest(NamedAttribute annotation) {
  return llvm::is_contained({"split", "fuse", "reorder", "parallel",
                             "vectorize", "unroll", "inline", "decompose",
                             "drop", "fuse_iters", "simplify", "lower"},
                            annotation.getName().getValue()) &&
         !(annotation.getName() == "unroll" &&
           isa<IntegerAttr>(annotation.getValue()));
}

// Take a request off an op; null if it has none of that name. Taken off before
// the rewrite: a rewrite that clones the op would copy the request, and the
// loop of the pass would never end.
template <typename OpTy>
static Attribute takeRequest(OpTy op, StringRef name) {
  DictionaryAttr annotations = op.getAnnotationsAttr();
  std::optional<NamedAttribute> found =
      annotations ? annotations.getNamed(name) : std::nullopt;
  if (!found || !isRequest(*found))
    return {};
  NamedAttrList rest(annotations);
  rest.erase(name);
  op.setAnnotationsAttr(rest.empty() ? DictionaryAttr()
                                     : rest.getDictionary(op.getContext()));
  return found->getValue();
}

// The nest around a block, as far as it is one.
static FailureOr<LoopNest> getNest(BlockOp block) {
  Operation *root = block;
  while (isa<ForOp>(root->getParentOp()))
    root = root->getParentOp();
  std::string why;
  FailureOr<LoopNest> nest = matchLoopNest(root, &why);
  if (failed(nest))
    return block.emitError("is expected in a plain nest of loops: ") << why;
  return nest;
}

// The loop that is the only op in another one.
static FailureOr<ForOp> getInnerLoop(ForOp loop, StringRef verb) {
  SmallVector<ForOp> chain = getChain(loop);
  if (chain.size() > 1)
    return chain[1];
  return loop.emitError("cannot ")
         << verb
         << " a loop with the one in it: expected it to hold that loop alone";
}

static LogicalResult applyToLoop(ForOp loop) {
  if (Attribute request = takeRequest(loop, "split")) {
    // A rest is allowed here, as nobody says that the factor divides the
    // extent.
    auto factor = dyn_cast<IntegerAttr>(request);
    if (!factor)
      return loop.emitError("expects 'split' to be an integer, found ")
             << request;
    if (failed(splitLoopWithRest(loop, factor.getInt())))
      return failure();
  }
  // After a fusion there is neither of the two loops, so nothing else on them
  // can be asked.
  if (takeRequest(loop, "fuse")) {
    FailureOr<ForOp> inner = getInnerLoop(loop, "fuse");
    IRRewriter rewriter(loop);
    return failure(failed(inner) ||
                   failed(fuseLoops(rewriter, {loop, *inner})));
  }
  if (takeRequest(loop, "reorder")) {
    FailureOr<ForOp> inner = getInnerLoop(loop, "reorder");
    IRRewriter rewriter(loop);
    if (failed(inner) || failed(reorderLoops(rewriter, {*inner, loop})))
      return failure();
  }
  if (takeRequest(loop, "parallel") && failed(setParallel(loop)))
    return failure();
  if (takeRequest(loop, "vectorize") && failed(setVectorized(loop)))
    return failure();
  return success(!takeRequest(loop, "unroll") || succeeded(setUnrolled(loop)));
}

// Drop the iterator, or fuse the two, that the request names.
static LogicalResult applyToIters(BlockOp block, Attribute request,
                                  size_t number) {
  FailureOr<LoopNest> nest = getNest(block);
  if (failed(nest))
    return failure();
  auto iters = dyn_cast<DenseI64ArrayAttr>(request);
  if (!iters || iters.size() != static_cast<int64_t>(number) ||
      llvm::any_of(iters.asArrayRef(), [&](int64_t iter) {
        return iter < 0 || iter >= block.getNumIters();
      }))
    return block.emitError("expects numbers of ")
           << number << " of its iterators, found " << request;
  if (number == 1)
    return dropUnitIter(*nest, iters[0]);
  return fuseIters(*nest, iters[0], iters[1]);
}

static LogicalResult applyToBlock(BlockOp block) {
  if (takeRequest(block, "inline")) {
    FailureOr<LoopNest> nest = getNest(block);
    return success(succeeded(nest) && succeeded(inlineBlock(*nest)));
  }
  if (takeRequest(block, "decompose") && failed(decomposeReduction(block)))
    return failure();
  if (Attribute request = takeRequest(block, "drop"))
    return applyToIters(block, request, 1);
  if (Attribute request = takeRequest(block, "fuse_iters"))
    return applyToIters(block, request, 2);
  if (takeRequest(block, "simplify")) {
    FailureOr<LoopNest> nest = getNest(block);
    if (failed(nest))
      return failure();
    simplifyNest(*nest);
  }
  if (takeRequest(block, "lower"))
    lowerBlocks(block->getParentOp());
  return success();
}

namespace {
struct ApplyScheduleRequestsPass
    : relax::impl::ApplyScheduleRequestsPassBase<ApplyScheduleRequestsPass> {
  using Base::Base;

  void runOnOperation() override {
    // Each request may erase ops; so one at a time, until none is left. Each
    // round takes at least one request off, hence as many rounds as requests.
    // Walking on after a rewrite would touch erased ops.
    for (bool found = true; found;) {
      found = false;
      WalkResult result = getOperation().walk([&](Operation *op) {
        auto annotations = op->getAttrOfType<DictionaryAttr>("annotations");
        if (!annotations || !isa<ForOp, BlockOp>(op) ||
            llvm::none_of(annotations, isRequest))
          return WalkResult::advance();
        found = true;
        auto loop = dyn_cast<ForOp>(op);
        if (failed(loop ? applyToLoop(loop) : applyToBlock(cast<BlockOp>(op))))
          signalPassFailure();
        return WalkResult::interrupt();
      });
      if (!result.wasInterrupted())
        return;
    }
  }
};
} // namespace

} // namespace mlir::tir
