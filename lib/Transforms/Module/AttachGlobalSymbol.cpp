// Names each public function for the world outside the module.
//
// Report apache/tvm#17176: with a system library prefix TVM had two names for
// one function, in the attribute and in the calls. `SymbolRenamer` moves the
// symbol, the attribute and all uses in one step (C-17176 in test/Defects).
#include "Relax/Transforms/Module/Passes.h"

#include "Relax/Support/SymbolRenamer.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ATTACHGLOBALSYMBOLPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct AttachGlobalSymbolPass
    : impl::AttachGlobalSymbolPassBase<AttachGlobalSymbolPass> {
  using AttachGlobalSymbolPassBase::AttachGlobalSymbolPassBase;

  void runOnOperation() override {
    SymbolRenamer renamer(getOperation());
    SmallVector<FunctionOpInterface> functions(
        getOperation().getOps<FunctionOpInterface>());
    std::string prefix = this->prefix;
    // The attribute is TVM's, on the module; an option of the command line
    // comes before it.
    if (auto name = getOperation()->getAttrOfType<StringAttr>(
            "relax.system_lib_prefix");
        name && prefix.empty())
      prefix = name.str();
    bool renamed = true, changed = false;
    for (FunctionOpInterface function : functions) {
      // Private functions have no name outside. An external one is named by
      // whoever defines it.
      if (!function.isPublic() || function.isExternal())
        continue;
      // Names that begin with the prefix already are left: a second run
      // changes nothing.
      if (!function.getName().starts_with(prefix)) {
        changed = true;
        renamed &= succeeded(
            renamer.rename(function, prefix + function.getName().str()));
      }
      if (function->getAttr("global_symbol") == function.getNameAttr())
        continue;
      function->setAttr("global_symbol", function.getNameAttr());
      changed = true;
    }
    if (!changed)
      markAllAnalysesPreserved();
    if (!renamed)
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
