// What is known of small tensors of integers, by which programs with sizes of
// run time say these sizes.
//
// StableHLO computes with shapes as with any tensor, while relax wants them in
// types. So each small integer tensor is followed as a list of symbolic
// expressions. This must never be wrong, but may always give up: a rule that
// needs a size then says which one it could not find.
#include "GraphConversion.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

// Shapes are as long as tensors have axes.
// JAX exports with sizes of run time compute shapes as tensors of i32, so it is
// enough to follow small integers. More would only cost time: an embedding
// table of integers may have millions of elements.
static constexpr int64_t kMaxKnown = 64;

using Elements = SmallVector<SymExprAttr>;

/// Whether a comparison holds for all sizes, 0 or 1; null where some sizes
/// decide.
/// A size is at least 0, and its bounds often decide a comparison for all
/// sizes. That matters because JAX guards each dimension with such tests; one
/// that stayed open would need a branch of two shapes, which relax cannot type.
static SymExprAttr compare(hlo::CompareOp op, SymExprAttr lhs,
                           SymExprAttr rhs) {
  using hlo::Direction;
  SymExprAttr difference = lhs - rhs;
  std::optional<int64_t> least = difference.getLowerBound(),
                         most = difference.getUpperBound();
  auto answer = [&](bool isTrue, bool isFalse) -> SymExprAttr {
    if (!isTrue && !isFalse)
      return {};
    return getDim(op.getContext(), isTrue);
  };
  bool isAbove = least && *least > 0, isBelow = most && *most < 0;
  bool isAtLeast = least && *least >= 0, isAtMost = most && *most <= 0;
  switch (op.getComparisonDirection()) {
  case Direction::EQ:
    return answer(isAtLeast && isAtMost, isAbove || isBelow);
  case Direction::NE:
    return answer(isAbove || isBelow, isAtLeast && isAtMost);
  case Direction::GE:
    return answer(isAtLeast, isBelow);
  case Direction::GT:
    return answer(isAbove, isAtMost);
  case Direction::LE:
    return answer(isAtMost, isAbove);
  case Direction::LT:
    return answer(isBelow, isAtLeast);
  }
  return {};
}

/// The sign of a number that is not negative, or null.
/// JAX uses the sign to write floor division by `div` and `sign`. Of sizes it
/// is 0 or 1, so it needs no op of its own in symbolic expressions.
static SymExprAttr getSign(SymExprAttr number) {
  std::optional<int64_t> least = number.getLowerBound();
  if (!least || *least < 0)
    return {};
  return min(number, getDim(number.getContext(), 1));
}

/// What follows where not all operands are known: a choice whose condition is,
/// and a conjunction with what never holds.
/// Without this the whole select would be unknown as soon as the branch that is
/// not taken is, and the shape that depends on it could not be converted.
static std::optional<Elements> getPartly(Operation *op,
                                         GraphConversion &graph) {
  if (auto select = dyn_cast<hlo::SelectOp>(op)) {
    std::optional<SmallVector<int64_t>> condition =
        graph.getKnownNumbers(select.getPred());
    if (!condition || condition->size() != 1)
      return std::nullopt;
    const Elements *chosen = graph.getKnown(
        condition->front() ? select.getOnTrue() : select.getOnFalse());
    return chosen ? std::optional(*chosen) : std::nullopt;
  }
  if (!isa<hlo::AndOp>(op) || !elementAt(op->getResult(0)).isInteger(1))
    return std::nullopt;
  for (Value operand : op->getOperands())
    if (std::optional<SmallVector<int64_t>> number =
            graph.getKnownNumbers(operand);
        number && number->size() == 1 && number->front() == 0)
      return Elements{getDim(op->getContext(), 0)};
  return std::nullopt;
}

/// The expression of two elements, or null.
static SymExprAttr combine(Operation *op, SymExprAttr lhs, SymExprAttr rhs) {
  return llvm::TypeSwitch<Operation *, SymExprAttr>(op)
      .Case([&](hlo::AddOp) { return lhs + rhs; })
      .Case([&](hlo::SubtractOp) { return lhs - rhs; })
      .Case([&](hlo::MulOp) { return lhs * rhs; })
      .Case([&](hlo::CompareOp op) { return compare(op, lhs, rhs); })
      .Case([&](hlo::MaxOp) { return max(lhs, rhs); })
      .Case([&](hlo::MinOp) { return min(lhs, rhs); })
      .Case<hlo::DivOp, hlo::RemOp>([&](auto) -> SymExprAttr {
        // Of sizes, which are not negative, by a positive number both roundings
        // are one.
        std::optional<int64_t> divisor = rhs.getConstant(),
                               number = lhs.getConstant();
        if (!divisor || *divisor <= 0 || (number && *number < 0))
          return {};
        return isa<hlo::DivOp>(op) ? floorDiv(lhs, rhs) : floorMod(lhs, rhs);
      })
      .Default(SymExprAttr());
}

/// Expressions hold signed 64 bits. An unsigned constant that needs the last
/// bit would become negative there, so it is taken as unknown rather than as a
/// wrong size.
static std::optional<Elements> getConstant(hlo::ConstantOp op) {
  auto value = dyn_cast<DenseIntElementsAttr>(op.getValue());
  if (!value)
    return std::nullopt;
  Elements result;
  for (const APInt &element : value.getValues<APInt>()) {
    bool isUnsigned = value.getElementType().isUnsignedInteger() ||
                      value.getElementType().isInteger(1);
    if (isUnsigned && !element.isIntN(63))
      return std::nullopt;
    result.push_back(getDim(op.getContext(), isUnsigned
                                                 ? element.getZExtValue()
                                                 : element.getSExtValue()));
  }
  return result;
}

/// Only what JAX writes for shapes is followed. Anything else is unknown, which
/// is never wrong: the rule that needs a size then rejects the op and says so.
static std::optional<Elements> getElements(Operation *op,
                                           GraphConversion &graph) {
  if (auto constant = dyn_cast<hlo::ConstantOp>(op))
    return getConstant(constant);
  if (auto size = dyn_cast<hlo::GetDimensionSizeOp>(op)) {
    auto type = cast<RankedTensorType>(graph.get(size.getOperand()).getType());
    if (int64_t(size.getDimension()) >= type.getRank())
      return std::nullopt;
    return Elements{getDims(type)[size.getDimension()]};
  }
  if (std::optional<Elements> elements = getPartly(op, graph))
    return elements;
  SmallVector<const Elements *> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(graph.getKnown(operand));
    if (!operands.back())
      return std::nullopt;
  }
  if (isa<hlo::ConvertOp, hlo::ReshapeOp>(op))
    return *operands.front();
  if (isa<hlo::BroadcastInDimOp>(op) && operands.front()->size() == 1)
    return Elements(typeOf(op->getResult(0)).getNumElements(),
                    operands.front()->front());
  if (isa<hlo::SignOp>(op))
    return llvm::map_to_vector(*operands.front(), getSign);
  if (auto concatenate = dyn_cast<hlo::ConcatenateOp>(op)) {
    // Along another axis elements of the operands would alternate.
    if (concatenate.getDimension() != 0)
      return std::nullopt;
    Elements all;
    for (const Elements *each : operands)
      llvm::append_range(all, *each);
    return all;
  }
  if (auto slice = dyn_cast<hlo::SliceOp>(op)) {
    Elements all;
    if (typeOf(slice.getOperand()).getRank() != 1 ||
        slice.getStrides().size() != 1 || slice.getStrides()[0] <= 0 ||
        slice.getLimitIndices()[0] > int64_t(operands.front()->size()) ||
        slice.getStartIndices()[0] < 0)
      return std::nullopt;
    for (int64_t i = slice.getStartIndices()[0]; i < slice.getLimitIndices()[0];
         i += slice.getStrides()[0])
      all.push_back((*operands.front())[i]);
    return all;
  }
  if (operands.size() != 2 || operands[0]->size() != operands[1]->size())
    return std::nullopt;
  Elements all;
  for (auto [lhs, rhs] : llvm::zip(*operands[0], *operands[1]))
    all.push_back(combine(op, lhs, rhs));
  return all;
}

/// Tensors of rank 0 and 1, as shapes are, and of rank 2, as widths of padding
/// are: in row-major order, which the ops above keep or give up.
void propagateKnown(Operation *op, GraphConversion &graph) {
  if (op->getNumResults() != 1)
    return;
  Value result = op->getResult(0);
  RankedTensorType type = typeOf(result);
  if (!type || !type.hasStaticShape() || type.getRank() > 2 ||
      type.getNumElements() > kMaxKnown ||
      !isa<IntegerType>(type.getElementType()))
    return;
  for (Type operand : op->getOperandTypes())
    if (!isa<RankedTensorType>(operand))
      return;
  if (std::optional<Elements> elements = getElements(op, graph))
    if (int64_t(elements->size()) == type.getNumElements())
      graph.setKnown(result, *elements);
}

} // namespace mlir::relax
