// Ops that move elements without computing on them: shape, order, joining.
#ifndef RELAX_DIALECT_RELAX_IR_MANIPULATEOPS_H
#define RELAX_DIALECT_RELAX_IR_MANIPULATEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ManipulateOps.h.inc"

namespace mlir::relax {

/// Whether each element provably has a place in axis `axis` of the result.
bool staysWithin(LayoutTransformOp op, unsigned axis);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_MANIPULATEOPS_H
