// Ops that combine elements by a region.
//
// A region says what a reduction does, so a sum has to be recognised to become
// one. If that fails the region is written out in a loop: this is slower, since
// no schedule for sums fits it, but right for any region.
#include "BlockMath.h"
#include "Elementwise.h"
#include "GraphConversion.h"
#include "Reduction.h"
#include "ScalarBody.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// Order of the arguments does not matter: all ops that are asked for commute.
Operation *getCombiner(Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() != 2 ||
      !llvm::hasNItems(region.front(), 2))
    return nullptr;
  Operation &op = region.front().front(), &last = region.front().back();
  auto isArgument = [&](Value value) {
    return llvm::is_contained(region.getArguments(), value);
  };
  if (op.getNumResults() != 1 || op.getNumOperands() != 2 ||
      last.getOperands() != op.getResults() ||
      !llvm::all_of(op.getOperands(), isArgument) ||
      op.getOperand(0) == op.getOperand(1))
    return nullptr;
  return &op;
}

/// JAX may hold the start value of a reduction as a broadcast constant. If it
/// were not recognised, each sum would be a program of its own instead of an op
/// that schedules know.
TypedAttr getSplat(Value value, const GraphConversion &graph) {
  Value found = graph.get(value);
  while (found) {
    if (auto constant = found.getDefiningOp<ConstantOp>()) {
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      return elements && elements.isSplat()
                 ? elements.getSplatValue<TypedAttr>()
                 : TypedAttr();
    }
    // Broadcasts repeat the number.
    Operation *op = found.getDefiningOp();
    if (!isa_and_nonnull<BroadcastToOp, ReshapeOp>(op))
      break;
    found = op->getOperand(0);
  }
  return {};
}

/// Only then can the start value be dropped. A maximum that starts at 0, as
/// ReLU is sometimes written, must keep it.
bool isNeutral(Operation *op, TypedAttr value) {
  if (auto number = dyn_cast_or_null<FloatAttr>(value)) {
    APFloat start = number.getValue();
    if (isa<hlo::AddOp>(op))
      return start.isZero();
    if (isa<hlo::MulOp>(op))
      return start.isExactlyValue(1);
    return start.isInfinity() && ((isa<hlo::MaxOp>(op) && start.isNegative()) ||
                                  (isa<hlo::MinOp>(op) && !start.isNegative()));
  }
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  if (!number)
    return false;
  APInt start = number.getValue();
  bool isUnsigned = number.getType().isUnsignedInteger();
  if (isa<hlo::AddOp>(op))
    return start.isZero();
  if (isa<hlo::MulOp>(op))
    return start.isOne();
  if (isa<hlo::MaxOp>(op))
    return isUnsigned ? start.isZero() : start.isMinSignedValue();
  return isa<hlo::MinOp>(op) &&
         (isUnsigned ? start.isMaxValue() : start.isMaxSignedValue());
}

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

template <typename OpT>
static Value emitReduce(GraphConversion &graph, Value x,
                        ArrayRef<int64_t> axes) {
  typename OpT::Properties properties;
  properties.axis = Builder(graph.getContext()).getDenseI64ArrayAttr(axes);
  return graph.emit<OpT>(x, properties);
}

/// The reduction as one op of relax, if there is one.
/// Bools are left out, since adding them is an `or` in StableHLO. Types must be
/// equal, because the accumulator of the op has the type of its elements.
static Value tryReduceOp(hlo::ReduceOp op, GraphConversion &graph) {
  Operation *combiner = getCombiner(op.getBody());
  Value x = graph.get(op.getInputs().front());
  if (!combiner || op.getInputs().size() != 1 || op.getDimensions().empty() ||
      TensorBuilder::elementOf(x).isInteger(1) ||
      combiner->getResult(0).getType() !=
          RankedTensorType::get({}, TensorBuilder::elementOf(x)) ||
      !isNeutral(combiner, getSplat(op.getInitValues().front(), graph)))
    return {};
  if (isa<hlo::AddOp>(combiner))
    return emitReduce<SumOp>(graph, x, op.getDimensions());
  if (isa<hlo::MulOp>(combiner))
    return emitReduce<ProdOp>(graph, x, op.getDimensions());
  if (isa<hlo::MaxOp>(combiner))
    return emitReduce<MaxOp>(graph, x, op.getDimensions());
  return emitReduce<MinOp>(graph, x, op.getDimensions());
}

/// Shared by reductions of axes and of windows, whose demands are the same in
/// the specification.
std::string getReduceObstacle(ValueRange inputs, ValueRange starts,
                              Region &body, unsigned numResults) {
  if (inputs.empty() || inputs.size() != starts.size() ||
      numResults != inputs.size())
    return "expected a start value and a result for each operand";
  SmallVector<Type> elements;
  for (auto [input, start] : llvm::zip(inputs, starts)) {
    RankedTensorType type = typeOf(input), number = typeOf(start);
    if (!type || !number || number.getRank() != 0 ||
        type.getRank() != typeOf(inputs.front()).getRank() ||
        type.getElementType() != number.getElementType())
      return "expected operands of one shape, and start values of their "
             "element types";
    elements.push_back(type.getElementType());
  }
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  return getScalarObstacle(body, arguments, elements);
}

/// Constants are written in the program, so that they can be folded and the
/// loop needs no load. Others come as inputs of rank 0.
SmallVector<Value> loadStarts(KernelBuilder &kernel,
                              ArrayRef<TypedAttr> numbers) {
  BlockMath math(kernel.builder(), kernel.loc());
  SmallVector<Value> starts;
  unsigned count = numbers.size();
  for (auto [index, number] : llvm::enumerate(numbers))
    starts.push_back(number ? arith::ConstantOp::create(kernel.builder(),
                                                        kernel.loc(), number)
                                  .getResult()
                            : math.load(kernel.input(count + index), {}));
  return starts;
}

/// All operands are reduced in one block: a region such as argmax uses values
/// and places together, and cannot be taken apart.
static void buildReduce(KernelBuilder &kernel, hlo::ReduceOp op,
                        ArrayRef<TypedAttr> numbers) {
  unsigned count = numbers.size();
  SmallVector<OpFoldResult> spatial, reduced;
  ArrayRef<int64_t> axes = op.getDimensions();
  for (auto [axis, extent] : llvm::enumerate(
           tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(0))))
    (llvm::is_contained(axes, int64_t(axis)) ? reduced : spatial)
        .push_back(extent);
  SmallVector<Value> outs;
  for (unsigned index = 0; index < count; ++index)
    outs.push_back(kernel.output(index));
  tir::buildReduceBlock(
      kernel.builder(), kernel.loc(), "reduce", spatial, reduced,
      loadStarts(kernel, numbers),
      [&](OpBuilder &b, Location loc, ValueRange kept, ValueRange summed,
          ValueRange accs) {
        BlockMath math(b, loc);
        SmallVector<Value> place, elements(accs);
        unsigned nextKept = 0, nextSummed = 0;
        for (unsigned axis = 0; axis < spatial.size() + reduced.size(); ++axis)
          place.push_back(llvm::is_contained(axes, int64_t(axis))
                              ? summed[nextSummed++]
                              : kept[nextKept++]);
        for (unsigned index = 0; index < count; ++index)
          elements.push_back(math.load(kernel.input(index), place));
        return applyRegion(math, op.getBody(), elements);
      },
      outs);
}

static LogicalResult convertReduce(hlo::ReduceOp op, GraphConversion &graph) {
  std::string obstacle = getReduceObstacle(op.getInputs(), op.getInitValues(),
                                           op.getBody(), op.getNumResults());
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  SmallVector<Value> inputs = graph.get(op.getInputs());
  Dims dims = TensorBuilder::dimsOf(inputs.front()), kept;
  if (!areAxes(op.getDimensions(), dims.size()))
    return graph
        .reject(op, "expected different axes of the operands",
                "found " + listText(op.getDimensions()))
        .attachNote(op.getInputs());
  if (Value reduced = tryReduceOp(op, graph))
    return graph.replace(op, reduced);
  for (auto [axis, dim] : llvm::enumerate(dims))
    if (!llvm::is_contained(op.getDimensions(), int64_t(axis)))
      kept.push_back(dim);
  SmallVector<TypedAttr> numbers;
  SmallVector<RankedTensorType> types;
  for (auto [input, start] : llvm::zip(op.getInputs(), op.getInitValues())) {
    numbers.push_back(getSplat(start, graph));
    types.push_back(getTensorType(kept, typeOf(input).getElementType()));
  }
  llvm::append_range(inputs, graph.get(op.getInitValues()));
  return graph.replace(
      op, graph.call("reduce", inputs, types, [&](KernelBuilder &kernel) {
        buildReduce(kernel, op, numbers);
      }));
}

/// The specification lets map name axes, but they must be all of them in order,
/// so they say nothing.
static LogicalResult convertMap(hlo::MapOp op, GraphConversion &graph) {
  SmallVector<Value> inputs = graph.get(op.getInputs());
  RankedTensorType type =
      op->getNumResults() == 1 ? typeOf(op->getResult(0)) : nullptr;
  if (!type || inputs.empty())
    return graph
        .reject(op, "expected operands and one result",
                "found " + std::to_string(inputs.size()) + " operands and " +
                    std::to_string(op->getNumResults()) + " results")
        .attachNote(op.getInputs());
  std::string obstacle = getScalarObstacle(
      op.getComputation(), llvm::map_to_vector(op.getInputs(), elementAt),
      type.getElementType());
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  type = getTensorType(TensorBuilder::dimsOf(inputs.front()),
                       type.getElementType());
  return graph.replace(
      op, graph.call("map", inputs, type, [&](KernelBuilder &kernel) {
        (void)buildElementwise(
            kernel, "map",
            [&](OpBuilder &b, Location loc, ValueRange elements) {
              return applyRegion(BlockMath(b, loc), op.getComputation(),
                                 elements)
                  .front();
            });
      }));
}

void populateReductionConversions(ConversionTable &table) {
  table.add(convertMap);
  table.add(convertReduce);
}

} // namespace mlir::relax
