// What a worker computes and exchanges in a call of a function.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_MESHCOST_H
#define RELAX_LIB_TRANSFORMS_GRAPH_MESHCOST_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// How fast a worker computes, and how fast it sends to the next one.
struct MeshSpeed {
  /// Seconds of a step of an exchange, and of a byte.
  double alpha, beta;
  /// Seconds of an operation.
  double gamma;
};

/// What a worker does in a call of a function that exchanges by `relax.ccl`.
struct MeshCost {
  double operations = 0;
  /// Bytes of the parameters and constants that a worker has.
  int64_t weightBytes = 0;
  int64_t exchanges = 0;
  /// Bytes of the operands of the exchanges: what is handed to the run time.
  int64_t payloadBytes = 0;
  /// What a worker sends if all exchanges go around a ring, and in how many
  /// steps.
  double ringBytes = 0;
  int64_t ringSteps = 0;
  /// How much longer than the busiest worker computes and exchanges it takes:
  /// the stages of a pipeline wait until the first micro-batch comes.
  double waiting = 1;

  MeshCost &operator+=(const MeshCost &other);

  double getSeconds(const MeshSpeed &speed) const {
    return waiting * (operations * speed.gamma + ringSteps * speed.alpha +
                      ringBytes * speed.beta);
  }
};

/// The bytes of a tensor, or of the tensors of a tuple; -1 if a size is
/// unknown.
int64_t countBytes(Type type);

/// The cost of an operator on `workers`. None where a size is unknown.
std::optional<MeshCost> getOpCost(Operation *op, int64_t workers);

/// The cost of a function, with that of functions that it calls.
std::optional<MeshCost> getMeshCost(FuncOp func, int64_t workers);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_MESHCOST_H
