// Rewrite patterns in random orders, and whether they say what they did.
#include "Stress/PatternRun.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/FoldUtils.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

void addCanonicalizationPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
}

namespace {
/// Knows which ops are gone, so that nobody visits them.
class ErasedOps : public RewriterBase::Listener {
public:
  void notifyOperationErased(Operation *op) override {
    op->walk([&](Operation *inner) { erased.insert(inner); });
  }
  // An op may be made where another one was.
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    op->walk([&](Operation *inner) { erased.erase(inner); });
  }
  bool contains(Operation *op) const { return erased.contains(op); }

private:
  DenseSet<Operation *> erased;
};

/// One module on its way through patterns.
class PatternRun {
public:
  PatternRun(ModuleOp module, const FrozenRewritePatternSet &patterns,
             Decisions &decisions)
      : module(module), applicator(patterns), decisions(decisions),
        rewriter(module.getContext()), folder(module.getContext(), &erased) {
    rewriter.setListener(&erased);
    applicator.applyDefaultCostModel();
  }

  PatternFault run();

private:
  /// Whether anything was done.
  bool visit(Operation *op);
  bool fold(Operation *op);
  bool rewrite(Operation *op);
  /// Remembers the part of the module around `op`.
  void remember(Operation *op);
  void forget();
  /// Compares an answer with what happened since.
  void check(bool succeeded, StringRef pattern);
  SmallVector<Operation *> getShuffledOps();

  ModuleOp module;
  PatternApplicator applicator;
  Decisions &decisions;
  ErasedOps erased;
  PatternRewriter rewriter;
  OperationFolder folder;
  PatternFault fault;
  /// What is remembered: a symbol of the module, or the module.
  Operation *part = nullptr;
  std::optional<OperationFingerPrint> before;
  /// Of large parts a fingerprint serves several failures, so that the time is
  /// not the square of the size: how many, and how many there were.
  unsigned batch = 1, failures = 0;
};
} // namespace

SmallVector<Operation *> PatternRun::getShuffledOps() {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op != module)
      ops.push_back(op);
  });
  for (size_t left = ops.size(); left > 1; --left)
    std::swap(ops[left - 1], ops[decisions.below(left)]);
  return ops;
}

void PatternRun::remember(Operation *op) {
  constexpr unsigned kExactSize = 64;
  Operation *around = module.getBody()->findAncestorOpInBlock(*op);
  if (!around || around == op)
    around = module;
  if (around == part && before)
    return;
  part = around;
  before.emplace(part);
  unsigned size = 0;
  part->walk([&](Operation *) { ++size; });
  batch = 1 + size / kExactSize;
  failures = 0;
}

void PatternRun::forget() {
  part = nullptr;
  before.reset();
}

void PatternRun::check(bool succeeded, StringRef pattern) {
  if (!succeeded && ++failures < batch && !erased.contains(part))
    return;
  failures = 0;
  bool isChanged =
      erased.contains(part) || *before != OperationFingerPrint(part);
  if (isChanged)
    forget();
  if (isChanged == succeeded || !fault.message.empty())
    return;
  fault.pattern = pattern.str();
  fault.message = succeeded ? "succeeds and changes nothing"
                            : "fails and changes the module";
}

bool PatternRun::fold(Operation *op) {
  // A constant folds to itself.
  if (op->hasTrait<OpTrait::ConstantLike>())
    return false;
  std::string name = op->getName().getStringRef().str();
  remember(op);
  bool inPlace = false;
  bool succeeded = mlir::succeeded(folder.tryToFold(op, &inPlace));
  check(succeeded, "the fold of " + name);
  return succeeded;
}

bool PatternRun::rewrite(Operation *op) {
  rewriter.setInsertionPoint(op);
  LogicalResult result = applicator.matchAndRewrite(
      op, rewriter,
      [&](const Pattern &) {
        remember(op);
        return true;
      },
      [&](const Pattern &pattern) { check(false, pattern.getDebugName()); },
      [&](const Pattern &pattern) {
        check(true, pattern.getDebugName());
        return success();
      });
  return succeeded(result);
}

bool PatternRun::visit(Operation *op) {
  if (isOpTriviallyDead(op)) {
    forget();
    rewriter.eraseOp(op);
    return true;
  }
  return fold(op) || rewrite(op);
}

PatternFault PatternRun::run() {
  constexpr unsigned kMaxRounds = 100;
  for (unsigned round = 0; round < kMaxRounds; ++round) {
    bool isChanged = false;
    for (Operation *op : getShuffledOps()) {
      if (!erased.contains(op))
        isChanged |= visit(op);
      if (!fault.message.empty())
        return fault;
    }
    // The folder keeps constants, which others may erase between rounds.
    folder.clear();
    if (!isChanged)
      return fault;
  }
  return {"the patterns together", "come to no end"};
}

PatternFault applyPatternsShuffled(ModuleOp module,
                                   const FrozenRewritePatternSet &patterns,
                                   Decisions &decisions) {
  return PatternRun(module, patterns, decisions).run();
}

} // namespace mlir::relax
