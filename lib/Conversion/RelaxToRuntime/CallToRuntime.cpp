// Calls as host code: kernels, functions, external functions, effects.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/CUDAGraphs.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/ExternalFunctions.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

// Results of a call come back as run-time tensors, each with an owner: the
// callee decides where its results are. So the caller unpacks them into sizes,
// numbers or buffers.
namespace mlir::relax {

/// The buffer type in which the leaves of `type` come back, in order; false if
/// one has none.
static bool addResultBuffers(HostFunction &host, Type type,
                             SmallVectorImpl<Type> &leaves) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), [&](Type field) {
      return addResultBuffers(host, field, leaves);
    });
  leaves.push_back(type);
  return HostFunction::countParts(type).has_value();
}

/// The parts of a leaf that a call returned as `tensor`.
static void addReturnedParts(HostFunction &host, Location location, Type type,
                             Value tensor, SmallVectorImpl<Value> &parts) {
  OpBuilder &builder = host.getBuilder();
  auto getData = [&](Type buffer) {
    return rt::TensorDataOp::create(builder, location, buffer, tensor);
  };
  if (auto shape = dyn_cast<ShapeType>(type); shape && shape.hasRank()) {
    Value data =
        getData(MemRefType::get({shape.getRank()}, builder.getI64Type()));
    for (int64_t axis = 0; axis < shape.getRank(); ++axis)
      parts.push_back(host.loadIndex(location, data, axis));
    return;
  }
  if (isa<TensorType, ShapeType>(type)) {
    parts.push_back(getData(host.getPartTypes(type).front()));
    // The buffer is borrowed from the returned tensor; whoever ends the value
    // must release that tensor.
    host.getMemory().setOwner(parts.back(), {{}, {}, tensor});
    return;
  }
  // index has no DLPack type; it travels as i64.
  Type element = type.isIndex() ? builder.getI64Type() : type;
  Value scalar = memref::LoadOp::create(
      builder, location, getData(MemRefType::get({}, element)), ValueRange());
  if (type.isIndex())
    scalar = arith::IndexCastOp::create(builder, location, type, scalar);
  parts.push_back(scalar);
}

/// What the callee returns, as far as the arguments' types say it: sizes that
/// the call says beyond that are compared when it runs.
/// The call's declared result types may be more precise than what the callee
/// promises. Only what unification proves is trusted, the rest becomes a check.
static SmallVector<Type> getReturnedTypes(CallOp op, HostFunction &host) {
  auto callee = host.getSymbols().lookup<FuncOp>(op.getCallee());
  SymbolUnifier unifier;
  for (auto [parameter, argument] :
       llvm::zip(callee.getArgumentTypes(), op.getArgs().getTypes()))
    (void)unifier.unify(parameter, argument);
  return llvm::map_to_vector(callee.getResultTypes(), [&](Type type) {
    return unifier.substitute(type);
  });
}

/// Adds the number of the device on which each buffer of a value is, -1 for the
/// host; fails, with an error, if there is none. In the order of `getBuffers`.
static LogicalResult addDevices(Operation *op, Type type,
                                SmallVectorImpl<int32_t> &devices) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type field : tuple.getTypes())
      if (failed(addDevices(op, field, devices)))
        return failure();
    return success();
  }
  auto tensor = dyn_cast<TensorType>(type);
  FailureOr<IntegerAttr> number =
      getDeviceNumber(op, tensor ? getVDevice(tensor) : VDeviceAttr());
  if (failed(number))
    return failure();
  devices.push_back(*number ? int32_t(number->getInt()) : -1);
  return success();
}

/// The devices of the buffers of `args`, as an attribute; null if all are on
/// the host.
/// Whoever gets descriptors reads from them where a tensor is; most programs
/// have none on a device, and pay nothing for the question.
static FailureOr<DenseI32ArrayAttr> getDevices(Operation *op,
                                               OperandRange args) {
  SmallVector<int32_t> devices;
  for (Type type : args.getTypes())
    if (failed(addDevices(op, type, devices)))
      return failure();
  bool areOnHost =
      llvm::all_of(devices, [](int32_t device) { return device == -1; });
  return areOnHost ? DenseI32ArrayAttr()
                   : DenseI32ArrayAttr::get(op->getContext(), devices);
}

/// A call of kernels that are a graph, in place: where the graph is there, they
/// are not launched one by one.
static LogicalResult lowerGraph(CallOp op, FuncOp callee, HostFunction &host) {
  FailureOr<SmallVector<Value>> args = host.getBuffers(op.getArgs());
  FailureOr<DenseI32ArrayAttr> devices = getDevices(op, op.getArgs());
  if (failed(args) || failed(devices))
    return failure();
  // The graph is launched on one device, and its addresses are of that; where
  // it runs, nothing but memory comes out of it. Types are the same so that
  // the callee's symbols are the caller's.
  int32_t device = *devices ? devices->asArrayRef().front() : -1;
  if (device < 0 || !llvm::all_equal(devices->asArrayRef()) ||
      op.getNumResults() ||
      op.getArgs().getTypes() != callee.getArgumentTypes())
    return host.notifyMatchFailure(
        op, "its callee is a graph of kernels: expected tensors of one CUDA "
            "device, of the types of its parameters, and no results; drop "
            "'relax.cuda_graph'");
  for (auto [parameter, argument] :
       llvm::zip(callee.getBody().getArguments(), op.getArgs()))
    host.setParts(parameter, *host.getParts(argument));
  OpBuilder &builder = host.getBuilder();
  // By its place among all: calls of one function share a graph.
  auto functions = callee->getParentOfType<ModuleOp>().getOps<FuncOp>();
  int32_t region = llvm::count_if(functions, [&](FuncOp other) {
    return other->hasAttr(kCUDAGraphName) && other->isBeforeInBlock(callee);
  });
  auto begin =
      rt::GraphBeginOp::create(builder, op.getLoc(), builder.getI1Type(),
                               uint32_t(region), uint32_t(device), *args);
  // In a branch, for values of a graph that runs are nobody's outside.
  auto branch = scf::IfOp::create(builder, op.getLoc(), begin.getRuns());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.thenYield());
  FailureOr<SmallVector<Value>> lowered =
      host.lowerRegion(callee.getBody().front(), {});
  builder.setInsertionPointAfter(branch);
  rt::GraphEndOp::create(builder, op.getLoc());
  return success(succeeded(lowered));
}

static LogicalResult lowerCall(CallOp op, HostFunction &host) {
  if (auto callee = host.getSymbols().lookup<FuncOp>(op.getCallee());
      callee && callee->hasAttr(kCUDAGraphName))
    return lowerGraph(op, callee, host);
  FailureOr<SmallVector<Value>> args = host.getBuffers(op.getArgs());
  FailureOr<DenseI32ArrayAttr> devices = getDevices(op, op.getArgs());
  if (failed(args) || failed(devices))
    return failure();
  // Types before the call: a leaf that has no buffer form must be an error
  // before any code is made.
  SmallVector<Type> leaves, returned = getReturnedTypes(op, host);
  for (Type type : returned)
    if (!addResultBuffers(host, type, leaves))
      return host.notifyMatchFailure(
          op, "its callee returns " + debugString(type) +
                  ", which has no host form; expected tensors, shapes and "
                  "numbers");
  OpBuilder &builder = host.getBuilder();
  SmallVector<Type> tensors(leaves.size(),
                            rt::TensorType::get(builder.getContext()));
  auto call = rt::CallOp::create(builder, op.getLoc(), tensors, op.getCallee(),
                                 *args, *devices);
  SmallVector<Value> parts;
  for (auto [type, tensor] : llvm::zip(leaves, call.getTensors()))
    addReturnedParts(host, op.getLoc(), type, tensor, parts);
  ArrayRef<Value> rest = parts;
  // Results may be tuples, so parts are dealt out by their counts.
  for (auto [result, type] : llvm::zip(op.getResults(), returned)) {
    unsigned count = *HostFunction::countParts(type);
    FailureOr<SmallVector<Value>> own =
        host.castParts(op, type, result.getType(), rest.take_front(count));
    if (failed(own))
      return failure();
    host.setParts(result, *own);
    rest = rest.drop_front(count);
  }
  return success();
}

static LogicalResult lowerCallPacked(CallPackedOp op, HostFunction &host) {
  if (op.getNumResults())
    // The C ABI of external functions has no return values, only buffers that
    // the caller has made.
    return host.notifyMatchFailure(
        op, "an external function gives its results through "
            "arguments; call it with 'relax.call_dps_packed'");
  FailureOr<DenseI32ArrayAttr> devices = getDevices(op, op.getArgs());
  if (failed(devices))
    return failure();
  if (*devices &&
      !takesDevices(host.getSymbols().lookup<ExternFuncOp>(op.getCallee())))
    return host.notifyMatchFailure(
        op, "it gives a tensor of a device to a function that takes those of "
            "the host; copy it to the host with 'relax.to_vdevice', or declare "
            "the function with 'relax.takes_devices'");
  OperandRange args = op.getArgs();
  size_t numIns = args.size() - op.getNumOuts();
  FailureOr<SmallVector<Value>> ins = host.getBuffers(args.take_front(numIns));
  FailureOr<SmallVector<Value>> outs = host.getBuffers(args.drop_front(numIns));
  if (failed(ins) || failed(outs))
    return failure();
  rt::CallExternalOp::create(host.getBuilder(), op.getLoc(), op.getCallee(),
                             *ins, *outs, *devices);
  return success();
}

/// External functions get the context of the run time first.
/// Every external function gets the context as its first argument by the ABI,
/// so that the builtin's own context operand needs nothing.
static LogicalResult lowerCallBuiltin(CallBuiltinWithCtxOp op,
                                      HostFunction &host) {
  if (op.getNumResults())
    return host.notifyMatchFailure(
        op, "a function of the run time gives nothing back; "
            "pass it tensors to fill");
  FailureOr<SmallVector<Value>> args = host.getBuffers(op.getArgs());
  if (failed(args))
    return failure();
  rt::CallExternalOp::create(host.getBuilder(), op.getLoc(), op.getFunc(),
                             *args, ValueRange(), DenseI32ArrayAttr());
  return success();
}

static LogicalResult lowerPrint(PrintOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> values = host.getBuffers(op.getVals());
  if (failed(values))
    return failure();
  rt::PrintOp::create(host.getBuilder(), op.getLoc(), op.getFormat(), *values);
  return success();
}

static LogicalResult lowerAssert(AssertOp op, HostFunction &host) {
  Value condition = host.getCondition(op.getLoc(), op.getCondition());
  FailureOr<SmallVector<Value>> values = host.getBuffers(op.getVals());
  if (!condition || failed(values))
    return failure();
  rt::AssertOp::create(host.getBuilder(), op.getLoc(), condition,
                       op.getFormat(), *values);
  return success();
}

void addCallLowerings(HostLowerings &lowerings) {
  lowerings.addForDevices(lowerCall);
  lowerings.addForAny(lowerCallPacked);
  lowerings.add(lowerCallBuiltin);
  lowerings.add(lowerPrint);
  lowerings.add(lowerAssert);
  lowerings.allowUnknown<CallOp>();
  lowerings.allowUnknown<CallBuiltinWithCtxOp>();
  lowerings.allowUnknown<PrintOp>();
  // Ops that an earlier pass of the pipeline removes. The message names that
  // pass, since the user may have put passes together by hand.
  StringRef rewrite = "it makes its own results; run 'relax-call-tir-rewrite' "
                      "first";
  lowerings.addMatchFailure<CallTIROp>(rewrite);
  lowerings.addMatchFailure<CallTIRInplaceOp>(rewrite);
  lowerings.addMatchFailure<CallDPSPackedOp>(rewrite);
  lowerings.addMatchFailure<CallInplacePackedOp>(rewrite);
  StringRef promise = "it promises to have no effect; run "
                      "'relax-remove-purity-checking' first";
  lowerings.addMatchFailure<CallPurePackedOp>(promise);
  StringRef closure = "host code calls a closure only where it is made, which "
                      "'relax-lambda-lift' makes a call of";
  lowerings.addMatchFailure<MakeClosureOp>(closure);
  lowerings.addMatchFailure<InvokeClosureOp>(closure);
  lowerings.addMatchFailure<InvokePureClosureOp>(closure);
  lowerings.addMatchFailure<CallTIRWithGradOp>(
      "its gradient is still to be taken; host code has none");
}

} // namespace mlir::relax
