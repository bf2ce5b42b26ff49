// Three-valued answers to whether dimensions, and types, are the same.
#ifndef RELAX_DIALECT_RELAX_IR_SYMBOLICEQUALITY_H
#define RELAX_DIALECT_RELAX_IR_SYMBOLICEQUALITY_H

#include "Relax/Dialect/Relax/IR/RelaxTypes.h"

namespace mlir::relax {

/// What can be said about two things before the program runs.
enum class Proof {
  /// They are the same for all sizes.
  Equal,
  /// They differ for all sizes.
  Different,
  /// Neither is proved: it takes a check at run time.
  Unknown
};

/// What holds of a whole, given what holds of two of its parts.
Proof combine(Proof lhs, Proof rhs);

/// Compare two sizes of one scope; null is a size that nobody knows.
Proof compareDims(SymExprAttr lhs, SymExprAttr rhs);

/// Whether a size differs from `wanted` and from 1 for all sizes, so that
/// nothing repeats it to become `wanted`.
bool cannotBroadcast(SymExprAttr size, SymExprAttr wanted);

/// Compare what two types of one scope say of their values. Two tensors of one
/// type with a `?` may have different sizes, hence are `Unknown`.
Proof compareTypes(Type lhs, Type rhs);

/// Whether a value that is known as `from` may be called a `to`: `Different` if
/// they are, or if `to` promises that a callable is pure and `from` does not,
/// which no check at run time can find.
Proof compareAssigned(Type from, Type to);

/// Matches parameters of a callee with arguments of its caller. A bare symbol
/// of the callee is bound to the caller's expression where it first occurs;
/// the two sides share no scope even where names are the same.
class SymbolUnifier {
public:
  /// Whether an argument of type `argument` fits a parameter of type
  /// `parameter`. A parameter that asks for less than it gets is `Equal`.
  Proof unify(Type parameter, Type argument);

  /// Bind `parameter`, or compare it if it is bound or no bare symbol.
  Proof bind(SymExprAttr parameter, SymExprAttr argument);

  /// An expression of the callee in the caller's scope; null if it holds a
  /// symbol that no argument bound.
  SymExprAttr substitute(SymExprAttr expr) const;

  /// A type of the callee in the caller's scope; dimensions that cannot be
  /// deduced become unknown.
  Type substitute(Type type) const;

  /// Why the last call answered something else than `Equal`: a phrase such as
  /// "dimension 1 is 5, expected n * 2 = 6". Empty if it answered `Equal`.
  StringRef getReason() const { return reason; }

private:
  Proof unifyTypes(Type parameter, Type argument);
  Proof unifyTensors(TensorType parameter, TensorType argument);
  Proof unifyShapes(ShapeType parameter, ShapeType argument);
  Proof unifyShards(DTensorType parameter, DTensorType argument);
  Proof unifyTuples(TupleType parameter, TupleType argument);
  Proof unifyCallables(CallableType parameter, CallableType argument);
  Proof unifyLists(ArrayRef<SymExprAttr> parameters,
                   ArrayRef<SymExprAttr> arguments);
  Proof unifyDim(SymExprAttr parameter, SymExprAttr argument, int64_t index);
  Proof compareBound(SymExprAttr parameter, SymExprAttr argument,
                     int64_t index);
  Proof resolveWaiting(size_t numOld);
  Proof explain(Proof proof, const Twine &why);

  /// A dimension whose symbols are not all bound yet.
  struct Waiting {
    SymExprAttr parameter, argument;
    int64_t index;
  };

  llvm::DenseMap<StringAttr, SymExprAttr> bindings;
  SmallVector<Waiting> waiting;
  std::string reason;
  Proof reasonProof = Proof::Equal;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SYMBOLICEQUALITY_H
