// How operators pass sums on.
#ifndef RELAX_DIALECT_RELAX_INTERFACES_LINEAROPERANDS_H
#define RELAX_DIALECT_RELAX_INTERFACES_LINEAROPERANDS_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// How the result of an operator is linear in its operands.
enum class Linearity {
  None,
  /// In one of them, whatever the others are: a product.
  Alone,
  /// In all of them at once: a sum.
  Together
};

/// How an operator is linear in operand number `operand`: given the addends of
/// a sum one by one it gives addends of what it makes of the sum.
Linearity getLinearity(Operation *op, unsigned operand);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_INTERFACES_LINEAROPERANDS_H
