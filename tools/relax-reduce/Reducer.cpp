// Makes a program smaller as long as it is interesting, by delta debugging.
//
// Upstream's reducer, the pass reduction-tree of MLIR 22, does not serve: it
// erases ops that are in use, so that their users have null operands, on which
// cloning crashes; its patterns change the program that variants are made from,
// and the ranges of ops that it goes by are then those of another one. Here an
// edit gets a copy, and what it leaves illegal is thrown away untested.
#include "Reducer.h"
#include "ReductionEdits.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/Support/xxhash.h"

namespace mlir::relax {

/// A set for each pattern, to apply them one at a time.
/// All patterns at once would run to a fixed point, which is one variant; the
/// test is to see each step.
static std::vector<FrozenRewritePatternSet>
collectPatterns(MLIRContext *context) {
  RewritePatternSet all(context);
  DialectInterfaceCollection<DialectReductionPatternInterface> interfaces(
      context);
  for (const DialectReductionPatternInterface &each : interfaces)
    each.populateReductionPatterns(all);
  std::vector<FrozenRewritePatternSet> sets;
  for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns())
    sets.emplace_back(RewritePatternSet(context, std::move(pattern)));
  return sets;
}

/// The chosen ops inside of a program, as they are written.
static SmallVector<Operation *>
choose(Operation *program, llvm::function_ref<bool(Operation *)> isChosen) {
  SmallVector<Operation *> ops;
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != program && isChosen(op))
      ops.push_back(op);
  });
  return ops;
}

/// Calls `fn`; the errors of a variant are not the user's.
static LogicalResult quietly(Operation *variant,
                             llvm::function_ref<LogicalResult()> fn) {
  ScopedDiagnosticHandler handler(variant->getContext(),
                                  [](Diagnostic &) { return success(); });
  return fn();
}

Reducer::Reducer(Operation *program, const InterestTest &test)
    : program(program->clone()), test(test),
      patterns(collectPatterns(program->getContext())) {}

FailureOr<bool> Reducer::isKept(Operation *variant) {
  if (failed(quietly(variant, [&] { return verify(variant); })))
    return false;
  std::string text = printProgram(variant);
  // Many edits lead to the same program, and the test is a process: a hash of
  // the text saves most runs of it.
  if (!seen.insert(llvm::xxh3_64bits(text)).second)
    return false;
  return test.isInteresting(text);
}

// Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
// failure-inducing input", 2002): a half that is not needed goes at once, so
// that a program of n ops of which k matter takes about k * log n runs.
LogicalResult Reducer::tryEdit(Choice isChosen, Edit edit) {
  size_t size = choose(getProgram(), isChosen).size();
  size_t count = size;
  OwningOpRef<Operation *> variant;
  SmallVector<Operation *> ops;
  // All at once, halves, quarters, ..., each op; from the end, because uses
  // come after definitions, and because what comes before then keeps its
  // number.
  for (; size; size /= 2)
    for (size_t end = count, begin = end; end; end = begin) {
      begin = end > size ? end - size : 0;
      if (!variant) {
        // A variant that was changed and not kept is lost; one that no edit
        // has changed serves the next.
        variant = getProgram()->clone();
        ops = choose(*variant, isChosen);
      }
      // Inside of what was erased there were some as well.
      if (begin >= ops.size())
        continue;
      size_t length = std::min(end, ops.size()) - begin;
      if (!edit(ArrayRef(ops).slice(begin, length), *variant))
        continue;
      FailureOr<bool> kept = isKept(*variant);
      if (failed(kept))
        return failure();
      if (*kept) {
        program = std::move(variant);
        isChanged = true;
      }
      variant = nullptr;
    }
  return success();
}

LogicalResult Reducer::tryOpEdit(Choice isChosen, OpEdit edit) {
  return tryEdit(isChosen, [&](ArrayRef<Operation *> ops, Operation *variant) {
    bool isEdited = false;
    for (Operation *op : llvm::reverse(ops))
      isEdited |= edit(op, variant);
    return isEdited;
  });
}

LogicalResult Reducer::tryPatterns() {
  for (const FrozenRewritePatternSet &pattern : patterns) {
    PatternApplicator applicator(pattern);
    applicator.applyDefaultCostModel();
    PatternRewriter rewriter(program->getContext());
    auto apply = [&](Operation *op, Operation *variant) {
      rewriter.setInsertionPoint(op);
      return succeeded(quietly(
          variant, [&] { return applicator.matchAndRewrite(op, rewriter); }));
    };
    if (failed(tryOpEdit(isErasable, apply)))
      return failure();
  }
  return success();
}

LogicalResult Reducer::trySignatures() {
  unsigned numParameters = 0, numResults = 0;
  auto isFunction = [](Operation *op) { return isa<FunctionOpInterface>(op); };
  for (Operation *op : choose(getProgram(), isFunction)) {
    auto function = cast<FunctionOpInterface>(op);
    numParameters = std::max(numParameters, function.getNumArguments());
    numResults = std::max(numResults, function.getNumResults());
  }
  // From the last on, so that the numbers of those before stay.
  for (unsigned i = numResults; i--;)
    if (failed(tryOpEdit(isFunction, [&](Operation *op, Operation *variant) {
          return dropResult(op, i, variant);
        })))
      return failure();
  for (unsigned i = numParameters; i--;)
    if (failed(tryOpEdit(isFunction, [&](Operation *op, Operation *variant) {
          return dropParameter(op, i, variant);
        })))
      return failure();
  return success();
}

// Until a whole round changes nothing: an op that is gone leaves symbols
// without uses, and a symbol operands.
LogicalResult Reducer::run() {
  do {
    isChanged = false;
    if (failed(tryEdit(isNamed, eraseUnusedSymbols)) ||
        failed(tryEdit(isErasable,
                       [](ArrayRef<Operation *> ops, Operation *) {
                         return eraseUnusedOps(ops);
                       })) ||
        failed(tryPatterns()) || failed(trySignatures()))
      return failure();
  } while (isChanged);
  return success();
}

} // namespace mlir::relax
