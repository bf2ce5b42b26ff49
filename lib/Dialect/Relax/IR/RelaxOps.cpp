// Registers the families of ops of relax.
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

void RelaxDialect::registerOps() {
  registerActivationOps();
  registerAttentionOps();
  registerBinaryOps();
  registerCallOps();
  registerClosureOps();
  registerCollectiveOps();
  registerConstantOps();
  registerControlFlowOps();
  registerConvolutionOps();
  registerCreateOps();
  registerDatatypeOps();
  registerDeviceOps();
  registerDistributedOps();
  registerEffectOps();
  registerFunctionOps();
  registerGradientOps();
  registerImageOps();
  registerIndexOps();
  registerInspectOps();
  registerLinearAlgebraOps();
  registerLossOps();
  registerManipulateOps();
  registerMatchOps();
  registerMemoryOps();
  registerNormalizationOps();
  registerPoolingOps();
  registerQuantizeOps();
  registerReduceOps();
  registerRuntimeOps();
  registerScanOps();
  registerScatterOps();
  registerSearchOps();
  registerShapeOps();
  registerSortOps();
  registerTupleOps();
  registerUnaryOps();
  registerVisionOps();
}

} // namespace mlir::relax
