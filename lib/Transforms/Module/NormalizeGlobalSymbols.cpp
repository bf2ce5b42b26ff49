// Make the symbol of each exported function its exported name.
//
// Here the symbol moves to the exported name, and never the other way: who
// loads the library knows the exported name.
#include "Relax/Support/SymbolRenamer.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_NORMALIZEGLOBALSYMBOLSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct NormalizeGlobalSymbolsPass
    : impl::NormalizeGlobalSymbolsPassBase<NormalizeGlobalSymbolsPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  LogicalResult makeFree(StringRef name, Operation *wanted);
};
} // namespace

/// The name that the world outside knows `symbol` by, if it is one of its own.
static StringAttr getExportedName(Operation *symbol) {
  auto name = symbol->getAttrOfType<StringAttr>("global_symbol");
  return name && name != SymbolTable::getSymbolName(symbol) ? name
                                                            : StringAttr();
}

/// Takes the name from a private symbol that has it; others keep theirs. A
/// public symbol of the wanted name is a conflict that renaming cannot solve;
/// the renamer reports it with both places.
LogicalResult NormalizeGlobalSymbolsPass::makeFree(StringRef name,
                                                   Operation *wanted) {
  Operation *other = SymbolTable::lookupSymbolIn(getOperation(), name);
  if (!other || other == wanted ||
      SymbolTable::getSymbolVisibility(other) !=
          SymbolTable::Visibility::Private)
    return success();
  // Bounded by the number of symbols plus one.
  unsigned counter = 0;
  std::string fresh;
  do
    fresh = (name + "_" + Twine(counter++)).str();
  while (SymbolTable::lookupSymbolIn(getOperation(), fresh));
  return SymbolRenamer(getOperation()).rename(other, fresh);
}

void NormalizeGlobalSymbolsPass::runOnOperation() {
  // Collected first, since renaming changes attributes that the loop asks for.
  SmallVector<Operation *> symbols;
  for (Operation &op : *getOperation().getBody())
    if (isa<SymbolOpInterface>(op) && getExportedName(&op))
      symbols.push_back(&op);
  // Collected first: renaming one symbol may rename another, which takes it out
  // of the order of the module.
  if (symbols.empty())
    return markAllAnalysesPreserved();
  bool renamed = true;
  for (Operation *symbol : symbols) {
    StringAttr name = getExportedName(symbol);
    renamed &= succeeded(makeFree(name, symbol)) &&
               succeeded(SymbolRenamer(getOperation()).rename(symbol, name));
  }
  if (!renamed)
    signalPassFailure();
}

} // namespace mlir::relax
