// What a tensor program's values are for: patterns, uses, signs.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_USEFACTS_H
#define RELAX_LIB_TARGET_TVMSCRIPT_USEFACTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace mlir::tir {
class FuncOp;
} // namespace mlir::tir

namespace mlir::relax::tvmscript {

class ModuleScript;

/// Several ops that are one expression of TVM.
struct Pattern {
  enum Kind { Minimum, Maximum, FloorModulo, Sigmoid, Ramp } kind;
  SmallVector<Value> operands;
};

/// Which ops stand inside the expressions of others.
class UseFacts {
public:
  explicit UseFacts(tir::FuncOp program, ModuleScript &module);

  /// The pattern that an op is the last op of; null if there is none.
  const Pattern *pattern(Operation *op) const;
  /// Whether an op is part of a pattern.
  bool isAbsorbed(Operation *op) const { return absorbed.contains(op); }
  /// Whether the value of an op stands where its one use is.
  bool isInlined(Operation *op) const;
  /// Whether an integer, or the elements of a buffer, have no sign.
  bool isUnsigned(Value value) const;

private:
  bool decideInlined(Operation *op) const;
  void findPattern(Operation *op);
  void findSigns(Operation *op);
  void findCallers(tir::FuncOp program, ModuleScript &module);
  void vote(Value value, bool isUnsigned);
  void join(Value left, Value right);
  void decide(ModuleScript &module);
  SmallVector<Operation *> usersOf(Value value) const;

  DenseMap<Operation *, Pattern> patterns;
  DenseMap<Value, SmallVector<Operation *>> patternEnds;
  llvm::DenseSet<Operation *> absorbed;
  /// The answers of `isInlined` so far: each op is asked about many times.
  mutable DenseMap<Operation *, bool> inlined;
  llvm::EquivalenceClasses<const void *> classes;
  SmallVector<std::pair<Value, bool>> votes;
  llvm::DenseSet<const void *> unsignedClasses;
};

/// Whether an op computes a value from values, without any effect.
bool isExpression(Operation *op);

/// Whether an expression reads a buffer.
bool readsBuffer(Operation *op);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_USEFACTS_H
