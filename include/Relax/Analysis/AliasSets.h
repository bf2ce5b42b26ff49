// Which values of a function may share memory.
#ifndef RELAX_ANALYSIS_ALIASSETS_H
#define RELAX_ANALYSIS_ALIASSETS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

/// Whether the result of `op` has the elements of its first operand, in the
/// same order and with other dimensions: a reshape by any name.
bool isReshape(Operation *op);

/// Whether results of `op` may be parts of, or the same bytes as, operands,
/// while it neither reads nor writes them.
bool passesMemoryOn(Operation *op);

/// For each result of `op` the argument that it overwrites, or -1; empty if it
/// is no call that overwrites arguments.
SmallVector<int64_t> getInplaceIndices(Operation *op);

/// Which values of a function may share memory. A *root* is a value that brings
/// memory: a parameter, a constant, an allocation, the result of an op of which
/// nothing else is known. Every other value has the roots that it may stem
/// from, through casts, views, tuples, conditionals, calls of unknown code.
class AliasSets {
public:
  /// Whether a result may be the memory of the argument that it overwrites,
  /// asked in order: the sets hold all that comes before.
  using InPlace = llvm::function_ref<bool(const AliasSets &, OpOperand &)>;

  /// What an operator gives is memory of its own, unless `operatorsPassOn`: it
  /// may then also stem from what the operator takes, which is what lowering
  /// and folding make of some.
  explicit AliasSets(Operation *function, InPlace isInPlace = {},
                     bool operatorsPassOn = false);

  /// The roots of a value; a root has itself.
  ArrayRef<Value> getRoots(Value value) const;

  /// All values that may share the memory of `root`, in order, `root` first.
  ArrayRef<Value> getAliases(Value root) const;

  /// All roots, in order of definition.
  ArrayRef<Value> getRoots() const { return roots; }

  /// Whether the memory of `root` may be in use after the function has
  /// returned: it is returned, or held by a closure.
  bool escapes(Value root) const { return escaping.contains(root); }

private:
  void addRoot(Value value);
  void addAlias(Value value, ValueRange sources);
  void visit(Operation *op);
  void visitRegion(Region &region);
  void escape(ValueRange values);

  InPlace isInPlace;
  bool operatorsPassOn;
  SmallVector<Value> roots;
  DenseMap<Value, SmallVector<Value, 1>> rootsOf;
  DenseMap<Value, SmallVector<Value, 1>> aliasesOf;
  DenseSet<Value> escaping;
};

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_ALIASSETS_H
