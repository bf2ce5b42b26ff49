// Sorts that are written as ranks, as `relax-legalize-ops` writes them for
// GPUs. The comparison is taken apart only as far as it has to be: which two
// places it is of, that equal keys keep their order, and that both keys are
// computed alike. What the keys are does not matter.
#include "Relax/Dialect/TIR/Analysis/RankSort.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tir {

std::optional<int64_t> RankSort::getLimit() {
  int64_t limit = 0;
  for (RankedStore &store : stores) {
    if (!store.limit)
      return std::nullopt;
    limit = std::max(limit, *store.limit);
  }
  return limit;
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

namespace {
/// The parts of what is added to a rank for another element.
struct Comparison {
  /// Whether the other one is earlier, which the place of is not clamped, and
  /// whether it is in the row.
  arith::CmpIOp isEarlier, isInRow;
  Value otherKey, key;
};

/// Whether a value is to the other element what `own` is to the one whose rank
/// is counted. `place` becomes the place of the other one.
class KeyComparison {
public:
  KeyComparison(BlockOp block, Value along) : block(block), along(along) {}

  bool areAlike(Value other, Value own);
  Value place;

private:
  BlockOp block;
  Value along;
  llvm::DenseSet<std::pair<Value, Value>> known;
};
} // namespace

bool KeyComparison::areAlike(Value other, Value own) {
  if (own == along) {
    if (!place)
      place = other;
    return place == other;
  }
  Operation *a = other.getDefiningOp(), *b = own.getDefiningOp();
  // What is the same for all elements: an iterator of rows, or from outside.
  if (auto iter = dyn_cast<BlockArgument>(own);
      iter && iter.getOwner() == block.getBody() &&
      block.getIterKind(iter.getArgNumber()) != IterKind::Spatial)
    return false;
  if (!b || !block->isProperAncestor(b))
    return other == own;
  if (!a || a->getName() != b->getName() ||
      a->getAttrDictionary() != b->getAttrDictionary() ||
      a->getNumRegions() != 0 || other.getType() != own.getType() ||
      a->getNumResults() != 1 || a->getNumOperands() != b->getNumOperands())
    return false;
  return !known.insert({other, own}).second ||
         llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                      [&](auto pair) {
                        return areAlike(std::get<0>(pair), std::get<1>(pair));
                      });
}

static bool hasPredicate(arith::CmpIOp compare,
                         arith::CmpIPredicate predicate) {
  return compare && compare.getPredicate() == predicate;
}

// The comparison whose truth is added: `isEarlier ? other <= own : other <
// own`, perhaps only of places that there are. With one comparison for all, of
// elements with the same key each or none would count the others, and two of
// them would have one rank.
static std::optional<Comparison> findComparison(Reduction &ranks) {
  auto sum = dyn_cast_or_null<arith::AddIOp>(ranks.combiner);
  if (!sum || ranks.reduce.size() != 1 ||
      getConstantIntValue(ranks.initStore.getValueToStore()) != 0)
    return std::nullopt;
  bool isFirst = sum.getLhs() == ranks.load.getResult();
  auto count = sum->getOperand(isFirst).getDefiningOp<arith::ExtUIOp>();
  if (!count || !count.getIn().getType().isInteger(1))
    return std::nullopt;
  Comparison found;
  Value counts = count.getIn();
  if (auto both = counts.getDefiningOp<arith::AndIOp>()) {
    found.isInRow = both.getRhs().getDefiningOp<arith::CmpIOp>();
    if (!hasPredicate(found.isInRow, arith::CmpIPredicate::sle))
      return std::nullopt;
    counts = both.getLhs();
  }
  auto choice = counts.getDefiningOp<arith::SelectOp>();
  if (!choice)
    return std::nullopt;
  found.isEarlier = choice.getCondition().getDefiningOp<arith::CmpIOp>();
  auto isAtMost = choice.getTrueValue().getDefiningOp<arith::CmpIOp>();
  auto isLess = choice.getFalseValue().getDefiningOp<arith::CmpIOp>();
  if (!hasPredicate(found.isEarlier, arith::CmpIPredicate::slt) ||
      !hasPredicate(isAtMost, arith::CmpIPredicate::ule) ||
      !hasPredicate(isLess, arith::CmpIPredicate::ult) ||
      isAtMost.getOperands() != isLess.getOperands())
    return std::nullopt;
  found.otherKey = isLess.getLhs();
  found.key = isLess.getRhs();
  return found;
}

// True if the value is the last place of a row.
static bool isLast(Value value, Value length) {
  if (std::optional<int64_t> known = getConstantIndex(length))
    return getConstantIndex(value) == *known - 1;
  auto sum = value.getDefiningOp<arith::AddIOp>();
  return sum && getConstantIndex(sum.getRhs()) == -1 &&
         isSameSize(sum.getLhs(), length);
}

// Whether the other element is each one of the row, or each one of the run. Its
// place is clamped in the latter case, as the last run may end behind the row,
// and what is loaded there does not count.
static bool findRun(RankSort &sort, Comparison &found, Value place) {
  LoopNest &nest = sort.getNest();
  unsigned step = sort.ranks.reduce.front();
  Value other = found.isEarlier.getLhs();
  if (!found.isInRow)
    return place == other && other == nest.block.getBody()->getArgument(step) &&
           isSameSize(nest.getExtent(step), sort.getLength());
  auto clamped = place.getDefiningOp<arith::MinSIOp>();
  Value last = found.isInRow.getRhs();
  if (!clamped || clamped.getLhs() != other || clamped.getRhs() != last ||
      found.isInRow.getLhs() != other || !isLast(last, sort.getLength()))
    return false;
  sort.run = nest.getConstantExtent(step);
  if (!sort.run)
    return false;
  MLIRContext *context = nest.block.getContext();
  AffineExpr own = getAffineDimExpr(sort.along, context);
  AffineExpr expected =
      own.floorDiv(*sort.run) * *sort.run + getAffineDimExpr(step, context);
  AffineExpr expr = getIndexExpr(nest.block, other);
  return expr && simplifyAffineExpr(expr - expected, nest.size(), 0) ==
                     getAffineConstantExpr(0, context);
}

static bool findRanks(RankSort &sort) {
  std::optional<Comparison> found = findComparison(sort.ranks);
  if (!found)
    return false;
  LoopNest &nest = sort.getNest();
  auto along = dyn_cast<BlockArgument>(found->isEarlier.getRhs());
  if (!along || along.getOwner() != nest.block.getBody() ||
      !llvm::is_contained(sort.ranks.spatial, along.getArgNumber()))
    return false;
  sort.along = along.getArgNumber();
  sort.key = found->key;
  KeyComparison keys(nest.block, along);
  return keys.areAlike(found->otherKey, found->key) && keys.place &&
         findRun(sort, *found, keys.place);
}

//===----------------------------------------------------------------------===//
// Their users
//===----------------------------------------------------------------------===//

// The only store of a block that, but for it, loads and one branch around it,
// has no effect.
static memref::StoreOp findStore(BlockOp block, IfOp &branch) {
  memref::StoreOp only;
  bool isPlain = true;
  block.getBody()->walk([&](Operation *op) {
    auto store = dyn_cast<memref::StoreOp>(op);
    auto condition = dyn_cast<IfOp>(op);
    if (store && !only)
      only = store;
    else if (condition && !branch && condition.getOtherwise().empty())
      branch = condition;
    else if (!isa<memref::LoadOp, YieldOp>(op) &&
             (op->getNumRegions() != 0 || !isMemoryEffectFree(op)))
      isPlain = false;
  });
  bool isOutside =
      branch && only && !branch->isProperAncestor(only.getOperation());
  return isPlain && !isOutside ? only : memref::StoreOp();
}

// `rank < limit`; nullopt for any other condition.
static std::optional<int64_t> findLimit(IfOp branch, memref::LoadOp rank) {
  auto compare = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!hasPredicate(compare, arith::CmpIPredicate::slt))
    return std::nullopt;
  auto cast = compare.getLhs().getDefiningOp<arith::IndexCastOp>();
  std::optional<int64_t> limit = getConstantIndex(compare.getRhs());
  return cast && cast.getIn() == rank.getResult() && limit > 0 ? limit
                                                               : std::nullopt;
}

// Iterators are those of the ranks, in their order, and the one load of a rank
// is of the element's own: a thread of the kernel knows no other rank, since it
// has the element that comes to a place.
static bool goesOverRanks(RankSort &sort, RankedStore &use) {
  Block *own = use.nest.block.getBody();
  if (use.nest.size() != sort.ranks.spatial.size() || !isSpatial(use.nest))
    return false;
  for (auto [i, iter] : llvm::enumerate(sort.ranks.spatial))
    if (!isSameSize(use.nest.getExtent(i), sort.getNest().getExtent(iter)))
      return false;
  for (auto [ours, theirs] :
       llvm::zip_equal(sort.ranks.store.getIndices(), use.rank.getIndices())) {
    auto iter = dyn_cast<BlockArgument>(ours);
    if (!iter)
      return false;
    auto *place = llvm::find(sort.ranks.spatial, iter.getArgNumber());
    if (theirs != own->getArgument(place - sort.ranks.spatial.begin()))
      return false;
  }
  return true;
}

static bool addUse(RankSort &sort, LoopNest nest) {
  RankedStore use;
  use.nest = nest;
  IfOp branch;
  use.store = findStore(nest.block, branch);
  if (!use.store)
    return false;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (access.buffer != sort.ranks.out)
      continue;
    if (use.rank || access.isStore)
      return false;
    use.rank = cast<memref::LoadOp>(access.op);
  }
  if (!use.rank || !goesOverRanks(sort, use))
    return false;
  if (branch) {
    use.limit = findLimit(branch, use.rank);
    if (!use.limit)
      return false;
  }
  sort.stores.push_back(use);
  return true;
}

// True if the kernel may read all before it writes: what a nest stores, none of
// them reads. A sort in place, for example, would lose elements, because
// threads load theirs from where others have stored already.
static bool areIndependent(RankSort &sort) {
  SmallVector<LoopNest> readers = {sort.getNest()};
  for (RankedStore &use : sort.stores)
    readers.push_back(use.nest);
  for (RankedStore &use : sort.stores) {
    Value written = getViewedBuffer(use.store.getMemRef());
    for (LoopNest &reader : readers)
      for (ElementAccess &access : getAccesses(reader.block))
        if (access.op != use.store && getViewedBuffer(access.buffer) == written)
          return false;
  }
  return true;
}

// The nests that use the ranks stand behind them, alone: the kernel takes their
// place, and what stands between would run in front of it otherwise.
static bool findUses(RankSort &sort) {
  Value ranks = getViewedBuffer(sort.ranks.out);
  if (!ranks.getDefiningOp<memref::AllocOp>())
    return false;
  llvm::SmallPtrSet<Operation *, 4> left;
  Operation *root = sort.getNest().getRoot();
  for (Operation *user : getBufferUsers(ranks))
    if (Operation *nest = root->getBlock()->findAncestorOpInBlock(*user);
        nest != root && !isa<memref::DeallocOp>(user))
      left.insert(nest);
  if (left.contains(nullptr))
    return false;
  for (Operation *op = root->getNextNode(); op && !left.empty();
       op = op->getNextNode()) {
    if (left.erase(op)) {
      FailureOr<LoopNest> nest = matchLoopNest(op, nullptr);
      if (failed(nest) || !addUse(sort, *nest))
        return false;
    } else if (!isMemoryEffectFree(op) && !isa<memref::AllocOp>(op)) {
      return false;
    }
  }
  return left.empty() && !sort.stores.empty() && areIndependent(sort);
}

FailureOr<RankSort> matchRankSort(LoopNest nest, std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  RankSort sort;
  FailureOr<Reduction> ranks = matchReduction(nest, why);
  if (failed(ranks))
    return failure();
  sort.ranks = *ranks;
  bool counts = findRanks(sort);
  if (!counts || !findUses(sort))
    return notifyMatchFailure(
        "expected it to count, for each element of a row or of a run, those "
        "with a lesser key, or the same key and an earlier place; and right "
        "behind it all nests that read the count, over the same elements, each "
        "of which stores once, what none of them reads; found " +
        Twine(counts ? "other uses" : "another reduction"));
  return sort;
}

} // namespace mlir::tir
