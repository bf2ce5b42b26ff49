// Ops that compute each element by itself: those of relax, or programs.
//
// Three ways, from the best to the most general: an op of relax, which all
// passes know; one of two for numbers and for bools, because StableHLO has one
// op for both; and a tensor program, which fuses like an op but cannot be
// simplified like one.
#include "Elementwise.h"
#include "GraphConversion.h"
#include "ScalarBody.h"

#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

/// Whether the operands have one shape, but for those of rank 0 that `op` may
/// repeat.
/// StableHLO has no implicit broadcast, unlike relax. An op with operands of
/// different shapes would be taken by relax and give a value, though the
/// program is invalid; so it is rejected here. Only clamp and select may repeat
/// a scalar.
static bool haveOneShape(Operation *op, bool mayRepeat) {
  auto isRepeated = [&](Type type) {
    return mayRepeat && cast<RankedTensorType>(type).getRank() == 0;
  };
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return result && llvm::all_of(op->getOperandTypes(), [&](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && (isRepeated(type) ||
                             succeeded(verifyCompatibleShape(
                                 tensor.getShape(), result.getShape())));
         });
}

/// Rejects what no program can compute.
/// Asked before any op is made: the verifier of relax would report the same
/// with names of relax, which are not in the file of the user.
static LogicalResult check(Operation *op, GraphConversion &graph) {
  std::string obstacle = getElementObstacle(op);
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  if (!haveOneShape(op, isa<hlo::ClampOp, hlo::SelectOp>(op)))
    return graph
        .reject(op, "expected operands and a result of one shape",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    typesText(op->getResultTypes()))
        .attachNote(op->getOperands());
  return success();
}

/// A program of the op.
/// For ops that relax does not have. The program is named by the op so that a
/// profile shows where its time goes. The widest operand gives the shape, as
/// others may be scalars.
template <typename OpT>
static LogicalResult convertByProgram(OpT op, GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  if (!isScalarOp(op))
    return graph
        .reject(op,
                "expected the format e8m7 or e5m10 of a wider "
                "float",
                "found another format of " + typesText(op->getOperandTypes()))
        .attachNote(op->getOperands());
  Type element = typeOf(op.getResult()).getElementType();
  SmallVector<Value> inputs = graph.get(op->getOperands());
  Value *widest = llvm::max_element(inputs, [](Value lhs, Value rhs) {
    return TensorBuilder::rankOf(lhs) < TensorBuilder::rankOf(rhs);
  });
  RankedTensorType type =
      getTensorType(TensorBuilder::dimsOf(*widest), element);
  return graph.replace(
      op,
      graph.call(op->getName().stripDialect(), inputs, type,
                 [&](KernelBuilder &kernel) {
                   (void)buildElementwise(
                       kernel, op->getName().stripDialect(),
                       [&](OpBuilder &b, Location loc, ValueRange elements) {
                         return applyScalar(BlockMath(b, loc), op, elements,
                                            element);
                       });
                 }));
}

static Type elementOf(Operation *op) {
  return cast<RankedTensorType>(op->getOperand(0).getType()).getElementType();
}

/// The op of relax of the same meaning.
template <typename OpT, typename RelaxOp>
static LogicalResult convertTo(OpT op, GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  return graph.replace(op, graph.emit<RelaxOp>(graph.get(op->getOperands())));
}

/// One of relax for numbers, another one for bools.
template <typename OpT, typename Numbers, typename Bools>
static LogicalResult convertTo(OpT op, GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  SmallVector<Value> operands = graph.get(op->getOperands());
  return graph.replace(op, elementOf(op).isInteger(1)
                               ? graph.emit<Bools>(operands)
                               : graph.emit<Numbers>(operands));
}

/// One of relax for floats, a program for integers.
/// For integers the edges matter: the negation of the least one wraps. So they
/// are computed by a program, which follows the specification, and not by an op
/// of relax that may be lowered otherwise.
template <typename OpT, typename Floats>
static LogicalResult convertFloats(OpT op, GraphConversion &graph) {
  return isa<FloatType>(elementOf(op)) ? convertTo<OpT, Floats>(op, graph)
                                       : convertByProgram(op, graph);
}

static LogicalResult convertNot(hlo::NotOp op, GraphConversion &graph) {
  return convertTo<hlo::NotOp, BitwiseNotOp, LogicalNotOp>(op, graph);
}

static LogicalResult convertConvert(hlo::ConvertOp op, GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  return graph.replace(op, graph.cast(graph.get(op.getOperand()),
                                      typeOf(op.getResult()).getElementType()));
}

/// The element of `x` at a place of the result, of fewer bits: the last index
/// says which part, the lowest bits first.
static Value loadPart(BlockMath math, Value x, ValueRange at, Type type) {
  OpBuilder &b = math.getBuilder();
  Location loc = math.getLoc();
  Value whole = math.load(x, at.drop_back());
  auto bits = b.getIntegerType(whole.getType().getIntOrFloatBitWidth());
  auto part = b.getIntegerType(type.getIntOrFloatBitWidth());
  whole = arith::BitcastOp::create(b, loc, bits, whole);
  Value shift = math.cast(math.mul(at.back(), part.getWidth()), bits);
  Value low = arith::TruncIOp::create(
      b, loc, part, arith::ShRUIOp::create(b, loc, whole, shift));
  return arith::BitcastOp::create(b, loc, type, low);
}

/// The elements of `x` along its last axis as one of more bits.
static Value loadWhole(BlockMath math, Value x, ValueRange at, Type type) {
  OpBuilder &b = math.getBuilder();
  Location loc = math.getLoc();
  auto bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  Type element = getElementType(x);
  auto part = b.getIntegerType(element.getIntOrFloatBitWidth());
  Value whole = math.zero(bits);
  for (unsigned low = 0; low < bits.getWidth(); low += part.getWidth()) {
    SmallVector<Value> place(at);
    place.push_back(math.constant(low / part.getWidth()));
    Value found = arith::BitcastOp::create(b, loc, part, math.load(x, place));
    found = arith::ExtUIOp::create(b, loc, bits, found);
    found = arith::ShLIOp::create(b, loc, found, math.number(low, bits));
    whole = arith::OrIOp::create(b, loc, whole, found);
  }
  return arith::BitcastOp::create(b, loc, type, whole);
}

/// To another width the specification adds or drops a last axis, of as many
/// elements as there are in one of the wider ones. A view of the same memory
/// would do, but buffers of kernels have one element type; the program computes
/// what a little-endian machine has there, on any machine. Bools have no width
/// that memory shows.
static LogicalResult convertBitcastWidth(hlo::BitcastConvertOp op,
                                         GraphConversion &graph) {
  Value x = graph.get(op.getOperand());
  Type from = TensorBuilder::elementOf(x), to = elementAt(op.getResult());
  int64_t width = from.getIntOrFloatBitWidth();
  int64_t wanted = to.getIntOrFloatBitWidth();
  bool isNarrower = wanted < width;
  Dims dims = TensorBuilder::dimsOf(x);
  SymExprAttr count = graph.dim(isNarrower ? width / wanted : wanted / width);
  bool fits = width >= 8 && wanted >= 8 &&
              llvm::all_of(dims, [](auto dim) { return bool(dim); });
  if (isNarrower)
    dims.push_back(count);
  else if (fits && !dims.empty() && dims.back() == count)
    dims.pop_back();
  else
    fits = false;
  if (!fits)
    return graph
        .reject(op,
                "expected elements of 8 bits or more, and a last axis of the "
                "parts of each wider one",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    typesText(op->getResultTypes()))
        .attachNote(op.getOperand());
  auto load = [&](KernelBuilder &kernel) {
    (void)buildResult(
        kernel, "bits", [&](OpBuilder &b, Location loc, ValueRange at) {
          Type type = getElementType(kernel.output());
          return isNarrower
                     ? loadPart(BlockMath(b, loc), kernel.input(0), at, type)
                     : loadWhole(BlockMath(b, loc), kernel.input(0), at, type);
        });
  };
  return graph.replace(op,
                       graph.call("bitcast", x, getTensorType(dims, to), load));
}

static LogicalResult convertBitcast(hlo::BitcastConvertOp op,
                                    GraphConversion &graph) {
  Type from = elementAt(op.getOperand()), to = elementAt(op.getResult());
  if (from.isIntOrFloat() && to.isIntOrFloat() &&
      from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return convertBitcastWidth(op, graph);
  if (typeOf(op.getOperand()) == typeOf(op.getResult()))
    return graph.replace(op, graph.get(op.getOperand()));
  return convertByProgram(op, graph);
}

/// The total order is not that of floats: -0 is below 0, and NaN have places.
/// No op of relax has it, so that a program is needed.
static LogicalResult convertCompare(hlo::CompareOp op, GraphConversion &graph) {
  using hlo::Direction;
  if (elementOf(op).isInteger(1) ||
      op.getCompareType() == hlo::CompareKind::TOTALORDER)
    return convertByProgram(op, graph);
  switch (op.getComparisonDirection()) {
  case Direction::EQ:
    return convertTo<hlo::CompareOp, EqualOp>(op, graph);
  case Direction::NE:
    return convertTo<hlo::CompareOp, NotEqualOp>(op, graph);
  case Direction::GE:
    return convertTo<hlo::CompareOp, GreaterEqualOp>(op, graph);
  case Direction::GT:
    return convertTo<hlo::CompareOp, GreaterOp>(op, graph);
  case Direction::LE:
    return convertTo<hlo::CompareOp, LessEqualOp>(op, graph);
  case Direction::LT:
    return convertTo<hlo::CompareOp, LessOp>(op, graph);
  }
  llvm_unreachable("all directions are handled");
}

/// The specification clamps as min(max(x, low), high). The other order would
/// give `low` instead of `high` where the bounds are crossed.
static LogicalResult convertClamp(hlo::ClampOp op, GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  Value least = graph.emit<MaximumOp>(
      {graph.get(op.getOperand()), graph.get(op.getMin())});
  return graph.replace(op,
                       graph.emit<MinimumOp>({least, graph.get(op.getMax())}));
}

//===----------------------------------------------------------------------===//
// Functions of chlo
//===----------------------------------------------------------------------===//

template <typename OpT, typename RelaxOp>
static LogicalResult convertFunction(OpT op, GraphConversion &graph) {
  return graph.replace(op, graph.emit<RelaxOp>(graph.get(op.getOperand())));
}

/// The type of the indices is given on, because relax may choose another one if
/// nothing is said.
static LogicalResult convertTopK(chlo::TopKOp op, GraphConversion &graph) {
  TopKOp::Properties properties;
  Builder builder(op.getContext());
  properties.k = builder.getI64IntegerAttr(op.getK());
  properties.dtype = TypeAttr::get(typeOf(op.getIndices()).getElementType());
  Operation *made =
      graph.emitAll<TopKOp>(graph.get(op.getOperand()), properties);
  if (!made)
    return graph.replace(op, {Value(), Value()});
  return graph.replace(op, made->getResults());
}

static void populateFunctions(ConversionTable &table) {
  table.add(convertFunction<chlo::AcosOp, AcosOp>);
  table.add(convertFunction<chlo::AcoshOp, AcoshOp>);
  table.add(convertFunction<chlo::AsinOp, AsinOp>);
  table.add(convertFunction<chlo::AsinhOp, AsinhOp>);
  table.add(convertFunction<chlo::AtanOp, AtanOp>);
  table.add(convertFunction<chlo::AtanhOp, AtanhOp>);
  table.add(convertFunction<chlo::CoshOp, CoshOp>);
  table.add(convertFunction<chlo::ErfOp, ErfOp>);
  table.add(convertFunction<chlo::IsInfOp, IsInfOp>);
  table.add(convertFunction<chlo::SinhOp, SinhOp>);
  table.add(convertFunction<chlo::SquareOp, SquareOp>);
  table.add(convertFunction<chlo::TanOp, TanOp>);
  table.add(convertTopK);
}

static void populateUnary(ConversionTable &table) {
  table.add(convertFloats<hlo::AbsOp, AbsOp>);
  table.add(convertBitcast);
  table.add(convertByProgram<hlo::CbrtOp>);
  table.add(convertTo<hlo::CeilOp, CeilOp>);
  table.add(convertConvert);
  table.add(convertByProgram<hlo::ClzOp>);
  table.add(convertTo<hlo::CosineOp, CosOp>);
  table.add(convertTo<hlo::ExpOp, ExpOp>);
  table.add(convertByProgram<hlo::Expm1Op>);
  table.add(convertTo<hlo::FloorOp, FloorOp>);
  table.add(convertTo<hlo::IsFiniteOp, IsFiniteOp>);
  table.add(convertTo<hlo::LogOp, LogOp>);
  table.add(convertByProgram<hlo::Log1pOp>);
  table.add(convertTo<hlo::LogisticOp, SigmoidOp>);
  table.add(convertFloats<hlo::NegOp, NegativeOp>);
  table.add(convertNot);
  table.add(convertByProgram<hlo::PopcntOp>);
  table.add(convertByProgram<hlo::ReducePrecisionOp>);
  table.add(convertByProgram<hlo::RoundAfzOp>);
  table.add(convertTo<hlo::RoundEvenOp, RoundOp>);
  table.add(convertTo<hlo::RsqrtOp, RsqrtOp>);
  table.add(convertByProgram<hlo::SignOp>);
  table.add(convertTo<hlo::SineOp, SinOp>);
  table.add(convertTo<hlo::SqrtOp, SqrtOp>);
  table.add(convertTo<hlo::TanOp, TanOp>);
  table.add(convertTo<hlo::TanhOp, TanhOp>);
}

void populateElementwiseConversions(ConversionTable &table) {
  populateUnary(table);
  populateFunctions(table);
  table.add(convertTo<hlo::AddOp, AddOp, LogicalOrOp>);
  table.add(convertTo<hlo::AndOp, BitwiseAndOp, LogicalAndOp>);
  table.add(convertTo<hlo::Atan2Op, Atan2Op>);
  table.add(convertClamp);
  table.add(convertCompare);
  table.add(convertTo<hlo::DivOp, DivideOp>);
  table.add(convertTo<hlo::MaxOp, MaximumOp, LogicalOrOp>);
  table.add(convertTo<hlo::MinOp, MinimumOp, LogicalAndOp>);
  table.add(convertTo<hlo::MulOp, MultiplyOp, LogicalAndOp>);
  table.add(convertTo<hlo::OrOp, BitwiseOrOp, LogicalOrOp>);
  table.add(convertFloats<hlo::PowOp, PowerOp>);
  table.add(convertTo<hlo::RemOp, ModOp>);
  table.add(convertTo<hlo::SelectOp, WhereOp>);
  table.add(convertByProgram<hlo::ShiftLeftOp>);
  table.add(convertByProgram<hlo::ShiftRightArithmeticOp>);
  table.add(convertByProgram<hlo::ShiftRightLogicalOp>);
  table.add(convertTo<hlo::SubtractOp, SubtractOp>);
  table.add(convertTo<hlo::XorOp, BitwiseXorOp, LogicalXorOp>);
}

} // namespace mlir::relax
