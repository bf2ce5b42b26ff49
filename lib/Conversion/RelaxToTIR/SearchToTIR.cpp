// Lowers the choice between elements.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

static LogicalResult lowerWhere(WhereOp, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, "where",
      [](OpBuilder &builder, Location loc, ValueRange elements) -> Value {
        return arith::SelectOp::create(builder, loc, elements[0], elements[1],
                                       elements[2]);
      });
}

static LogicalResult lowerOneHot(OneHotOp op, KernelBuilder &kernel) {
  int64_t rank = cast<MemRefType>(kernel.output().getType()).getRank();
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += rank;
  return buildResult(
      kernel, "one_hot",
      [&](OpBuilder &inner, Location loc, ValueRange iters) -> Value {
        SmallVector<Value> place(iters);
        place.erase(place.begin() + axis);
        Value index =
            memref::LoadOp::create(inner, loc, kernel.input(0), place);
        Value isHot = arith::CmpIOp::create(
            inner, loc, arith::CmpIPredicate::eq, iters[axis],
            castScalar(inner, loc, index, inner.getIndexType()));
        Value on = arith::ConstantOp::create(inner, loc, op.getOnValue());
        Value off = arith::ConstantOp::create(inner, loc, op.getOffValue());
        return arith::SelectOp::create(inner, loc, isHot, on, off);
      });
}

void populateSearchLegalizations(LegalizationTable &table) {
  table.add(lowerWhere);
  table.add(lowerOneHot);
}

} // namespace mlir::relax
