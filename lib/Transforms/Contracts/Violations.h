// What a contract pass finds: errors with the ids of its rules.
#ifndef RELAX_LIB_TRANSFORMS_CONTRACTS_VIOLATIONS_H
#define RELAX_LIB_TRANSFORMS_CONTRACTS_VIOLATIONS_H

#include "Relax/Support/RuleError.h"

namespace mlir::relax {

/// The violations of one contract. A pass reports all of them, so it looks at
/// the whole module: the pass manager would stop at the first bad function.
class Violations {
public:
  /// Those of the contract that the pass `pass` checks.
  explicit Violations(StringRef pass) : pass(pass) {}

  /// Begins an error at `op` about rule `R<number>` of the contract.
  RuleError report(Operation *op, unsigned number, const Twine &message = {}) {
    RuleError error(op->emitOpError(message),
                    (pass + " R" + Twine(number)).str());
    isFound |= !error.isOff();
    return error;
  }

  /// Whether there are any.
  bool any() const { return isFound; }

private:
  StringRef pass;
  bool isFound = false;
};

/// Whether `second` runs after `first` in the same run of their function; each
/// may be in a region of an op beside the other.
bool isAfter(Operation *first, Operation *second);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_CONTRACTS_VIOLATIONS_H
