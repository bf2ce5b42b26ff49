// Makes functions of the host of the kernels of device modules.
#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUKERNELSTOTIRPASS
#include "Relax/Conversion/GPUToTIR/Passes.h.inc"

namespace {

// The other direction of the emulation: not the launches of our own pipeline,
// but kernels as they are in a device module, whatever schedule has made them.
// So a kernel can be called alone with chosen sizes.
struct GPUKernelsToTIRPass
    : impl::GPUKernelsToTIRPassBase<GPUKernelsToTIRPass> {
  using GPUKernelsToTIRPassBase::GPUKernelsToTIRPassBase;

  void runOnOperation() override;
};

} // namespace

// Numbers of blocks and threads, as a launch has them.
// gridDim and blockDim, x y z each.
static constexpr unsigned kNumSizes = 6;

static unsigned getBits(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

// What a parameter describes, as a copy by it says; null if it is none.
static tir::BulkLoadOp getLoad(Value parameter) {
  for (Operation *user : parameter.getUsers())
    if (auto load = dyn_cast<tir::BulkLoadOp>(user))
      return load;
  return {};
}

static LogicalResult checkKernel(gpu::GPUFuncOp kernel) {
  // Phases are found in structured code. After scf was lowered, loops around
  // barriers are no longer recognisable.
  if (!kernel.getBody().hasOneBlock())
    return kernel.emitOpError(
        "has branches; expected one block: run "
        "'convert-gpu-kernels-to-tir' before what lowers 'scf'");
  for (BlockArgument argument :
       kernel.getBody().getArguments().take_front(kernel.getNumArguments())) {
    Type type = argument.getType();
    bool isMap = isa<LLVM::LLVMPointerType>(type) && getLoad(argument);
    if (!isa<MemRefType>(type) && !isMap &&
        // Parameters come as i64-sized numbers of the function, which index
        // is.
        (!type.isIntOrIndexOrFloat() || getBits(type) > 64))
      return kernel.emitOpError("has a parameter of ")
             << type
             << "; expected buffers, numbers of at most 64 bits, and "
                "descriptions of tensors that it copies boxes of";
  }
  return success();
}

// The number whose bits are the lowest ones of `bits`.
// A float parameter's bits come in the low part of a number: index -> iN ->
// float.
static Value getNumber(OpBuilder &builder, Value bits, Type type) {
  if (type.isIndex())
    return bits;
  Location location = bits.getLoc();
  Value value = arith::IndexCastOp::create(
      builder, location, builder.getIntegerType(getBits(type)), bits);
  return type.isInteger()
             ? value
             : arith::BitcastOp::create(builder, location, type, value);
}

// Axes that a description of a tensor has at most; numbers that it comes as:
// sizes, strides in elements, sizes of the box, the last axis first and 1 where
// there is no axis; bytes of the swizzle and of an element.
// Five axes, cuTensorMapEncodeTiled's limit. The numbers are in the order in
// which the host code passes them to the driver, so that a mistake there is
// found here.
static constexpr unsigned kMaxAxes = 5, kNumMapNumbers = 3 * kMaxAxes + 1;

// The description that has these numbers, once they are what `load` expects.
static Value getMap(OpBuilder &builder, tir::BulkLoadOp load, Value base,
                    ValueRange numbers) {
  Location location = load.getLoc();
  auto isEqual = [&](Value number, int64_t wanted) -> Value {
    return arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::eq, number,
        arith::ConstantIndexOp::create(builder, location, wanted));
  };
  // A tensor without elements has no description.
  // The host makes no descriptor for a tensor without elements, and passes
  // zeros.
  Value isEmpty = isEqual(numbers.front(), 0);
  auto expect = [&](Value number, int64_t wanted, StringRef what) {
    Value isRight = arith::OrIOp::create(builder, location, isEmpty,
                                         isEqual(number, wanted));
    tir::AssertOp::create(
        builder, location, isRight,
        ("a tensor is described with another " + what + " than is copied")
            .str());
  };
  ArrayRef<int64_t> box = load.getBox();
  ValueRange boxSizes = numbers.drop_front(2 * kMaxAxes - 1);
  // The box is fastest axis first in the driver's interface, slowest first in
  // ours.
  for (unsigned axis = 0; axis != kMaxAxes; ++axis)
    expect(boxSizes[axis], axis < box.size() ? box[box.size() - 1 - axis] : 1,
           "box");
  expect(numbers[kNumMapNumbers - 2], load.getSwizzle(), "swizzle");
  expect(numbers.back(), load.getElementType().getIntOrFloatBitWidth() / 8,
         "element");
  SmallVector<Value> sizes(llvm::reverse(numbers.take_front(box.size())));
  SmallVector<Value> strides(
      // One stride fewer than axes: the innermost is contiguous.
      llvm::reverse(numbers.drop_front(kMaxAxes).take_front(box.size() - 1)));
  return tir::TensorMapOp::create(builder, location, load.getMap().getType(),
                                  base, sizes, strides, load.getBoxAttr(),
                                  load.getSwizzleAttr());
}

// A function with the kernel's buffers, its other parameters, and the sizes of
// a launch. A description becomes a buffer and numbers.
// tir.func has its buffers first and then its numbers, so parameters of a
// kernel, which are in any order, are sorted.
static tir::FuncOp createFunction(gpu::GPUFuncOp kernel, OpBuilder &builder,
                                  IRMapping &mapping) {
  SmallVector<BlockArgument> buffers, others;
  SmallVector<Type> types;
  unsigned numNumbers = kNumSizes;
  for (BlockArgument argument :
       kernel.getBody().getArguments().take_front(kernel.getNumArguments())) {
    tir::BulkLoadOp load = getLoad(argument);
    bool isBuffer = isa<MemRefType>(argument.getType());
    if (isBuffer || load) {
      buffers.push_back(argument);
      types.push_back(isBuffer ? argument.getType()
                               : MemRefType::get({}, load.getElementType()));
    }
    if (!isBuffer)
      others.push_back(argument);
    numNumbers += isBuffer ? 0 : load ? kNumMapNumbers : 1;
  }
  auto function = tir::FuncOp::create(builder, kernel.getLoc(),
                                      ("kernel." + kernel.getName()).str(),
                                      TypeRange(), types, numNumbers);
  // Scheduled: the schedule stage must not touch what is a schedule already.
  function.setScheduled();
  for (auto [from, to] : llvm::zip(buffers, function.getArguments()))
    mapping.map(from, to);
  builder.setInsertionPoint(function.getBody().front().getTerminator());
  ValueRange numbers = function.getArguments().drop_front(buffers.size());
  for (BlockArgument from : others) {
    tir::BulkLoadOp load = getLoad(from);
    mapping.map(from,
                load ? getMap(builder, load, mapping.lookup(from),
                              numbers.take_front(kNumMapNumbers))
                     : getNumber(builder, numbers.front(), from.getType()));
    numbers = numbers.drop_front(load ? kNumMapNumbers : 1);
  }
  return function;
}

static Value getAt(const gpu::KernelDim3 &dims, gpu::Dimension dimension) {
  return dimension == gpu::Dimension::x   ? dims.x
         : dimension == gpu::Dimension::y ? dims.y
                                          : dims.z;
}

// What a kernel asks for its place is a parameter of the launch.
static Value getLaunchValue(Operation *op, gpu::LaunchOp launch) {
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    return getAt(launch.getBlockIds(), id.getDimension());
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return getAt(launch.getThreadIds(), id.getDimension());
  if (auto size = dyn_cast<gpu::GridDimOp>(op))
    return getAt(launch.getGridSize(), size.getDimension());
  if (auto size = dyn_cast<gpu::BlockDimOp>(op))
    return getAt(launch.getBlockSize(), size.getDimension());
  return {};
}

static void addFunction(gpu::GPUFuncOp kernel, OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  IRMapping mapping;
  tir::FuncOp function = createFunction(kernel, builder, mapping);
  auto sizes = function.getArguments().take_back(kNumSizes);
  auto launch =
      gpu::LaunchOp::create(builder, kernel.getLoc(), sizes[0], sizes[1],
                            sizes[2], sizes[3], sizes[4], sizes[5]);
  for (BlockArgument buffer : kernel.getWorkgroupAttributions())
    mapping.map(buffer, launch.addWorkgroupAttribution(buffer.getType(),
                                                       buffer.getLoc()));
  for (BlockArgument buffer : kernel.getPrivateAttributions())
    mapping.map(buffer, launch.addPrivateAttribution(buffer.getType(),
                                                     buffer.getLoc()));
  builder.setInsertionPointToStart(&launch.getBody().front());
  // ids and sizes are arguments of gpu.launch, not ops in it.
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (Value launchValue = getLaunchValue(&op, launch))
      mapping.map(op.getResult(0), launchValue);
    else
      builder.clone(op, mapping);
  gpu::TerminatorOp::create(builder, kernel.getLoc());
}

void GPUKernelsToTIRPass::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<gpu::GPUFuncOp> kernels;
  bool isRight = true;
  module.walk([&](gpu::GPUFuncOp function) {
    if (!function.isKernel())
      return;
    isRight &= succeeded(checkKernel(function));
    kernels.push_back(function);
  });
  if (!isRight)
    return signalPassFailure();
  if (kernels.empty())
    return markAllAnalysesPreserved();
  OwningOpRef<ModuleOp> result = ModuleOp::create(module.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(result->getBody());
  for (gpu::GPUFuncOp kernel : kernels)
    addFunction(kernel, builder);
  // Only the functions are left: host code calls kernels by the driver, which
  // is what this replaces.
  module.getBodyRegion().takeBody(result->getBodyRegion());
}

} // namespace mlir::relax
