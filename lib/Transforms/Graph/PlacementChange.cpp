// How workers change the placement of a tensor on their mesh.
//
// A dimension that workers do not divide is padded to parts of one size, as
// GSPMD does it (Xu et al., 2021): an exchange of parts of several sizes would
// have to tell each worker those of the others. Padding is at the end of the
// whole tensor, so that it is cut off where the parts come together.
#include "PlacementChange.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::relax {

bool isPadded(SymExprAttr size, int64_t parts) {
  if (!size || parts == 1)
    return false;
  SymExprAttr rest = floorMod(size, parts);
  return !rest || rest.getConstant() != 0;
}

SymExprAttr getPartSize(SymExprAttr size, int64_t parts) {
  if (!size || parts == 1)
    return size;
  return isPadded(size, parts) ? ceilDiv(size, parts) : floorDiv(size, parts);
}

int64_t countParts(ArrayRef<int64_t> sizes, ArrayRef<int64_t> placement,
                   int64_t dim) {
  int64_t parts = 1;
  for (auto [size, place] : llvm::zip(sizes, placement))
    if (place == dim)
      parts *= size;
  return parts;
}

bool PlacementChange::isPadded(int64_t dim, ArrayRef<int64_t> by) const {
  return isSplitDim(dim) && !whole.empty() &&
         relax::isPadded(whole[dim], countParts(sizes, by, dim));
}

bool PlacementChange::changesPadding(int64_t dim, ArrayRef<int64_t> to) const {
  // Parts by two axes are no parts of those by one, where both are padded: of 5
  // rows two workers have 3 and 2, four workers have 2, 2, 1 and none.
  return (isPadded(dim, placement) || isPadded(dim, to)) &&
         llvm::any_of(llvm::zip(placement, to), [&](auto places) {
           auto [before, after] = places;
           return (before == dim) != (after == dim);
         });
}

Value PlacementChange::pad(Value tensor, int64_t dim, ArrayRef<int64_t> to) {
  int64_t parts = countParts(sizes, to, dim);
  SmallVector<SymExprAttr> more =
      getDims(cast<RankedTensorType>(tensor.getType()));
  more[dim] = getPartSize(whole[dim], parts) * parts - whole[dim];
  TensorBuilder tensors(builder, location);
  ZerosOp::Properties zeros;
  zeros.dtype = TypeAttr::get(TensorBuilder::elementOf(tensor));
  return tensors.concat(
      {tensor, tensors.emit<ZerosOp>(tensors.shape(more), zeros)}, dim);
}

Value PlacementChange::cutOff(Value tensor, int64_t dim) {
  TensorBuilder tensors(builder, location);
  auto padded = cast<RankedTensorType>(tensor.getType());
  SmallVector<SymExprAttr> dims = getDims(padded);
  dims[dim] = whole[dim];
  Value cut = tensors.slice(tensor, dim, tensors.dim(0), whole[dim]);
  // That a name is at most what it is padded to is no rule of slices.
  TensorType type = getTensorType(dims, padded.getElementType());
  if (cut.getType() == type)
    return cut;
  return MatchCastOp::create(builder, location, type, cut);
}

bool PlacementChange::mustJoin(int64_t axis, ArrayRef<int64_t> to) const {
  // Rows of axis 1 are rows of a part of axis 0 where both split one dimension.
  // To change axis 0 alone, the parts of axis 1 have to be whole first, else
  // the rows that come together are not neighbours.
  int64_t dim = placement[axis];
  if (!isSplitDim(dim))
    return false;
  return dim != to[axis] || changesPadding(dim, to) ||
         llvm::any_of(llvm::seq(axis), [&](int64_t earlier) {
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
  return placement[axis] != to[axis] && isSplitDim(placement[axis]) &&
         isSplitDim(to[axis]) &&
         llvm::all_of(llvm::seq<int64_t>(sizes.size()), isFree);
}

bool PlacementChange::canScatter(int64_t axis, ArrayRef<int64_t> to) const {
  // A later axis that splits the dimension would have to be joined first, and
  // an earlier one may not be changed any more.
  int64_t dim = to[axis];
  bool isAlone = isPadded(dim, to);
  return isSplitDim(dim) &&
         llvm::all_of(llvm::seq<int64_t>(sizes.size()), [&](int64_t other) {
           return other == axis ||
                  (placement[other] != dim && to[other] != dim) ||
                  (!isAlone && placement[other] == to[other] && other < axis);
         });
}

/// Sums along all axes by one exchange, but where a worker needs a part only:
/// that sends half of it.
Value PlacementChange::addUp(Value part, ArrayRef<int64_t> to) {
  SmallVector<int64_t> sums;
  for (auto [axis, place] : llvm::enumerate(placement))
    if (place == kPartialSum && to[axis] != kPartialSum &&
        !(isa<RankedTensorType>(part.getType()) && canScatter(axis, to)))
      sums.push_back(axis);
  if (!sums.empty())
    part = MeshExchange(builder, location, sizes, sums).reduce(part, "sum");
  for (int64_t axis : sums)
    placement[axis] = DTensorType::kReplicated;
  for (int64_t axis : llvm::seq<int64_t>(sizes.size())) {
    if (placement[axis] != kPartialSum || to[axis] == kPartialSum)
      continue;
    if (isPadded(to[axis], to))
      part = pad(part, to[axis], to);
    part = along(axis).reduceAndSplit(part, "sum", to[axis]);
    placement[axis] = to[axis];
  }
  return part;
}

Value PlacementChange::run(Value part, ArrayRef<int64_t> to) {
  int64_t axes = sizes.size();
  part = addUp(part, to);
  // The cheapest way first: one exchange of pieces, whose shapes name all
  // sizes.
  auto tensor = dyn_cast<RankedTensorType>(part.getType());
  bool hasNames = tensor && llvm::all_of(getDims(tensor), [](SymExprAttr size) {
                    return bool(size);
                  });
  for (int64_t axis : llvm::seq(axes)) {
    if (!hasNames || !isMove(axis, to))
      continue;
    if (isPadded(to[axis], to))
      part = pad(part, to[axis], to);
    part = along(axis).move(part, placement[axis], to[axis]);
    return isPadded(placement[axis], placement) ? cutOff(part, placement[axis])
                                                : part;
  }
  // With an axis all later ones that split its dimension are joined, so that
  // their workers are one group, whose parts follow each other.
  llvm::MapVector<int64_t, SmallVector<int64_t>> joined;
  for (int64_t axis : llvm::seq(axes))
    if (mustJoin(axis, to))
      joined[placement[axis]].push_back(axis);
  for (auto &[dim, group] : joined) {
    part = MeshExchange(builder, location, sizes, group).join(part, dim);
    if (isPadded(dim, placement))
      part = cutOff(part, dim);
    for (int64_t axis : group)
      placement[axis] = DTensorType::kReplicated;
  }
  for (int64_t axis : llvm::seq(axes)) {
    if (placement[axis] == to[axis])
      continue;
    // With the first one of its axes, of which the others split parts.
    if (isPadded(to[axis], to) && countParts(sizes, placement, to[axis]) == 1)
      part = pad(part, to[axis], to);
    part = along(axis).split(part, to[axis]);
    placement[axis] = to[axis];
  }
  return part;
}

} // namespace mlir::relax
