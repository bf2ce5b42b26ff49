// Names each public function for the world outside the module.
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
    if (auto name = getOperation()->getAttrOfType<StringAttr>(
            "relax.system_lib_prefix");
        name && prefix.empty())
      prefix = name.str();
    bool renamed = true, changed = false;
    for (FunctionOpInterface function : functions) {
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
