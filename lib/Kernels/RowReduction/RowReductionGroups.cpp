// Nests that can share a kernel: what one computes of a row, the others use
// for that row only.
#include "Relax/Kernels/RowReduction/RowReductionGroups.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

SmallVector<Value> RowReductionGroup::getRowExtents() {
  SmallVector<Value> extents;
  for (unsigned iter : nests.front().rows)
    extents.push_back(nests.front().nest.getExtent(iter));
  return extents;
}

std::optional<int64_t> RowReductionGroup::getNumRows() {
  return nests.front().nest.getConstantTotal(nests.front().rows);
}

std::optional<int64_t> RowReductionGroup::getNumInner(RowLoopNest &nest) {
  return nest.nest.getConstantTotal(nest.inner);
}

std::optional<int64_t> RowReductionGroup::getMaxInner() {
  int64_t maxInner = 0;
  for (RowLoopNest &nest : nests) {
    std::optional<int64_t> own = getNumInner(nest);
    if (!own)
      return std::nullopt;
    maxInner = std::max(maxInner, *own);
  }
  return maxInner;
}

// Elements of a row that is worth pieces.
static constexpr int64_t kLongRow = 32768;

int64_t RowReductionGroup::countLongNests() {
  return llvm::count_if(nests, [](RowLoopNest &nest) {
    return getNumInner(nest).value_or(0) >= kLongRow;
  });
}

bool RowReductionGroup::isOfFewLongRows() {
  // One row is one block's: that is too much sooner.
  constexpr int64_t kFew = 32, kShort = 4096;
  if (nests.front().rows.empty())
    return getMaxInner().value_or(kShort + 1) > kShort;
  std::optional<int64_t> rows = getNumRows();
  return rows && *rows <= kFew && countLongNests() > 0;
}

// Elements of a window that one thread goes through at most.
static constexpr int64_t kWindow = 64;

// The step along the last dimension from one value of an iterator to the next,
// inside of padding; 0 if it goes along others.
static int64_t getWindowStep(BlockOp block, const ElementAccess &access,
                             unsigned iter) {
  int64_t step = 0;
  for (Value index : access.indices) {
    if (auto guarded = index.getDefiningOp<arith::SelectOp>();
        guarded && getConstantIndex(guarded.getFalseValue()))
      index = guarded.getTrueValue();
    if (step != 0)
      return 0;
    step = getCoefficient(getIndexExpr(block, index), iter).value_or(0);
  }
  return step;
}

// How many elements an access touches: for those, or against; what holds one
// element a row, or one for all, says nothing.
static int64_t voteAcross(RowLoopNest &nest, const ElementAccess &access) {
  constexpr int64_t kUsual = 1024;
  BlockOp block = nest.nest.block;
  auto moves = [&](unsigned iter) {
    return nest.nest.getConstantExtent(iter) != 1 &&
           !isInvariant(block, access, iter);
  };
  auto isNext = [&](unsigned iter) {
    return moves(iter) && getStride(block, access, iter) == 1;
  };
  if (llvm::none_of(nest.inner, moves) || llvm::none_of(nest.rows, moves))
    return 0;
  uint64_t size = 1;
  for (unsigned iter = 0; iter != nest.nest.size(); ++iter)
    if (moves(iter))
      size = llvm::SaturatingMultiply<uint64_t>(
          size, nest.nest.getConstantExtent(iter).value_or(kUsual));
  // Sums of them stay far from the limits.
  int64_t votes = int64_t(std::min<uint64_t>(size, uint64_t(1) << 48));
  bool isInner = llvm::any_of(nest.inner, isNext);
  // Neighbouring windows need no joining, and most of a sector is of several.
  constexpr int64_t kNear = 4;
  if (RowReductionGroup::getNumInner(nest).value_or(kWindow + 1) <= kWindow &&
      llvm::any_of(nest.rows, [&](unsigned iter) {
        int64_t step = getWindowStep(block, access, iter);
        return moves(iter) && step > 0 && step <= kNear;
      }))
    return votes;
  return votes * (int64_t(llvm::any_of(nest.rows, isNext)) - int64_t(isInner));
}

bool RowReductionGroup::isAcrossRows() {
  int64_t votes = 0;
  for (RowLoopNest &nest : nests)
    for (ElementAccess &access : getAccesses(nest.nest.block))
      votes += voteAcross(nest, access);
  return votes > 0;
}

// The iterator of a block that a value is; nullopt if it is none.
static std::optional<unsigned> getIterNumber(BlockOp block, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != block.getBody())
    return std::nullopt;
  return argument.getArgNumber();
}

// The sum of `first`, an iterator times a constant, and of `last`, another one.
static std::optional<RowIndex> matchMember(BlockOp block, Value first,
                                           Value last) {
  auto product = first.getDefiningOp<arith::MulIOp>();
  std::optional<unsigned> member = getIterNumber(block, last);
  if (!product || !member)
    return std::nullopt;
  Value multiplier = product.getRhs(), number = product.getLhs();
  if (getConstantIndex(number))
    std::swap(multiplier, number);
  std::optional<unsigned> row = getIterNumber(block, number);
  std::optional<int64_t> size = getConstantIndex(multiplier);
  if (!row || row == member || !size || *size < 2 ||
      getConstantIndex(block.getExtents()[*member]) != size)
    return std::nullopt;
  return RowIndex{*row, member, *size};
}

std::optional<RowIndex> matchRowIndex(BlockOp block, Value index) {
  if (std::optional<unsigned> iter = getIterNumber(block, index))
    return RowIndex{*iter, std::nullopt, 1};
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  std::optional<RowIndex> found =
      matchMember(block, sum.getLhs(), sum.getRhs());
  return found ? found : matchMember(block, sum.getRhs(), sum.getLhs());
}

SmallVector<LoopNest> collectNests(Operation *root) {
  SmallVector<LoopNest> nests;
  for (Operation *op = root; op; op = op->getNextNode()) {
    FailureOr<LoopNest> nest = matchLoopNest(op, nullptr);
    if (succeeded(nest))
      nests.push_back(*nest);
    else if (!isMemoryEffectFree(op) &&
             !hasSingleEffect<MemoryEffects::Allocate>(op))
      break;
  }
  return nests;
}

bool mayBeSame(Value a, Value b) {
  return a == b || (isa<BlockArgument>(a) && isa<BlockArgument>(b) &&
                    a.getType() == b.getType());
}

namespace {

/// An access and the number of its nest.
struct NestAccess {
  unsigned nest;
  ElementAccess access;
};

/// All accesses to what may be one buffer.
struct SharedBuffer {
  SmallVector<Value> buffers;
  SmallVector<NestAccess> accesses;
};

/// Which iterators of the nests are the same axis of rows.
class RowMatcher {
public:
  explicit RowMatcher(ArrayRef<LoopNest> nests) : nests(nests) {}

  std::optional<RowReductionGroup> run();

private:
  bool checkNests();
  bool collectShared();
  SharedBuffer &getShared(Value buffer);
  bool spread(SharedBuffer &shared, int64_t dim, SmallVector<int64_t> &axis);
  bool isRow(SmallVector<int64_t> &axis);

  ArrayRef<LoopNest> nests;
  SmallVector<SharedBuffer> shared;
};

} // namespace

// True if the block touches memory element by element, and nothing else.
static bool isPlain(BlockOp block) {
  return !block.getBody()
              ->walk([](Operation *op) {
                bool isKnown =
                    isa<memref::LoadOp, memref::StoreOp>(op) ||
                    (!isa<BlockOp>(op) &&
                     (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                      isMemoryEffectFree(op)));
                return isKnown ? WalkResult::advance()
                               : WalkResult::interrupt();
              })
              .wasInterrupted();
}

bool RowMatcher::checkNests() {
  bool reduces = false;
  for (LoopNest nest : nests) {
    if (!isPlain(nest.block))
      return false;
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (nest.getKind(iter) != IterKind::Spatial &&
          nest.getKind(iter) != IterKind::Reduce)
        return false;
    if (!nest.block.isReduction())
      continue;
    FailureOr<Reduction> reduction = matchReduction(nest, nullptr);
    if (failed(reduction) || !reduction->combiner)
      return false;
    reduces = true;
  }
  return reduces;
}

SharedBuffer &RowMatcher::getShared(Value buffer) {
  for (SharedBuffer &known : shared)
    for (Value other : known.buffers)
      if (mayBeSame(other, buffer)) {
        if (!llvm::is_contained(known.buffers, buffer))
          known.buffers.push_back(buffer);
        return known;
      }
  shared.push_back({{buffer}, {}});
  return shared.back();
}

// Buffers that one nest writes and another touches; false if one is seen as
// something else.
bool RowMatcher::collectShared() {
  for (auto [number, nest] : llvm::enumerate(nests))
    for (ElementAccess &access : getAccesses(LoopNest(nest).block))
      getShared(getViewedBuffer(access.buffer))
          .accesses.push_back({static_cast<unsigned>(number), access});
  llvm::erase_if(shared, [](SharedBuffer &candidate) {
    bool isWritten = llvm::any_of(
        candidate.accesses, [](NestAccess &a) { return a.access.isStore; });
    return !isWritten || llvm::all_of(candidate.accesses, [&](NestAccess &a) {
      return a.nest == candidate.accesses.front().nest;
    });
  });
  return llvm::all_of(shared, [](SharedBuffer &candidate) {
    return llvm::all_of(candidate.accesses, [&](NestAccess &a) {
      return llvm::is_contained(candidate.buffers, a.access.buffer);
    });
  });
}

// The iterator of the nest that says of which row an index is, where rows have
// `size` elements there; -1 if there is none.
static int64_t getIter(LoopNest nest, Value index, int64_t size) {
  std::optional<RowIndex> found = matchRowIndex(nest.block, index);
  if (!found || found->size != size)
    return -1;
  return nest.getKind(found->row) == IterKind::Spatial ? int64_t(found->row)
                                                       : -1;
}

// The elements of a row along a dimension of a buffer, as the first access has
// it.
static int64_t getRowSize(ArrayRef<LoopNest> nests, SharedBuffer &buffer,
                          int64_t dim) {
  NestAccess &first = buffer.accesses.front();
  std::optional<RowIndex> found = matchRowIndex(
      LoopNest(nests[first.nest]).block, first.access.indices[dim]);
  return found ? found->size : 1;
}

// Goes on with an axis to all that touch the buffer at one dimension; true if
// it has come to more nests.
bool RowMatcher::spread(SharedBuffer &buffer, int64_t dim,
                        SmallVector<int64_t> &axis) {
  bool isAxis = false;
  int64_t size = getRowSize(nests, buffer, dim);
  for (NestAccess &a : buffer.accesses) {
    int64_t iter = getIter(nests[a.nest], a.access.indices[dim], size);
    if (iter < 0)
      return false;
    isAxis |= axis[a.nest] == iter;
  }
  bool changed = false;
  for (NestAccess &a : buffer.accesses) {
    if (!isAxis || axis[a.nest] >= 0)
      continue;
    axis[a.nest] = getIter(nests[a.nest], a.access.indices[dim], size);
    changed = true;
  }
  return changed;
}

// Completes an axis, of which the iterator of one nest is given; true if all
// nests go over it alike.
bool RowMatcher::isRow(SmallVector<int64_t> &axis) {
  for (bool changed = true; changed;) {
    changed = false;
    for (SharedBuffer &buffer : shared) {
      int64_t rank = buffer.accesses.front().access.indices.size();
      for (int64_t dim = 0; dim != rank; ++dim)
        changed |= spread(buffer, dim, axis);
    }
  }
  if (llvm::is_contained(axis, -1))
    return false;
  LoopNest first = nests.front();
  for (auto [nest, iter] : llvm::zip(nests, axis))
    if (!isSameSize(first.getExtent(axis.front()),
                    LoopNest(nest).getExtent(iter)))
      return false;
  return llvm::all_of(shared, [&](SharedBuffer &buffer) {
    int64_t rank = buffer.accesses.front().access.indices.size();
    return llvm::any_of(llvm::seq(rank), [&](int64_t dim) {
      int64_t size = getRowSize(nests, buffer, dim);
      return llvm::all_of(buffer.accesses, [&](NestAccess &a) {
        return getIter(nests[a.nest], a.access.indices[dim], size) ==
               axis[a.nest];
      });
    });
  });
}

std::optional<RowReductionGroup> RowMatcher::run() {
  if (!checkNests() || !collectShared())
    return std::nullopt;
  // All spatial axes of a reduction are rows, so the first one knows them.
  unsigned anchor = 0;
  while (!LoopNest(nests[anchor]).block.isReduction())
    ++anchor;
  RowReductionGroup group;
  for (LoopNest nest : nests)
    group.nests.push_back({nest, {}, {}});
  LoopNest first = nests[anchor];
  for (unsigned iter = 0; iter != first.size(); ++iter) {
    if (first.getKind(iter) != IterKind::Spatial ||
        first.getConstantExtent(iter) == 1)
      continue;
    SmallVector<int64_t> axis(nests.size(), -1);
    axis[anchor] = iter;
    if (!isRow(axis))
      return std::nullopt;
    for (auto [nest, own] : llvm::zip(group.nests, axis)) {
      if (llvm::is_contained(nest.rows, unsigned(own)))
        return std::nullopt;
      nest.rows.push_back(own);
    }
  }
  for (RowLoopNest &nest : group.nests)
    for (unsigned iter = 0; iter != nest.nest.size(); ++iter) {
      if (llvm::is_contained(nest.rows, iter))
        continue;
      if (nest.reduces() && nest.nest.getKind(iter) == IterKind::Spatial &&
          nest.nest.getConstantExtent(iter) != 1)
        return std::nullopt;
      nest.inner.push_back(iter);
    }
  if (nests.size() > 1 && group.isOfFewLongRows())
    return std::nullopt;
  return group;
}

std::optional<RowReductionGroup>
matchRowReductionGroup(ArrayRef<LoopNest> nests) {
  return RowMatcher(nests).run();
}

std::optional<RowReductionGroup>
findRowReductionGroup(ArrayRef<LoopNest> nests) {
  for (size_t count = nests.size(); count != 0; --count)
    if (std::optional<RowReductionGroup> group =
            matchRowReductionGroup(nests.take_front(count)))
      return group;
  return std::nullopt;
}

} // namespace mlir::tir
