// Put the bodies of private functions where they are called.
//
// The callee's symbols are its own: where they stand in types and attributes,
// the copy has what the arguments bind them to. What the arguments do not say
// is checked, and named anew, by a match_cast in front of the copy.
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_INLINEPRIVATEFUNCTIONSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

using SymbolNames = llvm::SmallSetVector<StringAttr, 8>;

/// All symbols that `func` mentions.
static SymbolNames getSymbolNames(FuncOp func) {
  SymbolNames names;
  auto add = [&](StringAttr symbol) { names.insert(symbol); };
  for (Type type : func.getArgumentTypes())
    walkSymbols(type, add);
  func.walk([&](Operation *op) {
    for (StringAttr symbol : getSymbolsUsedBy(op))
      add(symbol);
    for (Region &region : op->getRegions())
      for (Type type : region.getArgumentTypes())
        walkSymbols(type, add);
  });
  return names;
}

namespace {
/// The symbols of a caller, which grow with what is put into it.
class TakenNames {
public:
  explicit TakenNames(FuncOp caller) : names(getSymbolNames(caller)) {}

  /// A symbol that nobody has, named after `wanted`.
  StringAttr add(StringAttr wanted) {
    StringAttr fresh = wanted;
    for (unsigned &next = counters[wanted]; !names.insert(fresh); ++next)
      fresh = StringAttr::get(wanted.getContext(),
                              wanted.getValue() + "_" + Twine(next));
    return fresh;
  }

private:
  SymbolNames names;
  DenseMap<StringAttr, unsigned> counters;
};

/// One call, and what it becomes.
class CallInliner {
public:
  CallInliner(CallOp call, FuncOp callee, TakenNames &taken)
      : call(call), callee(callee), builder(call), taken(taken) {}

  void run() {
    bindSymbols();
    for (auto [parameter, argument] :
         llvm::zip(callee.getArguments(), call.getArgs()))
      mapping.map(parameter, castTo(argument, rename(parameter.getType())));
    Block &body = callee.getBody().front();
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
  void bindSymbols() {
    for (auto [parameter, argument] :
         llvm::zip(callee.getArgumentTypes(), call.getArgs().getTypes()))
      bindDims(parameter, argument);
    for (StringAttr symbol : getSymbolNames(callee))
      if (!values.contains(symbol))
        values[symbol] =
            SymExprAttr::symbol(builder.getContext(), taken.add(symbol));
  }

  void bindDims(Type parameter, Type argument) {
    auto to = dyn_cast<RankedTensorType>(parameter);
    auto from = dyn_cast<RankedTensorType>(argument);
    SmallVector<SymExprAttr> formal, actual;
    if (to && from) {
      formal = getDims(to);
      actual = getDims(from);
    } else if (auto shape = dyn_cast<ShapeType>(parameter)) {
      formal = shape.getDimsOrUnknown();
      if (auto given = dyn_cast<ShapeType>(argument))
        actual = given.getDimsOrUnknown();
    }
    if (formal.size() != actual.size())
      return;
    for (auto [name, value] : llvm::zip(formal, actual))
      if (name && value && name.isSymbol())
        values.try_emplace(
            StringAttr::get(builder.getContext(), name.getSymbol()), value);
  }

  Type rename(Type type) { return replacer().replace(type); }

  void renameIn(Operation *op) {
    AttrTypeReplacer names = replacer();
    names.recursivelyReplaceElementsIn(op, /*replaceAttrs=*/true,
                                       /*replaceLocs=*/false,
                                       /*replaceTypes=*/true);
  }

  AttrTypeReplacer replacer() {
    AttrTypeReplacer names;
    // Callables have symbols of their own.
    names.addReplacement([](CallableType type) {
      return std::make_pair(Type(type), WalkResult::skip());
    });
    names.addReplacement(
        [this](Type type) -> std::optional<std::pair<Type, WalkResult>> {
          if (!isa<RankedTensorType, ShapeType>(type))
            return std::nullopt;
          return std::make_pair(
              mapDims(type,
                      [&](SymExprAttr dim) { return dim.substitute(values); }),
              WalkResult::skip());
        });
    names.addReplacement([this](SymExprAttr expr) {
      return std::make_pair(Attribute(expr.substitute(values)),
                            WalkResult::skip());
    });
    return names;
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
  DenseMap<StringAttr, SymExprAttr> values;
};

struct InlinePrivateFunctionsPass
    : impl::InlinePrivateFunctionsPassBase<InlinePrivateFunctionsPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  void visit(FuncOp func, SymbolTable &symbols);

  /// Functions that were visited, and those that are being visited.
  llvm::SetVector<Operation *> done, active;
};
} // namespace

/// Why the call stays a call; empty where it can go.
static StringRef getObstacle(CallOp call, FuncOp callee) {
  if (callee->hasAttr("relax.primitive"))
    return "it is one kernel";
  bool isForced = callee->hasAttr("relax.force_pure");
  auto caller = call->getParentOfType<FuncOp>();
  if (isForced && caller.isPure() && !caller->hasAttr("relax.force_pure"))
    return "it is pure by 'relax.force_pure' only";
  if (!call->getParentOfType<DataflowOp>())
    return "";
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

/// Erases the private functions that nobody uses, in order.
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
  for (FuncOp func : funcs) {
    if (!func.isPrivate() || numUses.lookup(func.getSymNameAttr()) != 0)
      continue;
    for (StringAttr name : usedBy.lookup(func))
      --numUses[name];
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
