// What the virtual machine's programs use.
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "AllocationRules.h"

#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/RuntimeOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerRuntimeOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/RuntimeOps.cpp.inc"
      >();
}

LogicalResult VMAllocStorageOp::verify() {
  // R1: a sensible size.
  return verifyBytes(*this, getSize(), "a size", 1);
}

LogicalResult VMAllocTensorOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  // R1: allocatable.
  if (failed(verifyAllocatable(*this, type)))
    return failure();
  // R2: a sensible offset.
  if (failed(verifyBytes(*this, getOffset(), "an offset", 2)))
    return failure();
  // R3: inside the storage.
  auto storage = getStorage().getDefiningOp<VMAllocStorageOp>();
  return storage ? verifyInStorage(*this, type, getOffset(), storage,
                                   storage.getSize())
                 : success();
}

/// The sizes that a call passes after its tensors; unknown ones are null.
static SmallVector<SymExprAttr> getSizes(VMCallTIRDynOp op) {
  if (!op.getShape())
    return {};
  return op.getShape().getType().getDimsOrUnknown();
}

LogicalResult VMCallTIRDynOp::verify() {
  // R4: sizes that can be passed on.
  bool isKnown = !getShape() || getShape().getType().hasRank();
  if (isKnown && !llvm::is_contained(getSizes(*this), SymExprAttr()))
    return success();
  return emitRuleError(*this, 4, "expects a shape of known sizes, found ")
         << getShape().getType() << "; name them with 'relax.match_cast'";
}

LogicalResult
VMCallTIRDynOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  SmallVector<SymExprAttr> sizes = getSizes(*this);
  // What is unknown breaks R4.
  if (llvm::is_contained(sizes, SymExprAttr()))
    return success();
  // R1, R2, R3: a tensor program whose parameters fit.
  if (failed(verifyPrimFuncCall(*this, getCalleeAttr(), getArgs().getTypes(),
                                {}, getSymExprArray(getContext(), sizes),
                                symbolTable)))
    return failure();
  // R5: inputs are read.
  Operation *callee =
      symbolTable.lookupNearestSymbolFrom(*this, getCalleeAttr());
  return verifyInputsAreRead(*this, getCalleeAttr(),
                             getNumInputs(callee).value_or(0), 5, symbolTable);
}

LogicalResult VMKillObjectOp::verify() {
  // R1: no effect inside a dataflow region.
  if (auto dataflow = (*this)->getParentOfType<DataflowOp>())
    return (emitRuleError(*this, 1,
                          "drops an object, which is an effect; expected none "
                          "in a 'relax.dataflow' region"))
               .attachNote(dataflow.getLoc())
           << "the region is here; put the op after it";
  return success();
}

} // namespace mlir::relax
