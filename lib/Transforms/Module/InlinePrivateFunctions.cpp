// Put the bodies of private functions where they are called.
//
// The callee's symbols are its own: where they stand in types and attributes,
// the copy has what the arguments bind them to. What the arguments do not say
// is checked, and named anew, by a match_cast in front of the copy.
//
// Upstream's inliner does not serve: it clones ops, and knows nothing of
// symbols in types. Two calls of one function with different sizes would then
// share the callee's `n`.
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_INLINEPRIVATEFUNCTIONSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

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

struct InlinePrivateFunctionsPass
    : impl::InlinePrivateFunctionsPassBase<InlinePrivateFunctionsPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  void visit(FuncOp func, SymbolTable &symbols);

  /// Functions that were visited, and those that are being visited. Depth-first
  /// over calls: a callee is complete before it is copied, and so each body is
  /// inlined once and not once per level.
  llvm::SetVector<Operation *> done, active;
};
} // namespace

/// Why the call stays a call; empty where it can go.
static StringRef getObstacle(CallOp call, FuncOp callee) {
  // A primitive function becomes one tensor program in relax-fuse-tir.
  if (callee->hasAttr("relax.primitive"))
    return "it is one kernel";
  // `force_pure` on the callee says that its effects cancel out over the whole
  // body. A caller that is still checked op by op would be rejected by R4.
  bool isForced = callee->hasAttr("relax.force_pure");
  auto caller = call->getParentOfType<FuncOp>();
  if (isForced && caller.isPure() && !caller->hasAttr("relax.force_pure"))
    return "it is pure by 'relax.force_pure' only";
  if (!call->getParentOfType<DataflowOp>())
    return "";
  // Nothing in a dataflow region may branch or hold a region of its kind (R3).
  WalkResult result = callee.walk([](Operation *op) {
    return isa<IfOp, DataflowOp>(op) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return result.wasInterrupted() ? "it has regions, which a 'relax.dataflow' "
                                   "region does not allow"
                                 : "";
}

void InlinePrivateFunctionsPass::visit(FuncOp func, SymbolTable &symbols) {
  if (!done.insert(func))
    return;
  active.insert(func);
  SmallVector<CallOp> calls;
  func.walk([&](CallOp call) { calls.push_back(call); });
  std::optional<TakenNames> taken;
  for (CallOp call : calls) {
    auto callee = symbols.lookup<FuncOp>(call.getCallee());
    if (!callee || !callee.isPrivate())
      continue;
    visit(callee, symbols);
    // `active` has the functions on the path from the root of the visit:
    // meeting one means a cycle, direct or through others.
    if (active.contains(callee)) {
      call.emitRemark("stays: @") << call.getCallee() << " calls itself";
      continue;
    }
    if (StringRef obstacle = getObstacle(call, callee); !obstacle.empty()) {
      call.emitRemark("stays: @")
          << call.getCallee() << " cannot be inlined, " << obstacle;
      continue;
    }
    if (!taken)
      taken.emplace(func);
    CallInliner(call, callee, *taken).run();
  }
  active.remove(func);
}

/// Erases the private functions that nobody uses, and those that only these
/// used. A count of uses goes down as functions go. Asking `getSymbolUses` for
/// each function again would walk the module per function.
static void eraseUnused(ModuleOp module, ArrayRef<FuncOp> funcs) {
  DenseMap<StringAttr, unsigned> numUses;
  DenseMap<Operation *, SmallVector<StringAttr>> usedBy;
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return;
  for (const SymbolTable::SymbolUse &use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    ++numUses[name];
    usedBy[module.getBody()->findAncestorOpInBlock(*use.getUser())].push_back(
        name);
  }
  DenseMap<StringAttr, FuncOp> unseen;
  SmallVector<FuncOp> unused;
  for (FuncOp func : funcs) {
    if (!func.isPrivate())
      continue;
    if (numUses.lookup(func.getSymNameAttr()) == 0)
      unused.push_back(func);
    else
      unseen[func.getSymNameAttr()] = func;
  }
  while (!unused.empty()) {
    FuncOp func = unused.pop_back_val();
    for (StringAttr name : usedBy.lookup(func))
      if (--numUses[name] == 0)
        if (FuncOp other = unseen.lookup(name))
          unused.push_back(other);
    func.erase();
  }
}

void InlinePrivateFunctionsPass::runOnOperation() {
  done.clear();
  active.clear();
  SymbolTable symbols(getOperation());
  SmallVector<FuncOp> funcs(getOperation().getOps<FuncOp>());
  if (llvm::none_of(funcs, [](FuncOp func) { return func.isPrivate(); }))
    return markAllAnalysesPreserved();
  for (FuncOp func : funcs)
    visit(func, symbols);
  eraseUnused(getOperation(), funcs);
}

} // namespace mlir::relax
