// Operands whose sizes must agree, where only the run time can tell.
#ifndef RELAX_LIB_IMPORT_BROADCASTING_H
#define RELAX_LIB_IMPORT_BROADCASTING_H

#include "NodeImport.h"

namespace mlir::relax {

/// `value` with the dimensions `dims`, checked at run time where they do not
/// follow from its type. Null stays null.
Value castDims(NodeImport &node, Value value, ArrayRef<SymExprAttr> dims);

/// `operands` so that aligned dimensions agree or are literally 1. Two symbolic
/// sizes that may differ are taken to be equal, which the run time checks:
/// relax broadcasts along literal ones only.
SmallVector<Value> alignOperands(NodeImport &node, ValueRange operands);

/// The same for operands of one rank that agree in all axes but `axis`.
SmallVector<Value> alignAllBut(NodeImport &node, ValueRange operands,
                               int64_t axis);

/// A broadcasting op over two operands.
template <typename OpT>
Value emitBroadcast(NodeImport &node, Value lhs, Value rhs) {
  return node.emit<OpT>(alignOperands(node, {lhs, rhs}));
}

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_BROADCASTING_H
