// The derivatives of one number by the values of a function.
#ifndef RELAX_DIALECT_RELAX_GRADIENT_ADJOINTS_H
#define RELAX_DIALECT_RELAX_GRADIENT_ADJOINTS_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace mlir::relax {

/// The name of an attribute of a function's result that is a derivative: of the
/// parameter of this name.
inline constexpr StringLiteral kDerivativeName = "relax.derivative";

/// The derivative by a tensor, or by each field of a tuple; null where there is
/// none yet.
struct Adjoint {
  Value value;
  std::vector<Adjoint> fields;
};

/// Which values depend on the parameters that derivatives are wanted of, in a
/// way that has one.
class Dependence {
public:
  Dependence(Block &block, ArrayRef<Value> parameters);

  bool contains(Value value) const { return values.contains(value); }
  /// Whether an operand of the op is such a value, and has a derivative.
  bool goesThrough(Operation *op, unsigned operand) const;

private:
  void visit(Operation &op);
  llvm::DenseSet<Value> values;
};

/// Whether a value has derivatives: a tensor of floats, of elements of an
/// unknown type, or a tuple with one.
bool hasDerivatives(Type type);

/// Goes through a block from its end, and makes derivatives before its
/// terminator.
class Adjoints {
public:
  Adjoints(Block &block, ArrayRef<Value> parameters);

  /// Starts with a number, or a field of a tuple, whose derivative is 1.
  void start(Value value, std::optional<unsigned> field);
  /// Goes through the ops; an op that has no derivative is an error.
  LogicalResult run();
  /// The derivative by a value, as a value of its type.
  Value get(Value value);

private:
  LogicalResult visit(Operation *op);
  LogicalResult visitOperator(Operation *op, ArrayRef<Value> adjoints);
  void visitTuple(Operation *op);
  void visitField(Operation *op);
  InFlightDiagnostic notifyMatchFailure(Operation *op, const Twine &why);
  void accumulate(Adjoint &into, const Adjoint &what, Location loc);
  bool isEmpty(const Adjoint &adjoint) const;
  /// A forward value where derivatives are made: computed anew in a part that
  /// is not kept.
  Value recall(Value value);
  void findRecomputed();
  Value makeValue(const Adjoint &adjoint, Value like);

  Block &block;
  Dependence dependence;
  OpBuilder builder;
  llvm::DenseMap<Value, Adjoint> adjoints;
  llvm::DenseSet<Value> recomputed;
  llvm::DenseMap<Value, Value> recalled;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_GRADIENT_ADJOINTS_H
