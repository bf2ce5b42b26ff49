// Operators whose results have a size that the data decides: everything is
// computed for as many elements as there can be, then the first ones are taken
// whose number was counted.
// Kernels write results of sizes that their caller allocates. A size that data
// decide is counted first, by a kernel; the host reads it, and only then is
// the result's memory made.
#include "Decomposition.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

using Values = SmallVector<Value>;

namespace {
/// The operators that the rules here are written with, over vectors.
class Counting {
public:
  Counting(Operation *op, Decomposition &rules)
      : op(op), rules(rules), builder(rules.getBuilder()),
        i64(builder.getI64Type()) {}

  SymExprAttr dim(int64_t value) { return getDim(rules.getContext(), value); }
  /// A size as a vector of one element.
  Value size(SymExprAttr expr);
  Value flatten(Value x) { return rules.reshape(x, total(x)); }
  SymExprAttr total(Value x) {
    return SymExprAttr::product(rules.getContext(), Decomposition::dimsOf(x));
  }
  /// A new symbol for the number of true elements.
  SymExprAttr count(Value mask);
  /// A new symbol for the value of a tensor of rank 0.
  SymExprAttr measure(Value length);
  Value first(Value x, SymExprAttr length);
  Value take(Value x, Value places, int64_t axis = 0);
  Value sort(Value x);
  /// `to` with the elements of `from` at `places`; others write nothing.
  Value scatter(Value to, Value places, Value from, StringRef reduction);
  Value zeros(SymExprAttr length) {
    return rules.broadcast(rules.number(0, i64), length);
  }
  /// How many true elements come before each one.
  Value countBefore(Value mask);
  /// The places where `mask` holds, as many as it has, in a vector as long.
  Value gatherPlaces(Value mask, Value values);

  Operation *op;
  Decomposition &rules;
  OpBuilder &builder;
  Type i64;
};
} // namespace

Value Counting::size(SymExprAttr expr) {
  if (std::optional<int64_t> known = expr.getConstant())
    return rules.reshape(rules.number(double(*known), i64), dim(1));
  return rules.emit<ShapeToTensorOp>(rules.shape(expr));
}

SymExprAttr Counting::count(Value mask) {
  return measure(rules.emit<SumOp>(rules.cast(mask, i64)));
}

/// Each size adds a cast to the function, so their number names it.
/// Two counts need two symbols. A space in the name keeps it apart from all
/// names that the parser accepts unquoted.
SymExprAttr Counting::measure(Value length) {
  Value shape = rules.emit<TensorToShapeOp>(rules.reshape(length, dim(1)));
  if (!shape)
    return {};
  unsigned casts = 0;
  op->getParentOfType<FuncOp>().walk([&](MatchCastOp) { ++casts; });
  auto symbol = SymExprAttr::symbol(rules.getContext(),
                                    "counted " + std::to_string(casts));
  MatchCastOp::create(builder, op->getLoc(),
                      ShapeType::get(rules.getContext(), symbol), shape);
  return symbol;
}

Value Counting::first(Value x, SymExprAttr length) {
  // The slice is inside by construction: a count is at most the length.
  StridedSliceOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(0);
  properties.begin = builder.getArrayAttr(dim(0));
  properties.end = builder.getArrayAttr(length);
  // assume_inbound spares the clamp in the kernel.
  properties.assume_inbound = builder.getBoolAttr(true);
  return rules.emit<StridedSliceOp>(x, properties);
}

Value Counting::take(Value x, Value places, int64_t axis) {
  TakeOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  properties.mode = builder.getStringAttr("clip");
  return rules.emit<TakeOp>({x, places}, properties);
}

Value Counting::sort(Value x) {
  ArgsortOp::Properties properties;
  properties.dtype = TypeAttr::get(i64);
  return rules.emit<ArgsortOp>(x, properties);
}

Value Counting::scatter(Value to, Value places, Value from,
                        StringRef reduction) {
  ScatterElementsOp::Properties properties;
  properties.reduction = builder.getStringAttr(reduction);
  return rules.emit<ScatterElementsOp>({to, places, from}, properties);
}

// An exclusive scan of the mask is the target place of each true element.
Value Counting::countBefore(Value mask) {
  CumsumOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(0);
  properties.exclusive = builder.getBoolAttr(true);
  return rules.emit<CumsumOp>(rules.cast(mask, i64), properties);
}

// Elements that do not hold are scattered to place `length`, which is outside
// and writes nothing: no condition in the scatter.
Value Counting::gatherPlaces(Value mask, Value values) {
  if (!mask || !values)
    return {};
  SymExprAttr length = Decomposition::dimsOf(mask)[0];
  Value target = rules.emit<WhereOp>({mask, countBefore(mask), size(length)});
  return scatter(zeros(length), target, values, "update");
}

/// The places in row-major order become a row an axis.
static Values decomposeNonzero(NonzeroOp op, Decomposition &rules) {
  Counting counting(op, rules);
  Dims dims = Decomposition::dimsOf(op.getX());
  if (dims.empty())
    return rules.notifyMatchFailure(
        "expected an operand of rank 1 or more, but found "
        "rank 0");
  Type element = Decomposition::elementOf(op.getX());
  Value flat = counting.flatten(op.getX());
  Value mask = element.isInteger(1)
                   ? flat
                   : rules.emit<NotEqualOp>({flat, rules.number(0, element)});
  SymExprAttr total = counting.total(op.getX());
  Value places =
      counting.gatherPlaces(mask, rules.range(counting.dim(0), total));
  SymExprAttr count = counting.count(mask);
  if (!places || !count)
    return {};
  places = counting.first(places, count);
  Values rows(dims.size());
  // Row-major places are taken apart from the last axis on.
  for (size_t axis = dims.size(); axis-- > 0;) {
    Value size = counting.size(dims[axis]);
    rows[axis] = axis == 0 ? places : rules.emit<FloorModOp>({places, size});
    places = rules.emit<FloorDivideOp>({places, size});
  }
  StackOp::Properties properties;
  properties.axis = rules.getBuilder().getI64IntegerAttr(0);
  return {rules.emit<StackOp>(rows, properties)};
}

/// Whether each element in order differs from the one before it; of several NaN
/// only the first one does.
/// Sorted order makes equal elements neighbours. NaN are at the end and differ
/// from each other by ==, but numpy counts them as one.
static Value findGroups(Counting &counting, Value sorted, Value places) {
  Decomposition &rules = counting.rules;
  Value before =
      rules.emit<SubtractOp>({places, rules.number(1, counting.i64)});
  Value previous = counting.take(sorted, before);
  Value differs = rules.emit<NotEqualOp>({sorted, previous});
  if (isa<FloatType>(Decomposition::elementOf(sorted)))
    differs = rules.emit<LogicalAndOp>(
        {differs,
         rules.emit<LogicalNotOp>(rules.emit<LogicalAndOp>(
             {rules.emit<IsNanOp>(sorted), rules.emit<IsNanOp>(previous)}))});
  Value isFirst = rules.emit<EqualOp>({places, rules.number(0, counting.i64)});
  return rules.emit<LogicalOrOp>({isFirst, differs});
}

static Values decomposeUnique(UniqueOp op, Decomposition &rules) {
  if (op.getAxis())
    return rules.notifyMatchFailure("expected no 'axis', but found " +
                                    Twine(*op.getAxis()));
  Counting counting(op, rules);
  Value flat = counting.flatten(op.getX());
  SymExprAttr total = counting.total(op.getX());
  Value places = rules.range(counting.dim(0), total);
  Value order = counting.sort(flat);
  if (!order || !places)
    return {};
  Value sorted = counting.take(flat, order);
  Value isNew = findGroups(counting, sorted, places);
  SymExprAttr count = counting.count(isNew);
  if (!count)
    return {};
  // The group of each element in order: those before it, less one if it is the
  // first of its own.
  Value group = rules.emit<SubtractOp>(
      {rules.emit<AddOp>(
           {counting.countBefore(isNew), rules.cast(isNew, counting.i64)}),
       rules.number(1, counting.i64)});
  Value firsts = counting.first(counting.gatherPlaces(isNew, order), count);
  // The inverse is scattered through the sorting permutation; counts by adding
  // ones at each group's place.
  Value inverse =
      counting.scatter(counting.zeros(total), order, group, "update");
  Value ones = rules.broadcast(rules.number(1, counting.i64), total);
  Value counts = counting.first(
      counting.scatter(counting.zeros(total), group, ones, "add"), count);
  // Unsorted means the order of first occurrence: the groups are sorted by
  // their first place, and the inverse is renumbered by the inverse
  // permutation.
  if (!op.getSorted()) {
    Value byPlace = counting.sort(firsts);
    firsts = counting.take(firsts, byPlace);
    counts = counting.take(counts, byPlace);
    inverse = counting.take(counting.sort(byPlace), inverse);
  }
  Values results = {counting.take(flat, firsts)};
  if (op.getReturnIndex())
    results.push_back(firsts);
  if (op.getReturnInverse())
    results.push_back(inverse);
  if (op.getReturnCounts())
    results.push_back(counts);
  return results;
}

namespace {
/// One axis of a slice whose bounds are tensors; numbers are of rank 0.
struct SliceAxis {
  Counting &counting;
  Value begin, end, stride, size;

  Value number(double value) const {
    return counting.rules.number(value, counting.i64);
  }
  template <typename Op>
  Value emit(ValueRange operands) const {
    return counting.rules.emit<Op>(operands);
  }
  Value isForward() const { return emit<GreaterOp>({stride, number(0)}); }
  /// A bound that may count from the end, kept where the slice can go.
  Value resolve(Value bound) const;
  /// The places on the axis, and how many there are as a new symbol.
  Value getPlaces() const;
};
} // namespace

Value SliceAxis::resolve(Value bound) const {
  Value isNegative = emit<LessOp>({bound, number(0)});
  bound = emit<WhereOp>({isNegative, emit<AddOp>({bound, size}), bound});
  // As Python's slice: forward bounds are in [0, size], backward ones in [-1,
  // size - 1].
  Value back = emit<WhereOp>({isForward(), number(0), number(-1)});
  Value last = emit<AddOp>({size, back});
  return emit<MinimumOp>({emit<MaximumOp>({bound, back}), last});
}

/// As many as steps fit, the last one in part. A stride of 0 gives none.
Value SliceAxis::getPlaces() const {
  Value from = resolve(begin), to = resolve(end);
  Value back = emit<WhereOp>({isForward(), number(-1), number(1)});
  Value span =
      // ceil((to - from) / stride) by a floor division, for either sign: the
      // stride's neighbour towards 0 is added first.
      emit<AddOp>({emit<SubtractOp>({to, from}), emit<AddOp>({stride, back})});
  Value steps = emit<FloorDivideOp>({span, stride});
  // Negative counts are empty slices.
  SymExprAttr count = counting.measure(emit<MaximumOp>({steps, number(0)}));
  if (!count)
    return {};
  Value step = counting.rules.range(counting.dim(0), count);
  return emit<AddOp>({emit<MultiplyOp>({step, stride}), from});
}

static Values decomposeDynamicSlice(DynamicStridedSliceOp op,
                                    Decomposition &rules) {
  Counting counting(op, rules);
  Value x = op.getX();
  for (auto [axis, dim] : llvm::enumerate(Decomposition::dimsOf(x))) {
    // One axis after the other: each becomes a take with computed places.
    auto entry = [&, axis = axis](Value bounds) {
      Value bound =
          counting.take(bounds, rules.number(double(axis), counting.i64));
      return bound ? rules.cast(bound, counting.i64) : bound;
    };
    SliceAxis slice{counting, entry(op.getBegin()), entry(op.getEnd()),
                    entry(op.getStrides()),
                    rules.reshape(counting.size(dim), {})};
    x = counting.take(x, slice.getPlaces(), axis);
  }
  return {x};
}

bool isCounted(Operation *op) {
  return isa<DynamicStridedSliceOp, NonzeroOp, UniqueOp>(op);
}

SmallVector<Value> decomposeDataDependent(Operation *op, Decomposition &rules) {
  if (auto nonzero = dyn_cast<NonzeroOp>(op))
    return decomposeNonzero(nonzero, rules);
  if (auto slice = dyn_cast<DynamicStridedSliceOp>(op))
    return decomposeDynamicSlice(slice, rules);
  return decomposeUnique(cast<UniqueOp>(op), rules);
}

} // namespace mlir::relax
