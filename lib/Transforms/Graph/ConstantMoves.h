// What ops that only move or convert elements make of constants.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_CONSTANTMOVES_H
#define RELAX_LIB_TRANSFORMS_GRAPH_CONSTANTMOVES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// Whether an op only moves or converts the elements of its operands.
bool movesElements(Operation *op);

/// The results of an op whose operands are constants, if it only moves or
/// converts their elements; none where it does otherwise, or where the
/// elements are not at hand. Takes as long as copying.
SmallVector<ElementsAttr> moveConstants(Operation *op);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_CONSTANTMOVES_H
