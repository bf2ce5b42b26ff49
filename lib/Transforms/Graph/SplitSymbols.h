// Symbolic sizes that workers have parts of.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SPLITSYMBOLS_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SPLITSYMBOLS_H

#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// Lets each symbol that a parameter's hint splits stand for the size of a
/// worker's part: what was `n` of `p` workers is `n * p` from then on.
///
/// Until parameters have the types of parts none is of size `n`, and a symbol
/// needs one that is (`relax.func` R6). A last parameter is, while this lives.
class SplitSymbols {
public:
  explicit SplitSymbols(FuncOp func) : func(func) {}
  ~SplitSymbols();

  /// An error if a hint splits a symbol that no parameter's part has alone.
  LogicalResult scale(DeviceMeshOp mesh);

private:
  FuncOp func;
  bool hasBinder = false;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_SPLITSYMBOLS_H
