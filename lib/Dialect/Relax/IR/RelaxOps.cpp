// Registers the families of ops of relax.
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

void RelaxDialect::registerOps() {
  registerActivationOps();
  registerBinaryOps();
  registerConvolutionOps();
  registerCreateOps();
  registerDatatypeOps();
  registerImageOps();
  registerIndexOps();
  registerLinearAlgebraOps();
  registerManipulateOps();
  registerNormalizationOps();
  registerPoolingOps();
  registerReduceOps();
  registerScanOps();
  registerSearchOps();
  registerUnaryOps();
}

Operation *RelaxDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  return nullptr;
}

} // namespace mlir::relax
