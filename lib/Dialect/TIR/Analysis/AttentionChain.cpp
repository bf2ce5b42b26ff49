// Attention, in the nests that it is made of: found from the last to the first.
#include "Relax/Dialect/TIR/Analysis/AttentionChain.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tir {

SmallVector<LoopNest> AttentionChain::getNests() {
  SmallVector<LoopNest> nests{scores.reduction.nest};
  if (finish)
    nests.push_back(*finish);
  llvm::append_range(nests, softmax.getNests());
  nests.push_back(values.reduction.nest);
  return nests;
}

SmallVector<Value> AttentionChain::getExtents(ArrayRef<unsigned> axes) {
  return llvm::map_to_vector(axes, [&](unsigned axis) {
    return scores.reduction.nest.getExtent(scoreIters[axis]);
  });
}

namespace {

class ChainMatcher {
public:
  ChainMatcher(LoopNest last, ArrayRef<LoopNest> nests)
      : last(last), nests(nests) {}

  std::optional<AttentionChain> run();

private:
  std::optional<Contraction> matchProducts(LoopNest nest);
  bool matchValues();
  bool matchWeights(Value lhs, Value rhs);
  bool matchScores();
  bool matchFinish(LoopNest nest);
  bool sortAxes();
  bool hasOneType();
  bool hasSameSizes();
  SmallVector<Value> getPassed();
  bool passesAlong(ArrayRef<Value> passed);
  bool isPrivate();

  LoopNest last;
  ArrayRef<LoopNest> nests;
  AttentionChain found;
};

} // namespace

std::optional<Contraction> ChainMatcher::matchProducts(LoopNest nest) {
  FailureOr<Reduction> reduction = matchReduction(nest, nullptr);
  FailureOr<Contraction> products = succeeded(reduction)
                                        ? matchMultiplyAccumulate(*reduction)
                                        : FailureOr<Contraction>();
  if (failed(products))
    return std::nullopt;
  return *products;
}

// True if one factor is just what a softmax gives.
bool ChainMatcher::matchWeights(Value lhs, Value rhs) {
  while (auto cast = lhs.getDefiningOp<arith::ExtFOp>())
    lhs = cast.getIn();
  auto load = lhs.getDefiningOp<memref::LoadOp>();
  std::optional<LoopNest> writer =
      load ? findWriter(nests, load.getMemRef()) : std::nullopt;
  std::optional<RowSoftmax> softmax =
      writer ? matchRowSoftmax(*writer, nests) : std::nullopt;
  std::optional<SmallVector<int64_t>> storeIters =
      softmax ? getIterList(last, load.getIndices()) : std::nullopt;
  if (!storeIters || (*storeIters)[softmax->axis] == kUnitIter)
    return false;
  for (auto [axis, iter] : llvm::enumerate(*storeIters))
    if (iter != kUnitIter &&
        last.getKind(iter) !=
            (axis == softmax->axis ? IterKind::Reduce : IterKind::Spatial))
      return false;
  found.softmax = *softmax;
  found.keys = softmax->axis;
  found.valueIters = *storeIters;
  found.values.lhs.value = found.values.product->getOperand(
      found.values.product->getOperand(0) == rhs ? 1 : 0);
  found.values.rhs.value = rhs;
  return true;
}

bool ChainMatcher::matchValues() {
  std::optional<Contraction> products = matchProducts(last);
  if (!products || products->reduction.reduce.size() != 1)
    return false;
  found.values = *products;
  if (products->lhs.value == products->rhs.value ||
      (!matchWeights(products->lhs.value, products->rhs.value) &&
       !matchWeights(products->rhs.value, products->lhs.value)))
    return false;
  for (unsigned iter : products->reduction.spatial)
    if (!llvm::is_contained(found.valueIters, int64_t(iter)) &&
        last.getConstantExtent(iter) != 1)
      found.values.columns.push_back(iter);
  found.values.kIters = products->reduction.reduce;
  return true;
}

// The iterators of the scores' nest for each axis of what the nest stores at
// `place`, where it loads them at `from`.
static std::optional<SmallVector<int64_t>>
matchStoreIters(Contraction &scores, ArrayRef<int64_t> storeIters,
                ArrayRef<int64_t> from) {
  std::optional<SmallVector<int64_t>> made =
      getIterList(scores.reduction.nest, scores.reduction.store.getIndices());
  if (!made)
    return std::nullopt;
  SmallVector<int64_t> iters;
  for (int64_t iter : storeIters) {
    const int64_t *at = llvm::find(from, iter);
    if (iter != kUnitIter && at == from.end())
      return std::nullopt;
    iters.push_back(iter == kUnitIter ? kUnitIter : (*made)[at - from.begin()]);
  }
  return iters;
}

// True if the block computes each element from the score at its place.
bool ChainMatcher::matchFinish(LoopNest nest) {
  std::optional<SmallVector<int64_t>> storeIters = getStoreIters(nest);
  if (!storeIters)
    return false;
  for (Operation &op : nest.block.getBody()->without_terminator())
    if (op.getNumRegions() != 0)
      return false;
  std::optional<SmallVector<int64_t>> from;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (access.isStore)
      continue;
    std::optional<LoopNest> writer = findWriter(nests, access.buffer);
    std::optional<Contraction> products =
        writer ? matchProducts(*writer) : std::nullopt;
    if (!products)
      continue;
    std::optional<SmallVector<int64_t>> at = getIterList(nest, access.indices);
    if (!at || (from && from != at))
      return false;
    from = at;
    found.scores = *products;
  }
  std::optional<SmallVector<int64_t>> iters =
      from ? matchStoreIters(found.scores, *storeIters, *from) : std::nullopt;
  if (!iters)
    return false;
  found.scoreIters = *iters;
  found.finish = nest;
  found.finishIters = *storeIters;
  return true;
}

bool ChainMatcher::matchScores() {
  std::optional<LoopNest> writer = findWriter(nests, found.softmax.data);
  if (!writer)
    return false;
  if (std::optional<Contraction> products = matchProducts(*writer)) {
    std::optional<SmallVector<int64_t>> storeIters =
        getIterList(*writer, products->reduction.store.getIndices());
    if (!storeIters)
      return false;
    found.scores = *products;
    found.scoreIters = *storeIters;
  } else if (!matchFinish(*writer)) {
    return false;
  }
  found.scores.kIters = found.scores.reduction.reduce;
  return true;
}

// Which factor has the keys, and which axes queries alone have.
bool ChainMatcher::sortAxes() {
  BlockOp block = found.scores.reduction.nest.block;
  if (found.scoreIters[found.keys] == kUnitIter)
    return false;
  unsigned key = found.scoreIters[found.keys];
  if (getIters(block, found.scores.lhs.value).test(key))
    std::swap(found.scores.lhs, found.scores.rhs);
  llvm::SmallBitVector ofKeys = getIters(block, found.scores.rhs.value);
  llvm::SmallBitVector ofValues = getIters(last.block, found.values.rhs.value);
  if (getIters(block, found.scores.lhs.value).test(key) || !ofKeys.test(key))
    return false;
  for (unsigned axis = 0; axis != found.scoreIters.size(); ++axis) {
    if (axis == found.keys || found.scoreIters[axis] == kUnitIter)
      continue;
    bool isShared = ofKeys.test(found.scoreIters[axis]) ||
                    ofValues.test(found.valueIters[axis]);
    (isShared ? found.batch : found.rows).push_back(axis);
  }
  for (unsigned axis : found.rows) {
    found.scores.rows.push_back(found.scoreIters[axis]);
    found.values.rows.push_back(found.valueIters[axis]);
  }
  found.scores.columns = {key};
  return !found.values.columns.empty() && !found.scores.kIters.empty();
}

bool ChainMatcher::hasOneType() {
  if (!matchPattern(found.values.reduction.initStore.getValueToStore(),
                    m_AnyZeroFloat()))
    return false;
  auto isOf = [&](Contraction &products) {
    return products.sum->getResult(0).getType() == found.getType() &&
           cast<MemRefType>(products.reduction.out.getType())
                   .getElementType() == found.getType();
  };
  return (found.getType().isF32() || found.getType().isF64()) &&
         isOf(found.scores) && isOf(found.values);
}

// All nests go over all scores.
bool ChainMatcher::hasSameSizes() {
  LoopNest softmax = found.softmax.exponentials;
  SmallVector<int64_t> storeIters = *getStoreIters(softmax);
  auto isSame = [&](LoopNest nest, ArrayRef<int64_t> iters) {
    return iters.size() == storeIters.size() &&
           llvm::all_of(llvm::zip_equal(storeIters, iters), [&](auto pair) {
             auto [ours, theirs] = pair;
             if (ours == kUnitIter || theirs == kUnitIter)
               return ours == theirs;
             return isSameSize(softmax.getExtent(ours), nest.getExtent(theirs));
           });
  };
  return isSame(found.scores.reduction.nest, found.scoreIters) &&
         isSame(last, found.valueIters) &&
         (!found.finish || isSame(*found.finish, found.finishIters));
}

// What the nests but for the last one write.
SmallVector<Value> ChainMatcher::getPassed() {
  SmallVector<Value> passed;
  for (LoopNest nest : found.getNests())
    if (nest.block != last.block)
      llvm::append_range(passed, nest.block.getWrites());
  return passed;
}

// True if nests read of each other only what the attention is made of.
bool ChainMatcher::passesAlong(ArrayRef<Value> passed) {
  auto isOnly = [&](LoopNest nest, ArrayRef<Value> allowed) {
    return llvm::all_of(nest.block.getReads(), [&](Value buffer) {
      return !llvm::is_contained(passed, buffer) ||
             llvm::is_contained(allowed, buffer);
    });
  };
  auto hasOther = [&](Value operand) {
    return llvm::any_of(getLoadsOf(last.block, operand),
                        [&](ElementAccess &load) {
                          return llvm::is_contained(passed, load.buffer);
                        });
  };
  Value scores = found.scores.reduction.out;
  return isOnly(found.scores.reduction.nest, scores) &&
         (!found.finish || isOnly(*found.finish, scores)) &&
         isOnly(last, found.softmax.out) && !hasOther(found.values.rhs.value);
}

// True if nothing else uses what the nests pass on, and nothing overwrites what
// they read, the last of them included: some rows are done before others.
bool ChainMatcher::isPrivate() {
  SmallVector<LoopNest> own = found.getNests();
  SmallVector<Value> passed = getPassed();
  if (!passesAlong(passed))
    return false;
  for (Value buffer : passed) {
    if (!buffer.getDefiningOp<memref::AllocOp>())
      return false;
    for (Operation *user : buffer.getUsers())
      if (!isa<memref::DeallocOp>(user) &&
          llvm::none_of(
              own, [&](LoopNest nest) { return nest.block->isAncestor(user); }))
        return false;
  }
  for (LoopNest nest : own)
    if (readsAny(nest, found.values.reduction.out))
      return false;
  for (LoopNest nest : ArrayRef<LoopNest>(own).drop_back()) {
    SmallVector<Value> reads(nest.block.getReads());
    llvm::erase_if(reads, [&](Value buffer) {
      return llvm::is_contained(passed, buffer);
    });
    Operation *root = nest.getRoot(), *end = last.getRoot();
    if (root->getBlock() != end->getBlock() || !root->isBeforeInBlock(end) ||
        !isUnwritten(root, end, reads))
      return false;
  }
  return true;
}

std::optional<AttentionChain> ChainMatcher::run() {
  if (!matchValues() || !matchScores() || !hasSameSizes() || !sortAxes() ||
      !hasOneType() || !isPrivate())
    return std::nullopt;
  return found;
}

std::optional<AttentionChain> matchAttention(LoopNest last,
                                             ArrayRef<LoopNest> nests) {
  return ChainMatcher(last, nests).run();
}

} // namespace mlir::tir
