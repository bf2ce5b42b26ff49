// Closures: make one of a function and values, call one.
#include "Relax/Dialect/Relax/IR/ClosureOps.h"

#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ClosureOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerClosureOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ClosureOps.cpp.inc"
      >();
}

/// R4: who calls the closure gives what the callee's first parameters take, and
/// gets what the callee returns. Its symbols are its own, so what the bound
/// parameters say of sizes is left out.
static LogicalResult verifySignature(MakeClosureOp op, FuncOp callee) {
  auto type = dyn_cast<CallableType>(op.getClosure().getType());
  if (!type || type.isOpaque())
    return success();
  auto begin = [&]() -> RuleError {
    return emitRuleError(op, 4, "is a closure of type ")
           << type << ", but @" << callee.getSymName();
  };
  auto finish = [&](RuleError error) -> LogicalResult {
    return error.attachNote(callee.getLoc()) << "the callee is here";
  };
  FunctionType signature = type.getSignature();
  ArrayRef<Type> parameters =
      callee.getArgumentTypes().drop_back(op.getArgs().size());
  ArrayRef<Type> results = callee.getResultTypes();
  if (signature.getNumInputs() != parameters.size() ||
      signature.getNumResults() != results.size())
    return finish(begin() << " leaves " << parameters.size()
                          << " parameters and has " << results.size()
                          << " results");
  SymbolUnifier unifier;
  for (auto [index, given, parameter] :
       llvm::enumerate(signature.getInputs(), parameters))
    if (unifier.unify(parameter, given) == Proof::Different)
      return finish(begin()
                    << " expects " << parameter << " as parameter #" << index);
  for (auto [index, declared, result] :
       llvm::enumerate(signature.getResults(), results)) {
    Type returned = unifier.substitute(result);
    if (compareAssigned(returned, declared) == Proof::Different)
      return finish(begin()
                    << " returns " << returned << " as result #" << index);
  }
  return success();
}

LogicalResult
MakeClosureOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R1: a function of the graph level.
  auto callee = lookupCallee<FuncOp>(*this, getCalleeAttr(), symbolTable);
  if (!callee)
    return failure();
  // R3: no promise that the callee does not make.
  auto type = dyn_cast<CallableType>(getClosure().getType());
  if (type && type.getPure() && callee.getImpure())
    return (emitRuleError(*this, 3,
                          "is a pure callable, expected an impure one, as @")
            << callee.getSymName() << " is impure; drop 'pure' from its type")
               .attachNote(callee.getLoc())
           << "the callee is here";
  // R2: values for its last parameters.
  if (getArgs().size() > callee.getNumArguments())
    return (emitRuleError(*this, 2, "binds ")
            << getArgs().size() << " parameters, expected at most those of @"
            << callee.getSymName() << ", " << callee.getNumArguments())
               .attachNote(callee.getLoc())
           << "the callee is here";
  SymbolUnifier unifier;
  ArrayRef<Type> parameters =
      callee.getArgumentTypes().take_back(getArgs().size());
  for (auto [index, argument] : llvm::enumerate(getArgs().getTypes())) {
    Type parameter = parameters[index];
    if (unifier.unify(parameter, argument) == Proof::Different)
      return (emitRuleError(*this, 2, "binds argument #")
              << index << " of type " << argument << ", but @"
              << callee.getSymName() << " expects " << parameter)
                 .attachNote(callee.getLoc())
             << "the callee is here";
  }
  // R4: the signature is the callee's.
  return verifySignature(*this, callee);
}

/// R1 of both calls: arguments and results fit the callable's type.
static LogicalResult verifyInvoke(Operation *op, Type closure,
                                  TypeRange arguments) {
  auto type = dyn_cast<CallableType>(closure);
  if (!type || type.isOpaque())
    return success();
  FunctionType signature = type.getSignature();
  if (arguments.size() != signature.getNumInputs() ||
      op->getNumResults() != signature.getNumResults())
    return emitRuleError(op, 1, "has ")
           << arguments.size() << " arguments and " << op->getNumResults()
           << " results, expected those of the callable, " << type;
  SymbolUnifier unifier;
  for (auto [index, argument, parameter] :
       llvm::enumerate(arguments, signature.getInputs()))
    if (unifier.unify(parameter, argument) == Proof::Different)
      return emitRuleError(op, 1, "has argument #")
             << index << " of type " << argument
             << ", but the callable expects " << parameter;
  for (auto [declared, result] :
       llvm::zip(op->getResultTypes(), signature.getResults())) {
    Type returned = unifier.substitute(result);
    if (compareAssigned(returned, declared) == Proof::Different)
      return emitRuleError(op, 1, "has a result of type ")
             << declared << ", expected what the callable returns, "
             << returned;
  }
  return success();
}

LogicalResult InvokeClosureOp::verify() {
  return verifyInvoke(*this, getClosure().getType(),
                      getArgs().getTypes()); // R1
}

void InvokeClosureOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult InvokePureClosureOp::verify() {
  // R2: nobody has said the contrary.
  auto type = dyn_cast<CallableType>(getClosure().getType());
  if (type && !type.getPure())
    return emitRuleError(*this, 2,
                         "promises no effect, expected a pure callable, found ")
           << type << "; call it with 'relax.invoke_closure'";
  return verifyInvoke(*this, getClosure().getType(),
                      getArgs().getTypes()); // R1
}

} // namespace mlir::relax
