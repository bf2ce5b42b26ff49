// What each worker computes of its parts, as JAX's `shard_map` writes it.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_MANUALTORELAX_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_MANUALTORELAX_H

#include "GraphConversion.h"

namespace mlir::relax {

/// The type of the part that a worker brings of a parameter, where all that
/// uses it are computations of parts that lie as its sharding says; null
/// where the parameter is taken as a whole tensor.
RankedTensorType getParameterPart(BlockArgument parameter);

/// Whether a result of a function is given as the parts that a computation of
/// parts gives, since its sharding says the same.
bool isResultPart(OpOperand &result);

/// The whole of parts that lie along an axis of a tensor, one from each worker
/// of the mesh's axes.
Value gatherParts(GraphConversion &graph, Value part, const WorkerMesh &mesh,
                  int64_t axis);

/// Whether what is converted is inside of such a computation.
bool isInManual(GraphConversion &graph);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_MANUALTORELAX_H
