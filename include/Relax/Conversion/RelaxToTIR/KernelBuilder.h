// One tensor program under construction, with the sizes that it knows.
#ifndef RELAX_CONVERSION_RELAXTOTIR_KERNELBUILDER_H
#define RELAX_CONVERSION_RELAXTOTIR_KERNELBUILDER_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::relax {

/// One tensor program under construction: a parameter for each tensor that it
/// reads, then one for each result. The insertion point is in its body.
class KernelBuilder {
public:
  /// Starts a program of these tensors under the name `name`; it belongs to no
  /// module yet. All tensors have known dimensions.
  KernelBuilder(Location loc, StringRef name, ArrayRef<RankedTensorType> inputs,
                ArrayRef<RankedTensorType> results);
  /// The program of `op`: its tensor operands and results.
  KernelBuilder(Operation *op, StringRef name);

  OpBuilder &builder() { return opBuilder; }
  Location loc() { return function.getLoc(); }
  tir::FuncOp getFunction() { return function; }

  unsigned getNumInputs() { return function.getNumInputs(); }
  /// The buffer of the tensor operand at `index` among the tensor operands.
  Value input(unsigned index) { return function.getArgument(index); }
  /// The buffer of the result at `index`.
  Value output(unsigned index = 0) {
    return function.getArgument(getNumInputs() + index);
  }

  /// The value of an expression of the caller's scope. Symbols that no buffer
  /// shows become parameters.
  Value index(SymExprAttr expression);
  Value constantIndex(int64_t value);

  /// The expressions that the call passes for the scalar parameters.
  ArrayRef<SymExprAttr> getVars() { return vars; }

  /// Says why the op cannot be lowered; gives failure.
  LogicalResult notifyMatchFailure(const Twine &why) {
    reason = why.str();
    return failure();
  }
  StringRef getMatchFailure() { return reason; }

private:
  Value getSymbol(StringAttr symbol);

  OpBuilder opBuilder;
  tir::FuncOp function;
  SmallVector<SymExprAttr> vars;
  DenseMap<StringAttr, Value> symbols;
  std::string reason;
};

} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTOTIR_KERNELBUILDER_H
