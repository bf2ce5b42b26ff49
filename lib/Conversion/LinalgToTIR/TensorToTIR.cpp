// Ops of upstream's tensor dialect as relax ops and calls of tensor programs.
#include "GraphLowering.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/InspectOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {

static RankedTensorType getResultType(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType());
}

static Replacements replaceBy(Value value) {
  if (!value)
    return failure();
  return SmallVector<Value>{value};
}

static LogicalResult rejectUnknown(Operation *op, GraphLowering &graph) {
  return graph.reject(
      op,
      "expected an op with a known lowering; write it with 'linalg.generic'");
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// A type that says more is checked at run time; one that says less is nothing.
/// A cast from `?` to 4 asserts. relax's match_cast checks it at run time,
/// where upstream is undefined.
static Replacements lowerCast(tensor::CastOp op, GraphLowering &graph) {
  Value source = graph.materialize(op.getSource());
  SmallVector<SymExprAttr> dims = graph.getSizes().getDims(source);
  RankedTensorType type = SymbolicSizes::getType(getResultType(op), dims);
  if (compareTypes(source.getType(), type) == Proof::Different)
    return graph.reject(
        op,
        llvm::formatv("its operand is a {0}, expected the sizes of its result",
                      source.getType()));
  if (type == source.getType())
    return replaceBy(source);
  return replaceBy(
      MatchCastOp::create(graph.getBuilder(), op.getLoc(), type, source));
}

static Replacements lowerDim(tensor::DimOp op, GraphLowering &graph) {
  OpBuilder &builder = graph.getBuilder();
  Location loc = op.getLoc();
  if (SymExprAttr size = graph.getSizes().getExpr(op.getResult()))
    return replaceBy(
        PrimValueOp::create(builder, loc, builder.getIndexType(), size));
  Value axis = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          op.getIndex());
  Value size =
      InspectTensorShapeIOp::create(builder, loc, builder.getI64Type(),
                                    graph.materialize(op.getSource()), axis);
  return replaceBy(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size));
}

static Replacements lowerRank(tensor::RankOp op, GraphLowering &graph) {
  int64_t rank = cast<RankedTensorType>(op.getTensor().getType()).getRank();
  return replaceBy(
      arith::ConstantIndexOp::create(graph.getBuilder(), op.getLoc(), rank));
}

/// One element is host code; the tensor has to be there.
static Replacements keepExtract(tensor::ExtractOp op, GraphLowering &graph) {
  op.getTensorMutable().assign(graph.materialize(op.getTensor()));
  return SmallVector<Value>();
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

static Replacements reshape(Operation *op, GraphLowering &graph, Value source,
                            ArrayRef<SymExprAttr> dims) {
  TensorBuilder tensors(graph.getBuilder(), op->getLoc());
  SmallVector<SymExprAttr> known =
      getDims(SymbolicSizes::getType(getResultType(op), dims));
  // Numbers of elements that differ are reported as the reshape's.
  // The reshape op compares the element counts, as expressions, and checks at
  // run time what is not proven.
  return replaceBy(tensors.reshape(source, known));
}

static Replacements lowerCollapse(tensor::CollapseShapeOp op,
                                  GraphLowering &graph) {
  Value source = graph.materialize(op.getSrc());
  SmallVector<SymExprAttr> from = graph.getSizes().getDims(source), dims;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    SmallVector<SymExprAttr> factors;
    for (int64_t axis : group)
      factors.push_back(from[axis]);
    dims.push_back(SymExprAttr::product(op.getContext(), factors));
  }
  return reshape(op, graph, source, dims);
}

static Replacements lowerExpand(tensor::ExpandShapeOp op,
                                GraphLowering &graph) {
  SmallVector<SymExprAttr> dims;
  for (OpFoldResult size : op.getMixedOutputShape())
    dims.push_back(graph.getSizes().getSize(size, graph.getBuilder()));
  return reshape(op, graph, graph.materialize(op.getSrc()), dims);
}

/// The elements of a shape that is written down as a tensor; none if it is
/// computed.
static SmallVector<OpFoldResult> getShapeElements(Value shape) {
  if (auto elements = shape.getDefiningOp<tensor::FromElementsOp>())
    return getAsOpFoldResult(elements.getElements());
  auto constant = shape.getDefiningOp<ConstantOp>();
  auto values = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                         : DenseIntElementsAttr();
  SmallVector<OpFoldResult> elements;
  if (values)
    for (const APInt &value : values)
      elements.push_back(
          Builder(shape.getContext()).getIndexAttr(value.getSExtValue()));
  return elements;
}

/// Sizes are expressions, or what a match_cast names.
static Replacements lowerReshape(tensor::ReshapeOp op, GraphLowering &graph) {
  OpBuilder &builder = graph.getBuilder();
  Location loc = op.getLoc();
  Value source = graph.materialize(op.getSource());
  RankedTensorType type = getResultType(op);
  SmallVector<OpFoldResult> elements = getShapeElements(op.getShape());
  if (type.hasStaticShape() || !elements.empty()) {
    SmallVector<SymExprAttr> dims = getDims(type);
    for (auto [dim, element] : llvm::zip(dims, elements))
      dim = graph.getSizes().getSize(element, builder);
    return reshape(op, graph, source, dims);
  }
  // A shape that is computed as a tensor: its values are named by the
  // match_cast that follows.
  Value sizes = graph.materialize(op.getShape());
  std::string obstacle = getElementObstacle(getElementTypeOrSelf(sizes));
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  Value shape = TensorToShapeOp::create(
      builder, loc, ShapeType::get(op.getContext(), type.getRank()), sizes);
  Value result = TensorBuilder(builder, loc).emit<ReshapeOp>({source, shape});
  return replaceBy(result ? graph.materialize(result) : Value());
}

//===----------------------------------------------------------------------===//
// Moves of elements
//===----------------------------------------------------------------------===//

namespace {

/// A place in a tensor that moves with the place in a part of it.
/// extract_slice, insert_slice, insert and pad are one thing: an affine map per
/// axis from the part to the whole. Which side is read and which is written
/// differs.
struct Placement {
  SmallVector<OpFoldResult> offsets, strides;
  /// The axes that the part lacks.
  llvm::SmallBitVector dropped;
  /// Whether all elements are inside for all sizes.
  bool fits = false;

  void addScalars(KernelInputs &inputs) const {
    for (OpFoldResult number :
         llvm::concat<const OpFoldResult>(offsets, strides))
      if (auto value = dyn_cast<Value>(number))
        inputs.addScalar(value);
  }

  /// Stops the program, before its loops, where an element of a part of these
  /// extents has no place in `whole`, and numbers do not say so already.
  /// Upstream leaves dynamic slices outside of their tensor undefined. Kernels
  /// must not read there; so two corners are checked: indices are monotone in
  /// the place, since strides and sizes are loop-invariant.
  void addChecks(KernelBuilder &kernel, const KernelInputs &inputs,
                 const IRMapping &known, ArrayRef<OpFoldResult> extents,
                 Value whole) const;

  /// The place in the whole for one in the part.
  SmallVector<Value> getPlace(OpBuilder &builder, Location loc,
                              ValueRange inPart, const IRMapping &values) const;
};

} // namespace

void Placement::addChecks(KernelBuilder &kernel, const KernelInputs &inputs,
                          const IRMapping &known,
                          ArrayRef<OpFoldResult> extents, Value whole) const {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  auto areKnown = [](ArrayRef<OpFoldResult> numbers) {
    return llvm::all_of(numbers, [](OpFoldResult number) {
      return getConstantIntValue(number).has_value();
    });
  };
  // Upstream's verifiers look at numbers.
  if (fits || (cast<MemRefType>(whole.getType()).hasStaticShape() &&
               areKnown(offsets) && areKnown(strides) && areKnown(extents)))
    return;
  IRMapping values = known;
  inputs.addLoaded(kernel, builder, loc, values);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  SmallVector<Value> last, sizes;
  Value isInside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value isEmpty = arith::ConstantIntOp::create(builder, loc, 0, 1);
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  };
  for (OpFoldResult extent : extents) {
    Value size = tir::getExtentValue(builder, loc, extent);
    last.push_back(builder.createOrFold<arith::SubIOp>(loc, size, number(1)));
    isEmpty = builder.createOrFold<arith::OrIOp>(
        loc, isEmpty, compare(arith::CmpIPredicate::eq, size, number(0)));
  }
  SmallVector<Value> zeros(last.size(), number(0));
  SmallVector<OpFoldResult> wholeSizes = tir::getExtents(builder, loc, whole);
  for (ValueRange corner : {ValueRange(zeros), ValueRange(last)})
    for (auto [index, size] :
         llvm::zip_equal(getPlace(builder, loc, corner, values), wholeSizes))
      // Below 0 is above all sizes.
      isInside = builder.createOrFold<arith::AndIOp>(
          loc, isInside,
          compare(arith::CmpIPredicate::ult, index,
                  tir::getExtentValue(builder, loc, size)));
  tir::AssertOp::create(
      builder, loc, arith::OrIOp::create(builder, loc, isInside, isEmpty),
      (kernel.getFunction().getSymName() + " reaches outside of its tensor")
          .str());
}

SmallVector<Value> Placement::getPlace(OpBuilder &builder, Location loc,
                                       ValueRange inPart,
                                       const IRMapping &values) const {
  auto get = [&](OpFoldResult number) -> Value {
    if (auto value = dyn_cast<Value>(number))
      return values.lookup(value);
    return arith::ConstantIndexOp::create(builder, loc,
                                          *getConstantIntValue(number));
  };
  SmallVector<Value> place;
  for (unsigned axis = 0; axis < offsets.size(); ++axis) {
    if (dropped.test(axis)) {
      place.push_back(get(offsets[axis]));
      continue;
    }
    Value index = inPart.front();
    inPart = inPart.drop_front();
    if (getConstantIntValue(strides[axis]) != 1)
      index = arith::MulIOp::create(builder, loc, index, get(strides[axis]));
    if (getConstantIntValue(offsets[axis]) != 0)
      index = arith::AddIOp::create(builder, loc, index, get(offsets[axis]));
    place.push_back(index);
  }
  return place;
}

static Replacements lowerExtractSlice(tensor::ExtractSliceOp op,
                                      GraphLowering &graph) {
  Value source = graph.materialize(op.getSource());
  Placement placement{op.getMixedOffsets(), op.getMixedStrides(),
                      op.getDroppedDims(), false};
  SmallVector<SymExprAttr> dims;
  for (auto [axis, size] : llvm::enumerate(op.getMixedSizes()))
    if (!placement.dropped.test(axis))
      dims.push_back(graph.getSizes().getSize(size, graph.getBuilder()));
  RankedTensorType type = SymbolicSizes::getType(getResultType(op), dims);
  KernelInputs inputs(graph.getSizes(), graph.getBuilder());
  inputs.addTensor(source);
  placement.addScalars(inputs);
  KernelBuilder kernel(op.getLoc(), "extract_slice", inputs.getTypes(), type);
  OpBuilder &builder = kernel.builder();
  IRMapping known;
  inputs.addKnown(kernel, known);
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), kernel.output());
  placement.addChecks(kernel, inputs, known, extents, kernel.input(0));
  tir::buildComputeBlock(
      builder, kernel.loc(), "extract_slice", extents,
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        IRMapping values = known;
        inputs.addLoaded(kernel, b, loc, values);
        return memref::LoadOp::create(
            b, loc, kernel.input(0), placement.getPlace(b, loc, place, values));
      },
      kernel.output());
  return graph.call(op, kernel, inputs, type);
}

namespace {
/// A tensor full of a number, or a copy of another one, in which the elements
/// of a part are put.
struct Insertion {
  StringRef name;
  RankedTensorType type;
  Value whole;
  TypedAttr number;
  /// A tensor, or one element.
  Value part;
  Placement placement;
};
} // namespace

static Replacements putInto(Operation *op, GraphLowering &graph,
                            const Insertion &made) {
  KernelInputs inputs(graph.getSizes(), graph.getBuilder());
  if (isa<RankedTensorType>(made.part.getType()))
    inputs.addTensor(made.part);
  else
    inputs.addScalar(made.part);
  unsigned ofWhole = made.number ? 0 : inputs.addTensor(made.whole);
  made.placement.addScalars(inputs);
  KernelBuilder kernel(op->getLoc(), made.name, inputs.getTypes(), made.type);
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  IRMapping known;
  inputs.addKnown(kernel, known);
  bool isTensor = isa<RankedTensorType>(made.part.getType());
  SmallVector<OpFoldResult> extents;
  if (isTensor)
    extents = tir::getExtents(builder, loc, kernel.input(0));
  made.placement.addChecks(kernel, inputs, known, extents, kernel.output());
  // Two blocks: the whole first, then the part over it. One block with a
  // condition would be read by schedules as a select with two loads for each
  // element, and no copy of whole rows.
  tir::buildComputeBlock(
      builder, loc, "border", tir::getExtents(builder, loc, kernel.output()),
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        if (made.number)
          return arith::ConstantOp::create(b, loc, made.number);
        return memref::LoadOp::create(b, loc, kernel.input(ofWhole), place);
      },
      kernel.output());
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : extents)
    iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(
      builder, loc, made.name, iters,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        IRMapping values = known;
        inputs.addLoaded(kernel, b, loc, values);
        Value element =
            isTensor
                ? Value(memref::LoadOp::create(b, loc, kernel.input(0), place))
                : values.lookup(made.part);
        memref::StoreOp::create(b, loc, element, kernel.output(),
                                made.placement.getPlace(b, loc, place, values));
      });
  return graph.call(op, kernel, inputs, made.type);
}

/// What a tensor holds before parts of it are written: a number, if that is
/// all, else the tensor itself.
static TypedAttr getBackground(Value &whole, GraphLowering &graph) {
  TypedAttr number = getSplat(whole);
  if (whole.getDefiningOp<tensor::EmptyOp>())
    number =
        graph.getBuilder().getZeroAttr(getElementTypeOrSelf(whole.getType()));
  if (!number)
    whole = graph.materialize(whole);
  return number;
}

static Replacements lowerInsertSlice(tensor::InsertSliceOp op,
                                     GraphLowering &graph) {
  Value whole = op.getDest();
  SmallVector<SymExprAttr> dims = graph.getSizes().getDims(whole);
  TypedAttr number = getBackground(whole, graph);
  return putInto(op, graph,
                 {"insert_slice",
                  SymbolicSizes::getType(getResultType(op), dims),
                  whole,
                  number,
                  graph.materialize(op.getSource()),
                  {op.getMixedOffsets(), op.getMixedStrides(),
                   op.getDroppedDims(), false}});
}

static Replacements lowerInsert(tensor::InsertOp op, GraphLowering &graph) {
  Value whole = op.getDest();
  SmallVector<SymExprAttr> dims = graph.getSizes().getDims(whole);
  TypedAttr number = getBackground(whole, graph);
  Placement placement{getAsOpFoldResult(op.getIndices()), {}, {}, false};
  placement.strides.assign(dims.size(), graph.getBuilder().getIndexAttr(1));
  placement.dropped.resize(dims.size(), true);
  return putInto(op, graph,
                 {"insert", SymbolicSizes::getType(getResultType(op), dims),
                  whole, number, op.getScalar(), placement});
}

static Replacements lowerPad(tensor::PadOp op, GraphLowering &graph) {
  TypedAttr number;
  Value padding = op.getConstantPaddingValue();
  if (!padding || !matchPattern(padding, m_Constant(&number)))
    return rejectUnknown(op, graph);
  Value source = graph.materialize(op.getSource());
  OpBuilder &builder = graph.getBuilder();
  SmallVector<SymExprAttr> dims = graph.getSizes().getDims(source);
  for (auto [dim, low, high] :
       llvm::zip_equal(dims, op.getMixedLowPad(), op.getMixedHighPad()))
    dim = dim + graph.getSizes().getSize(low, builder) +
          graph.getSizes().getSize(high, builder);
  Placement placement{op.getMixedLowPad(), {}, {}, false};
  placement.strides.assign(dims.size(), builder.getIndexAttr(1));
  placement.dropped.resize(dims.size());
  placement.fits = llvm::all_of(
      llvm::concat<const int64_t>(op.getStaticLow(), op.getStaticHigh()),
      [](int64_t width) { return width >= 0; });
  return putInto(op, graph,
                 {"pad", SymbolicSizes::getType(getResultType(op), dims),
                  Value(), number, source, placement});
}

static Replacements lowerConcat(tensor::ConcatOp op, GraphLowering &graph) {
  SmallVector<Value> parts;
  for (Value part : op.getInputs())
    parts.push_back(graph.materialize(part));
  Value result =
      TensorBuilder(graph.getBuilder(), op.getLoc()).concat(parts, op.getDim());
  // Sizes that differ away from the axis were reported.
  return replaceBy(result ? graph.materialize(result) : Value());
}

/// One block without iterators stores all: there are few.
static Replacements lowerFromElements(tensor::FromElementsOp op,
                                      GraphLowering &graph) {
  RankedTensorType type = getResultType(op);
  KernelInputs inputs(graph.getSizes(), graph.getBuilder());
  for (Value element : op.getElements())
    inputs.addScalar(element);
  KernelBuilder kernel(op.getLoc(), "from_elements", inputs.getTypes(), type);
  IRMapping known;
  inputs.addKnown(kernel, known);
  tir::buildBlock(kernel.builder(), kernel.loc(), "from_elements", {},
                  [&](OpBuilder &b, Location loc, ValueRange) {
                    IRMapping values = known;
                    inputs.addLoaded(kernel, b, loc, values);
                    for (auto [number, element] :
                         llvm::enumerate(op.getElements())) {
                      SmallVector<Value> place(type.getRank());
                      int64_t rest = static_cast<int64_t>(number);
                      for (int64_t axis = type.getRank(); axis-- > 0;) {
                        place[axis] = arith::ConstantIndexOp::create(
                            b, loc, rest % type.getDimSize(axis));
                        rest /= type.getDimSize(axis);
                      }
                      memref::StoreOp::create(b, loc, values.lookup(element),
                                              kernel.output(), place);
                    }
                  });
  return graph.call(op, kernel, inputs, type);
}

Replacements lowerTensor(Operation *op, GraphLowering &graph) {
  return llvm::TypeSwitch<Operation *, Replacements>(op)
      .Case([&](tensor::CastOp op) { return lowerCast(op, graph); })
      .Case([&](tensor::DimOp op) { return lowerDim(op, graph); })
      .Case([&](tensor::RankOp op) { return lowerRank(op, graph); })
      .Case([&](tensor::ExtractOp op) { return keepExtract(op, graph); })
      .Case(
          [&](tensor::CollapseShapeOp op) { return lowerCollapse(op, graph); })
      .Case([&](tensor::ExpandShapeOp op) { return lowerExpand(op, graph); })
      .Case([&](tensor::ReshapeOp op) { return lowerReshape(op, graph); })
      .Case([&](tensor::ExtractSliceOp op) {
        return lowerExtractSlice(op, graph);
      })
      .Case(
          [&](tensor::InsertSliceOp op) { return lowerInsertSlice(op, graph); })
      .Case([&](tensor::InsertOp op) { return lowerInsert(op, graph); })
      .Case([&](tensor::PadOp op) { return lowerPad(op, graph); })
      .Case([&](tensor::ConcatOp op) { return lowerConcat(op, graph); })
      .Case([&](tensor::FromElementsOp op) {
        return lowerFromElements(op, graph);
      })
      .Default([&](Operation *op) { return rejectUnknown(op, graph); });
}

} // namespace mlir::relax
