// Finds tensor programs whose every use is a call.
#include "PrivatePrograms.h"

#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

SmallVector<PrivateProgram> getPrivatePrograms(ModuleOp module) {
  DenseMap<StringAttr, SmallVector<CallTIROp>> callsOf;
  DenseSet<StringAttr> others;
  // One walk for all programs: asking for the uses of each walks the module as
  // often.
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (SymbolTable::SymbolUse use : *uses) {
      StringAttr name = use.getSymbolRef().getRootReference();
      if (auto call = dyn_cast<CallTIROp>(use.getUser()))
        callsOf[name].push_back(call);
      else
        others.insert(name);
    }
  SmallVector<PrivateProgram> found;
  for (auto func : module.getOps<tir::FuncOp>()) {
    auto calls = callsOf.find(func.getSymNameAttr());
    if (!func.isExternal() && func.isPrivate() && calls != callsOf.end() &&
        !others.contains(func.getSymNameAttr()))
      found.push_back({func, calls->second});
  }
  return found;
}

} // namespace mlir::relax
