// Shape computations at import: arithmetic on sizes.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"

namespace mlir::relax {

// Exporters compute shapes by ops on small integer tensors. Evaluated here, on
// expressions over symbols, they leave no op, and the shapes they feed become
// static or symbolic types. Whatever gives null here is left to the run time.
using BinaryFn = SymExprAttr (*)(SymExprAttr lhs, SymExprAttr rhs);

/// Two known inputs, broadcast; none if an element has no result.
static std::optional<SymbolicTensor>
combine(const SymbolicTensor &lhs, const SymbolicTensor &rhs, BinaryFn fn) {
  size_t sizes[] = {lhs.elements.size(), rhs.elements.size()};
  if (sizes[0] != sizes[1] && sizes[0] != 1 && sizes[1] != 1)
    return std::nullopt;
  size_t size = sizes[0] == 1 ? sizes[1] : sizes[0];
  // A list of one element broadcasts to a list, not to a scalar: both must be
  // scalars for that.
  SymbolicTensor result{{}, lhs.elementType, lhs.isScalar && rhs.isScalar};
  for (size_t i = 0; i < size; ++i) {
    SymExprAttr element = fn(lhs.elements[sizes[0] == 1 ? 0 : i],
                             rhs.elements[sizes[1] == 1 ? 0 : i]);
    if (!element)
      return std::nullopt;
    result.elements.push_back(element);
  }
  return result;
}

template <BinaryFn fn>
static std::optional<SymbolicTensor> foldBinary(NodeImport &node) {
  std::optional<SymbolicTensor> lhs = node.getSymbolic(0);
  std::optional<SymbolicTensor> rhs = node.getSymbolic(1);
  // i1 is logic, and adding flags is not defined in ONNX.
  if (!lhs || !rhs || lhs->elementType.isInteger(1))
    return std::nullopt;
  return combine(*lhs, *rhs, fn);
}

template <BinaryFn fn>
static std::optional<SymbolicTensor> foldVariadic(NodeImport &node) {
  std::optional<SymbolicTensor> result = node.getSymbolic(0);
  for (unsigned i = 1; result && i < node.getNumInputs(); ++i) {
    std::optional<SymbolicTensor> next = node.getSymbolic(i);
    result = next ? combine(*result, *next, fn) : std::nullopt;
  }
  return result;
}

/// Two flags, each 0 or 1.
template <BinaryFn fn>
static std::optional<SymbolicTensor> foldLogic(NodeImport &node) {
  std::optional<SymbolicTensor> lhs = node.getSymbolic(0);
  std::optional<SymbolicTensor> rhs = node.getSymbolic(1);
  if (!lhs || !rhs)
    return std::nullopt;
  return combine(*lhs, *rhs, fn);
}

static std::optional<SymbolicTensor> foldNot(NodeImport &node) {
  std::optional<SymbolicTensor> data = node.getSymbolic(0);
  if (!data)
    return std::nullopt;
  // Flags are 0 or 1, so `not` is a subtraction and stays an expression.
  for (SymExprAttr &element : data->elements)
    element = node.makeExpr(1) - element;
  return data;
}

/// A comparison: a number 0 or 1 where it is decided for all sizes.
/// A comparison of sizes is decided only if it holds for all values of the
/// symbols, or for none. n > 1 is not.
template <BinaryFn fn>
static std::optional<SymbolicTensor> foldComparison(NodeImport &node) {
  std::optional<SymbolicTensor> result = foldBinary<fn>(node);
  if (result)
    result->elementType = node.getBuilder().getI1Type();
  return result;
}

static SymExprAttr add(SymExprAttr lhs, SymExprAttr rhs) { return lhs + rhs; }
static SymExprAttr subtract(SymExprAttr lhs, SymExprAttr rhs) {
  return lhs - rhs;
}
static SymExprAttr multiply(SymExprAttr lhs, SymExprAttr rhs) {
  return lhs * rhs;
}
static SymExprAttr minimum(SymExprAttr lhs, SymExprAttr rhs) {
  return min(lhs, rhs);
}
static SymExprAttr maximum(SymExprAttr lhs, SymExprAttr rhs) {
  return max(lhs, rhs);
}

static bool isNegative(SymExprAttr expr) {
  std::optional<int64_t> bound = expr.getLowerBound();
  return !bound || *bound < 0;
}

/// ONNX rounds towards zero, expressions round down: the same for sizes.
static SymExprAttr divide(SymExprAttr lhs, SymExprAttr rhs) {
  std::optional<int64_t> dividend = lhs.getConstant();
  std::optional<int64_t> divisor = rhs.getConstant();
  // -1 is left out, since INT64_MIN / -1 overflows.
  if (dividend && divisor && *divisor != 0 && *divisor != -1)
    return SymExprAttr::constant(lhs.getContext(), *dividend / *divisor);
  // For a negative operand floor and truncation differ: -7 / 2 is -3 in ONNX
  // and -4 as an expression.
  if (isNegative(lhs) || isNegative(rhs))
    return nullptr;
  return floorDiv(lhs, rhs);
}

// Mod without fmod has the divisor's sign, which is that of floorMod. No check
// of signs is needed.
static SymExprAttr modulo(SymExprAttr lhs, SymExprAttr rhs) {
  return floorMod(lhs, rhs);
}

static SymExprAttr makeFlag(SymExprAttr like, bool flag) {
  return SymExprAttr::constant(like.getContext(), flag);
}

static SymExprAttr isEqual(SymExprAttr lhs, SymExprAttr rhs) {
  // A shape is compared with -1 to find an entry that is left open.
  // n == -1 is false for each size n, but a proof by bounds is not what
  // `compareDims` does: it compares expressions.
  bool differ = !isNegative(lhs) && rhs.getConstant().value_or(0) < 0;
  switch (differ ? Proof::Different : compareDims(lhs, rhs)) {
  case Proof::Equal:
    return makeFlag(lhs, true);
  case Proof::Different:
    return makeFlag(lhs, false);
  case Proof::Unknown:
    return nullptr;
  }
  return nullptr;
}

static SymExprAttr isLess(SymExprAttr lhs, SymExprAttr rhs) {
  SymExprAttr distance = rhs - lhs;
  if (!distance)
    return nullptr;
  if (distance.getLowerBound().value_or(0) > 0)
    return makeFlag(lhs, true);
  // Upper bounds are rarely known; mins give one.
  if (distance.getUpperBound().value_or(1) <= 0)
    return makeFlag(lhs, false);
  return nullptr;
}

static SymExprAttr isGreater(SymExprAttr lhs, SymExprAttr rhs) {
  return isLess(rhs, lhs);
}

static std::optional<SymbolicTensor> foldMod(NodeImport &node) {
  // fmod has the dividend's sign.
  if (node.getInt("fmod", 0) != 0)
    return std::nullopt;
  return foldBinary<modulo>(node);
}

static std::optional<SymbolicTensor> foldNeg(NodeImport &node) {
  std::optional<SymbolicTensor> data = node.getSymbolic(0);
  if (!data)
    return std::nullopt;
  for (SymExprAttr &element : data->elements)
    if (!(element = -element))
      return std::nullopt;
  return data;
}

static std::optional<SymbolicTensor> foldWhere(NodeImport &node) {
  std::optional<SymbolicTensor> flags = node.getSymbolic(0);
  std::optional<SymbolicTensor> ifTrue = node.getSymbolic(1);
  std::optional<SymbolicTensor> ifFalse = node.getSymbolic(2);
  if (!flags || !ifTrue || !ifFalse)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> decided = flags->getConstants();
  if (!decided)
    // A flag that is not decided could be kept as a choice only by an op.
    return std::nullopt;
  size_t size = std::max({flags->elements.size(), ifTrue->elements.size(),
                          ifFalse->elements.size()});
  SymbolicTensor result{{}, ifTrue->elementType};
  result.isScalar = flags->isScalar && ifTrue->isScalar && ifFalse->isScalar;
  for (size_t i = 0; i < size; ++i) {
    auto pick = [&](ArrayRef<SymExprAttr> from) {
      // Lengths that do not broadcast give null, which leaves the node to the
      // op and its message.
      return from.size() == 1 ? from[0] : i < from.size() ? from[i] : nullptr;
    };
    SymExprAttr flag = pick(flags->elements);
    SymExprAttr element;
    if (flag)
      element = pick(flag.getConstant() != 0 ? ArrayRef(ifTrue->elements)
                                             : ArrayRef(ifFalse->elements));
    if (!element)
      return std::nullopt;
    result.elements.push_back(element);
  }
  return result;
}

/// The product or sum of a whole list.
/// Only lists, so the axes can only be the one there is.
template <BinaryFn fn>
static std::optional<SymbolicTensor> foldReduction(NodeImport &node) {
  std::optional<SymbolicTensor> data = node.getSymbolic(0);
  if (!data || data->isScalar || data->elements.empty() ||
      data->elementType.isInteger(1))
    return std::nullopt;
  // Read here although the axis is clear: the attribute must count as
  // understood.
  int64_t since = node.getOperator() == "ReduceSum" ? 13 : 18;
  std::optional<SmallVector<int64_t>> axes =
      node.getIntsOrInput("axes", 1, since);
  if (node.getInt("noop_with_empty_axes", 0) != 0 && (!axes || axes->empty()))
    return data;
  SymExprAttr result = data->elements.front();
  for (SymExprAttr element : ArrayRef(data->elements).drop_front())
    result = fn(result, element);
  if (!result)
    return std::nullopt;
  data->elements = {result};
  data->isScalar = node.getInt("keepdims", 1) == 0;
  return data;
}

void addShapeArithmeticFolds(OperatorTable &table) {
  table.addFold("Add", foldBinary<add>);
  table.addFold("And", foldLogic<multiply>);
  table.addFold("Div", foldBinary<divide>);
  table.addFold("Equal", foldComparison<isEqual>);
  table.addFold("Greater", foldComparison<isGreater>);
  table.addFold("Less", foldComparison<isLess>);
  table.addFold("Max", foldVariadic<maximum>);
  table.addFold("Min", foldVariadic<minimum>);
  table.addFold("Mod", foldMod);
  table.addFold("Mul", foldBinary<multiply>);
  table.addFold("Neg", foldNeg);
  table.addFold("Not", foldNot);
  table.addFold("Or", foldLogic<maximum>);
  table.addFold("ReduceProd", foldReduction<multiply>);
  table.addFold("ReduceSum", foldReduction<add>);
  table.addFold("Sub", foldBinary<subtract>);
  table.addFold("Where", foldWhere);
}

} // namespace mlir::relax
