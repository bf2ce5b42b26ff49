// What a reducer does to ops: each edit makes a program smaller, if not legal.
#include "ReductionEdits.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

static StringAttr getSymbolName(Operation *op) {
  return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

bool isNamed(Operation *op) {
  return getSymbolName(op) && op->getNumResults() == 0;
}

bool isErasable(Operation *op) {
  return !isNamed(op) && !op->hasTrait<OpTrait::IsTerminator>();
}

bool eraseUnusedSymbols(ArrayRef<Operation *> ops, Operation *program) {
  llvm::DenseSet<Operation *> dead(ops.begin(), ops.end());
  llvm::DenseMap<Attribute, SmallVector<Operation *>> symbols;
  for (Operation *op : ops)
    symbols[getSymbolName(op)].push_back(op);
  // What stays keeps what it names, whatever the scope; so does that.
  // A mark is taken from all that lives, so that functions which only call
  // each other go together; asking each for its uses would keep both.
  SmallVector<Operation *> stays{program};
  while (!stays.empty()) {
    Operation *user = stays.pop_back_val();
    user->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (dead.contains(op))
        return WalkResult::skip();
      op->getAttrDictionary().walk([&](SymbolRefAttr reference) {
        for (Operation *symbol : symbols.lookup(reference.getRootReference()))
          if (dead.erase(symbol))
            stays.push_back(symbol);
      });
      return WalkResult::advance();
    });
  }
  for (Operation *op : llvm::reverse(ops))
    if (dead.contains(op))
      op->erase();
  return !dead.empty();
}

// In reverse, so that users go before what they use.
bool eraseUnusedOps(ArrayRef<Operation *> ops) {
  bool isChanged = false;
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty()) {
      op->erase();
      isChanged = true;
    }
  return isChanged;
}

/// The calls of a function with a body; none if it is used in other ways, or
/// its type or one of the calls cannot be changed.
static std::optional<SmallVector<CallOpInterface>>
getCalls(FunctionOpInterface function, Operation *program) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, program);
  if (!uses || function.isExternal() ||
      !isa<FunctionType>(function.getFunctionType()))
    return std::nullopt;
  SmallVector<CallOpInterface> calls;
  for (SymbolTable::SymbolUse use : *uses) {
    auto call = dyn_cast<CallOpInterface>(use.getUser());
    // Calls with regions and those through a value need more than one operand
    // less.
    if (!call || call->getNumRegions() || call->getNumSuccessors() ||
        dyn_cast<SymbolRefAttr>(call.getCallableForCallee()) !=
            use.getSymbolRef() ||
        call.getArgOperands().size() != function.getNumArguments() ||
        call->getNumResults() != function.getNumResults())
      return std::nullopt;
    calls.push_back(call);
  }
  return calls;
}

/// Leading parameters are inputs, whose number is an attribute.
/// A parameter of tir.func is an input by its position.
static void lowerNumInputs(Operation *op, unsigned erased) {
  auto lower = [&](StringRef name) {
    auto number = op->getAttrOfType<IntegerAttr>(name);
    if (number && number.getValue().ugt(erased))
      op->setAttr(name,
                  IntegerAttr::get(number.getType(), number.getValue() - 1));
  };
  if (auto function = dyn_cast<FuncOp>(op))
    lower(function.getNumInputAttrName());
  if (auto function = dyn_cast<tir::FuncOp>(op))
    lower(function.getNumInputsAttrName());
}

bool dropParameter(Operation *op, unsigned index, Operation *program) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || index >= function.getNumArguments() ||
      function.isExternal() || !function.getArgument(index).use_empty())
    return false;
  std::optional<SmallVector<CallOpInterface>> calls =
      getCalls(function, program);
  if (!calls || failed(function.eraseArgument(index)))
    return false;
  lowerNumInputs(op, index);
  for (CallOpInterface call : *calls)
    call.getArgOperandsMutable().erase(index);
  return true;
}

/// Make the call again, without its unused result `index`.
/// Results of an op cannot be erased, so it is made anew.
static void dropCallResult(Operation *call, unsigned index) {
  SmallVector<Value> kept(call->getResults());
  kept.erase(kept.begin() + index);
  OperationState state(call->getLoc(), call->getName(), call->getOperands(),
                       ValueRange(kept).getTypes(), call->getAttrs());
  OpBuilder builder(call);
  Operation *made = builder.create(state);
  for (auto [from, to] : llvm::zip_equal(kept, made->getResults()))
    from.replaceAllUsesWith(to);
  call->erase();
}

bool dropResult(Operation *op, unsigned index, Operation *program) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || index >= function.getNumResults() || function.isExternal())
    return false;
  SmallVector<Operation *> returns;
  for (Block &block : function.getFunctionBody())
    if (!block.empty() && block.back().hasTrait<OpTrait::ReturnLike>() &&
        block.back().getNumOperands() == function.getNumResults())
      returns.push_back(&block.back());
  std::optional<SmallVector<CallOpInterface>> calls =
      getCalls(function, program);
  if (!calls || llvm::any_of(*calls, [&](CallOpInterface call) {
        return !call->getResult(index).use_empty();
      }))
    return false;
  if (failed(function.eraseResult(index)))
    return false;
  for (Operation *each : returns)
    each->eraseOperand(index);
  for (CallOpInterface call : *calls)
    dropCallResult(call, index);
  return true;
}

} // namespace mlir::relax
