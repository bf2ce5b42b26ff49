// What workers exchange along axes of a mesh, as operators of `relax.ccl`.
#include "MeshExchange.h"

#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TensorParts.h"

namespace mlir::relax {

MeshExchange::MeshExchange(OpBuilder &builder, Location location,
                           ArrayRef<int64_t> sizes, ArrayRef<int64_t> axes)
    // All workers say their mesh, too: in a sum nothing else tells how many it
    // is of, and the launcher may have started others.
    : builder(builder), location(location), workers(1),
      mesh(builder.getDenseI64ArrayAttr(sizes)),
      axes(builder.getDenseI64ArrayAttr(axes)) {
  for (int64_t axis : axes)
    workers *= sizes[axis];
}

Value MeshExchange::moveDim(Value tensor, int64_t from, int64_t to) {
  return moveAxis(builder, location, tensor, from, to);
}

Value MeshExchange::join(Value part, int64_t dim) {
  Value whole =
      AllGatherOp::create(builder, location, moveDim(part, dim, 0), workers,
                          /*in_group=*/true, mesh, axes);
  return moveDim(whole, 0, dim);
}

Value MeshExchange::split(Value whole, int64_t dim) {
  // Each worker has all of it already, so nothing is sent.
  return RedistributeReplicaToShardOp::create(builder, location, whole, workers,
                                              dim, mesh, axes);
}

Value MeshExchange::move(Value part, int64_t from, int64_t to) {
  SmallVector<SymExprAttr> dims =
      getDims(cast<RankedTensorType>(part.getType()));
  // The types say what is exchanged before the reshape forgets it: as many
  // elements as before, in another place.
  dims[to] = floorDiv(dims[to], workers);
  dims[from] = dims[from] * workers;
  Value parts = cutAxis(builder, location, part, to, workers);
  Value pieces = AllToAllOp::create(builder, location, moveDim(parts, to, 0),
                                    workers, mesh, axes);
  // The pieces that came stand where their workers stood along `from`.
  return TensorBuilder(builder, location)
      .reshape(moveDim(pieces, 0, from), dims);
}

Value MeshExchange::reduce(Value tensor, StringRef kind) {
  return AllReduceOp::create(builder, location, tensor, kind,
                             /*in_group=*/true, mesh, axes);
}

Value MeshExchange::reduceAndSplit(Value tensor, StringRef kind, int64_t dim) {
  Value part = ReduceScatterOp::create(
      builder, location, moveDim(tensor, dim, 0), workers, kind, mesh, axes);
  return moveDim(part, 0, dim);
}

} // namespace mlir::relax
