// Make of hints where tensors are a placement in each type.
//
// A hint places its result. Placements go forward, from the operands of an op
// to its results, and backward, from its results to operands that nothing
// else places, until nothing changes; through calls, too: a function's
// signature says where its parameters and results are, and every caller of a
// private function adds to that. What closures call keeps its signature, since
// their types say it. Then types say the placements, and where a value is
// passed on as one of another device it is copied.
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REALIZEVDEVICEPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
/// A device, and the op that asked for it. The location is the op that asked
/// first; it is the note of a conflict.
struct Placement {
  VDeviceAttr device;
  Location where;
};

/// What is known of a function besides its body.
struct Signature {
  /// Whether the types that it has now are those of closures, too.
  bool isFixed = false;
  /// Whether its calls are all that there is to know.
  bool isPrivate = false;
};

/// The placements of one module.
class VDeviceRealizer {
public:
  explicit VDeviceRealizer(ModuleOp module) : module(module) {}

  LogicalResult run();
  // Ops are kept in a list in pre-order, as walking with regions would visit
  // ends of regions before what they belong to when going backward.

private:
  LogicalResult start();
  void readSignatures();
  bool isPlaceable(Value value);
  void spread(bool forward);
  void spreadCall(CallOp call, bool forward);
  void spreadReturn(ReturnOp end);
  void join(ArrayRef<Value> from, ArrayRef<Value> to);
  bool checkConflicts();
  void apply();
  void applyHints();
  void applySignature(FuncOp func);
  void applyResults(CallOp call, FuncOp callee);
  Value copyTo(OpBuilder &builder, Value value, VDeviceAttr device);
  void copyOperands(Operation *op, TypeRange wanted);

  ModuleOp module;
  llvm::MapVector<Value, Placement> placements;
  DenseMap<FuncOp, Signature> signatures;
  SymbolTableCollection symbols;
  SmallVector<Operation *> ops;
  bool changed = false;
};
} // namespace

/// Whether the results of an op are on the device that its operands are on.
static bool computesInPlace(Operation *op) {
  return isa<OpPatternInterface, MatchCastOp, StopLiftParamsOp>(op);
  /// The type of the tuple or of the callable says where such a result is.
  /// Another placement of the result alone would contradict it, so these are
  /// not placeable by themselves.
}

/// Whether another type says where the results of an op are: that of a tuple or
/// of a callable.
static bool isPlacedElsewhere(Operation *op) {
  return isa<TupleGetItemOp, InvokeClosureOp, InvokePureClosureOp>(op);
}

static VDeviceAttr getDevice(Type type) {
  // `relax.func` R1: each function has a body.
  auto tensor = dyn_cast<TensorType>(type);
  return tensor ? getVDevice(tensor) : VDeviceAttr();
}

static ReturnOp getReturn(FuncOp func) {
  return cast<ReturnOp>(func.getBody().front().getTerminator());
}

/// Placements that types and hints say. `insert` keeps the first placement of a
/// value. Hence a hint's own device is inserted before its result's type is
/// asked.
LogicalResult VDeviceRealizer::start() {
  auto add = [&](Value value, Location where) {
    if (VDeviceAttr device = getDevice(value.getType()))
      placements.insert({value, {device, where}});
  };
  bool isValid = true;
  for (Operation *op : ops) {
    auto hint = dyn_cast<HintOnDeviceOp>(op);
    if (hint && isPlaceable(hint.getResult())) {
      placements.insert({hint.getResult(), {hint.getVdevice(), op->getLoc()}});
    } else if (hint && !isHost(hint.getVdevice())) {
      op->emitOpError("cannot place ")
          << hint.getResult().getType() << " on " << hint.getVdevice()
          << ": expected a type with a rank, which says where a tensor is; "
             "give it one with 'relax.match_cast'";
      isValid = false;
    }
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        add(argument, argument.getLoc());
    for (Value result : op->getResults())
      add(result, op->getLoc());
  }
  return success(isValid);
}

/// Who may call each function. Only calls of a private one are all in sight.
/// `isFixed` is a use other than a call, for example in `relax.make_closure`:
/// the type of the closure has the signature written out, and nothing here
/// rewrites closure types along their way.
void VDeviceRealizer::readSignatures() {
  for (FuncOp func : module.getOps<FuncOp>())
    signatures[func].isPrivate = func.isPrivate();
  for (Operation *op : ops) {
    auto user = dyn_cast<SymbolUserOpInterface>(op);
    if (!user || isa<CallOp>(op))
      continue;
    op->getAttrDictionary().walk([&](FlatSymbolRefAttr symbol) {
      if (auto func = symbols.lookupNearestSymbolFrom<FuncOp>(op, symbol))
        signatures[func].isFixed = true;
    });
  }
}

/// Whether the type of `value` may become one that says a device.
bool VDeviceRealizer::isPlaceable(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return !isPlacedElsewhere(value.getDefiningOp());
  auto func = dyn_cast<FuncOp>(argument.getOwner()->getParentOp());
  return func && !signatures[func].isFixed;
}

/// Gives the unplaced values of `to` the placement that `from` has. An existing
/// placement is never changed, so the fixpoint is monotone: each round places
/// at least one value more, and the number of rounds is at most the number of
/// values.
void VDeviceRealizer::join(ArrayRef<Value> from, ArrayRef<Value> to) {
  auto isPlaced = [&](Value value) { return placements.contains(value); };
  const Value *found = llvm::find_if(from, isPlaced);
  if (found == from.end())
    return;
  Placement placement = placements.find(*found)->second;
  for (Value value : to)
    if (isPlaceable(value))
      changed |= placements.insert({value, placement}).second;
}

/// A function takes and gives tensors where its signature says. Of a private
/// one, callers say it, too.
void VDeviceRealizer::spreadCall(CallOp call, bool forward) {
  auto callee =
      symbols.lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
  bool isOpen = signatures[callee].isPrivate && !signatures[callee].isFixed;
  for (auto [argument, parameter] :
       llvm::zip(call.getArgs(), callee.getArguments())) {
    if (forward && isOpen)
      join(argument, Value(parameter));
    if (!forward)
      join(Value(parameter), argument);
  }
  for (auto [returned, result] :
       llvm::zip(getReturn(callee).getOperands(), call.getResults())) {
    if (forward && !signatures[callee].isFixed)
      join(returned, Value(result));
    if (!forward && isOpen)
      join(Value(result), returned);
  }
}

/// What a function is said to give is computed there where nothing else says
/// where, instead of on the host with a copy behind it.
void VDeviceRealizer::spreadReturn(ReturnOp end) {
  auto func = end->getParentOfType<FuncOp>();
  for (auto [value, type] : llvm::zip(end.getOperands(), func.getResultTypes()))
    if (VDeviceAttr device = getDevice(type); device && isPlaceable(value))
      changed |= placements.insert({value, {device, end.getLoc()}}).second;
}

/// One step along each op, and along the ends of its regions.
void VDeviceRealizer::spread(bool forward) {
  auto visit = [&](Operation *op) {
    SmallVector<Value> operands(op->getOperands()), results(op->getResults());
    if (computesInPlace(op))
      return forward ? join(operands, results) : join(results, operands);
    if (auto call = dyn_cast<CallOp>(op))
      return spreadCall(call, forward);
    if (auto end = dyn_cast<ReturnOp>(op); end && !forward)
      return spreadReturn(end);
    // A hint places what nothing else does; the values that leave a region
    // are the results of the op around it. From its operand a hint learns
    // nothing: it says where its result is, whatever the operand's device.
    if (isa<HintOnDeviceOp>(op) && !forward)
      join(results, operands);
    if (!isa<OutputOp, YieldOp>(op) || isa<LambdaOp>(op->getParentOp()))
      return;
    for (auto [value, result] :
         llvm::zip(op->getOperands(), op->getParentOp()->getResults()))
      forward ? join(Value(value), Value(result))
              : join(Value(result), Value(value));
  };
  if (forward)
    llvm::for_each(ops, visit);
  else
    llvm::for_each(llvm::reverse(ops), visit);
}

/// Reports each op whose operands are asked to be on two devices. After the
/// fixpoint, so that the message shows what both sides really ask for. The
/// first conflict of an op suffices, more would repeat it.
bool VDeviceRealizer::checkConflicts() {
  bool isValid = true;
  for (Operation *op : ops) {
    if (!computesInPlace(op))
      continue;
    const Placement *first = nullptr;
    SmallVector<Value> values(op->getOperands());
    llvm::append_range(values, op->getResults());
    for (Value value : values) {
      auto it = placements.find(value);
      if (it == placements.end())
        continue;
      if (!first) {
        first = &it->second;
      } else if (first->device != it->second.device) {
        InFlightDiagnostic error = op->emitOpError("expects one device, found ")
                                   << first->device << " and on "
                                   << it->second.device
                                   << "; copy with 'relax.to_vdevice'";
        error.attachNote(first->where) << "the one is asked for here";
        error.attachNote(it->second.where) << "the other is asked for here";
        isValid = false;
        break;
      }
    }
  }
  return isValid;
}

/// A copy of `value` on `device`, the host if that is null.
Value VDeviceRealizer::copyTo(OpBuilder &builder, Value value,
                              VDeviceAttr device) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!device)
    device = VDeviceAttr::get(module.getContext(), "llvm", 0, "global");
  return ToVDeviceOp::create(
      builder, value.getLoc(),
      getTensorType(getDims(type), type.getElementType(), device), value,
      device);
}

/// Copies each operand of `op` that is elsewhere than a value of the type that
/// it is passed on as. A type that says nothing is one of the host. Hence a
/// value on the GPU that goes to a parameter of unplaced type is copied back.
void VDeviceRealizer::copyOperands(Operation *op, TypeRange wanted) {
  for (auto [operand, type] : llvm::zip(op->getOpOperands(), wanted)) {
    auto from = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!from || !isa<TensorType>(type) ||
        isSameDevice(getVDevice(from), getDevice(type)))
      continue;
    OpBuilder builder(op);
    operand.set(copyTo(builder, operand.get(), getDevice(type)));
  }
}

/// A call gives what its callee returns, where that returns it.
void VDeviceRealizer::applyResults(CallOp call, FuncOp callee) {
  OpBuilder builder(call);
  builder.setInsertionPointAfter(call);
  for (auto [result, returned] :
       llvm::zip(call.getResults(), callee.getResultTypes())) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    VDeviceAttr wanted = type ? getVDevice(type) : VDeviceAttr();
    if (!type || isSameDevice(wanted, getDevice(returned)))
      continue;
    // The callee's type is what arrives. A closure's signature may differ from
    // what this caller's users expect, so they get the copy.
    result.setType(getTensorType(getDims(type), type.getElementType(),
                                 getDevice(returned)));
    Value copy = copyTo(builder, result, wanted);
    result.replaceAllUsesExcept(copy, copy.getDefiningOp());
  }
}

/// Hints go or become copies.
void VDeviceRealizer::applyHints() {
  for (Operation *op : ops) {
    // Hints go last: until here their results carry the placement that
    // `copyOperands` of later ops compares with.
    auto hint = dyn_cast<HintOnDeviceOp>(op);
    if (!hint)
      continue;
    OpBuilder builder(hint);
    Value value = hint.getData();
    if (!isSameDevice(getDevice(value.getType()),
                      getDevice(hint.getResult().getType())))
      value = ToVDeviceOp::create(builder, hint.getLoc(),
                                  hint.getResult().getType(), value,
                                  hint.getVdevice());
    hint.getResult().replaceAllUsesWith(value);
    hint.erase();
  }
}

/// The types of parameters, and of results that are placed. A fixed signature
/// stays, and `copyOperands` copies at its ends.
void VDeviceRealizer::applySignature(FuncOp func) {
  if (signatures[func].isFixed)
    return;
  SmallVector<Type> results(func.getResultTypes());
  for (auto [type, value] : llvm::zip(results, getReturn(func).getOperands()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !getVDevice(tensor) && placements.contains(value))
      type = getTensorType(getDims(tensor), tensor.getElementType(),
                           placements.find(value)->second.device);
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getBody().getArgumentTypes(), results));
}

/// Types say the placements; what is passed on to another device is copied.
void VDeviceRealizer::apply() {
  for (auto &[value, placement] : placements) {
    auto type = cast<RankedTensorType>(value.getType());
    value.setType(
        getTensorType(getDims(type), type.getElementType(), placement.device));
  }
  for (FuncOp func : module.getOps<FuncOp>())
    applySignature(func);
  for (Operation *op : ops) {
    if (auto call = dyn_cast<CallOp>(op)) {
      auto callee =
          symbols.lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
      copyOperands(op, callee.getArgumentTypes());
      applyResults(call, callee);
    } else if (auto tuple = dyn_cast<TupleOp>(op)) {
      copyOperands(op, cast<TupleType>(tuple.getType()).getTypes());
    } else if (isa<ReturnOp>(op)) {
      copyOperands(op, op->getParentOfType<FuncOp>().getResultTypes());
    } else if (auto lambda = dyn_cast_or_null<LambdaOp>(op->getParentOp())) {
      auto type = dyn_cast<CallableType>(lambda.getCallable().getType());
      if (isa<YieldOp>(op) && type && !type.isOpaque())
        copyOperands(op, type.getSignature().getResults());
    } else if (isa<OutputOp, YieldOp>(op)) {
      copyOperands(op, op->getParentOp()->getResultTypes());
    }
  }
  applyHints();
}

LogicalResult VDeviceRealizer::run() {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  readSignatures();
  if (failed(start()))
    return failure();
  do {
    changed = false;
    // Backward only when forward has come to an end: what comes from operands
    // goes before what is asked for by users, as in TVM.
    spread(/*forward=*/true);
    if (!changed)
      spread(/*forward=*/false);
  } while (changed);
  if (!checkConflicts())
    return failure();
  apply();
  return success();
}

namespace {
struct RealizeVDevicePass : impl::RealizeVDevicePassBase<RealizeVDevicePass> {
  void runOnOperation() override {
    if (failed(VDeviceRealizer(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
