// Indices as expressions, and questions about them that integers decide.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_INDEXSPACE_H
#define RELAX_DIALECT_TIR_ANALYSIS_INDEXSPACE_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

/// The variables that indices are expressions of: indices of loops, and values
/// that do not move. Dimension `i` of an expression is `getVariables()[i]`.
class IndexSpace {
public:
  explicit IndexSpace(MLIRContext *context) : context(context) {}

  /// `index` as an expression; iterators of blocks stand for what they are
  /// bound to, unless they have been `add`ed. Null if it is none.
  AffineExpr getExpr(Value index);
  /// Makes a value a variable, and gives it.
  AffineExpr add(Value value);
  ArrayRef<Value> getVariables() const { return variables; }
  MLIRContext *getContext() const { return context; }

private:
  AffineExpr combine(Operation *op);

  MLIRContext *context;
  SmallVector<Value> variables;
};

/// True if the loop whose index a variable is, is inside `root`.
bool isIndexInside(Value variable, Operation *root);

/// Integers of which some linear things are known. Indices of loops may stand
/// for two instances at once; other values are the same in both.
class IntegerSystem {
public:
  explicit IntegerSystem(MLIRContext *context)
      : space(context), relation(presburger::PresburgerSpace::getSetSpace()) {}

  /// What a linear form is: a coefficient a column, then the constant. Numbers
  /// of any size, since a wrong one would be a wrong proof.
  struct Row {
    llvm::SmallDenseMap<unsigned, llvm::DynamicAPInt> coefficients;
    llvm::DynamicAPInt constant;
    Row &add(const Row &other, const llvm::DynamicAPInt &scale);
    Row &add(const Row &other, int64_t scale) {
      return add(other, llvm::DynamicAPInt(scale));
    }
  };

  /// An index in an instance (0 or 1); nullopt if it is not affine.
  std::optional<Row> getRow(Value index, unsigned instance);
  /// Says that a row is at least 0, or is 0.
  void addNonNegative(const Row &row);
  void addZero(const Row &row);
  /// Says what loops and predicates around `op` say of an instance; what is
  /// not affine is left out.
  void addDomain(Operation *op, unsigned instance);
  /// Says that a comparison of indices holds; what is not affine, and that two
  /// differ, is left out.
  void addComparison(arith::CmpIPredicate predicate, Value lhs, Value rhs,
                     unsigned instance);
  /// True if no integers are like that. False says nothing.
  bool isEmpty();

private:
  Row getColumn(unsigned dim, unsigned instance);
  Row linearize(AffineExpr expr, unsigned instance);
  Row makeDivision(const Row &row, int64_t divisor);
  void addCondition(Value condition, unsigned instance);
  SmallVector<llvm::DynamicAPInt> fill(const Row &row);

  IndexSpace space;
  presburger::IntegerPolyhedron relation;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> columns;
};

/// How two instances of loops stand to each other.
enum class Order { Before, After };

/// True if provably no instance of `a` and no instance of `b`, of which that
/// of `a` has the smaller (`Before`) or greater index of `loop` and both agree
/// in the loops around it, touch the same element. Both are in the loop.
bool areDisjoint(const ElementAccess &a, const ElementAccess &b, ForOp loop,
                 Order order);
/// The same where `a` is in `loopA` and `b` in `loopB`, which stand side by
/// side.
bool areDisjoint(const ElementAccess &a, ForOp loopA, const ElementAccess &b,
                 ForOp loopB, Order order);

/// All loads and stores inside `root`; `isComplete` is false if other ops
/// touch memory.
SmallVector<ElementAccess> collectAccesses(Operation *root, bool &isComplete);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_INDEXSPACE_H
