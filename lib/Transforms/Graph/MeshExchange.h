// What workers exchange along axes of a mesh, as operators of `relax.ccl`.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_MESHEXCHANGE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_MESHEXCHANGE_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Makes the exchanges of the workers that differ along some axes of a mesh
/// only, in the order in which the axes are given.
///
/// Collectives split and join along dimension 0, where parts are contiguous in
/// memory. A tensor of another dimension is moved there and back.
class MeshExchange {
public:
  MeshExchange(OpBuilder &builder, Location location, ArrayRef<int64_t> sizes,
               ArrayRef<int64_t> axes);

  /// Parts of dimension `dim` put together, on each worker.
  Value join(Value part, int64_t dim);

  /// Of a tensor that all workers have, each one's part of dimension `dim`.
  Value split(Value whole, int64_t dim);

  /// A part of dimension `from`, which is whole in `to`, for a part of `to`.
  /// Each worker sends every other one the piece that both share: 1/n-th of
  /// what joining and splitting sends. The tensor has known rank.
  Value move(Value part, int64_t from, int64_t to);

  /// Tensors joined element by element; `kind` is an `op_type`.
  Value reduce(Value tensor, StringRef kind);

  /// Each worker's part of dimension `dim` of what `reduce` gives.
  Value reduceAndSplit(Value tensor, StringRef kind, int64_t dim);

private:
  /// The tensor with dimension `from` moved to `to`.
  Value moveDim(Value tensor, int64_t from, int64_t to);

  OpBuilder &builder;
  Location location;
  int64_t workers;
  DenseI64ArrayAttr mesh, axes;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_MESHEXCHANGE_H
