// Drop parameters of private functions that nothing in them uses.
//
// A parameter without uses may still define a symbol that types need. TVM
// dropped it and added the symbol back in a way that nothing defined it
// (apache/tvm#19901).
#include "PrivateCalls.h"
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Transforms/Module/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relax {
/// What is used includes attributes and types of ops: SSA uses alone would miss
/// `relax.prim_value n`.
#define GEN_PASS_DEF_REMOVEUNUSEDPARAMETERSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// The symbols that the parameters of `func` define, but for those in
/// `dropped`.
static SymbolNames getDefined(FuncOp func, const llvm::BitVector &dropped) {
  SymbolNames defined;
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
    if (!dropped.test(unsigned(index)))
      walkBareSymbols(type, [&](StringAttr symbol) { defined.insert(symbol); });
  return defined;
}

/// The symbols that `func` needs and has no longer without some parameters.
static SymbolNames getLost(FuncOp func, const llvm::BitVector &dropped) {
  llvm::BitVector none(func.getNumArguments());
  SymbolNames defined = getDefined(func, none), lost;
  defined.set_subtract(getDefined(func, dropped));
  auto use = [&](StringAttr symbol) {
    if (defined.contains(symbol))
      lost.insert(symbol);
  };
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
    if (!dropped.test(unsigned(index)))
      walkSymbols(type, use);
  for (Type type : func.getResultTypes())
    walkSymbols(type, use);
  func.getBody().walk([&](Operation *op) {
    for (StringAttr symbol : getSymbolsUsedBy(op))
      use(symbol);
  });
  return lost;
}

/// What the callee's symbols are where it is called.
static SymbolValues getValues(CallOp call, FuncOp callee) {
  SymbolValues values;
  for (auto [parameter, argument] :
       llvm::zip(callee.getArgumentTypes(), call.getArgs().getTypes()))
    bindSymbols(parameter, argument, values);
  return values;
}

/// Keeps what defines a symbol that some call does not tell otherwise; a symbol
/// that stays needed is then passed as a shape. A call may pass a tensor of
/// unknown size, whose `n` no expression of the caller stands for. Then a shape
/// cannot be built, and the parameter itself has to bring the size in.
static void keepWhatDefines(PrivateFunction &function,
                            llvm::BitVector &dropped) {
  for (CallOp call : function.calls) {
    SymbolValues values = getValues(call, function.func);
    for (StringAttr symbol : getLost(function.func, dropped)) {
      if (values.contains(symbol))
        continue;
      for (unsigned index : dropped.set_bits())
        walkBareSymbols(function.func.getArgumentTypes()[index],
                        [&](StringAttr defined) {
                          if (defined == symbol)
                            dropped.reset(index);
                        });
    }
  }
}

/// A shape of one size.
static ShapeType getShape(SymExprAttr size) {
  return ShapeType::get(size.getContext(), {size});
}

/// Drops the parameters; false if there is none to drop.
static bool dropUnused(PrivateFunction &function) {
  FuncOp func = function.func;
  llvm::BitVector dropped(func.getNumArguments());
  for (BlockArgument argument : func.getArguments())
    if (argument.use_empty())
      dropped.set(argument.getArgNumber());
  // A shape that gives what is needed is what would stand in its place. Without
  // this, dropping the shape and adding an equal one would go on forever.
  for (unsigned index : dropped.set_bits()) {
    llvm::BitVector alone(func.getNumArguments());
    alone.set(index);
    if (isa<ShapeType>(func.getArgumentTypes()[index]) &&
        !getLost(func, alone).empty())
      dropped.reset(index);
  }
  keepWhatDefines(function, dropped);
  if (dropped.none())
    return false;
  SymbolNames lost = getLost(func, dropped);
  for (CallOp &call : function.calls) {
    SymbolValues values = getValues(call, func);
    SmallVector<Value> args;
    for (auto [index, argument] : llvm::enumerate(call.getArgs()))
      if (!dropped.test(unsigned(index)))
        args.push_back(argument);
    OpBuilder builder(call);
    for (StringAttr symbol : lost)
      args.push_back(ShapeOp::create(
          builder, call.getLoc(), getShape(values.lookup(symbol)),
          getSymExprArray(call.getContext(), values.lookup(symbol))));
    CallOp changed = changeCall(call, args, call.getResultTypes());
    call.replaceAllUsesWith(changed.getResults());
    call.erase();
    call = changed;
  }
  eraseParameters(func, dropped);
  // One shape per symbol behind all parameters: the order of `lost` is that of
  // its set, the same for callers and callee.
  for (StringAttr symbol : lost)
    (void)func.insertArgument(
        func.getNumArguments(),
        getShape(SymExprAttr::symbol(func.getContext(), symbol)), {},
        func.getLoc());
  return true;
}

namespace {
struct RemoveUnusedParametersPass
    : impl::RemoveUnusedParametersPassBase<RemoveUnusedParametersPass> {
  // What a call no longer passes on may be unused where the call is.
  void runOnOperation() override {
    if (!changePrivateFunctions(getOperation(), dropUnused))
      markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
