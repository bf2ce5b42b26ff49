// Numbers and arithmetic on scalars and vectors, as a script writes them.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_SCALARTEXT_H
#define RELAX_LIB_TARGET_TVMSCRIPT_SCALARTEXT_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APFloat.h"
#include <string>

namespace mlir::relax::tvmscript {

/// The fewest digits that give this float again; `float("inf")` and the like
/// for what has no digits.
std::string floatDigits(const llvm::APFloat &number);

/// How tightly the parts of an expression hold together in Python.
enum class Binding { Compare, Sum, Product, Atom };

/// The text of an expression.
struct Expression {
  std::string text;
  Binding binding = Binding::Atom;

  /// The text, in brackets unless it holds together at least as `least`.
  std::string within(Binding least) const {
    return binding < least ? "(" + text + ")" : text;
  }
};

/// Names of the types that values have in a script.
class ScalarTypes {
public:
  virtual ~ScalarTypes() = default;
  /// The dtype of a value, such as "int64"; indices and signs are decided here.
  virtual std::string dtype(Value value) = 0;
};

/// A number of a dtype, such as `T.int64(4)`.
std::string numberText(Attribute number, StringRef dtype);

/// The expression of an op of arith or math from those of its operands;
/// nothing if TVM has none.
std::optional<Expression>
scalarText(Operation *op, ArrayRef<Expression> operands, ScalarTypes &types);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_SCALARTEXT_H
