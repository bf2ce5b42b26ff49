// The one way to rename a symbol.
//
// Upstream's `replaceAllSymbolUses` moves the uses, and neither the symbol nor
// its exported name. Report apache/tvm#17176 is what happens if one of the
// three is forgotten. After a failure nothing has changed.
#include "Relax/Support/SymbolRenamer.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::relax {

SymbolRenamer::SymbolRenamer(Operation *table) : table(table), symbols(table) {}

LogicalResult SymbolRenamer::rename(Operation *symbol, StringRef name) {
  StringAttr from = SymbolTable::getSymbolName(symbol);
  if (from.getValue() == name)
    return success();
  if (Operation *other = symbols.lookup(name))
    return (symbol->emitOpError("cannot be renamed to @")
            << name << ", expected a free name; rename one of the two first")
               .attachNote(other->getLoc())
           << "the other symbol is here";
  auto to = StringAttr::get(symbol->getContext(), name);
  // An unknown op may hold the name in a form that nobody sees.
  if (failed(SymbolTable::replaceAllSymbolUses(symbol, to, table)))
    return symbol->emitOpError("cannot be renamed to @")
           << name
           << ": expected ops of known dialects only, as another may use it";
  // The table is keyed by name, so the symbol leaves it before the name
  // changes.
  symbols.remove(symbol);
  SymbolTable::setSymbolName(symbol, to);
  if (symbol->hasAttr("global_symbol"))
    symbol->setAttr("global_symbol", to);
  symbols.insert(symbol);
  return success();
}

} // namespace mlir::relax
