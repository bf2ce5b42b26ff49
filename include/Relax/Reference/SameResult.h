// Whether a program computes the same before and after a change.
#ifndef RELAX_REFERENCE_SAMERESULT_H
#define RELAX_REFERENCE_SAMERESULT_H

#include "Relax/Reference/Interpreter.h"

namespace mlir::relax::reference {

/// How results are compared.
struct SameResultOptions {
  /// The largest difference, relative to the largest value, where anything may
  /// be in place of a NaN, and all but another infinity in place of one; 0
  /// compares bits, but for those of NaN.
  double tolerance = 0;
  Limits limits;
};

/// What a comparison found.
struct SameResultCount {
  unsigned same = 0, skipped = 0;
};

/// Runs each function of `before` that also `after` has, on inputs made from
/// its signature: symbols get several small sizes, 0 among them, elements are
/// small numbers, functions outside of the module something that depends on
/// their inputs. What fails before may do anything after. Fails, with an error
/// that says function, output and element, if a result differs, if a function
/// fails after that did not before, or if a public function is gone. Says in
/// `report` what was compared and what was not, and why.
LogicalResult compareResults(ModuleOp before, ModuleOp after,
                             const SameResultOptions &options,
                             SameResultCount &count, llvm::raw_ostream &report);

} // namespace mlir::relax::reference

#endif // RELAX_REFERENCE_SAMERESULT_H
