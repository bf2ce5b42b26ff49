// Sizes that types say are equal, or no less than 0, and nothing shows to be.
#ifndef RELAX_DIALECT_RELAX_IR_SIZECLAIMS_H
#define RELAX_DIALECT_RELAX_IR_SIZECLAIMS_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"

namespace mlir::relax {

/// Two sizes that have to be equal, of which types leave open whether they are.
struct SizeClaim {
  SymExprAttr expected;
  SymExprAttr found;
};

/// What `op` takes for granted of sizes: what its rules ask of operands and its
/// result types say of results, as far as the types of its operands neither
/// show nor exclude it. It is to be compared at run time. That a size `n - 5`
/// is not negative is the claim that it equals `max(n - 5, 0)`.
SmallVector<SizeClaim> getSizeClaims(Operation *op);

/// For the rules of types: notes that two sizes are taken for equal.
void claimEqual(SymExprAttr expected, SymExprAttr found);

/// For the rules of types: whether claims are collected, so that a size which a
/// type would leave unknown is to be written out.
bool areClaimsCollected();

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SIZECLAIMS_H
