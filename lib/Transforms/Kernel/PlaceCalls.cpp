// Give each call of a tensor program a device, and copy what lies elsewhere.
//
// A value is where its type says, on the host if it says nothing. A call of a
// tensor program needs its arguments on its own device, and its results are
// there. What passes memory on, as a reshape does, stays where its operand is.
// All else is done by the host. What is needed elsewhere is copied once, right
// after it is made, so that the copy is known wherever the value is.
//
// relax-realize-vdevice makes placements of a person's hints; this pass places
// what nobody said anything about, for a program for a GPU.
#include "DefaultSchedules.h"

#include "Relax/Analysis/AliasSets.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/ExternalFunctions.h"
#include "Relax/Dialect/Relax/IR/InspectOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PLACECALLSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

/// The device of a value that is not on the host; null for the host's.
static VDeviceAttr getDevice(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  VDeviceAttr device = tensor ? getVDevice(tensor) : VDeviceAttr();
  return isHost(device) ? VDeviceAttr() : device;
}

static bool isTensorCall(Operation *op) {
  return isa<CallTIROp, CallTIRInplaceOp, CallTIRWithGradOp>(op);
}

/// Whether `op` asks no more of its operand than what its type and sizes say.
/// These ops read the descriptor, which is on the host whatever the tensor's
/// device.
static bool readsNoElements(Operation *op) {
  return isa<ShapeOfOp, InspectTensorByteOffsetOp, InspectTensorDtypeBitsOp,
             InspectTensorDtypeCodeOp, InspectTensorDtypeLanesOp,
             InspectTensorElemOffsetOp, InspectTensorNdimOp,
             InspectTensorShapeIOp, InspectTensorStrideIOp>(op);
}

/// Whether there can be memory for such a tensor, and its type can say where.
/// An unknown size cannot be copied to, so a tensor of it stays where it is.
static bool isPlaceable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !isa<UnknownType>(tensor.getElementType()) &&
         !llvm::is_contained(getDims(tensor), SymExprAttr());
}

namespace {
/// The calls of one function.
class CallPlacer {
public:
  CallPlacer(FuncOp func, SymbolTable &symbols, VDeviceAttr standard)
      : func(func), symbols(symbols), standard(standard) {}

  void run() { visit(func.getBody()); }

private:
  void visit(Region &region);
  void visit(Operation *op);
  void runOn(Operation *call, VDeviceAttr device);
  void visitEnd(Operation *end);
  void followCallee(CallOp call);
  void place(Value value, VDeviceAttr device);
  void require(OpOperand &operand, VDeviceAttr device);
  Value getCopy(Value value, VDeviceAttr device);
  VDeviceAttr findDevice(Operation *call);
  VDeviceAttr findDevice(CallDPSPackedOp call);

  FuncOp func;
  SymbolTable &symbols;
  VDeviceAttr standard;
  DenseMap<std::pair<Value, VDeviceAttr>, Value> copies;
};

struct PlaceCallsPass : impl::PlaceCallsPassBase<PlaceCallsPass> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

void CallPlacer::place(Value value, VDeviceAttr device) {
  auto type = cast<RankedTensorType>(value.getType());
  if (getDevice(type) != device)
    value.setType(getTensorType(getDims(type), type.getElementType(), device));
}

/// `value` on a device; made right after the value itself. Copies are cached by
/// value and device. At the definition the copy dominates all uses, also those
/// in branches; at the first use a later one elsewhere would need a second
/// copy.
Value CallPlacer::getCopy(Value value, VDeviceAttr device) {
  Value &copy = copies[{value, device}];
  if (copy)
    return copy;
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType placed =
      getTensorType(getDims(type), type.getElementType(), device);
  OpBuilder builder(func.getContext());
  builder.setInsertionPointAfterValue(value);
  // A constant is in the object file; the loader puts it on the device once. A
  // copy would run at each call.
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return copy = ConstantOp::create(builder, constant.getLoc(), placed,
                                     constant.getValue());
  VDeviceAttr target =
      device ? device : VDeviceAttr::get(func.getContext(), "llvm");
  return copy = ToVDeviceOp::create(builder, value.getLoc(), placed, value,
                                    target);
}

/// Makes the operand, if it is a tensor, one on `device`.
void CallPlacer::require(OpOperand &operand, VDeviceAttr device) {
  Value value = operand.get();
  if (isa<RankedTensorType>(value.getType()) &&
      getDevice(value.getType()) != device)
    operand.set(getCopy(value, device));
}

/// Whether a function says that it is for a CPU, whatever the module is for.
static bool isForCPU(tir::FuncOp func) {
  auto own = func->getAttrOfType<TargetInfo>(kTargetName);
  return own && !own.isGPU();
}

/// Where a call is to run: what its types say, results first; null is the host.
/// Results before operands: moving operands to where the result is wanted costs
/// one copy each, moving the result afterwards one copy more.
VDeviceAttr CallPlacer::findDevice(Operation *call) {
  auto callee = symbols.lookup<tir::FuncOp>(
      call->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr());
  auto canPlace = [](Type type) { return isPlaceable(type); };
  if (!callee || !tir::runsOnDevices(callee) ||
      !llvm::all_of(call->getOperandTypes(), canPlace) ||
      !llvm::all_of(call->getResultTypes(), canPlace) || isForCPU(callee))
    return {};
  for (TypeRange types :
       {TypeRange(call->getResultTypes()), TypeRange(call->getOperandTypes())})
    for (Type type : types)
      if (VDeviceAttr device = getVDevice(cast<TensorType>(type)))
        return isHost(device) ? VDeviceAttr() : device;
  return standard;
}

void CallPlacer::runOn(Operation *call, VDeviceAttr device) {
  for (OpOperand &operand : call->getOpOperands())
    require(operand, device);
  for (Value result : call->getResults())
    if (isa<RankedTensorType>(result.getType()))
      place(result, device);
}

/// An external function that takes tensors wherever they are runs where its
/// first tensor is, with all the others; one that works on a device only runs
/// on the module's if that tensor is on none; the rest run on the host.
VDeviceAttr CallPlacer::findDevice(CallDPSPackedOp call) {
  auto callee = symbols.lookup<ExternFuncOp>(call.getCallee());
  auto canPlace = [](Type type) {
    return !isa<TensorType, TupleType>(type) || isPlaceable(type);
  };
  if (!takesDevices(callee) ||
      !llvm::all_of(call->getOperandTypes(), canPlace) ||
      !llvm::all_of(call->getResultTypes(), canPlace))
    return {};
  // The module's device is where its kernels run, which give such a call its
  // operands and take its results.
  VDeviceAttr otherwise = needsDevice(callee) ? standard : VDeviceAttr();
  for (Type type : call->getOperandTypes())
    if (isa<TensorType>(type)) {
      VDeviceAttr device = getDevice(type);
      return device ? device : otherwise;
    }
  return otherwise;
}

/// What a region gives is where it was made, if all regions of the op agree. A
/// branch that computes on the device and one that passes a parameter of the
/// host give the host, as `null` wins: the type can say one device only.
void CallPlacer::visitEnd(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (!isPlaceable(result.getType()))
      continue;
    SmallVector<OpOperand *> given;
    for (Region &region : op->getRegions())
      given.push_back(&region.front().getTerminator()->getOpOperand(
          result.getResultNumber()));
    VDeviceAttr device = getDevice(given.front()->get().getType());
    for (OpOperand *operand : given)
      if (getDevice(operand->get().getType()) != device)
        device = {};
    for (OpOperand *operand : given)
      require(*operand, device);
    place(result, device);
  }
}

/// What a callee's parameter, a function's result or a tuple's field is said to
/// be on. What the other side's type says. A mismatch is resolved here, on this
/// side, by a copy.
static VDeviceAttr getExpected(OpOperand &operand, SymbolTable &symbols) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  auto getAt = [&](TypeRange types) {
    return number < types.size() ? getDevice(types[number]) : VDeviceAttr();
  };
  if (auto call = dyn_cast<CallOp>(op)) {
    auto callee = symbols.lookup<FuncOp>(call.getCallee());
    return callee ? getAt(callee.getArgumentTypes()) : VDeviceAttr();
  }
  if (auto tuple = dyn_cast<TupleOp>(op))
    return getAt(cast<TupleType>(tuple.getType()).getTypes());
  if (auto end = dyn_cast<ReturnOp>(op))
    if (auto func = dyn_cast<FuncOp>(end->getParentOp()))
      return getAt(func.getResultTypes());
  return {};
}

/// What a function gives is where its type says.
void CallPlacer::followCallee(CallOp call) {
  auto callee = symbols.lookup<FuncOp>(call.getCallee());
  if (!callee)
    return;
  for (auto [result, type] :
       llvm::zip_equal(call.getResults(), callee.getResultTypes()))
    if (isPlaceable(result.getType()))
      place(result, getDevice(type));
}

/// Regions first, as `visitEnd` needs types of what they give.
void CallPlacer::visit(Operation *op) {
  for (Region &region : op->getRegions())
    visit(region);
  if (isTensorCall(op))
    return runOn(op, findDevice(op));
  if (auto external = dyn_cast<CallDPSPackedOp>(op))
    return runOn(op, findDevice(external));
  // The host decides which branch to take, so the condition is there.
  if (isa<IfOp>(op))
    require(op->getOpOperand(0), {});
  if (isa<IfOp, DataflowOp>(op))
    return visitEnd(op);
  bool isEnd = isa<OutputOp, YieldOp>(op);
  if (isEnd || isa<ToVDeviceOp>(op) || readsNoElements(op))
    return;
  if (passesMemoryOn(op) && op->getNumResults() == 1 &&
      isPlaceable(op->getResult(0).getType()) &&
      isPlaceable(op->getOperand(0).getType()))
    return place(op->getResult(0), getDevice(op->getOperand(0).getType()));
  for (OpOperand &operand : op->getOpOperands())
    require(operand, getExpected(operand, symbols));
  if (auto call = dyn_cast<CallOp>(op))
    followCallee(call);
}

void CallPlacer::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op);
}

/// Whether memory is explicit already: then a copy is not the value itself.
/// With explicit memory, a copy has a lifetime that somebody has planned.
static bool hasExplicitMemory(FuncOp func) {
  WalkResult result = func.walk([](Operation *op) {
    bool isExplicit = isa<CallPrimFuncOp>(op) ||
                      hasEffect<MemoryEffects::Allocate>(op) ||
                      hasEffect<MemoryEffects::Free>(op);
    return isExplicit ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Where the calls of a tensor program are.
struct Calls {
  SmallVector<Operation *> onDevices;
  bool isUsedByHost = false;
};

/// The tensor programs that nobody calls, if there is anybody who could. In a
/// module without functions the programs themselves are the interface; then
/// they are for the device.
static SmallVector<tir::FuncOp> findUncalled(ModuleOp module) {
  SmallVector<tir::FuncOp> uncalled;
  if (module.getOps<FuncOp>().empty())
    return uncalled;
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  for (tir::FuncOp program : module.getOps<tir::FuncOp>())
    if (!program.isExternal() && users.useEmpty(program))
      uncalled.push_back(program);
  return uncalled;
}

/// Says of each tensor program whether it is for the host, which is what nobody
/// calls in a module of functions, too; one that is for both becomes two. One
/// body cannot be scheduled for both. The copy is private, and loses the
/// exported name with it, which stays with the host's.
static void bindTargets(ModuleOp module, SymbolTable &symbols) {
  llvm::MapVector<tir::FuncOp, Calls> programs;
  for (tir::FuncOp program : findUncalled(module))
    programs[program].isUsedByHost = true;
  for (Operation &op : *module.getBody()) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(&op);
    if (!uses)
      continue;
    for (SymbolTable::SymbolUse use : *uses) {
      auto program =
          symbols.lookup<tir::FuncOp>(use.getSymbolRef().getRootReference());
      if (!program)
        continue;
      Operation *user = use.getUser();
      bool isOnDevice = isTensorCall(user) && user->getNumResults() &&
                        getDevice(user->getResult(0).getType());
      if (isOnDevice)
        programs[program].onDevices.push_back(user);
      else
        programs[program].isUsedByHost = true;
    }
  }
  for (auto &[program, calls] : programs) {
    if (!calls.isUsedByHost || program.isExternal())
      continue;
    if (!calls.onDevices.empty()) {
      tir::FuncOp copy = program.clone();
      copy.setName((program.getSymName() + "_device").str());
      copy.setPrivate();
      copy->removeAttr(tir::TIRDialect::kGlobalSymbol);
      // The clone takes the program as it is before scheduling.
      symbols.insert(copy, std::next(program->getIterator()));
      for (Operation *call : calls.onDevices)
        call->setAttr("callee", FlatSymbolRefAttr::get(copy.getSymNameAttr()));
    }
    program.setForHost();
  }
}

/// A tensor like `type` on `device`; `type` itself if it is none, says a device
/// already, or cannot say one.
static Type placeType(Type type, VDeviceAttr device) {
  // A person's placement stays.
  if (!isPlaceable(type) || getVDevice(cast<TensorType>(type)))
    return type;
  auto tensor = cast<RankedTensorType>(type);
  return getTensorType(getDims(tensor), tensor.getElementType(), device);
}

/// Makes the tensors that callers give and get ones of `device`.
static void placeBoundary(FuncOp func, VDeviceAttr device) {
  auto place = [&](Type type) { return placeType(type, device); };
  for (BlockArgument argument : func.getBody().getArguments())
    argument.setType(place(argument.getType()));
  func.setFunctionType(
      FunctionType::get(func.getContext(), func.getBody().getArgumentTypes(),
                        llvm::map_to_vector(func.getResultTypes(), place)));
}

/// Whether only calls of the module name `func`, whose border is ours then.
static bool isOnlyCalled(FuncOp func, ModuleOp module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(func, module);
  return func.isPrivate() && !func.isExternal() && !hasExplicitMemory(func) &&
         uses && llvm::all_of(*uses, [](const SymbolTable::SymbolUse &use) {
           return isa<CallOp>(use.getUser());
         });
}

/// Only who asks for a device says so: a function that merely takes tensors
/// anywhere works on those of the host as well.
static bool callsDeviceLibrary(FuncOp func, SymbolTable &symbols) {
  WalkResult result = func.walk([&](CallDPSPackedOp call) {
    return needsDevice(symbols.lookup<ExternFuncOp>(call.getCallee()))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The private functions that call what needs a device, and those that they
/// call, such as our own code for where the library is not there. Tensors of
/// the host at their borders would be copied for each call.
static llvm::SetVector<FuncOp> findDeviceFunctions(ModuleOp module,
                                                   SymbolTable &symbols) {
  llvm::SetVector<FuncOp> found;
  for (auto func : module.getOps<FuncOp>())
    if (isOnlyCalled(func, module) && callsDeviceLibrary(func, symbols))
      found.insert(func);
  for (size_t i = 0; i < found.size(); ++i)
    FuncOp(found[i]).walk([&](CallOp call) {
      auto callee = symbols.lookup<FuncOp>(call.getCallee());
      if (callee && isOnlyCalled(callee, module))
        found.insert(callee);
    });
  return found;
}

void PlaceCallsPass::runOnOperation() {
  ModuleOp module = getOperation();
  TargetInfo target = getTarget(module);
  bool isForGPU = target && target.isGPU();
  // Emulated kernels run on the host's threads and memory, so nothing has to be
  // copied.
  if (emulate || (isForGPU && target.isEmulated())) {
    for (tir::FuncOp program : findUncalled(module))
      program.setForHost();
    return;
  }
  VDeviceAttr standard;
  if (isForGPU)
    standard = VDeviceAttr::get(&getContext(), "cuda");
  if (!device.empty()) {
    standard = parseVDevice(&getContext(), device);
    if (!standard) {
      module.emitError("expects option 'device' like cuda:0, found \"")
          << device << '"';
      return signalPassFailure();
    }
  }
  if (isHost(standard))
    standard = {};
  SymbolTable symbols(module);
  // Callers outside get tensors on the device only if they asked for it
  // (`relax.device_tensors`); a function that the module itself calls keeps its
  // types.
  if ((tensors || module->hasAttr(kDeviceTensorsName)) && standard)
    for (FuncOp func : module.getOps<FuncOp>())
      if (func.isPublic() && !func.isExternal() && !hasExplicitMemory(func) &&
          SymbolTable::symbolKnownUseEmpty(func, module))
        placeBoundary(func, standard);
  if (standard)
    for (FuncOp func : findDeviceFunctions(module, symbols))
      placeBoundary(func, standard);
  for (FuncOp func : module.getOps<FuncOp>())
    if (!func.isExternal() && !hasExplicitMemory(func))
      CallPlacer(func, symbols, standard).run();
  bindTargets(module, symbols);
}

} // namespace mlir::relax
