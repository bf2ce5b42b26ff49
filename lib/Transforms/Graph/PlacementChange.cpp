// How workers change the placement of a tensor on their mesh.
#include "PlacementChange.h"

#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::relax {

bool PlacementChange::mustJoin(int64_t axis, ArrayRef<int64_t> to) const {
  // Rows of axis 1 are rows of a part of axis 0 where both split one dimension.
  // To change axis 0 alone, the parts of axis 1 have to be whole first, else
  // the rows that come together are not neighbours.
  int64_t dim = placement[axis];
  if (dim == DTensorType::kReplicated)
    return false;
  return dim != to[axis] || llvm::any_of(llvm::seq(axis), [&](int64_t earlier) {
           return placement[earlier] != to[earlier] &&
                  (placement[earlier] == dim || to[earlier] == dim);
         });
}

bool PlacementChange::isMove(int64_t axis, ArrayRef<int64_t> to) const {
  // Another axis that splits one of the two dimensions would stand between the
  // pieces, in memory as in the order of the rows.
  auto isFree = [&](int64_t other) {
    return other == axis ||
           (placement[other] == to[other] && to[other] != placement[axis] &&
            to[other] != to[axis]);
  };
  return placement[axis] != to[axis] &&
         placement[axis] != DTensorType::kReplicated &&
         to[axis] != DTensorType::kReplicated &&
         llvm::all_of(llvm::seq<int64_t>(sizes.size()), isFree);
}

Value PlacementChange::run(Value part, ArrayRef<int64_t> to) {
  int64_t axes = sizes.size();
  // The cheapest way first: one exchange of pieces.
  for (int64_t axis : llvm::seq(axes))
    if (isMove(axis, to) && isa<RankedTensorType>(part.getType()))
      return along(axis).move(part, placement[axis], to[axis]);
  // With an axis all later ones that split its dimension are joined, so that
  // their workers are one group, whose parts follow each other.
  llvm::MapVector<int64_t, SmallVector<int64_t>> joined;
  for (int64_t axis : llvm::seq(axes))
    if (mustJoin(axis, to))
      joined[placement[axis]].push_back(axis);
  for (auto &[dim, group] : joined) {
    part = MeshExchange(builder, location, sizes, group).join(part, dim);
    for (int64_t axis : group)
      placement[axis] = DTensorType::kReplicated;
  }
  for (int64_t axis : llvm::seq(axes))
    if (placement[axis] != to[axis])
      part = along(axis).split(part, to[axis]);
  return part;
}

} // namespace mlir::relax
