// The derivative of a tensor program is the one that the call names.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// The program gets the adjoints of all results, then the arguments, and fills
/// the adjoints of all arguments.
static void ruleCall(CallTIRWithGradOp op, GradientBuilder &g) {
  auto name = FlatSymbolRefAttr::get(op.getContext(), op.getTeGradName());
  if (!SymbolTable::lookupNearestSymbolFrom(op, name))
    return g.notifyMatchFailure(
        "there is no tensor program @" + op.getTeGradName() +
        " in the module, which takes the adjoints of the results "
        "and the arguments, and fills the adjoints of the "
        "arguments");
  SmallVector<Value> operands;
  for (unsigned index = 0; index < op->getNumResults(); ++index)
    operands.push_back(g.adjoint(index));
  SmallVector<Type> types;
  for (unsigned index = 0; index < op->getNumOperands(); ++index) {
    operands.push_back(g.operand(index));
    types.push_back(op->getOperand(index).getType());
  }
  if (llvm::is_contained(operands, Value()))
    return g.give(0, Value());
  auto call = CallTIROp::create(g.getBuilder(), g.getLoc(), types, name,
                                operands, op.getVarsAttr());
  for (auto [index, adjoint] : llvm::enumerate(call.getResults()))
    g.give(index, adjoint);
}

void attachCallGradients(MLIRContext &context) {
  attachGradient<CallTIRWithGradOp, ruleCall>(context);
}

} // namespace mlir::relax
