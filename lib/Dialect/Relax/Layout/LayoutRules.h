// How each kind of operator takes tensors in another order of axes.
#ifndef RELAX_LIB_DIALECT_RELAX_LAYOUT_LAYOUTRULES_H
#define RELAX_LIB_DIALECT_RELAX_LAYOUT_LAYOUTRULES_H

#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/Layout/LayoutInterface.h"

namespace mlir::relax {

/// An op that treats all axes alike: one order for all tensors.
LogicalResult carryAnyOrder(Operation *op, LayoutPlan &plan);

/// An op whose attributes name axes of its first operand: they name them where
/// they are then. Other operands stay as they are.
LogicalResult carryNamedAxes(Operation *op, LayoutPlan &plan);

/// Operands with the axes of the first one: all take its order.
LogicalResult carryAlike(Operation *op, LayoutPlan &plan);

/// Axes go, with `keepdims` only their elements do.
LogicalResult carryReduction(Operation *op, LayoutPlan &plan);

/// The same, giving places; without an axis these count all elements.
LogicalResult carryArgReduction(Operation *op, LayoutPlan &plan);

/// Axes move, come or go.
LogicalResult carryPermuteDims(Operation *op, LayoutPlan &plan);
LogicalResult carryExpandDims(Operation *op, LayoutPlan &plan);
LogicalResult carrySqueeze(Operation *op, LayoutPlan &plan);
LogicalResult carryStack(Operation *op, LayoutPlan &plan);

/// An op with attributes that name the layouts of its tensors.
LogicalResult carryNamedLayout(Operation *op, LayoutPlan &plan);
LogicalResult chooseNamedLayout(Operation *op, ArrayRef<StringRef> layouts,
                                LayoutPlan &plan);

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_LAYOUT_LAYOUTRULES_H
