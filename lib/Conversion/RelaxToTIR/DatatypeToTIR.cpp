// Lowers conversions of the element type.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/DatatypeOps.h"

namespace mlir::relax {

static LogicalResult lowerAsType(AsTypeOp op, KernelBuilder &kernel) {
  Type type = cast<TensorType>(op.getResult().getType()).getElementType();
  return buildElementwise(
      kernel, "astype",
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        // Saturating, so that 300 cast to u8 is 255 on each target. LLVM's
        // fptoui would be poison.
        return castScalar(builder, loc, elements[0], type,
                          OutOfRange::Saturate);
      });
}

void populateDatatypeLegalizations(LegalizationTable &table) {
  table.add(lowerAsType);
}

} // namespace mlir::relax
