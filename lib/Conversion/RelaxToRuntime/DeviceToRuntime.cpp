// Placements as host code: calls of kernels, copies, constants.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/CUDAGraphs.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/SymExprLowering.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::relax {

// Host code knows two kinds of memory: the host's (no number) and CUDA devices
// by number.
FailureOr<IntegerAttr> getDeviceNumber(Operation *op, VDeviceAttr device) {
  if (isHost(device))
    return IntegerAttr();
  std::optional<int32_t> number = getCudaNumber(device);
  if (!number)
    return op->emitOpError("cannot become host code: expected the host, "
                           "\"llvm\", or \"cuda\", found the device ")
           << device << "; place it on one of the two";
  return IntegerAttr::get(IntegerType::get(op->getContext(), 32), *number);
}

static FailureOr<IntegerAttr> getDeviceNumber(Operation *op, Type type) {
  return getDeviceNumber(op, getVDevice(cast<TensorType>(type)));
}

static LogicalResult lowerConstant(ConstantOp op, HostFunction &host) {
  MemRefType type = HostFunction::getBufferType(op.getResult().getType());
  if (!type)
    return host.notifyMatchFailure(op, "memory cannot hold its elements");
  FailureOr<IntegerAttr> device = getDeviceNumber(op, op.getType());
  if (failed(device))
    return failure();
  // Equal constants share one global (`HostConstants`), so a model that
  // repeats a weight stores it once.
  memref::GlobalOp global =
      host.getConstants().get(op.getLoc(), type, op.getValue());
  OpBuilder &builder = host.getBuilder();
  Value buffer = memref::GetGlobalOp::create(builder, op.getLoc(), type,
                                             global.getSymName());
  // A constant on a device is copied there at first use by the run time, which
  // keeps it for the program's life.
  if (*device)
    buffer = rt::DeviceConstantOp::create(builder, op.getLoc(), type,
                                          getBytes(host, op.getLoc(), type, {}),
                                          buffer, *device);
  host.setParts(op.getResult(), buffer);
  return success();
}

static LogicalResult lowerCopy(MemoryCopyOp op, HostFunction &host) {
  Value source = host.getBuffer(op.getSource());
  Value target = host.getBuffer(op.getTarget());
  FailureOr<IntegerAttr> from = getDeviceNumber(op, op.getSource().getType());
  FailureOr<IntegerAttr> to = getDeviceNumber(op, op.getTarget().getType());
  if (!source || !target || failed(from) || failed(to))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  // Host to host is a memcpy that later passes can see through; anything else
  // is the driver's.
  if (!*from && !*to) {
    memref::CopyOp::create(builder, location, source, target);
    return success();
  }
  Value bytes = getBytes(host, location, cast<MemRefType>(target.getType()),
                         getDynamicSizes(host, location, target));
  rt::DeviceCopyOp::create(builder, location, bytes, source, *from, target,
                           *to);
  return success();
}

/// The device on which all tensors of a call are; null for the host.
/// A kernel runs in one place, and all its buffers must be there.
/// relax-place-calls has put copies in front where they were not.
static FailureOr<IntegerAttr> getCommonDevice(CallPrimFuncOp op) {
  IntegerAttr common;
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes())) {
    FailureOr<IntegerAttr> device = getDeviceNumber(op, type);
    if (failed(device))
      return failure();
    if (index != 0 && *device != common)
      return op.emitOpError(
          "cannot become host code: expected all its tensors on one device, "
          "found two; place it with 'relax-place-calls'");
    common = *device;
  }
  return common;
}

static bool launchesKernels(Operation *callee) {
  // No launch is legal without this mark: calls for a CPU cost no walk.
  // The verifier wants gpu.container_module on a module with launches. Looking
  // it up first keeps walks over kernels away from CPU programs.
  if (!callee->getParentOp()->hasAttr(
          gpu::GPUDialect::getContainerModuleAttrName()))
    return false;
  return callee->walk([](gpu::LaunchFuncOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether the host reads or writes memory in it, or may do so.
/// On a device program, host code between launches may allocate and free, but a
/// load of device memory by the host faults. It may check sizes.
static bool worksOnHost(Operation *op) {
  if (isa<gpu::LaunchFuncOp, gpu::AllocOp, gpu::DeallocOp, tir::AssertOp,
          rt::KernelFailOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (op->getNumRegions() == 0)
    return !isMemoryEffectFree(op) &&
           !hasSingleEffect<MemoryEffects::Allocate>(op) &&
           !hasSingleEffect<MemoryEffects::Free>(op);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (worksOnHost(&inner))
        return true;
  return false;
}

// Once for each kernel and not for each call: 1000 calls of one kernel walk
// its body once.
KernelPlace KernelPlaces::get(Operation *callee) {
  auto [known, isNew] = places.try_emplace(callee);
  if (isNew)
    known->second = {launchesKernels(callee), worksOnHost(callee)};
  return known->second;
}

/// Checks that the callee runs where the tensors are.
static LogicalResult checkCallee(CallPrimFuncOp op, Operation *callee,
                                 bool isOnDevice, HostFunction &host) {
  KernelPlace place = host.getPlaces().get(callee);
  if (place.launchesKernels && !isOnDevice)
    return host.notifyMatchFailure(
        op, "its tensor program launches kernels of a device, "
            "but its tensors are on the host; place it with "
            "'relax-place-calls'");
  if (isOnDevice && place.worksOnHost)
    return host.notifyMatchFailure(
        op, "its tensors are on a device, but its tensor "
            "program works on memory outside of kernels; "
            "compile it for a GPU, as with --target=sm_90");
  return success();
}

// Kernel signatures relate sizes: "argument 1 has axis 0 of size n, argument 2
// of size n * 2". If the caller's types prove these, no code is made; else
// each is compared once.
namespace {

/// Compares the sizes of a kernel's buffers, where types leave open whether
/// they agree with what its parameters say of each other.
class ArgumentSizes {
public:
  ArgumentSizes(CallPrimFuncOp op, FunctionOpInterface callee,
                HostFunction &host)
      : op(op), callee(callee), host(host) {}

  /// Gives a symbol of the callee the value that is passed for it.
  void bind(SymExprAttr symbol, SymExprAttr expr, Value value);

  /// Adds the sizes of the argument for a parameter.
  void add(unsigned parameter, Value tensor, Value buffer);

  /// Compares all that were added.
  void match();

  /// An expression of the callee's symbols; null if it is, or if a symbol has
  /// no value.
  Value evaluate(SymExprAttr expr);

private:
  /// A size of an argument: in the callee's terms, in the caller's, and itself.
  struct Size {
    unsigned parameter, axis;
    SymExprAttr expected;
    SymExprAttr known;
    Value found;
  };

  /// Whether the types alone show that a size is as expected.
  bool isCertain(const Size &size);

  CallPrimFuncOp op;
  FunctionOpInterface callee;
  HostFunction &host;
  SmallVector<Size> sizes;
  DenseMap<StringAttr, Value> values;
  DenseMap<StringAttr, SymExprAttr> known;
};

} // namespace

// The first binding wins; `known` has the caller's expression for the callee's
// symbol, so that two sizes can be compared as expressions.
void ArgumentSizes::bind(SymExprAttr symbol, SymExprAttr expr, Value value) {
  auto name = StringAttr::get(op.getContext(), symbol.getSymbol());
  if (values.try_emplace(name, value).second && expr)
    known[name] = expr;
}

void ArgumentSizes::add(unsigned parameter, Value tensor, Value buffer) {
  auto type = cast<MemRefType>(callee.getArgumentTypes()[parameter]);
  SmallVector<SymExprAttr> given(type.getRank());
  if (auto ranked = dyn_cast<RankedTensorType>(tensor.getType()))
    given = getDims(ranked);
  auto dims =
      callee.getArgAttrOfType<DimsAttr>(parameter, tir::TIRDialect::kDims);
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    SymExprAttr expected = dims ? dims.getDims()[axis] : SymExprAttr();
    if (!type.isDynamicDim(axis))
      expected = SymExprAttr::constant(op.getContext(), type.getDimSize(axis));
    if (!expected)
      continue;
    Value size = host.getSize(op.getLoc(), buffer, axis);
    sizes.push_back({parameter, unsigned(axis), expected, given[axis], size});
    // A size that types know says more of others than one that they do not.
    // Bound while adding, before sizes that types do not know: a symbol with
    // an expression proves more.
    if (expected.isSymbol() && given[axis])
      bind(expected, given[axis], size);
  }
}

Value ArgumentSizes::evaluate(SymExprAttr expr) {
  return lowerSymExpr(host.getBuilder(), op.getLoc(), expr,
                      [&](StringAttr name) { return values.lookup(name); });
}

bool ArgumentSizes::isCertain(const Size &size) {
  bool isBound = size.known != nullptr;
  size.expected.walkSymbols(
      [&](StringAttr symbol) { isBound &= known.contains(symbol); });
  return isBound && compareDims(size.expected.substitute(known), size.known) ==
                        Proof::Equal;
}

void ArgumentSizes::match() {
  for (const Size &size : sizes)
    if (size.expected.isSymbol())
      bind(size.expected, size.known, size.found);
  for (const Size &size : sizes) {
    if (isCertain(size))
      continue;
    Value expected = evaluate(size.expected);
    // A kernel that asks for twice a size which nothing else names has no
    // expectation.
    // Then every value is in range, as the kernel itself never compares it.
    std::string place =
        ("argument #" + Twine(size.parameter) + " of @" + callee.getName())
            .str();
    if (expected && expected != size.found)
      host.matchDim(op, place, size.axis, getSizeText(size.expected), expected,
                    size.found);
  }
}

static LogicalResult lowerCallPrimFunc(CallPrimFuncOp op, HostFunction &host) {
  auto callee =
      cast<FunctionOpInterface>(host.getSymbols().lookup(op.getCallee()));
  FailureOr<IntegerAttr> device = getCommonDevice(op);
  if (failed(device) ||
      failed(checkCallee(op, callee, *device != nullptr, host)))
    return failure();
  SmallVector<Value> args;
  ArgumentSizes sizes(op, callee, host);
  for (Value tensor : op.getOperands()) {
    Value buffer = host.getBuffer(tensor);
    if (!buffer)
      return failure();
    auto expected =
        dyn_cast<MemRefType>(callee.getArgumentTypes()[args.size()]);
    // A kernel may leave strides and start open; tensors are compact.
    // Buffers of host code have the identity layout; kernels may be written
    // for strided ones, which accept it.
    auto compact =
        expected && !expected.getMemorySpace()
            ? MemRefType::get(expected.getShape(), expected.getElementType())
            : MemRefType();
    // A memory space is a kernel's internal matter.
    if (!compact || !memref::CastOp::areCastCompatible(compact, expected))
      return host.notifyMatchFailure(
          op, "its kernel expects another kind of buffer");
    sizes.add(args.size(), tensor, buffer);
    buffer = host.castBuffer(op.getLoc(), buffer, compact);
    args.push_back(host.castBuffer(op.getLoc(), buffer, expected));
  }
  // Variables behind the buffers: numbers that kernels cannot derive from
  // buffer sizes.
  for (SymExprAttr expr : op.getVars().getAsRange<SymExprAttr>()) {
    Value value = host.evaluate(op, expr);
    if (!value)
      return failure();
    if (auto symbol = callee.getArgAttrOfType<SymExprAttr>(
            args.size(), tir::TIRDialect::kVar))
      sizes.bind(symbol, expr, value);
    args.push_back(value);
  }
  sizes.match();
  // Numbers are in no memory that others write.
  if (op->getParentOfType<FuncOp>()->hasAttr(kCUDAGraphName)) {
    ValueRange buffers = ValueRange(args).take_front(op->getNumOperands());
    size_t numIns = op.getIns().size();
    rt::GraphStepOp::create(host.getBuilder(), op.getLoc(),
                            buffers.take_front(numIns),
                            buffers.drop_front(numIns));
  }
  Value flops = sizes.evaluate(
      callee->getAttrOfType<SymExprAttr>(rt::RuntimeDialect::kFlops));
  rt::CallKernelOp::create(host.getBuilder(), op.getLoc(), op.getCallee(), args,
                           flops, *device);
  return success();
}

void addDeviceLowerings(HostLowerings &lowerings) {
  lowerings.addForDevices(lowerCallPrimFunc);
  lowerings.addForDevices(lowerConstant);
  lowerings.addForDevices(lowerCopy);
}

} // namespace mlir::relax
