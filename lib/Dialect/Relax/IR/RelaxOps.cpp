// Registers the families of ops of relax.
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

void RelaxDialect::registerOps() {
  registerActivationOps();
  registerBinaryOps();
  registerCallOps();
  registerClosureOps();
  registerConstantOps();
  registerControlFlowOps();
  registerConvolutionOps();
  registerCreateOps();
  registerDatatypeOps();
  registerDeviceOps();
  registerEffectOps();
  registerFunctionOps();
  registerImageOps();
  registerIndexOps();
  registerInspectOps();
  registerLinearAlgebraOps();
  registerManipulateOps();
  registerMatchOps();
  registerMemoryOps();
  registerNormalizationOps();
  registerPoolingOps();
  registerReduceOps();
  registerRuntimeOps();
  registerScanOps();
  registerSearchOps();
  registerShapeOps();
  registerTupleOps();
  registerUnaryOps();
}

} // namespace mlir::relax
