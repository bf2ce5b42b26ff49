// What the rules of derivatives are written with.
#ifndef RELAX_DIALECT_RELAX_GRADIENT_GRADIENTBUILDER_H
#define RELAX_DIALECT_RELAX_GRADIENT_GRADIENTBUILDER_H

#include "Relax/Dialect/Relax/IR/TensorBuilder.h"

namespace mlir::relax {

/// Makes the adjoints of one op's operands.
class GradientBuilder : public TensorBuilder {
public:
  /// Gives a value of the forward program where derivatives are made.
  using Recall = llvm::function_ref<Value(Value)>;

  /// For an op whose results have these adjoints (null for a result that has
  /// none), and of whose operands those that `needed` marks want one.
  GradientBuilder(OpBuilder &builder, Operation *op, ArrayRef<Value> adjoints,
                  ArrayRef<bool> needed, Recall recall);

  // What a rule starts from.
  Value operand(unsigned index = 0) { return recall(op->getOperand(index)); }
  Value result(unsigned index = 0) { return recall(op->getResult(index)); }
  /// The adjoint of a result; zeros if it has none.
  Value adjoint(unsigned index = 0);
  bool hasAdjoint(unsigned index) const { return bool(adjoints[index]); }
  bool needs(unsigned operand) const { return needed[operand]; }

  // What a rule ends with.
  /// The adjoint of an operand. One of another element type is cast.
  void give(unsigned operand, Value adjoint);
  /// The same from the adjoint of what the operand was broadcast to.
  void giveCollapsed(unsigned operand, Value adjoint);
  /// Says why there is no derivative.
  void notifyMatchFailure(const Twine &why);
  /// Whether the rank of a value is known; if not the op is rejected.
  bool expectRank(Value value);
  /// Whether the rank and all sizes of a value are known; if not it is
  /// rejected.
  bool expectDims(Value value);

  // What the pass asks afterwards.
  bool hasMatchFailure() const { return !reason.empty(); }
  StringRef getMatchFailure() const { return reason; }
  /// The adjoints of the operands; null for those that none was given to.
  ArrayRef<Value> getGiven() const { return given; }

private:
  Operation *op;
  SmallVector<Value> adjoints, given;
  SmallVector<bool> needed;
  Recall recall;
  std::string reason;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_GRADIENT_GRADIENTBUILDER_H
