// What the bridge knows of operators: their arguments in TVM's order.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_OPERATORTABLE_H
#define RELAX_LIB_TARGET_TVMSCRIPT_OPERATORTABLE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relax::tvmscript {

/// One argument of an operator.
struct OperatorArgument {
  std::string name;
  /// What it is: "operand", "operands", "i64", "type?", ...
  std::string kind;

  bool isOperand() const;
  bool isOptional() const;
};

/// An operator of TVM.
struct OperatorFacts {
  llvm::SmallVector<OperatorArgument> arguments;
  /// Whether TVM gives the results as one tuple.
  bool isTuple = false;
};

/// The facts about the operator called `name`; null if it is none.
const OperatorFacts *findOperator(llvm::StringRef name);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_OPERATORTABLE_H
