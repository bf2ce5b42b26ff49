// Registers the schedule primitives as transform ops.
#include "Relax/Dialect/TIR/TransformOps/ScheduleExtension.h"

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h"
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h"
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.h"
#include "Relax/Dialect/TIR/TransformOps/LoopTransformOps.h"
#include "Relax/Dialect/TIR/TransformOps/LoweringOps.h"
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h"
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.h"
#include "Relax/Dialect/TIR/TransformOps/SampleOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tir {
namespace {

class ScheduleExtension
    : public transform::TransformDialectExtension<ScheduleExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleExtension)

  using Base::Base;

  void init() {
    declareGeneratedDialect<TIRDialect>();
    declareGeneratedDialect<gpu::GPUDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Relax/Dialect/TIR/TransformOps/AllPrimitives.cpp.inc"
        >();
  }
};

} // namespace

void registerScheduleExtension(DialectRegistry &registry) {
  registry.addExtensions<ScheduleExtension>();
}

} // namespace mlir::tir
