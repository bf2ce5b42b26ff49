// Make one tuple of the weights of each function.
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_BUNDLEMODELPARAMSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// Whether a function has weights that are no tuple yet. A single weight that
/// is a tuple is what the pass makes; without this a second run would wrap it
/// once more.
static bool hasLooseWeights(FuncOp func) {
  if (func.isExternal() || !func.getNumInput())
    return false;
  ArrayRef<Type> weights =
      func.getArgumentTypes().drop_front(*func.getNumInput());
  return weights.size() > 1 ||
         (weights.size() == 1 && !isa<TupleType>(weights.front()));
}

/// Each user of a weight takes it from the tuple right before. Right before the
/// user: a use of all fields at the start would keep every weight live over the
/// whole function.
static void takeFromTuple(BlockArgument weight, Value tuple, int64_t index) {
  // A set: an op that uses the weight twice takes it once. In order, so that
  // the text is the same in each run.
  llvm::SetVector<Operation *> users(weight.user_begin(), weight.user_end());
  for (Operation *user : users) {
    OpBuilder builder(user);
    Value field =
        TupleGetItemOp::create(builder, weight.getLoc(), weight.getType(),
                               tuple, builder.getI64IntegerAttr(index));
    user->replaceUsesOfWith(weight, field);
  }
}

static void bundle(FuncOp func, StringRef name) {
  unsigned first = *func.getNumInput(), count = func.getNumArguments();
  Builder builder(func.getContext());
  auto type = TupleType::get(func.getContext(),
                             func.getArgumentTypes().drop_front(first));
  DictionaryAttr attributes = builder.getDictionaryAttr(
      builder.getNamedAttr("relax.name", builder.getStringAttr(name)));
  // The tuple comes last, then the old weights go: indices of parameters in
  // between stay valid while their uses move.
  (void)func.insertArgument(count, type, attributes, func.getLoc());
  for (unsigned index = first; index < count; ++index)
    takeFromTuple(func.getArgument(index), func.getArgument(count),
                  index - first);
  llvm::BitVector dropped(count + 1);
  dropped.set(first, count);
  eraseParameters(func, dropped);
}

namespace {
struct BundleModelParamsPass
    : impl::BundleModelParamsPassBase<BundleModelParamsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<FuncOp>()) {
      if (!hasLooseWeights(func))
        continue;
      if (failed(verifyWeightsGivenOutside(func, getOperation())))
        return signalPassFailure();
      bundle(func, paramName);
    }
  }
};
} // namespace

} // namespace mlir::relax
