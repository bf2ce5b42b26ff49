// Ops that combine the elements of windows.
//
// Windows go over all axes here, with any region, while pooling of relax knows
// spatial axes, sums and maxima only. So they become programs, of which the
// running sum alone is recognised as an op.
#include "BlockMath.h"
#include "Elementwise.h"
#include "GraphConversion.h"
#include "Reduction.h"
#include "ScalarBody.h"

#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

namespace {
/// Windows as an op has them.
struct WindowLists {
  ArrayRef<int64_t> sizes;
  /// Ones where they are not written.
  std::optional<ArrayRef<int64_t>> strides, baseDilation, windowDilation;
  /// Pairs of widths, or null.
  Attribute padding;
};

/// Windows over all axes of a tensor.
struct Windows {
  /// Nothing where lists have other lengths than the tensor has axes.
  static std::optional<Windows> read(int64_t rank, const WindowLists &lists);

  /// How many windows there are along each axis.
  Dims count(ArrayRef<SymExprAttr> dims) const;

  /// The place of element `inner` of window `outer` in the tensor, and whether
  /// there is one; null where there always is.
  Value find(BlockMath math, ValueRange outer, ValueRange inner,
             ArrayRef<OpFoldResult> sizes, SmallVector<Value> &place) const;

  SmallVector<int64_t> sizes, strides, base, dilation, low, high;
};
} // namespace

/// Missing lists are ones, and missing padding is none. Lengths are checked
/// here for all users, since the loops below index the lists by axis.
std::optional<Windows> Windows::read(int64_t rank, const WindowLists &lists) {
  auto list = [&](std::optional<ArrayRef<int64_t>> numbers) {
    return numbers ? llvm::to_vector(*numbers) : SmallVector<int64_t>(rank, 1);
  };
  Windows windows{llvm::to_vector(lists.sizes),  list(lists.strides),
                  list(lists.baseDilation),      list(lists.windowDilation),
                  SmallVector<int64_t>(rank, 0), SmallVector<int64_t>(rank, 0)};
  for (ArrayRef<int64_t> numbers :
       {ArrayRef(windows.sizes), ArrayRef(windows.strides),
        ArrayRef(windows.base), ArrayRef(windows.dilation)})
    if (int64_t(numbers.size()) != rank ||
        llvm::any_of(numbers, [](int64_t number) { return number < 1; }))
      return std::nullopt;
  auto widths = dyn_cast_or_null<DenseIntElementsAttr>(lists.padding);
  if (!widths)
    return lists.padding ? std::nullopt : std::optional(windows);
  if (widths.getNumElements() != 2 * rank)
    return std::nullopt;
  for (auto [index, width] : llvm::enumerate(widths.getValues<APInt>()))
    (index % 2 ? windows.high : windows.low)[index / 2] = width.getSExtValue();
  return windows;
}

/// By the specification: floor((spread - reach) / stride) + 1, where both sizes
/// include their dilation. The sizes stay symbolic, so one program serves all
/// of them.
Dims Windows::count(ArrayRef<SymExprAttr> dims) const {
  Dims counts;
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    if (!dim)
      return {};
    SymExprAttr spread = base[axis] == 1 ? dim : (dim - 1) * base[axis] + 1;
    int64_t reach = (sizes[axis] - 1) * dilation[axis] + 1;
    counts.push_back(
        floorDiv(spread + (low[axis] + high[axis] - reach), strides[axis]) + 1);
  }
  return counts;
}

/// Padding and base dilation both make places that hold no element. On axes
/// where every place has one, no test is written: it would keep inner loops
/// from being vectorized.
Value Windows::find(BlockMath math, ValueRange outer, ValueRange inner,
                    ArrayRef<OpFoldResult> extents,
                    SmallVector<Value> &place) const {
  Value isInside;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    Value at = math.add(math.mul(outer[axis], strides[axis]),
                        math.mul(inner[axis], dilation[axis]));
    at = math.add(at, -low[axis]);
    if (low[axis] == 0 && high[axis] <= 0 && base[axis] == 1) {
      place.push_back(at);
      continue;
    }
    Value here, zero = math.constant(0);
    if (base[axis] > 1) {
      Value step = math.constant(base[axis]), safe = math.max(at, zero);
      here = math.both(math.isAtMost(zero, at),
                       math.isEqual(math.rem(safe, step), zero));
      at = math.div(safe, step);
      here = math.both(here, math.isLess(at, math.value(extents[axis])));
    } else {
      here = math.isWithin(at, zero, math.value(extents[axis]));
    }
    place.push_back(at);
    isInside = isInside ? math.both(isInside, here) : here;
  }
  return isInside;
}

namespace {
/// Tensors of one shape that windows are of, each with its start value.
struct Reduced {
  ArrayRef<Value> buffers;
  ArrayRef<OpFoldResult> extents;
  ArrayRef<Value> starts;
};
} // namespace

/// The elements at a place, or the start values outside.
/// A choice evaluates both sides, so the load happens outside, too; its place
/// is clamped into the tensor to keep it from reading memory that is not ours.
static SmallVector<Value> loadElements(BlockMath math, const Reduced &reduced,
                                       Value isInside, ArrayRef<Value> place) {
  SmallVector<Value> safe(place), elements;
  if (isInside)
    for (auto [at, extent] : llvm::zip(safe, reduced.extents))
      at = math.clamp(at, math.constant(0), math.add(math.value(extent), -1));
  for (auto [buffer, start] : llvm::zip(reduced.buffers, reduced.starts)) {
    Value element = math.load(buffer, safe);
    elements.push_back(isInside ? math.choose(isInside, element, start)
                                : element);
  }
  return elements;
}

/// The sum of all elements up to each one, if that is what the windows are.
/// JAX writes cumsum as a window over all elements in front, which would cost n
/// * n additions. Bools are left out, because their sum is an `or` in
/// StableHLO.
static Value tryCumsum(hlo::ReduceWindowOp op, const Windows &windows,
                       GraphConversion &graph) {
  Operation *combiner = getCombiner(op.getBody());
  Value x = graph.get(op.getInputs().front());
  if (!combiner || !isa<hlo::AddOp>(combiner) ||
      !isNeutral(combiner, getSplat(op.getInitValues().front(), graph)) ||
      TensorBuilder::elementOf(x).isInteger(1))
    return {};
  std::optional<int64_t> along;
  for (auto [axis, dim] : llvm::enumerate(TensorBuilder::dimsOf(x))) {
    if (windows.strides[axis] != 1 || windows.base[axis] != 1 ||
        windows.dilation[axis] != 1 || windows.high[axis] != 0)
      return {};
    if (windows.sizes[axis] == 1 && windows.low[axis] == 0)
      continue;
    if (along || dim.getConstant() != windows.sizes[axis] ||
        windows.low[axis] != windows.sizes[axis] - 1)
      return {};
    along = axis;
  }
  if (!along)
    return {};
  CumsumOp::Properties properties;
  properties.axis = Builder(op.getContext()).getI64IntegerAttr(*along);
  return graph.emit<CumsumOp>(x, properties);
}

static void buildWindows(KernelBuilder &kernel, hlo::ReduceWindowOp op,
                         const Windows &windows, ArrayRef<TypedAttr> numbers) {
  OpBuilder &builder = kernel.builder();
  unsigned count = numbers.size();
  SmallVector<Value> outs, inputs;
  for (unsigned index = 0; index < count; ++index) {
    outs.push_back(kernel.output(index));
    inputs.push_back(kernel.input(index));
  }
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), inputs.front());
  SmallVector<OpFoldResult> inside =
      llvm::map_to_vector(windows.sizes, [&](int64_t size) {
        return OpFoldResult(builder.getIndexAttr(size));
      });
  SmallVector<Value> starts = loadStarts(kernel, numbers);
  tir::buildReduceBlock(
      builder, kernel.loc(), "reduce_window",
      tir::getExtents(builder, kernel.loc(), outs.front()), inside, starts,
      [&](OpBuilder &b, Location loc, ValueRange outer, ValueRange inner,
          ValueRange accs) {
        BlockMath math(b, loc);
        SmallVector<Value> place, elements(accs);
        Value isInside = windows.find(math, outer, inner, extents, place);
        llvm::append_range(
            elements,
            loadElements(math, {inputs, extents, starts}, isInside, place));
        return applyRegion(math, op.getBody(), elements);
      },
      outs);
}

static LogicalResult convertReduceWindow(hlo::ReduceWindowOp op,
                                         GraphConversion &graph) {
  std::string obstacle = getReduceObstacle(op.getInputs(), op.getInitValues(),
                                           op.getBody(), op.getNumResults());
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  SmallVector<Value> inputs = graph.get(op.getInputs());
  std::optional<Windows> windows = Windows::read(
      TensorBuilder::rankOf(inputs.front()),
      {op.getWindowDimensions(), op.getWindowStrides(), op.getBaseDilations(),
       op.getWindowDilations(), op.getPaddingAttr()});
  if (!windows)
    return graph
        .reject(op,
                "expected a window with positive entries for each "
                "axis",
                "found sizes " + listText(op.getWindowDimensions()))
        .attachNote(op.getInputs());
  if (op.getInputs().size() == 1)
    if (Value sum = tryCumsum(op, *windows, graph))
      return graph.replace(op, sum);
  Dims counts = windows->count(TensorBuilder::dimsOf(inputs.front()));
  SmallVector<TypedAttr> numbers;
  SmallVector<RankedTensorType> types;
  for (auto [input, start] : llvm::zip(op.getInputs(), op.getInitValues())) {
    numbers.push_back(getSplat(start, graph));
    types.push_back(getTensorType(counts, typeOf(input).getElementType()));
  }
  llvm::append_range(inputs, graph.get(op.getInitValues()));
  return graph.replace(
      op,
      graph.call("reduce_window", inputs, types, [&](KernelBuilder &kernel) {
        buildWindows(kernel, op, *windows, numbers);
      }));
}

//===----------------------------------------------------------------------===//
// Select and scatter
//===----------------------------------------------------------------------===//

namespace {
/// One window's search for its choice.
struct Choice {
  /// The tensor that is searched.
  Value input;
  /// The chosen element, its place, and whether there is one yet.
  Value element, place, isFound;
};
} // namespace

/// Puts the choice of window `outer` into the buffers.
/// The first element that is inside is chosen without a comparison, because
/// padding takes no part in the choice: a start value that wins would scatter
/// outside.
static void buildSelect(BlockMath math, hlo::SelectAndScatterOp op,
                        const Windows &windows, ValueRange outer,
                        const Choice &choice) {
  OpBuilder &b = math.getBuilder();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(b, math.getLoc(), choice.input);
  SmallVector<OpFoldResult> inside =
      llvm::map_to_vector(windows.sizes, [&](int64_t size) {
        return OpFoldResult(b.getIndexAttr(size));
      });
  math.store(math.zero(b.getI1Type()), choice.isFound, {});
  math.loopOver(inside, [&](ValueRange inner) {
    SmallVector<Value> place;
    Value isInside = windows.find(math, outer, inner, extents, place);
    auto take = [&] {
      Value element = math.load(choice.input, place),
            old = math.load(choice.element, {});
      Value keeps =
          math.both(math.load(choice.isFound, {}),
                    applyRegion(math, op.getSelect(), {old, element}).front());
      math.when(math.isNot(keeps), [&] {
        math.store(element, choice.element, {});
        math.store(math.one(b.getI1Type()), choice.isFound, {});
        for (auto [axis, at] : llvm::enumerate(place))
          math.store(at, choice.place, {math.constant(axis)});
      });
    };
    if (isInside)
      math.when(isInside, take);
    else
      take();
  });
}

/// This is the gradient of max pooling. All windows add to one tensor, so the
/// loops are one block that is not split among threads.
static void buildSelectAndScatter(KernelBuilder &kernel,
                                  hlo::SelectAndScatterOp op,
                                  const Windows &windows) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value x = kernel.input(0), source = kernel.input(1), out = kernel.output();
  (void)buildResult(kernel, "start",
                    [&](OpBuilder &b, Location loc, ValueRange) {
                      return BlockMath(b, loc).load(kernel.input(2), {});
                    });
  Builder &b = builder;
  Choice choice{
      x, tir::allocBuffer(builder, loc, {}, getElementType(x)),
      tir::allocBuffer(builder, loc,
                       {OpFoldResult(b.getIndexAttr(windows.sizes.size()))},
                       b.getI64Type()),
      tir::allocBuffer(builder, loc, {}, b.getI1Type())};
  // Windows may meet, so they go one after the other.
  tir::buildBlock(
      builder, loc, "select_and_scatter", {},
      [&](OpBuilder &b, Location loc, ValueRange) {
        BlockMath math(b, loc);
        math.loopOver(tir::getExtents(b, loc, source), [&](ValueRange outer) {
          buildSelect(math, op, windows, outer, choice);
          math.when(math.load(choice.isFound, {}), [&] {
            SmallVector<Value> place;
            for (size_t axis = 0; axis < windows.sizes.size(); ++axis)
              place.push_back(
                  math.loadIndex(choice.place, {math.constant(axis)}));
            Value sum =
                applyRegion(math, op.getScatter(),
                            {math.load(out, place), math.load(source, outer)})
                    .front();
            math.store(sum, out, place);
          });
        });
      });
}

static LogicalResult convertSelectAndScatter(hlo::SelectAndScatterOp op,
                                             GraphConversion &graph) {
  Type element = elementAt(op.getOperand()),
       boolean = IntegerType::get(op.getContext(), 1);
  std::string obstacle =
      getScalarObstacle(op.getSelect(), {element, element}, boolean);
  if (obstacle.empty())
    obstacle = getScalarObstacle(op.getScatter(), {element, element}, element);
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  SmallVector<Value> inputs = graph.get(op->getOperands());
  int64_t rank = TensorBuilder::rankOf(inputs[0]);
  SmallVector<int64_t> ones(rank, 1);
  std::optional<Windows> windows = Windows::read(
      rank,
      {op.getWindowDimensions().value_or(ArrayRef<int64_t>(ones)),
       op.getWindowStrides(), std::nullopt, std::nullopt, op.getPaddingAttr()});
  if (!windows || op->getNumResults() != 1 ||
      TensorBuilder::rankOf(inputs[1]) != rank ||
      TensorBuilder::rankOf(inputs[2]) != 0 ||
      windows->count(TensorBuilder::dimsOf(inputs[0])) !=
          TensorBuilder::dimsOf(inputs[1]))
    return graph
        .reject(op,
                "expected a window with positive entries for each "
                "axis, and a source element for each window",
                "found tensors " + typesText(op->getOperandTypes()))
        .attachNote(op->getOperands());
  auto type = cast<RankedTensorType>(inputs[0].getType());
  return graph.replace(op, graph.call("select_and_scatter", inputs, type,
                                      [&](KernelBuilder &kernel) {
                                        buildSelectAndScatter(kernel, op,
                                                              *windows);
                                      }));
}

void populateWindowConversions(ConversionTable &table) {
  table.add(convertReduceWindow);
  table.add(convertSelectAndScatter);
}

} // namespace mlir::relax
