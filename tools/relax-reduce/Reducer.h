// Makes a program smaller as long as it is interesting, by delta debugging.
#ifndef RELAX_TOOLS_RELAX_REDUCE_REDUCER_H
#define RELAX_TOOLS_RELAX_REDUCE_REDUCER_H

#include "InterestTest.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

/// One program on its way to the smallest one. Each step makes a copy smaller,
/// and keeps it if it is legal and interesting; the program itself is legal and
/// interesting all the time. The same program, test and edits give the same
/// result.
class Reducer {
public:
  /// `program` is interesting and stays as it is.
  Reducer(Operation *program, const InterestTest &test);

  /// Takes steps until none is left. Failure if the test cannot be run.
  LogicalResult run();

  /// The smallest program so far.
  Operation *getProgram() { return program.get(); }

private:
  /// Whether an op may be edited, by what it is alone.
  using Choice = llvm::function_ref<bool(Operation *)>;
  /// Changes some of the ops of a variant, or neither these nor anything else.
  /// It leaves alone what comes before them.
  using Edit =
      llvm::function_ref<bool(ArrayRef<Operation *> ops, Operation *variant)>;
  /// As Edit, for one op.
  using OpEdit = llvm::function_ref<bool(Operation *op, Operation *variant)>;

  LogicalResult tryEdit(Choice isChosen, Edit edit);
  LogicalResult tryOpEdit(Choice isChosen, OpEdit edit);
  LogicalResult tryPatterns();
  LogicalResult trySignatures();
  FailureOr<bool> isKept(Operation *variant);

  OwningOpRef<Operation *> program;
  const InterestTest &test;
  /// The dialects' reductions, each by itself.
  std::vector<FrozenRewritePatternSet> patterns;
  /// Hashes of the variants that the test has seen.
  llvm::DenseSet<uint64_t> seen;
  bool isChanged = false;
};

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_REDUCE_REDUCER_H
