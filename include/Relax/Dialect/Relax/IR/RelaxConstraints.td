// Constraints on attributes that hold symbolic expressions.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXCONSTRAINTS_TD
#define RELAX_DIALECT_RELAX_IR_RELAXCONSTRAINTS_TD

include "Relax/Dialect/Relax/IR/RelaxAttrs.td"
include "mlir/IR/CommonAttrConstraints.td"

def Relax_SymExprArrayAttr
    : TypedArrayAttrBase<Relax_SymExprAttr, "array of symbolic expressions">;

#endif // RELAX_DIALECT_RELAX_IR_RELAXCONSTRAINTS_TD
