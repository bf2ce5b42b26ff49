// Calls: to functions, to tensor programs, to code outside the module.
#include "Relax/Dialect/Relax/IR/CallOps.h"

#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/CallOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerCallOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/CallOps.cpp.inc"
      >();
}

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// The effects of code that nobody looks into.
static void addUnknownEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

/// The effects of a call that reads its arguments and writes some of them.
static void addInplaceEffects(Operation *op, ArrayRef<int64_t> indices,
                              Effects &effects) {
  for (OpOperand &operand : op->getOpOperands())
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (int64_t index : indices)
    if (index >= 0 && index < op->getNumOperands())
      effects.emplace_back(MemoryEffects::Write::get(),
                           &op->getOpOperand(index));
}

//===----------------------------------------------------------------------===//
// CallOp
//===----------------------------------------------------------------------===//

/// Whether some op ends the life of `result`.
static bool isEnded(Value result) {
  return llvm::any_of(result.getUsers(), [](Operation *user) {
    return isa<MemoryKillTensorOp, VMKillObjectOp>(user);
  });
}

Operation *CallOp::resolveCallableInTable(SymbolTableCollection *tables) {
  if (llvm::any_of(getResults(), isEnded))
    return nullptr;
  return call_interface_impl::resolveCallable(*this, tables);
}

void CallOp::getEffects(Effects &effects) {
  if (getImpure())
    addUnknownEffects(effects);
  // What has an end is memory, and two calls make two: they are not one value.
  for (OpResult result : getResults())
    if (isEnded(result))
      effects.emplace_back(MemoryEffects::Allocate::get(), result);
}

/// R4: what the callee returns for these arguments fits the results.
static LogicalResult verifyCallResults(CallOp call, FuncOp callee,
                                       SymbolUnifier &unifier) {
  for (auto [index, declared, type] :
       llvm::enumerate(call.getResultTypes(), callee.getResultTypes())) {
    Type returned = unifier.substitute(type);
    if (compareAssigned(returned, declared) == Proof::Different)
      return (emitRuleError(call, 4, "has result #")
              << index << " of type " << declared << ", expected what @"
              << callee.getSymName() << " returns for these arguments, "
              << returned)
                 .attachNote(callee.getLoc())
             << "the callee is here";
  }
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R1: a function of the graph level.
  auto callee = lookupCallee<FuncOp>(*this, getCalleeAttr(), symbolTable);
  if (!callee)
    return failure();
  auto note = [&](RuleError error) -> LogicalResult {
    return error.attachNote(callee.getLoc()) << "the callee is here";
  };
  // R2: as many arguments and results.
  if (getArgs().size() != callee.getNumArguments() ||
      getNumResults() != callee.getResultTypes().size())
    return note(emitRuleError(*this, 2, "has ")
                << getArgs().size() << " arguments and " << getNumResults()
                << " results, expected those of @" << callee.getSymName()
                << ", " << callee.getNumArguments() << " and "
                << callee.getResultTypes().size());
  // R5: the same purity.
  if (getImpure() != callee.getImpure())
    return note(emitRuleError(*this, 5, "is ")
                << (getImpure() ? "impure" : "pure") << ", expected as @"
                << callee.getSymName() << ", which is "
                << (callee.getImpure() ? "impure" : "pure")
                << "; let both say the same");
  // R3: arguments that fit.
  SymbolUnifier unifier;
  for (auto [index, argument, parameter] :
       llvm::enumerate(getArgs().getTypes(), callee.getArgumentTypes()))
    if (unifier.unify(parameter, argument) == Proof::Different)
      return note(emitRuleError(*this, 3, "has argument #")
                  << index << " of type " << argument << ", but @"
                  << callee.getSymName() << " expects " << parameter);
  return verifyCallResults(*this, callee, unifier);
}

//===----------------------------------------------------------------------===//
// CallTIROp, CallTIRWithGradOp
//===----------------------------------------------------------------------===//

/// R4: the results are what such a call is for.
static LogicalResult verifyHasResult(Operation *op) {
  if (op->getNumResults() == 0)
    return emitRuleError(op, 4,
                         "has no result, expected at least one, which the "
                         "tensor program writes");
  return success();
}

/// R2: what the callee takes for inputs are the arguments, or some of them.
/// With more, a result would be read and never written.
static LogicalResult verifyNumInputs(Operation *op, FlatSymbolRefAttr name,
                                     size_t numArgs, bool mayBeSome,
                                     SymbolTableCollection &symbolTable) {
  Operation *callee = symbolTable.lookupNearestSymbolFrom(op, name);
  std::optional<int64_t> numInputs = getNumInputs(callee);
  if (!numInputs || size_t(*numInputs) == numArgs ||
      (mayBeSome && size_t(*numInputs) < numArgs))
    return success();
  return (emitRuleError(op, 2, "has ")
          << numArgs << " arguments, expected "
          << (mayBeSome ? "at least " : "") << "'num_inputs' of " << name
          << ", " << *numInputs << "; pass its inputs, or correct 'num_inputs'")
             .attachNote(callee->getLoc())
         << "the callee is here";
}

/// R1, R2, R3, R5: a tensor program whose parameters fit, and that only reads
/// its arguments.
template <typename CallT>
static LogicalResult verifyReadingCall(CallT op,
                                       SymbolTableCollection &symbolTable) {
  if (failed(verifyPrimFuncCall(op, op.getCalleeAttr(), op.getArgs().getTypes(),
                                op.getResultTypes(), op.getVarsAttr(),
                                symbolTable)))
    return failure();
  if (failed(verifyNumInputs(op, op.getCalleeAttr(), op.getArgs().size(),
                             /*mayBeSome=*/false, symbolTable)))
    return failure();
  return verifyInputsAreRead(op, op.getCalleeAttr(), op.getArgs().size(), 5,
                             symbolTable);
}

LogicalResult CallTIROp::verify() {
  // R4: at least one result.
  return verifyHasResult(*this);
}

LogicalResult CallTIROp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyReadingCall(*this, symbolTable);
}

LogicalResult CallTIRWithGradOp::verify() {
  // R4: at least one result.
  return verifyHasResult(*this);
}

LogicalResult
CallTIRWithGradOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyReadingCall(*this, symbolTable);
}

//===----------------------------------------------------------------------===//
// CallTIRInplaceOp
//===----------------------------------------------------------------------===//

void CallTIRInplaceOp::getEffects(Effects &effects) {
  addInplaceEffects(*this, getInplaceIndices(), effects);
}

LogicalResult CallTIRInplaceOp::verify() {
  // R4, R5: indices of arguments, each once.
  if (failed(verifyInplaceIndices(*this, getInplaceIndices(), getArgs().size(),
                                  getNumResults(), 4)))
    return failure();
  for (auto [result, index] : llvm::enumerate(getInplaceIndices())) {
    // Any other index breaks R4.
    if (index < 0 || index >= static_cast<int64_t>(getArgs().size()) ||
        result >= getNumResults())
      continue;
    Value argument = getArgs()[index];
    // R6: the result takes the argument's place.
    if (compareTypes(argument.getType(), getResult(result).getType()) ==
        Proof::Different)
      return emitRuleError(*this, 6, "has result #")
             << result << " of type " << getResult(result).getType()
             << ", expected that of argument #" << index
             << ", which it overwrites, " << argument.getType();
  }
  return success();
}

LogicalResult
CallTIRInplaceOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R1, R2, R3: buffers for the arguments and for the fresh results.
  SmallVector<Type> fresh;
  for (auto [index, type] : llvm::zip(getInplaceIndices(), getResultTypes()))
    if (index < 0)
      fresh.push_back(type);
  if (failed(verifyPrimFuncCall(*this, getCalleeAttr(), getArgs().getTypes(),
                                fresh, getVarsAttr(), symbolTable)) ||
      failed(verifyNumInputs(*this, getCalleeAttr(), getArgs().size(),
                             /*mayBeSome=*/true, symbolTable)))
    return failure();
  // R7: what is overwritten is named.
  return verifyInputsAreRead(*this, getCalleeAttr(), getArgs().size(), 7,
                             symbolTable, [&](unsigned index) {
                               return llvm::is_contained(getInplaceIndices(),
                                                         int64_t(index));
                             });
}

//===----------------------------------------------------------------------===//
// CallPrimFuncOp
//===----------------------------------------------------------------------===//

LogicalResult
CallPrimFuncOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R1, R2, R3: a tensor program whose parameters fit.
  if (failed(verifyPrimFuncCall(*this, getCalleeAttr(), getIns().getTypes(),
                                getOuts().getTypes(), getVarsAttr(),
                                symbolTable)))
    return failure();
  // R4: `ins` are read.
  return verifyInputsAreRead(*this, getCalleeAttr(), getIns().size(), 4,
                             symbolTable);
}

//===----------------------------------------------------------------------===//
// Calls of external functions
//===----------------------------------------------------------------------===//

/// R1: the callee is declared.
static LogicalResult verifyExternCallee(Operation *op, FlatSymbolRefAttr callee,
                                        SymbolTableCollection &symbolTable) {
  return success(static_cast<bool>(lookupCallee<ExternFuncOp>(
      op, callee, symbolTable, "declare it with 'relax.extern_func'")));
}

LogicalResult
CallDPSPackedOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyExternCallee(*this, getCalleeAttr(), symbolTable); // R1
}

LogicalResult
CallPackedOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyExternCallee(*this, getCalleeAttr(), symbolTable); // R1
}

LogicalResult
CallPurePackedOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyExternCallee(*this, getCalleeAttr(), symbolTable); // R1
}

LogicalResult
CallInplacePackedOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyExternCallee(*this, getCalleeAttr(), symbolTable); // R1
}

void CallPackedOp::getEffects(Effects &effects) { addUnknownEffects(effects); }

LogicalResult CallPackedOp::verify() {
  // R2: results are among the arguments.
  if (getNumOuts() > getArgs().size())
    return emitRuleError(*this, 2, "expects 'num_outs' of at most ")
           << getArgs().size() << ", the number of arguments, found "
           << getNumOuts();
  return success();
}

void CallInplacePackedOp::getEffects(Effects &effects) {
  addInplaceEffects(*this, getInplaceIndices(), effects);
}

LogicalResult CallInplacePackedOp::verify() {
  // R2, R3: indices of arguments, each once.
  return verifyInplaceIndices(*this, getInplaceIndices(), getArgs().size(),
                              getNumResults(), 2);
}

//===----------------------------------------------------------------------===//
// CallPyFuncOp
//===----------------------------------------------------------------------===//

LogicalResult CallPyFuncOp::verify() {
  // R1: a name to look up.
  if (getFuncName().empty())
    return emitRuleError(*this, 1,
                         "expects the name of a function, found \"\"");
  return success();
}

} // namespace mlir::relax
