// Sorting by any comparator: each element's place is the number of those in
// front of it.
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

/// Stores the elements at `at`, each behind all that are in front of it: those
/// that are less, and equal ones that were in front of it.
static void buildRank(BlockMath math, KernelBuilder &kernel, hlo::SortOp op,
                      int64_t axis, ValueRange at, Value length, Value rank) {
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
  math.loop(math.add(at[axis], 1), length, [&](Value along) {
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
                      buildRank(math, kernel, op, axis, at, length, rank);
                    });
                  });
}

static LogicalResult convertSort(hlo::SortOp op, GraphConversion &graph) {
  SmallVector<Value> inputs = graph.get(op.getInputs());
  if (inputs.empty() || op.getNumResults() != inputs.size())
    return graph.reject(op, "expected a result for each operand");
  int64_t rank = TensorBuilder::rankOf(inputs.front());
  int64_t axis = TensorBuilder::fromFront(op.getDimension(), rank);
  SmallVector<Type> arguments;
  SmallVector<RankedTensorType> types;
  for (auto [input, value] : llvm::zip(op.getInputs(), inputs)) {
    arguments.append(2, elementAt(input));
    types.push_back(cast<RankedTensorType>(value.getType()));
    if (TensorBuilder::dimsOf(value) != TensorBuilder::dimsOf(inputs.front()))
      return graph.reject(op, "expected operands of one shape");
  }
  if (axis < 0 || axis >= rank)
    return graph.reject(op, "expected an axis of the operands");
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
