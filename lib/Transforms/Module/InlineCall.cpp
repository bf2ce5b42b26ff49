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
#include "mlir/IR/IRMapping.h"

namespace mlir::relax {

namespace {
/// One call, and what it becomes.
class CallInliner {
public:
  CallInliner(CallOp call, FuncOp callee, TakenNames &taken)
      : call(call), callee(callee), builder(call), taken(taken) {}

  void run() {
    nameSymbols();
    for (auto [parameter, argument] :
         llvm::zip(callee.getArguments(), call.getArgs()))
      // The argument's type may say less than the parameter's, or say the same
      // size otherwise. Inside the callee the parameter's type was a fact
      // checked on entry; here a cast must establish it.
      mapping.map(parameter, castTo(argument, rename(parameter.getType())));
    Block &body = callee.getBody().front();
    // Clones, as other calls of the callee remain. The last call could take the
    // body, but then order of inlining would decide.
    for (Operation &op : body.without_terminator())
      renameIn(builder.clone(op, mapping));
    auto returned = cast<ReturnOp>(body.getTerminator()).getOperands();
    for (auto [result, value] : llvm::zip(call.getResults(), returned))
      result.replaceAllUsesWith(
          castTo(mapping.lookup(value), result.getType()));
    call.erase();
  }

private:
  /// Finds what the callee's symbols are here; new names for the others.
  void nameSymbols() {
    for (auto [parameter, argument] :
         llvm::zip(callee.getArgumentTypes(), call.getArgs().getTypes()))
      // A symbol that no parameter determines, such as one that a `match_cast`
      // in the callee defines, is new with each copy.
      bindSymbols(parameter, argument, values);
    for (StringAttr symbol : getSymbolNames(callee))
      if (!values.contains(symbol))
        values[symbol] =
            SymExprAttr::symbol(builder.getContext(), taken.add(symbol));
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
    return MatchCastOp::create(builder, call.getLoc(), type, value);
  }

  CallOp call;
  FuncOp callee;
  OpBuilder builder;
  TakenNames &taken;
  IRMapping mapping;
  SymbolValues values;
};
} // namespace

void inlineCall(CallOp call, FuncOp callee, TakenNames &taken) {
  CallInliner(call, callee, taken).run();
}

} // namespace mlir::relax
