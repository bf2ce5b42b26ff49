// `ValueBoundsOpInterface` of operators whose loops are known: the sizes of the
// result are those of the loops.
#include "InterfaceModels.h"

#include "Relax/Dialect/Relax/Interfaces/OperatorFamilies.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir::relax {

static void populateBounds(Operation *op, Value value, int64_t axis,
                           ValueBoundsConstraintSet &constraints) {
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops)
    return;
  auto loop = dyn_cast<AffineDimExpr>(loops->result[axis]);
  if (!loop) {
    constraints.bound(value)[axis] == 1;
    return;
  }
  const LoopExtent &extent = loops->extents[loop.getPosition()];
  AffineExpr size =
      constraints.getExpr(op->getOperand(extent.operand), extent.axis);
  constraints.bound(value)[axis] == extent.size.replaceSymbols(size);
}

namespace {
template <typename Op>
struct ValueBoundsModel
    : public ValueBoundsOpInterface::ExternalModel<ValueBoundsModel<Op>, Op> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t axis,
                                       ValueBoundsConstraintSet &cstr) const {
    populateBounds(op, value, axis, cstr);
  }
};
} // namespace

void attachValueBounds(MLIRContext &context) {
  visitOperatorsWithLoops([&](auto *op) {
    using Op = std::remove_pointer_t<decltype(op)>;
    Op::template attachInterface<ValueBoundsModel<Op>>(context);
  });
}

} // namespace mlir::relax
