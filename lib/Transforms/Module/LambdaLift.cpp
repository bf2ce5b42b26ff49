// Make functions of the module of local functions, and calls of closures that
// are called where they are made.
//
// Host code has functions of the module only (GraphStage.cpp), so each local
// function becomes one, which takes what it captured as parameters behind its
// own.
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LAMBDALIFTPASS
#include "Relax/Transforms/Module/Passes.h.inc"

using Symbols = llvm::SmallSetVector<StringAttr, 4>;

/// The symbols that the lambda uses and does not define itself. A lifted
/// function is a scope of symbols of its own. A symbol from around that only a
/// type mentions is no captured value, so it is passed as a shape (defect class
/// D: "all free dims as arguments").
static Symbols getFreeSymbols(LambdaOp lambda, ArrayRef<Value> captures) {
  Symbols used, defined;
  auto use = [&](StringAttr symbol) { used.insert(symbol); };
  auto define = [&](StringAttr symbol) { defined.insert(symbol); };
  lambda.getBody().walk([&](Operation *op) {
    for (StringAttr symbol : getSymbolsUsedBy(op))
      use(symbol);
    if (auto cast = dyn_cast<MatchCastOp>(op))
      walkBareSymbols(cast.getResult().getType(), define);
  });
  // What a parameter's type defines is bound by the call itself.
  for (Type type : lambda.getBody().getArgumentTypes()) {
    walkSymbols(type, use);
    walkBareSymbols(type, define);
  }
  for (Value capture : captures) {
    walkSymbols(capture.getType(), use);
    walkBareSymbols(capture.getType(), define);
  }
  used.set_subtract(defined);
  return used;
}

/// The values that the new function takes behind the lambda's parameters:
/// what the body uses from outside, and a shape of its free symbols.
static SmallVector<Value> getCaptures(LambdaOp lambda, OpBuilder &builder) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(lambda.getBody(), values);
  SmallVector<Value> captures = values.takeVector();
  SmallVector<SymExprAttr> dims;
  for (StringAttr symbol : getFreeSymbols(lambda, captures))
    dims.push_back(SymExprAttr::symbol(lambda.getContext(), symbol));
  if (!dims.empty())
    captures.push_back(ShapeOp::create(
        builder, lambda.getLoc(), ShapeType::get(lambda.getContext(), dims),
        getSymExprArray(lambda.getContext(), dims)));
  return captures;
}

/// The types of what the lambda gives: as declared, if they are. An opaque
/// callable has no signature to compare with.
static TypeRange getResults(LambdaOp lambda, CallableType type) {
  if (!type.isOpaque())
    return type.getSignature().getResults();
  return lambda.getBody().front().getTerminator()->getOperandTypes();
}

/// The new function stands before `around`, the lambda's function in the table
/// of symbols.
static void lift(LambdaOp lambda, Operation *around, SymbolTable &symbols) {
  OpBuilder builder(lambda);
  SmallVector<Value> captures = getCaptures(lambda, builder);
  auto type = cast<CallableType>(lambda.getCallable().getType());
  SmallVector<Type> inputs;
  for (BlockArgument parameter : lambda.getParameters())
    // Captures come last: invoking passes own arguments first, and the
    // closure's values follow.
    inputs.push_back(parameter.getType());
  llvm::append_range(inputs, ValueRange(captures).getTypes());
  OpBuilder detached(lambda.getContext());
  auto name = around->getAttrOfType<StringAttr>(symbols.getSymbolAttrName());
  auto func = FuncOp::create(
      detached, lambda.getLoc(),
      ((name ? name.getValue() : "local") + "_lambda").str(),
      FunctionType::get(lambda.getContext(), inputs, getResults(lambda, type)));
  func.setPrivate();
  if (!type.getPure())
    func.setImpureAttr(builder.getUnitAttr());
  // `insert` may change the name if it is taken. Hence what refers to the
  // function below takes its symbol from the op.
  symbols.insert(func, Block::iterator(around));

  Block &from = lambda.getBody().front(), &to = func.getBody().front();
  ArrayRef<BlockArgument> arguments = to.getArguments();
  ArrayRef<BlockArgument> own = arguments.take_back(captures.size());
  // Uses by the region only; the captured value itself stays in use where the
  // closure is made.
  for (auto [capture, argument] : llvm::zip(captures, own))
    replaceAllUsesInRegionWith(capture, argument, lambda.getBody());
  for (auto [old, argument] : llvm::zip(lambda.getParameters(), arguments))
    Value(old).replaceAllUsesWith(argument);
  // Inside, the callable is a closure of the same values. A recursive closure
  // calls itself by the block argument. TVM's pass gave such a closure the type
  // Object (report apache/tvm#17406).
  if (BlockArgument self = lambda.getSelf(); self && !self.use_empty()) {
    detached.setInsertionPointToStart(&to);
    self.replaceAllUsesWith(
        MakeClosureOp::create(detached, lambda.getLoc(), type,
                              SymbolRefAttr::get(func),
                              SmallVector<Value>(own.begin(), own.end()))
            .getClosure());
  }
  Operation *yield = from.getTerminator();
  // Spliced, not cloned: the lambda is erased right after, and values keep
  // their identity.
  to.getOperations().splice(to.end(), from.getOperations());
  detached.setInsertionPoint(yield);
  ReturnOp::create(detached, yield->getLoc(), yield->getOperands());
  yield->erase();

  auto closure = MakeClosureOp::create(builder, lambda.getLoc(), type,
                                       SymbolRefAttr::get(func), captures);
  lambda.getCallable().replaceAllUsesWith(closure.getClosure());
  lambda.erase();
}

/// Whether a call of an impure function may stand beside `op`. Where not, a
/// promise that the call has no effect cannot be kept, and stays one.
static bool mayHaveEffects(Operation *op) {
  auto func = dyn_cast<FuncOp>(op->getParentOp());
  return func && func.getImpure();
}

/// A call of a closure as one of its function, if it is known which that is.
template <typename InvokeOp>
static void callDirectly(InvokeOp invoke, SymbolTableCollection &tables) {
  auto closure = invoke.getClosure().template getDefiningOp<MakeClosureOp>();
  if (!closure)
    return;
  auto callee =
      tables.lookupNearestSymbolFrom<FuncOp>(closure, closure.getCalleeAttr());
  // `InvokePureClosure` promises. A direct call states the callee's effects
  // instead, which the region or function around may not allow.
  bool promises = std::is_same_v<InvokeOp, InvokePureClosureOp>;
  size_t numArgs = closure.getArgs().size() + invoke.getArgs().size();
  if (!callee || callee.getNumArguments() != numArgs ||
      callee.getResultTypes().size() != invoke.getNumResults() ||
      (promises && callee.getImpure() && !mayHaveEffects(invoke)))
    return;
  OpBuilder builder(invoke);
  SmallVector<Value> args(invoke.getArgs());
  llvm::append_range(args, closure.getArgs());
  auto call =
      CallOp::create(builder, invoke.getLoc(), invoke.getResultTypes(),
                     closure.getCalleeAttr(), args, callee.getImpureAttr());
  invoke.replaceAllUsesWith(call.getResults());
  invoke.erase();
  // A closure that is passed on elsewhere stays.
  if (closure.use_empty())
    closure.erase();
}

/// Calls of closures that are made in the same function. Collected first: a
/// call that becomes direct erases the closure, which a running walk may stand
/// on.
static void callClosures(Operation *module, SymbolTableCollection &tables) {
  SmallVector<Operation *> invokes;
  module->walk([&](Operation *op) {
    if (isa<InvokeClosureOp, InvokePureClosureOp>(op))
      invokes.push_back(op);
  });
  for (Operation *op : invokes)
    if (auto invoke = dyn_cast<InvokeClosureOp>(op))
      callDirectly(invoke, tables);
    else
      callDirectly(cast<InvokePureClosureOp>(op), tables);
}

namespace {
struct LambdaLiftPass : impl::LambdaLiftPassBase<LambdaLiftPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTableCollection tables;
    // Inner ones come first: then an outer one holds no other. Post-order, so
    // that an outer lambda's captures already include those of the inner
    // closures it makes.
    SmallVector<LambdaOp> lambdas;
    getOperation().walk([&](LambdaOp lambda) { lambdas.push_back(lambda); });
    for (LambdaOp lambda : lambdas) {
      Operation *table = SymbolTable::getNearestSymbolTable(lambda);
      Operation *around =
          table->getRegion(0).front().findAncestorOpInBlock(*lambda);
      lift(lambda, around, tables.getSymbolTable(table));
    }
    callClosures(getOperation(), tables);
  }
};
} // namespace

} // namespace mlir::relax
