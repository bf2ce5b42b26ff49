// Dataflow regions, conditionals and local functions.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"

#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ControlFlowOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ControlFlowOps.cpp.inc"
      >();
}

/// Checks that `region` ends in a `Terminator` whose operands fit `types`.
template <typename Terminator>
static LogicalResult verifyRegionResults(Operation *op, Region &region,
                                         TypeRange types) {
  Block &block = region.front();
  auto terminator =
      block.empty() ? Terminator() : dyn_cast<Terminator>(block.back());
  if (!terminator)
    return emitRuleError(op, 1, "expects region #")
           << region.getRegionNumber() << " to end in '"
           << Terminator::getOperationName() << "'";
  if (terminator->getNumOperands() != types.size())
    return (emitRuleError(terminator, op, 1, "gives ")
            << terminator->getNumOperands() << " values, expected as many as '"
            << op->getName() << "' has results, " << types.size())
               .attachNote(op->getLoc())
           << "the region's op is here";
  for (auto [index, value, type] :
       llvm::enumerate(terminator->getOperands(), types))
    if (compareAssigned(value.getType(), type) == Proof::Different)
      return (emitRuleError(terminator, op, 1, "gives ")
              << value.getType() << " as value #" << index
              << ", expected what '" << op->getName() << "' says, " << type)
                 .attachNote(op->getLoc())
             << "the region's op is here";
  return success();
}

/// Whether `type` is an `i1` or a rank-0 tensor of `i1`, as far as is known.
static bool isCondition(Type type) {
  if (type.isSignlessInteger(1))
    return true;
  auto tensor = dyn_cast<TensorType>(type);
  return tensor &&
         (tensor.getElementType().isSignlessInteger(1) ||
          isa<UnknownType>(tensor.getElementType())) &&
         (!tensor.hasRank() || tensor.getRank() == 0);
}

//===----------------------------------------------------------------------===//
// DataflowOp
//===----------------------------------------------------------------------===//

OutputOp DataflowOp::getOutput() {
  return cast<OutputOp>(getBody().front().back());
}

void DataflowOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.push_back(RegionSuccessor(&getBody()));
  else
    regions.push_back(RegionSuccessor(getOperation(), getResults()));
}

LogicalResult DataflowOp::verifyRegions() {
  // R1: the region ends by naming its results.
  if (failed(verifyRegionResults<OutputOp>(*this, getBody(), getResultTypes())))
    return failure();
  bool valid = true;
  getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LambdaOp>(op))
      return WalkResult::skip();
    // R3: no control flow.
    if (isa<IfOp, DataflowOp>(op)) {
      (emitRuleError(
           op, *this, 3,
           "is control flow, expected none in a 'relax.dataflow' region")
           .attachNote(getLoc())
       << "the region is here; move the op out of it");
      valid = false;
      return WalkResult::skip();
    }
    // R2: no effect.
    if (hasObservableEffect(op)) {
      (emitRuleError(
           op, *this, 2,
           "has an effect, expected none in a 'relax.dataflow' region")
           .attachNote(getLoc())
       << "the region is here; put the op after it");
      valid = false;
    }
    return WalkResult::advance();
  });
  return success(valid);
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.push_back(RegionSuccessor(getOperation(), getResults()));
    return;
  }
  regions.push_back(RegionSuccessor(&getThenRegion()));
  regions.push_back(RegionSuccessor(&getElseRegion()));
}

LogicalResult IfOp::verify() {
  // R2: a truth value.
  if (!isCondition(getCondition().getType()))
    return emitRuleError(
               *this, 2,
               "expects a condition of i1 or of a rank-0 tensor of i1, "
               "found ")
           << getCondition().getType();
  return success();
}

LogicalResult IfOp::verifyRegions() {
  // R1: both branches give the results.
  for (Region *region : {&getThenRegion(), &getElseRegion()})
    if (failed(verifyRegionResults<YieldOp>(*this, *region, getResultTypes())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// LambdaOp
//===----------------------------------------------------------------------===//

LogicalResult LambdaOp::verifyRegions() {
  auto type = cast<CallableType>(getCallable().getType());
  // R2: a pure callable has no effect.
  if (type.getPure())
    if (Operation *effect = findObservableEffect(getBody()))
      return (emitRuleError(effect, *this, 2,
                            "has an effect, expected none, as the local "
                            "function around it is pure"))
                 .attachNote(getLoc())
             << "the local function is here; type it 'impure'";
  // R1: parameters and results are those of the type.
  if (type.isOpaque())
    return emitRuleError(*this, 1,
                         "expects a callable type with parameters and result, "
                         "found ")
           << type;
  SmallVector<Type> expected(type.getSignature().getInputs());
  if (getRecursive())
    expected.insert(expected.begin(), type);
  if (getBody().getArgumentTypes() != TypeRange(expected))
    return emitRuleError(*this, 1, "expects as parameters ")
           << (getRecursive() ? "itself and " : "") << "those of its type "
           << type;
  return verifyRegionResults<YieldOp>(*this, getBody(),
                                      type.getSignature().getResults());
}

} // namespace mlir::relax
