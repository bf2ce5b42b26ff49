// Give symbolic sizes of functions their values.
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Transforms/Module/Passes.h"

namespace mlir::relax {
#define GEN_PASS_DEF_BINDSYMBOLICVARSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct BindSymbolicVarsPass
    : impl::BindSymbolicVarsPassBase<BindSymbolicVarsPass> {
  using BindSymbolicVarsPassBase::BindSymbolicVarsPassBase;

  void runOnOperation() override {
    SymbolValues values;
    SmallVector<FuncOp> funcs;
    if (failed(parseSizes(values)) || failed(chooseFunctions(funcs)))
      return signalPassFailure();
    SymbolNames bound;
    for (FuncOp func : funcs) {
      SymbolValues own;
      // Only symbols of the function's own parameters. A symbol that a
      // `match_cast` defines is the data's, and a number would turn a
      // definition into a check.
      for (StringAttr symbol : getParameterSymbols(func))
        if (SymExprAttr value = values.lookup(symbol)) {
          own[symbol] = value;
          bound.insert(symbol);
        }
      if (!own.empty())
        substituteSymbols(func, own);
    }
    // A size that no function has is no error: a second run finds all of them
    // bound, and must pass.
    if (bound.empty())
      markAllAnalysesPreserved();
  }

private:
  /// The values of the option `sizes`.
  LogicalResult parseSizes(SymbolValues &values) {
    for (StringRef text : sizes) {
      auto [name, number] = text.split('=');
      int64_t value;
      if (name.empty() || number.getAsInteger(10, value) || value < 0)
        return getOperation().emitOpError(
                   "expected sizes such as n=4, found \"")
               << text << '"';
      values[StringAttr::get(&getContext(), name)] =
          SymExprAttr::constant(&getContext(), value);
    }
    return success();
  }

  /// The function that is named, or all public ones.
  LogicalResult chooseFunctions(SmallVectorImpl<FuncOp> &funcs) {
    for (FuncOp func : getOperation().getOps<FuncOp>())
      if (function.empty() ? func.isPublic() : func.getName() == function)
        funcs.push_back(func);
    if (funcs.empty() && !function.empty())
      return getOperation().emitOpError("expects a function @")
             << function << " whose sizes are bound";
    return success();
  }
};
} // namespace

} // namespace mlir::relax
