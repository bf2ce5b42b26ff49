// Checks that every reference resolves and every exported name is one name.
#include "Relax/Transforms/Contracts/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYSYMBOLSPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifySymbolsPass : impl::VerifySymbolsPassBase<VerifySymbolsPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    isValid = true;
    checkReferences();
    checkExportedNames();
    if (!isValid)
      signalPassFailure();
  }

private:
  void checkReferences() {
    SymbolTableCollection tables;
    auto uses = SymbolTable::getSymbolUses(&getOperation().getBodyRegion());
    if (!uses)
      return;
    for (const SymbolTable::SymbolUse &use : *uses) {
      Operation *user = use.getUser();
      if (tables.lookupNearestSymbolFrom(user, use.getSymbolRef()))
        continue;
      user->emitOpError("refers to ")
          << use.getSymbolRef()
          << ", which the module does not define; define it or drop the op";
      isValid = false;
    }
  }

  void checkExportedNames() {
    llvm::StringMap<Operation *> exported;
    for (Operation &op : getOperation().getOps()) {
      auto symbol =
          op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
      auto name = op.getAttrOfType<StringAttr>("global_symbol");
      if (symbol && name && name != symbol) {
        op.emitOpError("is exported as \"")
            << name.getValue() << "\" but its symbol is @" << symbol.getValue()
            << "; run 'relax-normalize-global-symbols'";
        isValid = false;
      }
      if (!name)
        name = symbol;
      if (!name || SymbolTable::getSymbolVisibility(&op) ==
                       SymbolTable::Visibility::Private)
        continue;
      auto [it, isNew] = exported.try_emplace(name.getValue(), &op);
      if (isNew)
        continue;
      (op.emitOpError("is exported as \"")
       << name.getValue() << "\", a name that is taken; rename one of the two")
              .attachNote(it->second->getLoc())
          << "the other symbol is here";
      isValid = false;
    }
  }

  bool isValid = true;
};
} // namespace

} // namespace mlir::relax
