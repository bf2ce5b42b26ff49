// What reductions of axes and of windows have in common.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_REDUCTION_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_REDUCTION_H

#include "GraphConversion.h"

namespace mlir::relax {

/// The op that is the whole region on its arguments, or null.
Operation *getCombiner(Region &region);

/// The one number that fills a constant of the program, or null.
TypedAttr getSplat(Value value, const GraphConversion &graph);

/// Whether a value changes nothing when it is combined by `op`.
bool isNeutral(Operation *op, TypedAttr value);

/// Why the operands of a reduction do not fit its region; empty if they do.
std::string getReduceObstacle(ValueRange inputs, ValueRange starts,
                              Region &body, unsigned numResults);

/// The start values, in front of the loops: numbers, or the inputs behind as
/// many tensors.
SmallVector<Value> loadStarts(KernelBuilder &kernel,
                              ArrayRef<TypedAttr> numbers);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_REDUCTION_H
