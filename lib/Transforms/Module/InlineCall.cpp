// The body of a function in place of a call.
//
// The callee's symbols are its own: where they stand in types and attributes,
// the copy has what the arguments bind them to. What the arguments do not say
// is checked, and named anew, by a match_cast in front of the copy.
//
// Upstream's inliner does not serve: it clones ops, and knows nothing of
// symbols in types. Two calls of one function with different sizes would then
// share the callee's `n`.
#include "InlineCall.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Support/CollectError.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"

namespace mlir::relax {

namespace {
/// One call, and what it becomes.
class CallInliner {
public:
  CallInliner(CallOp call, FuncOp callee, TakenNames &taken)
      : call(call), callee(callee), builder(call), taken(taken) {}

  void run() {
    // A size of an argument may contradict the body, which is an error of the
    // run. Written into the types it were one of the verifier; with names of
    // its own the copy asks when it runs, as the callee did.
    bindSymbolsToArguments();
    if (!copyBody()) {
      while (!made.empty())
        made.pop_back_val()->erase();
      mapping.clear();
      values.clear();
      copyBody();
    }
    Block &body = callee.getBody().front();
    auto returned = cast<ReturnOp>(body.getTerminator()).getOperands();
    for (auto [result, value] : llvm::zip(call.getResults(), returned))
      result.replaceAllUsesWith(
          castTo(mapping.lookup(value), result.getType()));
    call.erase();
  }

private:
  void bindSymbolsToArguments() {
    for (auto [parameter, argument] :
         llvm::zip(callee.getArgumentTypes(), call.getArgs().getTypes()))
      bindSymbols(parameter, argument, values);
  }

  /// Writes the ops of the body in front of the call, where symbols are what
  /// `values` says, and have new names else. False if one of them is illegal.
  bool copyBody() {
    // A symbol that no parameter determines, such as one that a `match_cast`
    // in the callee defines, is new with each copy.
    for (StringAttr symbol : getSymbolNames(callee))
      if (!values.contains(symbol))
        values[symbol] =
            SymExprAttr::symbol(builder.getContext(), taken.add(symbol));
    for (auto [parameter, argument] :
         llvm::zip(callee.getArguments(), call.getArgs()))
      // The argument's type may say less than the parameter's, or say the same
      // size otherwise. Inside the callee the parameter's type was a fact
      // checked on entry; here a cast must establish it.
      mapping.map(parameter, castTo(argument, rename(parameter.getType())));
    // Clones, as other calls of the callee remain. The last call could take the
    // body, but then order of inlining would decide.
    for (Operation &op : callee.getBody().front().without_terminator()) {
      made.push_back(builder.clone(op, mapping));
      renameIn(made.back());
    }
    bool isLegal = true;
    collectError(builder.getContext(), [&] {
      isLegal = llvm::all_of(
          made, [](Operation *op) { return succeeded(mlir::verify(op)); });
    });
    return isLegal;
  }

  Type rename(Type type) { return makeSymbolReplacer(values).replace(type); }

  void renameIn(Operation *op) {
    // The replacer is made per op as it refers to `values`. The expressions it
    // meets are uniqued, so a shared cache would pay only for large bodies.
    AttrTypeReplacer names = makeSymbolReplacer(values);
    names.recursivelyReplaceElementsIn(op, /*replaceAttrs=*/true,
                                       /*replaceLocs=*/false,
                                       /*replaceTypes=*/true);
  }

  Value castTo(Value value, Type type) {
    if (value.getType() == type)
      return value;
    made.push_back(MatchCastOp::create(builder, call.getLoc(), type, value));
    return made.back()->getResult(0);
  }

  CallOp call;
  FuncOp callee;
  OpBuilder builder;
  TakenNames &taken;
  IRMapping mapping;
  SymbolValues values;
  /// What was written so far.
  SmallVector<Operation *> made;
};
} // namespace

void inlineCall(CallOp call, FuncOp callee, TakenNames &taken) {
  CallInliner(call, callee, taken).run();
}

} // namespace mlir::relax
