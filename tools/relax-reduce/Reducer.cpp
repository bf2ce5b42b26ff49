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
  if (!seen.insert(llvm::xxh3_64bits(text)).second)
    return false;
  return test.isInteresting(text);
}

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
