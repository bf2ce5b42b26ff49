// Lowers launches, and memory and constants of devices.
#include "DeviceProgram.h"
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"

namespace mlir::relax::rt {
namespace {

/// The number of a device; -1 is the host.
/// The same numbers as in relax_rt.h, so that a copy from and to the host needs
/// no call of its own.
int32_t getNumber(std::optional<uint32_t> device) {
  return device ? static_cast<int32_t>(*device) : -1;
}

Value getProgram(OpBuilder &builder, Location location) {
  return LLVM::AddressOfOp::create(
      builder, location, RuntimeCalls::pointerType(builder.getContext()),
      DeviceProgram::kSymbol);
}

struct DeviceCopyToLLVM : RuntimePattern<DeviceCopyOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(DeviceCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value target = getPointer(rewriter, location,
                              cast<MemRefType>(op.getTarget().getType()),
                              adaptor.getTarget());
    Value source = getPointer(rewriter, location,
                              cast<MemRefType>(op.getSource().getType()),
                              adaptor.getSource());
    calls.callOrReturn(
        rewriter, op, "relax_rt_device_copy",
        {RuntimeCalls::context(op), target,
         RuntimeCalls::i32(rewriter, location, getNumber(op.getTargetDevice())),
         source,
         RuntimeCalls::i32(rewriter, location, getNumber(op.getSourceDevice())),
         adaptor.getBytes()});
    rewriter.eraseOp(op);
    return success();
  }
};

// Copied to the device once for each context (relax_rt_device_constant), not
// at each call.
struct DeviceConstantToLLVM : RuntimePattern<DeviceConstantOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(DeviceConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<MemRefType>(op.getType());
    if (op.getConstant().getType() != type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected static sizes");
    Value data =
        calls.call(rewriter, location, "relax_rt_device_constant",
                   RuntimeCalls::pointerType(getContext()),
                   {RuntimeCalls::context(op),
                    RuntimeCalls::i32(rewriter, location, op.getDevice()),
                    getProgram(rewriter, location),
                    getPointer(rewriter, location, type, adaptor.getConstant()),
                    adaptor.getBytes()});
    calls.returnIfNull(rewriter, op, data);
    rewriter.replaceOp(op, makeBuffer(rewriter, location, type, data, {}));
    return success();
  }
};

/// Addresses and sizes of the operands tell whether a graph fits.
struct GraphBeginToLLVM : RuntimePattern<GraphBeginOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(GraphBeginOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Type number = rewriter.getI64Type();
    SmallVector<Value> operands;
    for (auto [buffer, descriptor] :
         llvm::zip(op.getOperands(), adaptor.getOperands())) {
      auto type = cast<MemRefType>(buffer.getType());
      operands.push_back(LLVM::PtrToIntOp::create(
          rewriter, location, number,
          getPointer(rewriter, location, type, descriptor)));
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        if (type.isDynamicDim(axis))
          operands.push_back(
              MemRefDescriptor(descriptor).size(rewriter, location, axis));
    }
    calls.callOrReturn(rewriter, op, "relax_rt_device_use",
                       {RuntimeCalls::context(op),
                        RuntimeCalls::i32(rewriter, location, op.getDevice())});
    Value runs = calls.call(
        rewriter, location, "relax_rt_graph_begin", rewriter.getI32Type(),
        {RuntimeCalls::context(op), getProgram(rewriter, location),
         RuntimeCalls::i32(rewriter, location, op.getRegion()),
         RuntimeCalls::storeArray(rewriter, op, number, operands),
         RuntimeCalls::i32(rewriter, location, operands.size())});
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, rewriter.getI1Type(), runs);
    return success();
  }
};

/// Where each buffer begins, and how many bytes it has.
struct GraphStepToLLVM : RuntimePattern<GraphStepOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(GraphStepOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Type number = rewriter.getI64Type();
    SmallVector<Value> ranges;
    for (auto [buffer, descriptor] :
         llvm::zip(op.getOperands(), adaptor.getOperands())) {
      auto type = cast<MemRefType>(buffer.getType());
      ranges.push_back(LLVM::PtrToIntOp::create(
          rewriter, location, number,
          getPointer(rewriter, location, type, descriptor)));
      // Elements of fewer than 8 bits take a byte each, those of an index 8.
      int64_t bytes = type.getElementType().isIntOrFloat()
                          ? llvm::divideCeil(type.getElementTypeBitWidth(), 8)
                          : 8;
      Value size = RuntimeCalls::i64(rewriter, location, bytes);
      for (auto [axis, extent] : llvm::enumerate(type.getShape()))
        size = LLVM::MulOp::create(
            rewriter, location, size,
            ShapedType::isDynamic(extent)
                ? MemRefDescriptor(descriptor).size(rewriter, location, axis)
                : RuntimeCalls::i64(rewriter, location, extent));
      ranges.push_back(size);
    }
    calls.call(rewriter, location, "relax_rt_graph_step", Type(),
               {RuntimeCalls::context(op),
                RuntimeCalls::storeArray(rewriter, op, number, ranges),
                RuntimeCalls::i32(rewriter, location, op.getReads().size()),
                RuntimeCalls::i32(rewriter, location, op.getWrites().size())});
    rewriter.eraseOp(op);
    return success();
  }
};

struct GraphEndToLLVM : RuntimePattern<GraphEndOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(GraphEndOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    calls.callOrReturn(rewriter, op, "relax_rt_graph_end",
                       RuntimeCalls::context(op));
    rewriter.eraseOp(op);
    return success();
  }
};

/// The run-time library asks the driver for the description, in the function's
/// frame.
struct TensorMapToLLVM : RuntimePattern<tir::TensorMapOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(tir::TensorMapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // What the driver asks for: bytes, at a multiple.
    // CUtensorMap of the CUDA driver: 128 bytes at a multiple of 64.
    constexpr int64_t bytes = 128;
    constexpr unsigned alignment = 64;
    Location location = op.getLoc();
    auto type = cast<MemRefType>(op.getBase().getType());
    Value map = RuntimeCalls::allocateFrame(
        rewriter, op, LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes), 1);
    map.getDefiningOp<LLVM::AllocaOp>().setAlignment(alignment);
    Type number = rewriter.getI64Type();
    SmallVector<Value> box;
    for (int64_t size : op.getBox())
      box.push_back(RuntimeCalls::i64(rewriter, location, size));
    int64_t element = type.getElementTypeBitWidth() / 8;
    calls.call(
        rewriter, location, "relax_rt_tensor_map", Type(),
        {map, getPointer(rewriter, location, type, adaptor.getBase()),
         RuntimeCalls::i32(rewriter, location, element),
         RuntimeCalls::i32(rewriter, location, op.getBox().size()),
         RuntimeCalls::storeArray(rewriter, op, number, adaptor.getSizes()),
         RuntimeCalls::storeArray(rewriter, op, number, adaptor.getStrides()),
         RuntimeCalls::storeArray(rewriter, op, number, box),
         RuntimeCalls::i32(rewriter, location, op.getSwizzle())});
    rewriter.replaceOp(op, map);
    return success();
  }
};

/// The kernel gets the address of each argument; of a buffer, of its address.
/// What is at an address already is passed as it is there.
/// cuLaunchKernel takes an array of pointers to the arguments.
struct LaunchToLLVM : RuntimePattern<gpu::LaunchFuncOp> {
  LaunchToLLVM(const LLVMTypeConverter &converter, RuntimeCalls &calls,
               const DeviceProgram &program)
      : RuntimePattern(converter, calls), program(program) {}

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    SmallVector<Value> arguments;
    SmallVector<bool> arePlaces;
    for (auto [value, lowered] :
         llvm::zip(op.getKernelOperands(), adaptor.getKernelOperands())) {
      auto type = dyn_cast<MemRefType>(value.getType());
      if (type && type.getRank() != 0)
        return rewriter.notifyMatchFailure(op, "expected plain buffers");
      arguments.push_back(type ? getPointer(rewriter, location, type, lowered)
                               : lowered);
      arePlaces.push_back(isa<LLVM::LLVMPointerType>(value.getType()));
    }
    SmallVector<Value> sizes = {
        adaptor.getGridSizeX(),  adaptor.getGridSizeY(),
        adaptor.getGridSizeZ(),  adaptor.getBlockSizeX(),
        adaptor.getBlockSizeY(), adaptor.getBlockSizeZ()};
    calls.call(
        rewriter, location, "relax_rt_launch", Type(),
        {getProgram(rewriter, location),
         RuntimeCalls::i32(rewriter, location, program.getNumber(op)),
         RuntimeCalls::storeArray(rewriter, op, rewriter.getI64Type(), sizes),
         storeApart(rewriter, op, arguments, arePlaces)});
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// An array of the addresses of values in the function's frame, or of those
  /// that are addresses; null if there are none.
  Value storeApart(OpBuilder &builder, Operation *op, ValueRange values,
                   ArrayRef<bool> arePlaces) const {
    Location location = op->getLoc();
    auto pointer = RuntimeCalls::pointerType(getContext());
    if (values.empty())
      return LLVM::ZeroOp::create(builder, location, pointer);
    SmallVector<Value> slots;
    for (auto [value, isPlace] : llvm::zip(values, arePlaces)) {
      slots.push_back(isPlace ? value
                              : RuntimeCalls::allocateFrame(
                                    builder, op, value.getType(), 1));
      if (!isPlace)
        LLVM::StoreOp::create(builder, location, value, slots.back());
    }
    return RuntimeCalls::storeArray(builder, op, pointer, slots);
  }

  const DeviceProgram &program;
};

/// Memory that kernels share. The descriptor's first pointer, which nobody
/// reads, is the storage.
/// gpu.dealloc has the buffer only, and releasing wants the storage.
struct DeviceAllocToLLVM : RuntimePattern<gpu::AllocOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(gpu::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    MemRefType type = op.getType();
    auto pointer = RuntimeCalls::pointerType(getContext());
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(location, type, adaptor.getDynamicSizes(),
                             rewriter, sizes, strides, bytes);
    Value storage = calls.call(rewriter, location,
                               "relax_rt_device_scratch_alloc", pointer, bytes);
    // After an error nothing is launched, so that nobody reads the address.
    Value data = calls.call(rewriter, location, "relax_rt_storage_data",
                            pointer, storage);
    Value buffer = createMemRefDescriptor(location, type, storage, data, sizes,
                                          strides, rewriter);
    rewriter.replaceOp(op, buffer);
    return success();
  }
};

struct DeviceDeallocToLLVM : RuntimePattern<gpu::DeallocOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(gpu::DeallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value storage =
        MemRefDescriptor(adaptor.getMemref()).allocatedPtr(rewriter, location);
    Value none = LLVM::ZeroOp::create(rewriter, location, storage.getType());
    calls.call(rewriter, location, "relax_rt_storage_release", Type(),
               {none, storage});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateDeviceToLLVM(const LLVMTypeConverter &converter,
                          RuntimeCalls &calls, const DeviceProgram &program,
                          RewritePatternSet &patterns) {
  patterns.add<DeviceAllocToLLVM, DeviceConstantToLLVM, DeviceCopyToLLVM,
               DeviceDeallocToLLVM, GraphBeginToLLVM, GraphEndToLLVM,
               GraphStepToLLVM, TensorMapToLLVM>(converter, calls);
  patterns.add<LaunchToLLVM>(converter, calls, program);
}

} // namespace mlir::relax::rt
