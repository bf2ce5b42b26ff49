// Compute what depends on constants only, with the reference interpreter.
//
// The interpreter and native code share one lowering, so a folded value is what
// the program would have computed. TVM compiles each op for the host and runs
// it; here nothing is compiled, which is slower per element, hence the limits
// on bytes and steps. What only moves or converts elements is copied by
// ConstantMoves.cpp, without these limits. In between is what takes a few steps
// an element, as the norms of weights that a network is trained with: of any
// size as long as all of it takes seconds.
#include "Relax/Transforms/Graph/Passes.h"

#include "ConstantMoves.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Reference/Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FOLDCONSTANTPASS
#include "Relax/Transforms/Graph/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

struct FoldConstantPass : public impl::FoldConstantPassBase<FoldConstantPass> {
  using FoldConstantPassBase::FoldConstantPassBase;

  void runOnOperation() override;

private:
  bool isFoldable(Operation *op);
  bool isWorthMoving(Operation *op);
  bool foldMove(Operation *op);
  bool hasSmallResults(Operation *op);
  bool isWorthComputing(Operation *op);
  std::optional<reference::Limits> getLimits(Operation *op);
  void fold(Operation *op, reference::Interpreter &interpreter);
  void replace(Operation *op, ArrayRef<ElementsAttr> values);

  /// Bytes by which moved constants may still exceed what they came from.
  int64_t allowance = 0;
  /// Elements of large tensors that may still be computed, at 70 ns each.
  int64_t elementsLeft = int64_t(1) << 25;
};

} // namespace

/// The value of an operand, if it is known now.
static std::optional<reference::Datum> getValue(Value operand) {
  if (auto constant = operand.getDefiningOp<ConstantOp>()) {
    if (std::optional<reference::Tensor> tensor =
            reference::fromAttribute(constant.getValue()))
      return reference::Datum(*tensor);
    return std::nullopt;
  }
  if (auto shape = operand.getDefiningOp<ShapeOp>()) {
    reference::Shape value;
    for (SymExprAttr extent : shape.getValues().getAsRange<SymExprAttr>()) {
      if (!extent || !extent.getConstant())
        return std::nullopt;
      value.sizes.push_back(*extent.getConstant());
    }
    return reference::Datum(value);
  }
  if (auto scalar = operand.getDefiningOp<PrimValueOp>()) {
    std::optional<reference::Element> element =
        reference::Element::of(scalar.getType());
    std::optional<int64_t> number = scalar.getValue().getConstant();
    if (!element || !number)
      return std::nullopt;
    return reference::Datum(reference::Number{
        *element,
        reference::fromBits(*element, static_cast<uint64_t>(*number))});
  }
  return std::nullopt;
}

/// `getValue` copies elements. This only asks, so that a constant of a gigabyte
/// costs nothing for an op that is not folded anyway.
static bool isKnown(Value operand) {
  if (operand.getDefiningOp<ConstantOp>())
    return true;
  if (auto shape = operand.getDefiningOp<ShapeOp>())
    return llvm::all_of(
        *getSymExprs(shape.getValues()),
        [](SymExprAttr extent) { return extent && extent.getConstant(); });
  auto scalar = operand.getDefiningOp<PrimValueOp>();
  return scalar && scalar.getValue().getConstant();
}

/// Bytes that the elements take; none where that is not known, or too many.
static std::optional<int64_t> getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<reference::Element> element =
      tensor ? reference::Element::of(tensor.getElementType()) : std::nullopt;
  if (!element || !tensor.hasStaticShape())
    return std::nullopt;
  return reference::getCompactBytes(tensor.getShape(), *element);
}

/// Whether the results are tensors of known sizes, none of them placed, and
/// small enough. A large result would sit in the object file in place of the
/// cheap op that makes it, such as `relax.full` of one number.
bool FoldConstantPass::hasSmallResults(Operation *op) {
  uint64_t bytes = 0;
  for (Type type : op->getResultTypes()) {
    std::optional<int64_t> size = getBytes(type);
    // Added up over all results before the comparison.
    if (!size || cast<RankedTensorType>(type).getEncoding() ||
        (bytes += static_cast<uint64_t>(*size)) > maxBytes)
      return false;
  }
  return op->getNumResults() != 0;
}

/// Whether a large tensor is computed in a few steps an element, from constants
/// that it may take the place of.
bool FoldConstantPass::isWorthComputing(Operation *op) {
  auto known = dyn_cast<OpPatternInterface>(op);
  if (!known || known.getOpPattern() > OpPatternKind::Reduction ||
      movesElements(op))
    return false;
  int64_t elements = 0;
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!getBytes(type) || tensor.getEncoding())
      return false;
    elements = std::max(elements, tensor.getNumElements());
  }
  if (elements > elementsLeft || !isWorthMoving(op))
    return false;
  elementsLeft -= elements;
  return true;
}

/// What computing an op may take; none if it is not to be computed.
std::optional<reference::Limits> FoldConstantPass::getLimits(Operation *op) {
  reference::Limits limits;
  if (isWorthComputing(op))
    return limits;
  limits.steps = maxSteps;
  return hasSmallResults(op) ? std::optional(limits) : std::nullopt;
}

/// No trait says it, as ops outside of this list may be free of effects and
/// have no meaning for the interpreter. Symbols in attributes or types depend
/// on the run (report apache/tvm#20193).
bool FoldConstantPass::isFoldable(Operation *op) {
  // Operators, calls of kernels, and what turns a shape into a tensor.
  if (!isa<OpPatternInterface, CallTIROp, ShapeToTensorOp, SizeOp>(op))
    return false;
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), isKnown) &&
         getSymbolsUsedBy(op).empty();
}

/// Whether results of an op that only moves elements may be kept. One that has
/// them again and again, as a take of one row in many places, is cheaper than
/// its result; and all of these together may not be several times as large as
/// the weights are.
bool FoldConstantPass::isWorthMoving(Operation *op) {
  constexpr int64_t kMaxGrowth = 4;
  int64_t operands = 0, dying = 0, results = 0;
  llvm::SmallPtrSet<Operation *, 4> seen;
  // Places are no elements.
  OperandRange sources = op->getOperands();
  for (Value operand : isa<TakeOp>(op) ? sources.take_front() : sources) {
    Operation *constant = operand.getDefiningOp();
    if (!constant || !seen.insert(constant).second)
      continue;
    int64_t bytes = getBytes(operand.getType()).value_or(0);
    operands += bytes;
    if (llvm::all_of(constant->getUsers(),
                     [&](Operation *user) { return user == op; }))
      dying += bytes;
  }
  for (Type type : op->getResultTypes())
    results += getBytes(type).value_or(0);
  if (results / kMaxGrowth > operands || results - dying > allowance)
    return false;
  allowance -= results - dying;
  return true;
}

/// What moves or converts elements costs a copy, now instead of in each call:
/// of any size.
bool FoldConstantPass::foldMove(Operation *op) {
  // Taken back where the elements turn out not to be at hand, so that an op
  // that stays does not count.
  int64_t before = allowance;
  if (!movesElements(op) || !llvm::all_of(op->getOperands(), isKnown) ||
      !isWorthMoving(op))
    return false;
  SmallVector<ElementsAttr> values = moveConstants(op);
  // Null if the elements are not at hand. The types differ where the result is
  // declared with less than is known.
  bool fits = values.size() == op->getNumResults() &&
              llvm::all_of(llvm::zip_equal(values, op->getResultTypes()),
                           [](auto pair) {
                             auto [value, type] = pair;
                             return value && value.getShapedType() == type;
                           });
  if (fits)
    replace(op, values);
  else
    allowance = before;
  return fits;
}

void FoldConstantPass::replace(Operation *op, ArrayRef<ElementsAttr> values) {
  OpBuilder builder(op);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    result.replaceAllUsesWith(
        ConstantOp::create(builder, op->getLoc(), result.getType(), value));
  ++numFolded;
  // An operand may be used twice by the op, and is erased once.
  llvm::SetVector<Operation *> used;
  for (Value operand : op->getOperands())
    used.insert(operand.getDefiningOp());
  op->erase();
  for (Operation *constant : used)
    if (isOpTriviallyDead(constant))
      constant->erase();
}

void FoldConstantPass::fold(Operation *op,
                            reference::Interpreter &interpreter) {
  std::vector<reference::Datum> operands;
  for (Value operand : op->getOperands()) {
    std::optional<reference::Datum> value = getValue(operand);
    if (!value)
      return;
    operands.push_back(*value);
  }
  // Errors are no errors here: an index out of bounds has to stop the program,
  // not the compiler.
  FailureOr<std::vector<reference::Datum>> results =
      interpreter.evaluate(op, operands);
  if (failed(results))
    return;
  SmallVector<ElementsAttr> constants;
  for (auto [value, type] : llvm::zip(*results, op->getResultTypes())) {
    const reference::Tensor *tensor = value.getTensor();
    // A result of another shape than declared would be a wrong type for all
    // users; a tensor that was not written as a whole has bytes that differ
    // from run to run, and may not become a constant.
    if (!tensor || reference::getType(*tensor) != type ||
        !reference::isInitialized(*tensor))
      return;
    constants.push_back(reference::toAttribute(*tensor, "folded"));
  }
  replace(op, constants);
}

void FoldConstantPass::runOnOperation() {
  // An op that has no value, or takes too long, stays as it is. The interpreter
  // reports as it does when a person runs it. All of these reports mean "not
  // folded".
  ScopedDiagnosticHandler quiet(&getContext(),
                                [](Diagnostic &) { return success(); });
  // Enough for weights of 8 bits as f32, and for a second copy of all.
  constexpr int64_t kGrowth = 3;
  allowance = static_cast<int64_t>(maxBytes);
  getOperation().walk([&](ConstantOp constant) {
    allowance += kGrowth * getBytes(constant.getType()).value_or(0);
  });
  std::unique_ptr<reference::Interpreter> interpreter;
  for (auto function : getOperation().getOps<FuncOp>()) {
    // A primitive function is a kernel to be. Its body is going to be one
    // tensor program; a constant result in the middle would be a parameter that
    // nobody passes.
    if (function->hasAttr("relax.primitive"))
      continue;
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) { ops.push_back(op); });
    // Definitions come before uses, so chains fold in one run; constants are
    // all that folding erases beside the op itself, and they are none of these.
    for (Operation *op : ops) {
      if (op == function || isa<ConstantOp>(op) || foldMove(op) ||
          !isFoldable(op))
        continue;
      std::optional<reference::Limits> limits = getLimits(op);
      if (!limits)
        continue;
      // Building the interpreter looks at the whole module, and most modules
      // have nothing to fold.
      if (!interpreter)
        interpreter = std::make_unique<reference::Interpreter>(getOperation());
      interpreter->setLimits(*limits);
      fold(op, *interpreter);
    }
  }
}

} // namespace mlir::relax
