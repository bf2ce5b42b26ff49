// Which buffers a tensor program writes besides its outputs: followed through
// views, choices, regions, addresses and the functions that it calls.
//
// A call declares which arguments it writes. If a tensor program writes another
// one, in-place decisions and CSE would be wrong without anybody noticing, so
// the verifier looks into the program.
#include "Relax/Dialect/Relax/IR/CallVerifier.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// Whether `op` writes the memory of its operand `buffer`, or puts the buffer
/// itself where nobody can follow it. Storing the buffer itself, or its
/// address, hides it from here; that counts as a write.
static bool writes(Operation *op, Value buffer) {
  if (auto store = dyn_cast<memref::StoreOp>(op);
      store && store.getValueToStore() == buffer)
    return true;
  // It declares a write, so that nobody erases it, but writes nothing.
  if (isa<memref::PrefetchOp>(op))
    return false;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffectsOnValue(buffer, effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
  });
}

namespace {
/// Looks for what writes a buffer, in a function and in those that it calls.
class WriteFinder {
public:
  explicit WriteFinder(SymbolTableCollection &symbolTable)
      : symbolTable(symbolTable) {}

  /// An op that writes the buffer of a value, or null.
  Operation *find(Value buffer);

  /// A buffer of the module that the body of `function`, or what it calls,
  /// writes, and the op that does; null if there is none.
  std::pair<memref::GetGlobalOp, Operation *>
  findGlobal(FunctionOpInterface function);

private:
  FunctionOpInterface getCallee(Operation *op);
  Operation *findInCallee(Operation *call, Value buffer);

  SymbolTableCollection &symbolTable;
  // Recursion among functions ends by these sets: a buffer or function that was
  // entered is looked at once.
  DenseSet<Value> seen;
  DenseSet<Operation *> entered;
};
} // namespace

/// The function with a body that `op` calls, if that is what it does.
FunctionOpInterface WriteFinder::getCallee(Operation *op) {
  auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
  if (!callee)
    return {};
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      symbolTable.lookupNearestSymbolFrom(op, callee));
  return function && !function.isExternal() ? function : FunctionOpInterface();
}

Operation *WriteFinder::findInCallee(Operation *call, Value buffer) {
  FunctionOpInterface callee = getCallee(call);
  if (!callee)
    return nullptr;
  for (OpOperand &operand : call->getOpOperands())
    if (operand.get() == buffer &&
        operand.getOperandNumber() < callee.getNumArguments())
      if (Operation *write =
              find(callee.getArgument(operand.getOperandNumber())))
        return write;
  return nullptr;
}

/// Whether results of `op` say where a buffer, or what has its address, lies:
/// whatever type they have. As an integer an address can be computed with; each
/// such result counts as a name.
static bool passesAddressOn(Operation *op, Value value) {
  if (isa<MemRefType>(value.getType()))
    return isa<memref::ExtractAlignedPointerAsIndexOp,
               UnrealizedConversionCastOp>(op);
  return isMemoryEffectFree(op);
}

Operation *WriteFinder::find(Value buffer) {
  if (!seen.insert(buffer).second)
    return nullptr;
  llvm::SmallSetVector<Value, 4> names;
  names.insert(buffer);
  auto addBuffers = [&](auto values, bool all = false) {
    for (Value value : values)
      if (all || isa<MemRefType>(value.getType()))
        names.insert(value);
  };
  for (unsigned index = 0; index < names.size(); ++index)
    for (Operation *user : names[index].getUsers()) {
      Value name = names[index];
      if (writes(user, name))
        return user;
      if (Operation *write = findInCallee(user, name))
        return write;
      // What reads a buffer and allocates another copies it. Reading and
      // allocating, as `memref.clone`-like ops do, makes memory of its own.
      if (!hasEffect<MemoryEffects::Allocate>(user))
        addBuffers(user->getResults(), passesAddressOn(user, name));
      for (Region &region : user->getRegions())
        addBuffers(region.getArguments());
      // Control flow passes buffers on as arguments of blocks and results of
      // ops.
      for (Block *successor : user->getSuccessors())
        addBuffers(successor->getArguments());
      if (user->hasTrait<OpTrait::IsTerminator>())
        addBuffers(user->getParentOp()->getResults());
    }
  return nullptr;
}

/// Constants of the module are shared by all calls.
std::pair<memref::GetGlobalOp, Operation *>
WriteFinder::findGlobal(FunctionOpInterface function) {
  std::pair<memref::GetGlobalOp, Operation *> found;
  if (!entered.insert(function).second)
    return found;
  function->walk([&](Operation *op) {
    if (auto global = dyn_cast<memref::GetGlobalOp>(op))
      found = {global, find(global.getResult())};
    else if (FunctionOpInterface callee = getCallee(op))
      found = findGlobal(callee);
    return found.second ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Whether `function` writes a buffer of the module, with an error if so.
static LogicalResult verifyGlobals(Operation *op, FunctionOpInterface function,
                                   unsigned rule,
                                   SymbolTableCollection &symbolTable) {
  auto [global, write] = WriteFinder(symbolTable).findGlobal(function);
  if (!write)
    return success();
  RuleError error = emitRuleError(op, rule, "calls @");
  error << function.getName() << ", expected no write of the module's buffer @"
        << global.getName() << "; pass what it writes as an output";
  error.attachNote(write->getLoc()) << "the buffer is written here";
  return error;
}

LogicalResult verifyInputsAreRead(Operation *op, FlatSymbolRefAttr callee,
                                  unsigned numInputs, unsigned rule,
                                  SymbolTableCollection &symbolTable,
                                  llvm::function_ref<bool(unsigned)> mayWrite) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      symbolTable.lookupNearestSymbolFrom(op, callee));
  if (!function || function.isExternal())
    return success();
  for (unsigned index = 0,
                end = std::min(numInputs, function.getNumArguments());
       index < end; ++index) {
    if (mayWrite && mayWrite(index))
      continue;
    Operation *write =
        WriteFinder(symbolTable).find(function.getArgument(index));
    if (!write)
      continue;
    RuleError error = emitRuleError(op, rule, "passes argument #");
    error << index << " to be read, expected no write by @"
          << function.getName()
          << "; have it written in place, or into an output";
    error.attachNote(write->getLoc()) << "the argument is written here";
    return error;
  }
  return verifyGlobals(op, function, rule, symbolTable);
}

} // namespace mlir::relax
