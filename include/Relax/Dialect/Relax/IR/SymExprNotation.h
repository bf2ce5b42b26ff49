// Symbolic expressions in the notation of Python.
#ifndef RELAX_DIALECT_RELAX_IR_SYMEXPRNOTATION_H
#define RELAX_DIALECT_RELAX_IR_SYMEXPRNOTATION_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"

namespace mlir::relax {

/// Text of an expression, and whether it is one operand of any operator.
struct SymExprText {
  std::string text;
  bool isAtom = true;
};

/// An expression as Python writes it: `n * 2 + 1`, `n // 2`, `n % 3`. `call`
/// writes what has no operator: "ceildiv", "min" and "max" of two operands.
SymExprText writeInPython(
    SymExprAttr expr, llvm::function_ref<std::string(StringAttr)> symbol,
    llvm::function_ref<std::string(StringRef, StringRef, StringRef)> call);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SYMEXPRNOTATION_H
