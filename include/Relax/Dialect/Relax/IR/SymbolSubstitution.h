// What the symbols of one function are in terms of another's.
#ifndef RELAX_DIALECT_RELAX_IR_SYMBOLSUBSTITUTION_H
#define RELAX_DIALECT_RELAX_IR_SYMBOLSUBSTITUTION_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// Names of symbols, in the order in which they were found.
using SymbolNames = llvm::SmallSetVector<StringAttr, 8>;
/// Expressions for symbols.
using SymbolValues = DenseMap<StringAttr, SymExprAttr>;

/// All symbols that `func` mentions.
SymbolNames getSymbolNames(FuncOp func);

/// The symbols of a function, which grow with what is put into it.
class TakenNames {
public:
  explicit TakenNames(FuncOp func) : names(getSymbolNames(func)) {}

  /// A symbol that nobody has, named after `wanted`.
  StringAttr add(StringAttr wanted);

private:
  SymbolNames names;
  DenseMap<StringAttr, unsigned> counters;
};

/// Adds to `values` what the symbols that stand alone as a size of `formal`, a
/// tensor or a shape, are in `actual`, as far as it says; the first value of a
/// symbol stays.
void bindSymbols(Type formal, Type actual, SymbolValues &values);

/// Replaces symbols by `values`, which must outlive it, in types and
/// attributes. Types of callables have symbols of their own, and stay.
AttrTypeReplacer makeSymbolReplacer(const SymbolValues &values);

/// Replaces symbols in all of `func`, its signature too.
void substituteSymbols(FuncOp func, const SymbolValues &values);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SYMBOLSUBSTITUTION_H
