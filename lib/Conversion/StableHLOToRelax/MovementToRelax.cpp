// Ops that make, cut, join and rearrange tensors.
//
// Sizes must be known from the type of the result here; the forms that compute
// them are in ShapeToRelax.cpp, and share the code below. All checks are of
// what the specification demands, because relax takes more and would give
// another result without a word.
#include "BlockMath.h"
#include "Elementwise.h"
#include "GraphConversion.h"
#include "Movement.h"
#include "QuantizedToRelax.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// The dimensions of the result, if the types of the program say them.
/// A `?` in the type of a result does not say which size it is. Only the
/// dynamic forms of these ops carry it as an operand.
static std::optional<Dims> getStaticDims(Operation *op) {
  RankedTensorType type = typeOf(op->getResult(0));
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return getDims(type);
}

static constexpr llvm::StringLiteral kSizes =
    "expected a result of known sizes";

static LogicalResult convertConstant(hlo::ConstantOp op,
                                     GraphConversion &graph) {
  auto type =
      dyn_cast<RankedTensorType>(getStoredType(op.getResult().getType()));
  if (!type || !isTensorElement(type.getElementType()))
    return graph.reject(op,
                        "expected elements that are integers or floats of "
                        "8 to 64 bits, or i1",
                        "found " + typesText(op->getResultTypes()));
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  // What is stored unsigned may be written without a sign.
  if (value && value.getElementType() != type.getElementType())
    return graph.replace(
        op, graph.constant(ElementsAttr(value.bitcast(type.getElementType()))));
  return graph.replace(op, graph.constant(op.getValue()));
}

static LogicalResult convertReshape(hlo::ReshapeOp op, GraphConversion &graph) {
  std::optional<Dims> dims = getStaticDims(op);
  if (!dims)
    return graph.reject(op, kSizes, "found " + typesText(op->getResultTypes()));
  return graph.replace(op, graph.reshape(graph.get(op.getOperand()), *dims));
}

/// Length is checked apart, because a list of different axes may be too short.
static LogicalResult convertTranspose(hlo::TransposeOp op,
                                      GraphConversion &graph) {
  Value x = graph.get(op.getOperand());
  int64_t rank = TensorBuilder::rankOf(x);
  if (int64_t(op.getPermutation().size()) != rank ||
      !areAxes(op.getPermutation(), rank))
    return graph
        .reject(op, "expected a permutation of the axes",
                "found " + listText(op.getPermutation()))
        .attachNote(op.getOperand());
  return graph.replace(op, graph.permute(x, op.getPermutation()));
}

static LogicalResult convertReverse(hlo::ReverseOp op, GraphConversion &graph) {
  Value x = graph.get(op.getOperand());
  if (!areAxes(op.getDimensions(), TensorBuilder::rankOf(x)))
    return graph
        .reject(op, "expected axes of the operand",
                "found " + listText(op.getDimensions()))
        .attachNote(op.getOperand());
  for (int64_t axis : op.getDimensions())
    x = graph.flip(x, axis);
  return graph.replace(op, x);
}

/// The axes need not be in order, but a reshape keeps order; so the operand is
/// permuted first. Then axes of size 1 are put in, and only those that grow are
/// repeated: a broadcast to equal sizes would be a copy that a kernel has to
/// make.
LogicalResult convertBroadcast(Operation *op, Value operand,
                               ArrayRef<int64_t> axes, ArrayRef<SymExprAttr> to,
                               GraphConversion &graph) {
  Value x = graph.get(operand);
  Dims from = TensorBuilder::dimsOf(x), spread(to.size(), graph.dim(1));
  if (from.size() != axes.size() || !areAxes(axes, to.size()))
    return graph
        .reject(op,
                "expected an axis of the result for each axis of "
                "the operand",
                "found " + listText(axes))
        .attachNote(operand);
  if (!llvm::is_sorted(axes)) {
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(axes.size()));
    llvm::sort(order, [&](int64_t a, int64_t b) { return axes[a] < axes[b]; });
    x = graph.permute(x, order);
  }
  for (auto [dim, axis] : llvm::zip(from, axes))
    spread[axis] = dim;
  x = graph.reshape(x, spread);
  if (x && ArrayRef(spread) != to)
    x = graph.broadcast(x, to);
  return graph.replace(op, x);
}

static LogicalResult convertBroadcastInDim(hlo::BroadcastInDimOp op,
                                           GraphConversion &graph) {
  std::optional<Dims> dims = getStaticDims(op);
  if (!dims)
    return graph.reject(op, kSizes, "found " + typesText(op->getResultTypes()));
  return convertBroadcast(op, op.getOperand(), op.getBroadcastDimensions(),
                          *dims, graph);
}

/// A program and not an op of relax on one axis with a broadcast: it can be
/// fused into its user, where it needs no memory.
LogicalResult convertIota(Operation *op, int64_t axis,
                          ArrayRef<SymExprAttr> dims, GraphConversion &graph) {
  RankedTensorType type = typeOf(op->getResult(0));
  if (!type || axis < 0 || axis >= int64_t(dims.size()))
    return graph
        .reject(op, "expected an axis of the result",
                "found axis " + std::to_string(axis) + " of " +
                    typesText(op->getResultTypes()))
        .attachNote(op->getOperands());
  return graph.replace(
      op,
      graph.call("iota", {}, getTensorType(dims, type.getElementType()),
                 [&](KernelBuilder &kernel) {
                   (void)buildResult(kernel, "iota",
                                     [&](OpBuilder &b, Location loc,
                                         ValueRange at) { return at[axis]; });
                 }));
}

static LogicalResult convertIotaOp(hlo::IotaOp op, GraphConversion &graph) {
  std::optional<Dims> dims = getStaticDims(op);
  if (!dims)
    return graph.reject(op, kSizes, "found " + typesText(op->getResultTypes()));
  return convertIota(op, op.getIotaDimension(), *dims, graph);
}

/// The specification demands 0 <= start <= limit <= size. relax would clamp
/// what is outside, as Python does, and give a result of another size than the
/// program says.
static LogicalResult convertSlice(hlo::SliceOp op, GraphConversion &graph) {
  Value x = graph.get(op.getOperand());
  Dims dims = TensorBuilder::dimsOf(x), begin, end;
  size_t rank = dims.size();
  if (op.getStartIndices().size() != rank ||
      op.getLimitIndices().size() != rank || op.getStrides().size() != rank)
    return graph
        .reject(op, "expected a range for each axis",
                "found " + std::to_string(op.getStrides().size()) + " ranges")
        .attachNote(op.getOperand());
  for (auto [dim, from, to, step] : llvm::zip(
           dims, op.getStartIndices(), op.getLimitIndices(), op.getStrides())) {
    std::optional<int64_t> size = dim ? dim.getConstant() : std::nullopt;
    if (from < 0 || to < from || step < 1 || (size && to > *size))
      return graph
          .reject(op,
                  "expected ranges inside the operand, with "
                  "positive steps",
                  "found " + std::to_string(from) + ":" + std::to_string(to) +
                      ":" + std::to_string(step))
          .attachNote(op.getOperand());
    begin.push_back(graph.dim(from));
    end.push_back(graph.dim(to));
  }
  if (rank == 0)
    return graph.replace(op, x);
  StridedSliceOp::Properties properties;
  Builder builder(op.getContext());
  properties.axes =
      builder.getDenseI64ArrayAttr(llvm::to_vector(llvm::seq<int64_t>(rank)));
  properties.begin = getSymExprArray(op.getContext(), begin);
  properties.end = getSymExprArray(op.getContext(), end);
  properties.strides = builder.getDenseI64ArrayAttr(op.getStrides());
  return graph.replace(op, graph.emit<StridedSliceOp>(x, properties));
}

/// One part alone is passed on, since a concatenation of one would cost a copy.
static LogicalResult convertConcatenate(hlo::ConcatenateOp op,
                                        GraphConversion &graph) {
  SmallVector<Value> parts = graph.get(op.getInputs());
  if (parts.empty() || int64_t(op.getDimension()) < 0 ||
      int64_t(op.getDimension()) >= TensorBuilder::rankOf(parts.front()))
    return graph
        .reject(op, "expected tensors and an axis that they have",
                "found axis " + std::to_string(op.getDimension()) + " of " +
                    typesText(op->getOperandTypes()))
        .attachNote(op.getInputs());
  if (parts.size() == 1)
    return graph.replace(op, parts.front());
  return graph.replace(op, graph.concat(parts, op.getDimension()));
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

namespace {
/// Where the elements of a tensor go among those of the result.
struct Padding {
  SmallVector<Value> low;
  ArrayRef<int64_t> interior;
  /// Whether an axis may lose elements.
  SmallVector<bool> crops;
};
} // namespace

/// `out` is full of `fill`, then the elements of `x` are put in.
/// Two passes instead of one with a choice for each element: between the
/// elements a choice would need a division to find whether there is one, and a
/// load that must be kept inside. A test is written only on axes that may lose
/// elements.
static void buildPad(KernelBuilder &kernel, const Padding &padding) {
  OpBuilder &builder = kernel.builder();
  Value x = kernel.input(0), fill = kernel.input(1), out = kernel.output();
  (void)buildResult(kernel, "border",
                    [&](OpBuilder &b, Location loc, ValueRange) {
                      return BlockMath(b, loc).load(fill, {});
                    });
  SmallVector<OpFoldResult> sizes = tir::getExtents(builder, kernel.loc(), out);
  tir::buildBlock(builder, kernel.loc(), "pad",
                  makeSpatial(tir::getExtents(builder, kernel.loc(), x)),
                  [&](OpBuilder &b, Location loc, ValueRange from) {
                    BlockMath math(b, loc);
                    SmallVector<Value> to(from);
                    Value isInside;
                    for (auto [axis, place] : llvm::enumerate(to)) {
                      place =
                          math.add(math.mul(place, padding.interior[axis] + 1),
                                   padding.low[axis]);
                      if (!padding.crops[axis])
                        continue;
                      Value here = math.isWithin(place, math.constant(0),
                                                 math.value(sizes[axis]));
                      isInside = isInside ? math.both(isInside, here) : here;
                    }
                    auto put = [&] { math.store(math.load(x, from), out, to); };
                    if (isInside)
                      math.when(isInside, put);
                    else
                      put();
                  });
}

/// pad of relax takes no negative widths and nothing between the elements. Both
/// occur in gradients of strided convolutions, where JAX writes them, so there
/// is a program for all cases alike.
Value emitPad(GraphConversion &graph, Value x, Value fill,
              const PadWidths &widths) {
  auto [low, high, interior] = widths;
  Dims dims = TensorBuilder::dimsOf(x);
  Padding padding{{}, interior, {}};
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    if (!dim)
      return {};
    auto isNegative = [](SymExprAttr width) {
      std::optional<int64_t> number = width.getConstant();
      return !number || *number < 0;
    };
    padding.crops.push_back(isNegative(low[axis]) || isNegative(high[axis]));
    SymExprAttr between = interior[axis]
                              ? max(dim - 1, graph.dim(0)) * interior[axis]
                              : graph.dim(0);
    dim = dim + between + low[axis] + high[axis];
  }
  auto type = getTensorType(dims, TensorBuilder::elementOf(x));
  return graph
      .call("pad", {x, fill}, type,
            [&](KernelBuilder &kernel) {
              for (SymExprAttr width : widths.low)
                padding.low.push_back(kernel.index(width));
              buildPad(kernel, padding);
            })
      .front();
}

static LogicalResult convertPad(hlo::PadOp op, GraphConversion &graph) {
  Value x = graph.get(op.getOperand()), fill = graph.get(op.getPaddingValue());
  size_t rank = TensorBuilder::rankOf(x);
  if (op.getEdgePaddingLow().size() != rank ||
      op.getEdgePaddingHigh().size() != rank ||
      op.getInteriorPadding().size() != rank ||
      TensorBuilder::rankOf(fill) != 0 ||
      TensorBuilder::elementOf(fill) != TensorBuilder::elementOf(x) ||
      llvm::any_of(op.getInteriorPadding(),
                   [](int64_t width) { return width < 0; }))
    return graph
        .reject(op,
                "expected widths for each axis, none between "
                "elements negative, and a number to pad with",
                "found " + listText(op.getEdgePaddingLow()) + ", " +
                    listText(op.getEdgePaddingHigh()) + " and " +
                    listText(op.getInteriorPadding()))
        .attachNote(op->getOperands());
  auto isNothing = [](ArrayRef<int64_t> widths) {
    return llvm::all_of(widths, [](int64_t width) { return width == 0; });
  };
  if (isNothing(op.getEdgePaddingLow()) && isNothing(op.getEdgePaddingHigh()) &&
      isNothing(op.getInteriorPadding()))
    return graph.replace(op, x);
  auto toDims = [&](ArrayRef<int64_t> widths) {
    return llvm::map_to_vector(widths,
                               [&](int64_t width) { return graph.dim(width); });
  };
  return graph.replace(
      op, emitPad(graph, x, fill,
                  {toDims(op.getEdgePaddingLow()),
                   toDims(op.getEdgePaddingHigh()), op.getInteriorPadding()}));
}

void populateMovementConversions(ConversionTable &table) {
  table.add(convertBroadcastInDim);
  table.add(convertConcatenate);
  table.add(convertConstant);
  table.add(convertIotaOp);
  table.add(convertPad);
  table.add(convertReshape);
  table.add(convertReverse);
  table.add(convertSlice);
  table.add(convertTranspose);
}

} // namespace mlir::relax
