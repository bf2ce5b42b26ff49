// How workers change the placement of a tensor on their mesh.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_PLACEMENTCHANGE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_PLACEMENTCHANGE_H

#include "MeshExchange.h"

namespace mlir::relax {

/// Makes one placement of a tensor on its mesh into another one.
///
/// Where several axes of the mesh split one dimension, those of a later axis
/// are parts of a part of an earlier one: they are joined with it, in one
/// exchange, and split last. Otherwise workers exchange along one axis at a
/// time.
class PlacementChange {
public:
  /// `from` says for each axis of a mesh of `sizes` the dimension that it
  /// splits, or `DTensorType::kReplicated`.
  PlacementChange(OpBuilder &builder, Location location,
                  ArrayRef<int64_t> sizes, ArrayRef<int64_t> from)
      : builder(builder), location(location), sizes(sizes), placement(from) {}

  /// What a worker has of the tensor by `to`, of its `part`.
  Value run(Value part, ArrayRef<int64_t> to);

private:
  /// Whether axis `axis` must be joined before the placement can be `to`.
  bool mustJoin(int64_t axis, ArrayRef<int64_t> to) const;
  /// Whether `axis` alone changes, from one dimension to another, that no other
  /// axis splits.
  bool isMove(int64_t axis, ArrayRef<int64_t> to) const;
  MeshExchange along(int64_t axis) const {
    return MeshExchange(builder, location, sizes, axis);
  }

  OpBuilder &builder;
  Location location;
  ArrayRef<int64_t> sizes;
  SmallVector<int64_t> placement;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_PLACEMENTCHANGE_H
