// Where the greatest or least element is, as tensor programs: that element,
// then the least index of one that is equal to it. Both are reductions whose
// steps may be done in any order, so they run as those do.
#include "IndexMath.h"
#include "Legalization.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

// One loop that carries value and index would be a reduction over pairs, which
// no schedule here splits or vectorizes. Two plain reductions read the data
// twice and run at memory speed.
namespace {
/// What is searched, and along what: an axis, or all of them in row-major
/// order.
struct Search {
  Value data;
  /// The type in which elements are compared.
  Type wide;
  std::optional<int64_t> axis;
  /// The axis is kept, with size 1.
  bool isKept;
  bool isMax;
  /// Extents of the result and of what is searched for an element of it.
  SmallVector<OpFoldResult> spatial, searched;

  Value load(OpBuilder &b, Location loc, ValueRange at, ValueRange along) const;
};
} // namespace

Value Search::load(OpBuilder &b, Location loc, ValueRange at,
                   ValueRange along) const {
  SmallVector<Value> place(along);
  if (axis) {
    place.assign(at.begin(), at.end());
    if (isKept)
      place.erase(place.begin() + *axis);
    place.insert(place.begin() + *axis, along.front());
  }
  return castScalar(b, loc, memref::LoadOp::create(b, loc, data, place), wide);
}

/// Whether the element is one that is looked for: the best, or a NaN. Where
/// there is one of these, the best is a NaN, which equals nothing.
/// max and min propagate NaN, so the best is NaN if any element is. numpy's and
/// ONNX's argmax then give the first NaN.
static Value isFound(OpBuilder &b, Location loc, Value x, Value best) {
  Value isBest = compareScalar(b, loc, arith::CmpFPredicate::OEQ,
                               arith::CmpIPredicate::eq, x, best);
  if (!isa<FloatType>(x.getType()))
    return isBest;
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  return arith::OrIOp::create(b, loc, isBest, isNaN);
}

/// The best element of each search, in a new buffer.
static Value buildBest(OpBuilder &builder, Location loc, const Search &search) {
  Value best = tir::allocBuffer(builder, loc, search.spatial, search.wide);
  // The lowest and the highest number are the identities of max and min;
  // infinities for floats.
  Value start = search.isMax ? lowestOf(builder, loc, search.wide)
                             : highestOf(builder, loc, search.wide);
  tir::buildReduceBlock(
      builder, loc, "best", search.spatial, search.searched, start,
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange along,
          Value acc) {
        Value x = search.load(b, loc, at, along);
        return search.isMax ? maxScalar(b, loc, acc, x)
                            : minScalar(b, loc, acc, x);
      },
      best);
  return best;
}

/// Write the least index of an element like `best`. Of nothing it is 0.
/// An element that is not the best contributes the last index, which is the
/// identity of min here. Of several equal ones the least index wins in any
/// order of steps, so the result is deterministic.
static void buildIndex(OpBuilder &builder, Location loc, StringRef label,
                       const Search &search, Value best, Value out) {
  IndexMath math(builder, loc);
  Type stored = cast<MemRefType>(out.getType()).getElementType();
  // An axis without elements has no best one; the index stays 0 and not -1.
  Value last =
      math.max(math.add(math.product(search.searched), -1), math.constant(0));
  last = math.toScalar(last, stored);
  tir::buildReduceBlock(
      builder, loc, label, search.spatial, search.searched, last,
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange along,
          Value acc) {
        IndexMath math(b, loc);
        Value x = search.load(b, loc, at, along);
        Value wanted = memref::LoadOp::create(b, loc, best, at);
        Value index = along.front();
        // Without an axis the index counts in row-major order over all axes.
        for (auto [own, extent] :
             llvm::zip(along.drop_front(),
                       ArrayRef<OpFoldResult>(search.searched).drop_front()))
          index = math.add(math.mul(index, math.value(extent)), own);
        index = castScalar(b, loc, index, stored);
        Value found = arith::SelectOp::create(
            b, loc, isFound(b, loc, x, wanted), index, last);
        return minScalar(b, loc, acc, found);
      },
      out);
}

template <typename Op>
static LogicalResult legalizeArgReduce(Op op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Search search;
  search.data = kernel.input(0);
  search.isKept = op.getKeepdims();
  search.isMax = std::is_same_v<Op, ArgmaxOp>;
  Type element = cast<MemRefType>(search.data.getType()).getElementType();
  search.wide = getAccumulatorType(element);
  search.spatial = tir::getExtents(builder, loc, kernel.output());
  search.searched = tir::getExtents(builder, loc, search.data);
  search.axis = op.getAxis();
  if (search.axis) {
    // The axis is normalised here, as the op allows negative ones.
    if (*search.axis < 0)
      *search.axis += search.searched.size();
    search.searched = {search.searched[*search.axis]};
  }
  Value best = buildBest(builder, loc, search);
  buildIndex(builder, loc, op->getName().stripDialect(), search, best,
             kernel.output());
  return success();
}

void populateArgReduceLegalizations(LegalizationTable &table) {
  table.add(legalizeArgReduce<ArgmaxOp>);
  table.add(legalizeArgReduce<ArgminOp>);
}

} // namespace mlir::relax
