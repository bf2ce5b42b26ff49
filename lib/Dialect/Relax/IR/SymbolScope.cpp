// Where the symbols of symbolic shapes are defined and used.
//
// Regions of the graph level have one block each, so dominance is order: the
// verifier walks a function once, with a stack of the symbols defined so far.
//
// Upstream knows no such scope: an attribute that mentions a symbol is no use
// of anything. So the verifier has to find what dominance finds for values.
#include "Relax/Dialect/Relax/IR/SymbolScope.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// Only a bare symbol defines: `n * 2` equal to 7 would leave n without a
/// value.
static void visitBare(ArrayRef<SymExprAttr> dims,
                      llvm::function_ref<void(StringAttr)> visit) {
  for (SymExprAttr dim : dims)
    if (dim && dim.isSymbol())
      dim.walkSymbols(visit);
}

void walkBareSymbols(Type type, llvm::function_ref<void(StringAttr)> visit) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding()))
      visitBare(dims.getDims(), visit);
  } else if (auto shape = dyn_cast<ShapeType>(type)) {
    if (shape.hasDims())
      visitBare(shape.getDims(), visit);
  } else if (auto spread = dyn_cast<DTensorType>(type)) {
    // A worker has a part of the others, and parts of two sizes may be of one
    // whole: which one, they do not say.
    auto whole = dyn_cast<RankedTensorType>(spread.getTensor());
    auto dims =
        whole ? dyn_cast_or_null<DimsAttr>(whole.getEncoding()) : DimsAttr();
    if (dims)
      for (auto [dim, size] : llvm::enumerate(dims.getDims()))
        if (!llvm::is_contained(spread.getPlacement(), int64_t(dim)))
          visitBare(size, visit);
  } else if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type field : tuple.getTypes())
      walkBareSymbols(field, visit);
  }
}

/// Visits the symbols of a callable's type but those that its own parameters
/// define, which nobody else sees. A callable's own symbols are bound at each
/// call of it.
static void walkFreeSymbols(CallableType callable,
                            llvm::function_ref<void(StringAttr)> visit) {
  if (callable.isOpaque())
    return;
  DenseSet<StringAttr> own;
  for (Type type : callable.getSignature().getInputs())
    walkBareSymbols(type, [&](StringAttr symbol) { own.insert(symbol); });
  walkSymbols(callable.getSignature(), [&](StringAttr symbol) {
    if (!own.contains(symbol))
      visit(symbol);
  });
}

/// A walker that visits symbols that the scope around has to define.
static AttrTypeWalker
makeSymbolWalker(llvm::function_ref<void(StringAttr)> visit) {
  AttrTypeWalker walker;
  walker.addWalk([visit](CallableType callable) {
    walkFreeSymbols(callable, visit);
    return WalkResult::skip();
  });
  walker.addWalk([visit](SymExprAttr expr) {
    expr.walkSymbols(visit);
    return WalkResult::skip();
  });
  return walker;
}

void walkSymbols(Type type, llvm::function_ref<void(StringAttr)> visit) {
  makeSymbolWalker(visit).walk<WalkOrder::PreOrder>(type);
}

void walkSymbols(Attribute attribute,
                 llvm::function_ref<void(StringAttr)> visit) {
  makeSymbolWalker(visit).walk<WalkOrder::PreOrder>(attribute);
}

/// Whether walking the attribute can be left out: the common large ones hold
/// no expression. Weights have megabytes of elements; walking them at each
/// verification would dominate compilation.
static bool holdsNoSymbol(Attribute attribute) {
  return isa<ElementsAttr, StringAttr, SymbolRefAttr, IntegerAttr, FloatAttr,
             UnitAttr, DenseArrayAttr>(attribute);
}

SmallVector<StringAttr> getSymbolsUsedBy(Operation *op) {
  llvm::SmallSetVector<StringAttr, 4> symbols;
  auto add = [&](StringAttr symbol) { symbols.insert(symbol); };
  for (Type type : op->getResultTypes())
    walkSymbols(type, add);
  for (NamedAttribute attribute : op->getAttrs())
    if (!holdsNoSymbol(attribute.getValue()))
      walkSymbols(attribute.getValue(), add);
  return symbols.takeVector();
}

SmallVector<StringAttr> getParameterSymbols(FuncOp func) {
  llvm::SmallSetVector<StringAttr, 4> symbols;
  for (Type type : func.getArgumentTypes())
    walkBareSymbols(type, [&](StringAttr symbol) { symbols.insert(symbol); });
  return symbols.takeVector();
}

// What is no positive number there is the planner's to reject; others read on.
SmallVector<std::pair<StringAttr, int64_t>> getSymbolLimits(FuncOp func) {
  SmallVector<std::pair<StringAttr, int64_t>> limits;
  auto given = func->getAttrOfType<DictionaryAttr>("tir_var_upper_bound");
  if (!given)
    return limits;
  for (StringAttr symbol : getParameterSymbols(func))
    if (auto limit = given.getAs<IntegerAttr>(symbol);
        limit && limit.getValue().isStrictlyPositive() &&
        limit.getValue().isSignedIntN(64))
      limits.push_back({symbol, limit.getValue().getSExtValue()});
  return limits;
}

// Errors of one function: each prints an op, and generated text may have a
// hundred thousand symbols that nothing defines.
static constexpr size_t kMaxReports = 100;

namespace {
/// Walks one function in order and checks each use against the definitions
/// met so far.
class ScopeVerifier {
public:
  // Parameters together first: an earlier one may use a symbol that a later one
  // defines (function-ops.mlir).
  explicit ScopeVerifier(FuncOp func) : func(func) {}

  LogicalResult run() {
    for (StringAttr symbol : getParameterSymbols(func))
      define(symbol);
    for (Type type : func.getArgumentTypes())
      checkType(func, type, "a parameter type");
    visitRegion(func.getBody());
    for (Type type : func.getResultTypes())
      checkType(func, type, "a result type");
    return success(!failed);
  }

private:
  void define(StringAttr symbol) {
    if (defined.insert(symbol).second)
      order.push_back(symbol);
  }

  /// Forgets what was defined since `mark`. Leaving a branch or a lambda
  /// forgets what it defined. A name may then mean another size in the next
  /// one.
  void leave(size_t mark) {
    while (order.size() > mark)
      defined.erase(order.pop_back_val());
  }

  /// Whether the symbol is a dimension of a spread parameter.
  bool isSplit(StringAttr symbol) {
    return llvm::any_of(func.getArgumentTypes(), [&](Type type) {
      bool isFound = false;
      if (auto spread = dyn_cast<DTensorType>(type))
        walkBareSymbols(spread.getTensor(),
                        [&](StringAttr found) { isFound |= found == symbol; });
      return isFound;
    });
  }

  void check(Operation *op, StringAttr symbol, StringRef place) {
    if (defined.contains(symbol))
      return;
    failed = true;
    if (++reports > kMaxReports)
      return;
    RuleError error = emitRuleError(op, func, 6, "uses symbol \"")
                      << symbol.getValue() << "\" in " << place
                      << ", expected a definition before it; define it as a "
                         "dimension of a parameter or by 'relax.match_cast'";
    if (isSplit(symbol))
      error << " (one that workers have parts of defines none: give its whole "
               "tensor a hint by 'relax.dist.annotate_sharding')";
    if (op != func)
      error.attachNote(func.getLoc())
          << "the scope is function @" << func.getSymName();
  }

  // A model has thousands of values of a few types, so a type is walked once.
  void checkType(Operation *op, Type type, StringRef place) {
    auto [entry, isNew] = symbolsOfType.try_emplace(type);
    if (isNew) {
      llvm::SmallSetVector<StringAttr, 4> symbols;
      walkSymbols(type, [&](StringAttr symbol) { symbols.insert(symbol); });
      entry->second = symbols.takeVector();
    }
    for (StringAttr symbol : entry->second)
      check(op, symbol, place);
  }

  void checkResults(Operation *op) {
    for (Type type : op->getResultTypes())
      checkType(op, type, "a result type");
  }

  void visit(Operation *op) {
    // Before the attributes and the result are checked: the cast itself may use
    // what it defines.
    if (auto cast = dyn_cast<MatchCastOp>(op))
      walkBareSymbols(cast.getResult().getType(),
                      [&](StringAttr symbol) { define(symbol); });
    for (NamedAttribute attribute : op->getAttrs())
      if (!holdsNoSymbol(attribute.getValue()))
        walkSymbols(attribute.getValue(), [&](StringAttr symbol) {
          check(op, symbol, "an attribute");
        });
    // What a dataflow region defines is visible after it, and in its results.
    bool sharesScope = isa<DataflowOp>(op);
    if (!sharesScope)
      checkResults(op);
    for (Region &region : op->getRegions()) {
      size_t mark = order.size();
      visitRegion(region);
      if (!sharesScope)
        leave(mark);
    }
    if (sharesScope)
      checkResults(op);
  }

  void visitRegion(Region &region) {
    for (Block &block : region) {
      if (&region != &func.getBody())
        defineArguments(block);
      for (Operation &op : block)
        visit(&op);
    }
  }

  void defineArguments(Block &block) {
    for (Type type : block.getArgumentTypes())
      walkBareSymbols(type, [&](StringAttr symbol) { define(symbol); });
    for (Type type : block.getArgumentTypes())
      checkType(block.getParentOp(), type, "a parameter type");
  }

  FuncOp func;
  size_t reports = 0;
  bool failed = false;
  DenseSet<StringAttr> defined;
  SmallVector<StringAttr> order;
  DenseMap<Type, SmallVector<StringAttr>> symbolsOfType;
};
} // namespace

LogicalResult verifySymbolScope(FuncOp func) {
  return ScopeVerifier(func).run();
}

SmallVector<StringAttr> getFreeSymbols(ArrayRef<Operation *> group,
                                       ArrayRef<Value> inputs) {
  llvm::SmallSetVector<StringAttr, 4> used;
  for (Operation *op : group)
    for (StringAttr symbol : getSymbolsUsedBy(op))
      used.insert(symbol);
  for (Value input : inputs)
    walkSymbols(input.getType(),
                [&](StringAttr symbol) { used.insert(symbol); });
  // An expression such as `n * 2` in a type uses n and does not define it.
  for (Value input : inputs)
    walkBareSymbols(input.getType(),
                    [&](StringAttr symbol) { used.remove(symbol); });
  return used.takeVector();
}

} // namespace mlir::relax
