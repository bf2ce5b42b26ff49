// Primitives that say how a loop runs.
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.h"

#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult ParallelOp::run(Application &application) {
  return application.run([](ForOp loop) { return setParallel(loop); },
                         getLoop());
}

LogicalResult VectorizeOp::run(Application &application) {
  return application.run([](ForOp loop) { return setVectorized(loop); },
                         getLoop());
}

LogicalResult UnrollOp::run(Application &application) {
  return application.run([](ForOp loop) { return setUnrolled(loop); },
                         getLoop());
}

LogicalResult BindOp::run(Application &application) {
  return application.run([&](ForOp loop) { return bindLoop(loop, getAxis()); },
                         getLoop());
}

} // namespace mlir::tir::schedule
