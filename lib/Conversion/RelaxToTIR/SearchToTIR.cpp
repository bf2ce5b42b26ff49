// Lowers the choice between elements.
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
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

void populateSearchLegalizations(LegalizationTable &table) {
  table.add(lowerWhere);
}

} // namespace mlir::relax
