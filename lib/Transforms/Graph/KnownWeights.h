// What can be computed before the inputs of a function are there.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_KNOWNWEIGHTS_H
#define RELAX_LIB_TRANSFORMS_GRAPH_KNOWNWEIGHTS_H

#include "mlir/IR/Value.h"

namespace mlir::relax {

/// Whether a value follows, without effects, from weights (parameters behind
/// the `num_input` inputs) and constants alone.
bool followsFromWeights(Value value);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_KNOWNWEIGHTS_H
