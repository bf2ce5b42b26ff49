// Sorting by any comparator: each element's place is the number of those in
// front of it.
//
// A general sort costs the square of the length, so it is a last resort. Nearly
// all programs sort by one key, which is found in the comparator and left to
// argsort.
#include "BlockMath.h"
#include "Elementwise.h"
#include "GraphConversion.h"
#include "ScalarBody.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// The order of one key
//===----------------------------------------------------------------------===//

/// The argument of which a value is the key: itself, or with its zeros and NaN
/// made one each, as JAX writes it.
/// XLA orders NaN last and both zeros as equal, and JAX says so by two selects
/// in front of the comparison. If they were not seen through, each jnp.sort
/// would become a program of quadratic time instead of an argsort.
static BlockArgument getKey(Value value) {
  while (auto select = value.getDefiningOp<hlo::SelectOp>()) {
    auto test = select.getPred().getDefiningOp<hlo::CompareOp>();
    auto number = select.getOnTrue().getDefiningOp<hlo::ConstantOp>();
    if (!test || !number)
      return {};
    value = select.getOnFalse();
  }
  return dyn_cast<BlockArgument>(value);
}

namespace {
/// An order by one operand.
struct KeyOrder {
  unsigned operand;
  bool isDescending;
};
} // namespace

/// A comparator that is not surely one of these must be computed as it is: a
/// key with an equal name, but another order of ties or NaN, would give other
/// places than the reference. Equal arguments compare nothing, so they are no
/// order either.
static std::optional<KeyOrder> getKeyOrder(hlo::SortOp op) {
  Block &block = op.getComparator().front();
  auto compare =
      block.getTerminator()->getOperand(0).getDefiningOp<hlo::CompareOp>();
  if (!compare)
    return std::nullopt;
  bool isLess = compare.getComparisonDirection() == hlo::Direction::LT;
  if (!isLess && compare.getComparisonDirection() != hlo::Direction::GT)
    return std::nullopt;
  BlockArgument lhs = getKey(compare.getLhs()), rhs = getKey(compare.getRhs());
  if (!lhs || !rhs || rhs.getArgNumber() / 2 != lhs.getArgNumber() / 2 ||
      lhs == rhs)
    return std::nullopt;
  // In the total order negative zeros are below positive ones, unless the
  // comparator makes them one.
  bool isPlain = compare.getLhs() == lhs || compare.getRhs() == rhs;
  if (isa<FloatType>(elementAt(lhs)) && isPlain)
    return std::nullopt;
  bool isSwapped = lhs.getArgNumber() % 2;
  return KeyOrder{lhs.getArgNumber() / 2, isLess == isSwapped};
}

/// Where the order is one that relax has.
/// One argsort serves all operands: if each were sorted by itself, rows would
/// be torn apart.
static SmallVector<Value> sortByKey(hlo::SortOp op, KeyOrder order,
                                    int64_t axis, GraphConversion &graph) {
  Builder builder(op.getContext());
  ArgsortOp::Properties argsort;
  argsort.axis = builder.getI64IntegerAttr(axis);
  argsort.descending = builder.getBoolAttr(order.isDescending);
  argsort.dtype = TypeAttr::get(builder.getI64Type());
  Value places =
      graph.emit<ArgsortOp>(graph.get(op.getInputs()[order.operand]), argsort);
  GatherElementsOp::Properties gather;
  gather.axis = builder.getI64IntegerAttr(axis);
  return llvm::map_to_vector(op.getInputs(), [&](Value input) {
    return graph.emit<GatherElementsOp>({graph.get(input), places}, gather);
  });
}

//===----------------------------------------------------------------------===//
// Any order
//===----------------------------------------------------------------------===//

namespace {
/// The axis that is sorted.
struct SortedAxis {
  int64_t axis;
  /// Its size, and a buffer for the place of one element.
  Value length, rank;
};
} // namespace

/// Stores the elements at `at`, each behind all that are in front of it: those
/// that are less, and equal ones that were in front of it.
/// The rank costs length * length comparisons, but needs no assumption about
/// the comparator: a merge sort relies on a strict order, and a region may give
/// any bool. Comparing `at` with those behind and in front of it in different
/// directions makes the sort stable.
static void buildRank(BlockMath math, KernelBuilder &kernel, hlo::SortOp op,
                      const SortedAxis &sorted, ValueRange at) {
  int64_t axis = sorted.axis;
  Value rank = sorted.rank;
  unsigned count = op.getInputs().size();
  auto isBefore = [&](ValueRange lhs, ValueRange rhs) {
    SmallVector<Value> elements;
    for (unsigned index = 0; index < count; ++index) {
      elements.push_back(math.load(kernel.input(index), lhs));
      elements.push_back(math.load(kernel.input(index), rhs));
    }
    return applyRegion(math, op.getComparator(), elements).front();
  };
  Type i64 = math.getBuilder().getI64Type();
  math.store(math.zero(i64), rank, {});
  auto add = [&](Value isInFront) {
    math.store(math.plus(math.load(rank, {}), math.cast(isInFront, i64)), rank,
               {});
  };
  SmallVector<Value> other(at);
  math.loop(math.constant(0), at[axis], [&](Value along) {
    other[axis] = along;
    add(math.isNot(isBefore(at, other)));
  });
  math.loop(math.add(at[axis], 1), sorted.length, [&](Value along) {
    other[axis] = along;
    add(isBefore(other, at));
  });
  other[axis] = math.loadIndex(rank, {});
  for (unsigned index = 0; index < count; ++index)
    math.store(math.load(kernel.input(index), at), kernel.output(index), other);
}

static void buildSort(KernelBuilder &kernel, hlo::SortOp op, int64_t axis) {
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), kernel.input(0));
  Value length = tir::getExtentValue(builder, kernel.loc(), extents[axis]);
  Value rank =
      tir::allocBuffer(builder, kernel.loc(), {}, builder.getI64Type());
  tir::buildBlock(builder, kernel.loc(), "sort", {},
                  [&](OpBuilder &b, Location loc, ValueRange) {
                    BlockMath math(b, loc);
                    math.loopOver(extents, [&](ValueRange at) {
                      buildRank(math, kernel, op, {axis, length, rank}, at);
                    });
                  });
}

/// The specification counts a negative dimension from the end, unlike in all
/// other ops, and -1 is its default.
static LogicalResult convertSort(hlo::SortOp op, GraphConversion &graph) {
  SmallVector<Value> inputs = graph.get(op.getInputs());
  if (inputs.empty() || op.getNumResults() != inputs.size())
    return rejectResultCount(op, graph);
  int64_t rank = TensorBuilder::rankOf(inputs.front());
  int64_t axis = TensorBuilder::fromFront(op.getDimension(), rank);
  SmallVector<Type> arguments;
  SmallVector<RankedTensorType> types;
  for (auto [input, value] : llvm::zip(op.getInputs(), inputs)) {
    arguments.append(2, elementAt(input));
    types.push_back(cast<RankedTensorType>(value.getType()));
    if (TensorBuilder::dimsOf(value) != TensorBuilder::dimsOf(inputs.front()))
      return graph
          .reject(op, "expected operands of one shape",
                  "found " + typesText(op->getOperandTypes()))
          .attachNote(op.getInputs());
  }
  if (axis < 0 || axis >= rank)
    return graph
        .reject(op, "expected an axis of the operands",
                "found " + std::to_string(op.getDimension()) + " for " +
                    typesText(op->getOperandTypes()))
        .attachNote(op.getInputs());
  std::string obstacle =
      getScalarObstacle(op.getComparator(), arguments,
                        Type(IntegerType::get(op.getContext(), 1)));
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  if (std::optional<KeyOrder> order = getKeyOrder(op))
    return graph.replace(op, sortByKey(op, *order, axis, graph));
  return graph.replace(
      op, graph.call("sort", inputs, types, [&](KernelBuilder &kernel) {
        buildSort(kernel, op, axis);
      }));
}

void populateSortConversions(ConversionTable &table) { table.add(convertSort); }

} // namespace mlir::relax
