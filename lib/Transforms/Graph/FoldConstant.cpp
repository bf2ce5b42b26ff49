// Compute what depends on constants only, with the reference interpreter.
//
// The interpreter and native code share one lowering, so a folded value is what
// the program would have computed. TVM compiles each op for the host and runs
// it; here nothing is compiled, which is slower per element, hence the limits
// on bytes and steps.
#include "Relax/Transforms/Graph/Passes.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Reference/Interpreter.h"
#include "Relax/Support/PermuteConstant.h"
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
  bool foldPermute(Operation *op);
  bool hasSmallResults(Operation *op);
  void fold(Operation *op, reference::Interpreter &interpreter);
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

/// Whether the results are tensors of known sizes, none of them placed, and
/// small enough. A large result would sit in the object file in place of the
/// cheap op that makes it, such as `relax.full` of one number.
bool FoldConstantPass::hasSmallResults(Operation *op) {
  uint64_t bytes = 0;
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding())
      return false;
    std::optional<reference::Element> element =
        reference::Element::of(tensor.getElementType());
    std::optional<int64_t> size;
    if (element)
      size = reference::getCompactBytes(tensor.getShape(), *element);
    // Added up over all results before the comparison; `getCompactBytes` is
    // null where the product overflows.
    if (!size || (bytes += static_cast<uint64_t>(*size)) > maxBytes)
      return false;
  }
  return op->getNumResults() != 0;
}

/// No trait says it, as ops outside of this list may be free of effects and
/// have no meaning for the interpreter. Symbols in attributes or types depend
/// on the run (report apache/tvm#20193).
bool FoldConstantPass::isFoldable(Operation *op) {
  // Operators, calls of kernels, and what turns a shape into a tensor.
  if (!isa<OpPatternInterface, CallTIROp, ShapeToTensorOp, SizeOp>(op))
    return false;
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), isKnown) && hasSmallResults(op) &&
         getSymbolsUsedBy(op).empty();
}

/// Axes in another order cost a copy, and no memory where nobody else needs the
/// constant: of any size.
bool FoldConstantPass::foldPermute(Operation *op) {
  auto permute = dyn_cast<PermuteDimsOp>(op);
  auto constant =
      permute ? permute.getX().getDefiningOp<ConstantOp>() : ConstantOp();
  // With another user the original stays, and the folded copy would double it.
  if (!constant || !constant->hasOneUse())
    return false;
  auto type = dyn_cast<RankedTensorType>(permute.getType());
  auto from = dyn_cast<RankedTensorType>(constant.getType());
  if (!type || type.getEncoding() || !from || from.getEncoding())
    return false;
  int64_t rank = type.getRank();
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  if (std::optional<ArrayRef<int64_t>> axes = permute.getAxes())
    for (auto [place, axis] : llvm::enumerate(*axes))
      order[place] = axis < 0 ? axis + rank : axis;
  ElementsAttr value = permuteConstant(constant.getValue(), order);
  // Null if the elements are not at hand. The types differ where the result is
  // declared with less than is known.
  if (!value || value.getShapedType() != type)
    return false;
  OpBuilder builder(op);
  permute.replaceAllUsesWith(
      ConstantOp::create(builder, op->getLoc(), type, value).getResult());
  ++numFolded;
  op->erase();
  constant->erase();
  return true;
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
  OpBuilder builder(op);
  for (auto [result, constant] : llvm::zip(op->getResults(), constants))
    result.replaceAllUsesWith(
        ConstantOp::create(builder, op->getLoc(), result.getType(), constant));
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

void FoldConstantPass::runOnOperation() {
  reference::Limits limits;
  limits.steps = maxSteps;
  // An op that has no value, or takes too long, stays as it is. The interpreter
  // reports as it does when a person runs it. All of these reports mean "not
  // folded".
  ScopedDiagnosticHandler quiet(&getContext(),
                                [](Diagnostic &) { return success(); });
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
      if (op == function || isa<ConstantOp>(op) || foldPermute(op) ||
          !isFoldable(op))
        continue;
      // Building the interpreter looks at the whole module, and most modules
      // have nothing to fold.
      if (!interpreter)
        interpreter =
            std::make_unique<reference::Interpreter>(getOperation(), limits);
      fold(op, *interpreter);
    }
  }
}

} // namespace mlir::relax
