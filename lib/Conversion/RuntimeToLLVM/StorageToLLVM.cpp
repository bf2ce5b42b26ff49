// Lowers storages and tensors of host code.
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::relax::rt {
namespace {

struct StorageAllocToLLVM : RuntimePattern<StorageAllocOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(StorageAllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    StringRef function = "relax_rt_storage_alloc";
    SmallVector<Value> arguments = {RuntimeCalls::context(op)};
    if (std::optional<uint32_t> device = op.getDevice()) {
      function = "relax_rt_device_storage_alloc";
      arguments.push_back(RuntimeCalls::i32(rewriter, location, *device));
    }
    arguments.push_back(adaptor.getBytes());
    Value storage =
        calls.call(rewriter, location, function,
                   RuntimeCalls::pointerType(getContext()), arguments);
    calls.returnIfNull(rewriter, op, storage);
    rewriter.replaceOp(op, storage);
    return success();
  }
};

struct StoragePlanToLLVM : RuntimePattern<StoragePlanOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(StoragePlanOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto pointer = RuntimeCalls::pointerType(getContext());
    Type i64 = rewriter.getI64Type();
    SmallVector<Value> sizes(adaptor.getSizes());
    llvm::append_range(sizes, adaptor.getOwnedSizes());
    size_t parts = op.getOffsets().size(), owned = op.getOwned().size();
    SmallVector<int64_t> lives = {int64_t(parts), int64_t(owned)};
    llvm::append_range(lives, op.getLives());
    // One more than there are entries: the address has to be one.
    auto allocate = [&](Type type, size_t count) {
      return RuntimeCalls::allocateFrame(rewriter, op, type, count + 1);
    };
    auto getSlot = [&](Value array, Type type, size_t i) -> Value {
      return LLVM::GEPOp::create(rewriter, location, pointer, type, array,
                                 ArrayRef<LLVM::GEPArg>{int32_t(i)});
    };
    Value offsets = allocate(i64, parts), storages = allocate(pointer, owned);
    Value storage = calls.call(
        rewriter, location, "relax_rt_storage_plan", pointer,
        {RuntimeCalls::context(op), calls.integers(rewriter, location, lives),
         RuntimeCalls::storeArray(rewriter, op, i64, sizes), offsets,
         storages});
    calls.returnIfNull(rewriter, op, storage);
    SmallVector<Value> results = {storage};
    auto load = [&](Value array, Type type, size_t count) {
      for (size_t i = 0; i < count; ++i)
        results.push_back(LLVM::LoadOp::create(rewriter, location, type,
                                               getSlot(array, type, i)));
    };
    load(offsets, i64, parts);
    load(storages, pointer, owned);
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct StorageDataToLLVM : RuntimePattern<StorageDataOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(StorageDataOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getType());
    Value data = calls.call(rewriter, op.getLoc(), "relax_rt_storage_data",
                            RuntimeCalls::pointerType(getContext()),
                            adaptor.getStorage());
    SmallVector<Value> sizes;
    if (type.isDynamicDim(0))
      sizes.push_back(adaptor.getBytes());
    rewriter.replaceOp(op,
                       makeBuffer(rewriter, op.getLoc(), type, data, sizes));
    return success();
  }
};

struct TensorBytesToLLVM : RuntimePattern<TensorBytesOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(TensorBytesOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Type i64 = rewriter.getI64Type();
    ValueRange sizes = adaptor.getSizes();
    // Computed by the run time: a product of sizes can overflow 64 bits, which
    // has to be an error and not a small buffer.
    Value bytes =
        calls.call(rewriter, location, "relax_rt_tensor_bytes", i64,
                   {RuntimeCalls::context(op),
                    RuntimeCalls::i64(rewriter, location, op.getElementBits()),
                    RuntimeCalls::i32(rewriter, location, sizes.size()),
                    RuntimeCalls::storeArray(rewriter, op, i64, sizes)});
    calls.returnIfNegative(rewriter, op, bytes);
    rewriter.replaceOp(op, bytes);
    return success();
  }
};

struct ViewToLLVM : RuntimePattern<ViewOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<MemRefType>(op.getResult().getType());
    Value data = getPointer(rewriter, location,
                            cast<MemRefType>(op.getSource().getType()),
                            adaptor.getSource());
    // The offset is in bytes, as the memory plan has it; a getelementptr of
    // the element type would need it to be a multiple.
    data = LLVM::GEPOp::create(rewriter, location, data.getType(),
                               rewriter.getI8Type(), data,
                               ArrayRef<LLVM::GEPArg>{adaptor.getByteOffset()});
    rewriter.replaceOp(
        op, makeBuffer(rewriter, location, type, data, adaptor.getSizes()));
    return success();
  }
};

/// What the run time is told of a new tensor: dtype, rank and sizes.
SmallVector<Value> describeTensor(ConversionPatternRewriter &rewriter,
                                  Operation *op, MemRefType type, Value sizes) {
  RuntimeDType dtype = getRuntimeDType(type.getElementType());
  auto number = [&](int64_t value) {
    return RuntimeCalls::i32(rewriter, op->getLoc(), value);
  };
  return {number(dtype.code), number(dtype.bits), number(dtype.lanes),
          number(type.getRank()), sizes};
}

struct TensorOnStorageToLLVM : RuntimePattern<TensorOnStorageOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(TensorOnStorageOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getLike().getType());
    SmallVector<Value> arguments = {RuntimeCalls::context(op),
                                    adaptor.getStorage(),
                                    adaptor.getByteOffset()};
    llvm::append_range(
        arguments,
        describeTensor(rewriter, op, type,
                       storeSizes(rewriter, op, type, adaptor.getLike())));
    Value tensor =
        calls.call(rewriter, op.getLoc(), "relax_rt_tensor_on_storage",
                   RuntimeCalls::pointerType(getContext()), arguments);
    calls.returnIfNull(rewriter, op, tensor);
    rewriter.replaceOp(op, tensor);
    return success();
  }
};

struct TensorCopyToLLVM : RuntimePattern<TensorCopyOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(TensorCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!type) {
      // A borrowed tensor says itself what is to be copied.
      Value copy = calls.call(rewriter, location, "relax_rt_tensor_copy",
                              RuntimeCalls::pointerType(getContext()),
                              {RuntimeCalls::context(op), adaptor.getSource()});
      calls.returnIfNull(rewriter, op, copy);
      rewriter.replaceOp(op, copy);
      return success();
    }
    StringRef function = "relax_rt_tensor_from_data";
    SmallVector<Value> arguments = {RuntimeCalls::context(op)};
    if (std::optional<uint32_t> device = op.getDevice()) {
      function = "relax_rt_device_tensor_from_data";
      arguments.push_back(RuntimeCalls::i32(rewriter, location, *device));
    }
    arguments.push_back(
        getPointer(rewriter, location, type, adaptor.getSource()));
    llvm::append_range(
        arguments,
        describeTensor(rewriter, op, type,
                       storeSizes(rewriter, op, type, adaptor.getSource())));
    Value tensor =
        calls.call(rewriter, location, function,
                   RuntimeCalls::pointerType(getContext()), arguments);
    calls.returnIfNull(rewriter, op, tensor);
    rewriter.replaceOp(op, tensor);
    return success();
  }
};

struct TensorDataToLLVM : RuntimePattern<TensorDataOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(TensorDataOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value tensor = calls.call(rewriter, op.getLoc(), "relax_rt_tensor_dl",
                              RuntimeCalls::pointerType(getContext()),
                              adaptor.getTensor());
    rewriter.replaceOp(op, load(rewriter, op.getLoc(), op.getType(), tensor));
    return success();
  }
};

/// A release: a call with the context and the handle.
template <typename OpT>
struct ReleaseToLLVM : RuntimePattern<OpT> {
  using RuntimePattern<OpT>::RuntimePattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    this->calls.call(
        rewriter, op.getLoc(),
        std::is_same_v<OpT, StorageReleaseOp> ? "relax_rt_storage_release"
                                              : "relax_rt_tensor_release",
        Type(), {RuntimeCalls::context(op), adaptor.getOperands()[0]});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateStorageToLLVM(const LLVMTypeConverter &converter,
                           RuntimeCalls &calls, RewritePatternSet &patterns) {
  patterns.add<ReleaseToLLVM<StorageReleaseOp>, ReleaseToLLVM<TensorReleaseOp>,
               StorageAllocToLLVM, StoragePlanToLLVM, StorageDataToLLVM,
               TensorBytesToLLVM, TensorCopyToLLVM, TensorDataToLLVM,
               TensorOnStorageToLLVM, ViewToLLVM>(converter, calls);
}

} // namespace mlir::relax::rt
