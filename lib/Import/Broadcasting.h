// Operands whose sizes must agree, where only the run time can tell.
#ifndef RELAX_LIB_IMPORT_BROADCASTING_H
#define RELAX_LIB_IMPORT_BROADCASTING_H

#include "NodeImport.h"

namespace mlir::relax {

/// `value` with the dimensions `dims`, checked at run time where they do not
/// follow from its type. Null stays null.
Value castDims(NodeImport &node, Value value, ArrayRef<SymExprAttr> dims);

/// `operands`, whose unknown sizes have new symbols where they meet sizes that
/// are not 1. Null stays null.
SmallVector<Value> giveSymbolsTo(NodeImport &node, ArrayRef<Value> operands);

/// The size of an axis of which operands have `sizes`, all known: each is the
/// result's or 1. Which it is the run time may have to tell: `n` and `m` give
/// `max(m, n) * min(m * n, 1)`, also where one is 1 and the other 0.
SymExprAttr joinSizes(NodeImport &node, ArrayRef<SymExprAttr> sizes);

/// `result` of an op that broadcasts `operands`, whose type says each size.
Value nameBroadcast(NodeImport &node, Value result, ValueRange operands);

/// A broadcasting op over `operands`.
template <typename OpT>
Value emitBroadcast(NodeImport &node, ArrayRef<Value> operands) {
  SmallVector<Value> named = giveSymbolsTo(node, operands);
  return nameBroadcast(node, node.emit<OpT>(named), named);
}

/// `operands` of one rank cast so that they agree in all axes but `axis`. Two
/// sizes that may differ are taken to be equal, which the run time checks.
SmallVector<Value> alignAllBut(NodeImport &node, ValueRange operands,
                               int64_t axis);

/// `operands` of an einsum of `subscripts`, which have no blanks, cast so that
/// axes of one letter, or of an ellipsis, agree where none of them is known to
/// be 1, or may broadcast.
SmallVector<Value> alignLetters(NodeImport &node, ValueRange operands,
                                StringRef subscripts);

/// `result` of an einsum of `operands`, whose type says each size.
Value nameLetters(NodeImport &node, Value result, ValueRange operands,
                  StringRef subscripts);

/// A product of matrices, or vectors: the sizes that are summed over agree, and
/// the axes in front of them broadcast. Null stays null.
Value emitMatmul(NodeImport &node, Value lhs, Value rhs);

template <typename OpT>
Value emitBroadcast(NodeImport &node, Value lhs, Value rhs) {
  return emitBroadcast<OpT>(node, {lhs, rhs});
}

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_BROADCASTING_H
