// How workers change the placement of a tensor on their mesh.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_PLACEMENTCHANGE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_PLACEMENTCHANGE_H

#include "MeshExchange.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"

namespace mlir::relax {

/// The size of a worker's part of a dimension of `size` among `parts`: the last
/// parts are padded where these do not divide it. Null if it is unknown.
SymExprAttr getPartSize(SymExprAttr size, int64_t parts);

/// Whether parts of a size are padded, as far as is known.
bool isPadded(SymExprAttr size, int64_t parts);

/// How many parts the axes of a mesh of `sizes` make of a dimension.
int64_t countParts(ArrayRef<int64_t> sizes, ArrayRef<int64_t> placement,
                   int64_t dim);

/// Makes one placement of a tensor on its mesh into another one.
///
/// Where several axes of the mesh split one dimension, those of a later axis
/// are parts of a part of an earlier one: they are joined with it, in one
/// exchange, and split last. Otherwise workers exchange along one axis at a
/// time.
class PlacementChange {
public:
  /// `from` says for each axis of a mesh of `sizes` the dimension that it
  /// splits, `DTensorType::kReplicated` or `kPartialSum`. `whole` are the sizes
  /// of the whole tensor; without them workers divide what they split.
  PlacementChange(OpBuilder &builder, Location location,
                  ArrayRef<int64_t> sizes, ArrayRef<int64_t> from,
                  ArrayRef<SymExprAttr> whole = {})
      : builder(builder), location(location), sizes(sizes), placement(from),
        whole(whole) {}

  /// What a worker has of the tensor by `to`, of its `part`. Partial sums are
  /// added up where `to` has none.
  Value run(Value part, ArrayRef<int64_t> to);

private:
  /// Whether axis `axis` must be joined before the placement can be `to`.
  bool mustJoin(int64_t axis, ArrayRef<int64_t> to) const;
  /// Whether `axis` alone changes, from one dimension to another, that no other
  /// axis splits.
  bool isMove(int64_t axis, ArrayRef<int64_t> to) const;
  /// Whether partial sums along `axis` can become parts of sums at once.
  bool canScatter(int64_t axis, ArrayRef<int64_t> to) const;
  /// Whether parts of a dimension by a placement are padded.
  bool isPadded(int64_t dim, ArrayRef<int64_t> by) const;
  /// Whether parts of a dimension are padded, and others than those of `to`.
  bool changesPadding(int64_t dim, ArrayRef<int64_t> to) const;

  Value addUp(Value part, ArrayRef<int64_t> to);
  /// The tensor with rows behind the last one, so that parts by `to` have one
  /// size; and without them.
  Value pad(Value tensor, int64_t dim, ArrayRef<int64_t> to);
  Value cutOff(Value tensor, int64_t dim);
  MeshExchange along(int64_t axis) const {
    return MeshExchange(builder, location, sizes, axis);
  }

  OpBuilder &builder;
  Location location;
  ArrayRef<int64_t> sizes;
  SmallVector<int64_t> placement;
  SmallVector<SymExprAttr> whole;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_PLACEMENTCHANGE_H
