// Registers the families of ops of relax.
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

void RelaxDialect::registerOps() {}

Operation *RelaxDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  return nullptr;
}

} // namespace mlir::relax
