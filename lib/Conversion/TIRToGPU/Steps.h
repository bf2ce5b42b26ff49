// The steps of convert-tir-to-gpu, in their order.
#ifndef RELAX_LIB_CONVERSION_TIRTOGPU_STEPS_H
#define RELAX_LIB_CONVERSION_TIRTOGPU_STEPS_H

#include "Relax/Analysis/ThreadBindings.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

/// Axes of blocks and threads, one bit each, by their numbers.
using AxisSet = unsigned;
constexpr AxisSet kThreadAxes = 0b111000;
constexpr AxisSet kBlockAxes = 0b000111;

/// The axes of the loops around `op`, up to the launch or the function.
AxisSet getBoundAxes(Operation *op);

/// Moves each outermost loop bound to an axis into a launch of its own, which
/// is named after the function.
FailureOr<SmallVector<gpu::LaunchOp>> makeLaunches(FuncOp function);

/// Makes the allocations in and around `launches` memory of threads, of blocks
/// or of the device.
LogicalResult placeBuffers(FuncOp function, ArrayRef<gpu::LaunchOp> launches);

/// Replaces the loops of `launch` that are bound to axes by their bodies.
LogicalResult lowerThreadLoops(gpu::LaunchOp launch);

/// Lets threads exchange values of fewer than 32 bits as parts of wider ones.
/// All values that they exchange are numbers.
void widenShuffles(gpu::LaunchOp launch);

} // namespace mlir::tir

#endif // RELAX_LIB_CONVERSION_TIRTOGPU_STEPS_H
