// A softmax along one axis, in the nests that it is made of.
#include "Relax/Dialect/TIR/Analysis/RowSoftmax.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tir {

namespace {

/// Goes through the nests from the last to the first.
class SoftmaxMatcher {
public:
  SoftmaxMatcher(LoopNest quotients, ArrayRef<LoopNest> nests) : nests(nests) {
    found.quotients = quotients;
  }

  std::optional<RowSoftmax> run();

private:
  bool matchQuotients();
  bool matchSum();
  bool matchExponentials();
  bool matchMaximum();
  bool matchRows(LoopNest nest, Value rows, Value from, bool isMaximum);
  bool isOfRow(LoopNest nest, ArrayRef<int64_t> storeIters, ValueRange row);
  bool hasSameSizes(LoopNest nest, ArrayRef<int64_t> storeIters);

  ArrayRef<LoopNest> nests;
  RowSoftmax found;
  Value terms, sums, maxima;
  /// The iterators of the last nest for the dimensions of the result.
  SmallVector<int64_t> last;
};

} // namespace

Value skipFloatCasts(Value value) {
  while (isa_and_present<arith::ExtFOp, arith::TruncFOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

// The element that a value is, cast or not.
static memref::LoadOp getLoad(Value value) {
  return skipFloatCasts(value).getDefiningOp<memref::LoadOp>();
}

// True if `row` is `place` without the axis.
bool SoftmaxMatcher::isOfRow(LoopNest nest, ArrayRef<int64_t> storeIters,
                             ValueRange row) {
  SmallVector<int64_t> expected(storeIters);
  expected.erase(expected.begin() + found.axis);
  return getIterList(nest, row) == expected;
}

bool SoftmaxMatcher::hasSameSizes(LoopNest nest, ArrayRef<int64_t> storeIters) {
  return last.size() == storeIters.size() &&
         llvm::all_of(llvm::zip_equal(last, storeIters), [&](auto pair) {
           auto [ours, theirs] = pair;
           if (ours == kUnitIter || theirs == kUnitIter)
             return ours == theirs;
           return isSameSize(found.quotients.getExtent(ours),
                             nest.getExtent(theirs));
         });
}

bool SoftmaxMatcher::matchQuotients() {
  std::optional<SmallVector<int64_t>> storeIters =
      getStoreIters(found.quotients);
  if (!storeIters || storeIters->empty())
    return false;
  last = *storeIters;
  memref::StoreOp store = getOnlyStore(found.quotients.block);
  found.out = store.getMemRef();
  auto quotient =
      skipFloatCasts(store.getValueToStore()).getDefiningOp<arith::DivFOp>();
  auto term = quotient ? quotient.getLhs().getDefiningOp<memref::LoadOp>()
                       : memref::LoadOp();
  auto sum = quotient ? quotient.getRhs().getDefiningOp<memref::LoadOp>()
                      : memref::LoadOp();
  if (!term || !sum ||
      getIterList(found.quotients, term.getIndices()) != last ||
      sum.getIndices().size() + 1 != last.size())
    return false;
  std::optional<SmallVector<int64_t>> row =
      getIterList(found.quotients, sum.getIndices());
  if (!row)
    return false;
  while (found.axis != row->size() && (*row)[found.axis] == last[found.axis])
    ++found.axis;
  terms = term.getMemRef();
  sums = sum.getMemRef();
  found.type = cast<FloatType>(quotient.getType());
  return isOfRow(found.quotients, last, sum.getIndices());
}

// `rows` is what joins the elements of `from` along the axis.
bool SoftmaxMatcher::matchRows(LoopNest nest, Value rows, Value from,
                               bool isMaximum) {
  FailureOr<Reduction> reduction = matchReduction(nest, nullptr);
  if (failed(reduction) || reduction->out != rows)
    return false;
  Operation *combiner = reduction->combiner;
  if (!(isMaximum
            ? isa_and_present<arith::MaximumFOp, arith::MaxNumFOp>(combiner)
            : isa_and_present<arith::AddFOp>(combiner)))
    return false;
  bool isFirst = combiner->getOperand(0) == reduction->load.getResult();
  auto load =
      combiner->getOperand(isFirst ? 1 : 0).getDefiningOp<memref::LoadOp>();
  if (!load || load.getMemRef() != from)
    return false;
  FloatAttr start;
  if (!matchPattern(reduction->initStore.getValueToStore(), m_Constant(&start)))
    return false;
  llvm::APFloat first = start.getValue();
  if (isMaximum ? !(first.isInfinity() && first.isNegative()) : !first.isZero())
    return false;
  std::optional<SmallVector<int64_t>> storeIters =
      getIterList(nest, load.getIndices());
  return storeIters && namesAllIters(nest, *storeIters) &&
         hasSameSizes(nest, *storeIters) &&
         (*storeIters)[found.axis] != kUnitIter &&
         nest.getKind((*storeIters)[found.axis]) == IterKind::Reduce &&
         reduction->reduce.size() == 1 &&
         isOfRow(nest, *storeIters, reduction->store.getIndices());
}

bool SoftmaxMatcher::matchSum() {
  std::optional<LoopNest> nest = findWriter(nests, sums);
  if (!nest || !matchRows(*nest, sums, terms, /*isMaximum=*/false))
    return false;
  found.sum = *nest;
  return true;
}

bool SoftmaxMatcher::matchExponentials() {
  std::optional<LoopNest> nest = findWriter(nests, terms);
  std::optional<SmallVector<int64_t>> storeIters =
      nest ? getStoreIters(*nest) : std::nullopt;
  if (!storeIters || !hasSameSizes(*nest, *storeIters))
    return false;
  memref::StoreOp store = getOnlyStore(nest->block);
  auto term = store.getValueToStore().getDefiningOp<math::ExpOp>();
  auto shifted =
      term ? term.getOperand().getDefiningOp<arith::SubFOp>() : arith::SubFOp();
  memref::LoadOp element =
      shifted ? getLoad(shifted.getLhs()) : memref::LoadOp();
  memref::LoadOp maxLoad =
      shifted ? getLoad(shifted.getRhs()) : memref::LoadOp();
  if (!element || !maxLoad ||
      getIterList(*nest, element.getIndices()) != storeIters ||
      !isOfRow(*nest, *storeIters, maxLoad.getIndices()))
    return false;
  found.exponentials = *nest;
  found.data = element.getMemRef();
  maxima = maxLoad.getMemRef();
  return true;
}

bool SoftmaxMatcher::matchMaximum() {
  std::optional<LoopNest> nest = findWriter(nests, maxima);
  if (!nest || !matchRows(*nest, maxima, found.data, /*isMaximum=*/true))
    return false;
  found.maximum = *nest;
  return true;
}

std::optional<RowSoftmax> SoftmaxMatcher::run() {
  if (!matchQuotients() || !matchSum() || !matchExponentials() ||
      !matchMaximum())
    return std::nullopt;
  return found;
}

std::optional<RowSoftmax> matchRowSoftmax(LoopNest quotients,
                                          ArrayRef<LoopNest> nests) {
  return SoftmaxMatcher(quotients, nests).run();
}

bool isRowSoftmax(FuncOp func) {
  if (func.isExternal())
    return false;
  constexpr size_t kNests = 4;
  SmallVector<LoopNest> nests = getTopNests(func);
  if (nests.size() != kNests)
    return false;
  std::optional<RowSoftmax> found = matchRowSoftmax(nests.back(), nests);
  auto data = found ? dyn_cast<BlockArgument>(found->data) : BlockArgument();
  return data && data.getArgNumber() == 0 && isa<BlockArgument>(found->out) &&
         found->axis + 1 == cast<MemRefType>(found->out.getType()).getRank();
}

} // namespace mlir::tir
