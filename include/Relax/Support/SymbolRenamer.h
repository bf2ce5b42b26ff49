// The one way to rename a symbol.
#ifndef RELAX_SUPPORT_SYMBOLRENAMER_H
#define RELAX_SUPPORT_SYMBOLRENAMER_H

#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// Renames symbols of one symbol table: the symbol, its exported name
/// (`global_symbol`, where it has one) and all uses move in one step.
class SymbolRenamer {
public:
  /// `table` is an op with the trait `SymbolTable`.
  explicit SymbolRenamer(Operation *table);

  /// Gives `symbol`, an op of the table, the name `name`. Fails with an error
  /// if another symbol has that name or if not all uses can be seen.
  LogicalResult rename(Operation *symbol, StringRef name);

private:
  Operation *table;
  SymbolTable symbols;
};

} // namespace mlir::relax

#endif // RELAX_SUPPORT_SYMBOLRENAMER_H
