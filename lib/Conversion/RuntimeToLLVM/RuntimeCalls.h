// How lowered code calls the run-time library.
#ifndef RELAX_LIB_CONVERSION_RUNTIMETOLLVM_RUNTIMECALLS_H
#define RELAX_LIB_CONVERSION_RUNTIMETOLLVM_RUNTIMECALLS_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace mlir::relax::rt {

/// A dtype as the run-time library writes it.
struct RuntimeDType {
  int32_t code, bits, lanes;
};

/// The dtype of the elements of a tensor or buffer; code 255 (any) for a type
/// that has none.
RuntimeDType getRuntimeDType(Type element);

/// The name by which callers and errors know a function.
StringRef getRuntimeName(Operation *function);

/// Builds calls, and the declarations and constants that they need; one serves
/// a whole module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module) : module(module) {}

  /// Call the C function `name`; null if `result` is.
  Value call(OpBuilder &builder, Location location, StringRef name, Type result,
             ValueRange arguments);
  /// Address of a text that ends with a zero.
  Value text(OpBuilder &builder, Location location, StringRef value);
  /// Address of constant 64-bit integers; null pointer if there are none.
  Value integers(OpBuilder &builder, Location location,
                 ArrayRef<int64_t> values);
  /// Name of the global that is the text.
  std::string textSymbol(OpBuilder &builder, Location location,
                         StringRef value);
  /// Name of the global that holds the integers.
  std::string integersSymbol(OpBuilder &builder, Location location,
                             ArrayRef<int64_t> values);

  /// A name for a new function of the module, `wanted` or that with a number.
  std::string takeFreeName(const std::string &wanted);

  /// The context of the call: the first argument of the function around `op`.
  static Value context(Operation *op);
  /// Name of the function around `op`.
  static StringRef functionName(Operation *op);

  /// End the function with `status` unless it is 0, and go on before `op`. This
  /// and the next three leave marks, of which `splitAtExits` makes branches.
  static void returnUnlessOk(ConversionPatternRewriter &rewriter, Operation *op,
                             Value status);
  /// Call the C function `name`, which gives a status, and do so with that.
  void callOrReturn(ConversionPatternRewriter &rewriter, Operation *op,
                    StringRef name, ValueRange arguments);
  /// End the function with the status of the context if `pointer` is null.
  static void returnIfNull(ConversionPatternRewriter &rewriter, Operation *op,
                           Value pointer);
  /// The same if `number` is negative.
  static void returnIfNegative(ConversionPatternRewriter &rewriter,
                               Operation *op, Value number);

  /// Memory of the function's frame, taken at its entry.
  static Value allocateFrame(OpBuilder &builder, Operation *op, Type type,
                             int64_t count);
  /// An array of values of one type in the function's frame. It has a place
  /// where there are none: an alloca of 0 elements has no address that may be
  /// passed.
  static Value storeArray(OpBuilder &builder, Operation *op, Type element,
                          ValueRange values);
  static Value i32(OpBuilder &builder, Location location, int64_t value);
  static Value i64(OpBuilder &builder, Location location, int64_t value);
  static LLVM::LLVMPointerType pointerType(MLIRContext *context);
  /// The C struct DLTensor.
  static LLVM::LLVMStructType tensorType(MLIRContext *context);

  ModuleOp module;

  /// Makes branches at all exits of the module, once it is converted.
  void splitAtExits();

private:
  /// Functions of the run-time library that are declared.
  llvm::StringMap<LLVM::LLVMFuncOp> functions;
  /// Symbols of the module; empty before one is asked for.
  llvm::StringSet<> names;
  llvm::StringMap<std::string> texts;
  std::map<std::vector<int64_t>, std::string> arrays;
};

/// A pattern that calls the run-time library.
template <typename OpT>
class RuntimePattern : public ConvertOpToLLVMPattern<OpT> {
public:
  RuntimePattern(const LLVMTypeConverter &converter, RuntimeCalls &calls)
      : ConvertOpToLLVMPattern<OpT>(converter), calls(calls) {}

protected:
  /// Sizes of a buffer as 64-bit integers in the function's frame; a null
  /// pointer for rank 0.
  Value storeSizes(OpBuilder &builder, Operation *op, MemRefType type,
                   Value descriptor) const {
    Location location = op->getLoc();
    auto pointer = RuntimeCalls::pointerType(builder.getContext());
    if (type.getRank() == 0)
      return LLVM::ZeroOp::create(builder, location, pointer);
    MemRefDescriptor view(descriptor);
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      sizes.push_back(
          type.isDynamicDim(i)
              ? view.size(builder, location, i)
              : RuntimeCalls::i64(builder, location, type.getDimSize(i)));
    return RuntimeCalls::storeArray(builder, op, builder.getI64Type(), sizes);
  }

  /// Address of the first element of a buffer.
  Value getPointer(OpBuilder &builder, Location location, MemRefType type,
                   Value descriptor) const {
    return MemRefDescriptor(descriptor)
        .bufferPtr(builder, location, *this->getTypeConverter(), type);
  }

  /// A DLTensor in the function's frame that shows a buffer, which is on CUDA
  /// device number `device`, on the host if that is negative.
  Value storeTensor(OpBuilder &builder, Operation *op, MemRefType type,
                    Value descriptor, int32_t device = -1) const {
    Location location = op->getLoc();
    MLIRContext *context = builder.getContext();
    auto struct_ = RuntimeCalls::tensorType(context);
    auto pointer = RuntimeCalls::pointerType(context);
    Value tensor = RuntimeCalls::allocateFrame(builder, op, struct_, 1);
    RuntimeDType dtype = getRuntimeDType(type.getElementType());
    auto constant = [&](unsigned bits, int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder, location,
                                      builder.getIntegerType(bits), value);
    };
    Value value = LLVM::ZeroOp::create(builder, location, struct_);
    auto insert = [&](Value field, ArrayRef<int64_t> position) {
      value = LLVM::InsertValueOp::create(builder, location, value, field,
                                          position);
    };
    insert(getPointer(builder, location, type, descriptor), {0});
    insert(constant(32, device < 0 ? 1 : 2), {1, 0});
    insert(constant(32, std::max(device, 0)), {1, 1});
    insert(constant(32, type.getRank()), {2});
    insert(constant(8, dtype.code), {3, 0});
    insert(constant(8, dtype.bits), {3, 1});
    insert(constant(16, dtype.lanes), {3, 2});
    insert(storeSizes(builder, op, type, descriptor), {4});
    insert(LLVM::ZeroOp::create(builder, location, pointer), {5});
    LLVM::StoreOp::create(builder, location, value, tensor);
    return tensor;
  }

  /// An array of pointers to DLTensors that show buffers, or are borrowed; null
  /// if there are none. Without `devices` all buffers are on the host.
  Value storeTensors(OpBuilder &builder, Operation *op, ValueRange buffers,
                     ValueRange descriptors,
                     ArrayRef<int32_t> devices = {}) const {
    Location location = op->getLoc();
    auto pointer = RuntimeCalls::pointerType(builder.getContext());
    if (buffers.empty())
      return LLVM::ZeroOp::create(builder, location, pointer);
    SmallVector<Value> tensors;
    for (auto [i, buffer] : llvm::enumerate(buffers)) {
      auto type = dyn_cast<MemRefType>(buffer.getType());
      int32_t device = devices.empty() ? -1 : devices[i];
      tensors.push_back(
          type ? storeTensor(builder, op, type, descriptors[i], device)
               : descriptors[i]);
    }
    return RuntimeCalls::storeArray(builder, op, pointer, tensors);
  }

  /// A buffer at `data` whose open sizes are `sizes`.
  Value makeBuffer(ConversionPatternRewriter &rewriter, Location location,
                   MemRefType type, Value data, ValueRange sizes) const {
    SmallVector<Value> allSizes, strides;
    Value bytes;
    this->getMemRefDescriptorSizes(location, type, sizes, rewriter, allSizes,
                                   strides, bytes);
    return this->createMemRefDescriptor(location, type, data, data, allSizes,
                                        strides, rewriter);
  }

  /// A buffer that shows the DLTensor at `tensor`.
  Value loadBuffer(ConversionPatternRewriter &rewriter, Location location,
                   MemRefType type, Value tensor) const {
    MLIRContext *context = rewriter.getContext();
    auto pointer = RuntimeCalls::pointerType(context);
    auto field = [&](int32_t index) -> Value {
      Value slot = LLVM::GEPOp::create(
          rewriter, location, pointer, RuntimeCalls::tensorType(context),
          tensor, ArrayRef<LLVM::GEPArg>{0, index});
      return LLVM::LoadOp::create(rewriter, location, pointer, slot);
    };
    SmallVector<Value> sizes;
    Value shape = type.hasStaticShape() ? Value() : field(4);
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (!type.isDynamicDim(i))
        continue;
      Value slot = LLVM::GEPOp::create(rewriter, location, pointer,
                                       rewriter.getI64Type(), shape,
                                       ArrayRef<LLVM::GEPArg>{int32_t(i)});
      sizes.push_back(LLVM::LoadOp::create(rewriter, location,
                                           rewriter.getI64Type(), slot));
    }
    return makeBuffer(rewriter, location, type, field(0), sizes);
  }

  /// What code of `type` holds of the DLTensor at `tensor`: a buffer, or the
  /// tensor itself where its dtype and rank are known at run time only.
  Value load(ConversionPatternRewriter &rewriter, Location location, Type type,
             Value tensor) const {
    auto buffer = dyn_cast<MemRefType>(type);
    return buffer ? loadBuffer(rewriter, location, buffer, tensor) : tensor;
  }

  /// What checks are told of a type: dtype, rank and sizes, as far as known.
  SmallVector<Value> describeType(OpBuilder &builder, Location location,
                                  mlir::TensorType type) const {
    // 255 accepts any dtype, -1 any rank or size, as in RelaxTypeDescriptor.
    // Sizes that a symbol gives are compared by checks of their own, which know
    // the symbol.
    SmallVector<int64_t> dims;
    if (type.hasRank())
      for (int64_t size : type.getShape())
        dims.push_back(ShapedType::isDynamic(size) ? -1 : size);
    RuntimeDType dtype = getRuntimeDType(type.getElementType());
    auto number = [&](int64_t value) {
      return RuntimeCalls::i32(builder, location, value);
    };
    return {number(dtype.code), number(dtype.bits), number(dtype.lanes),
            number(type.hasRank() ? type.getRank() : -1),
            calls.integers(builder, location, dims)};
  }

  RuntimeCalls &calls;
};

/// Add the patterns of a family.
void populateEntryToLLVM(const LLVMTypeConverter &converter,
                         RuntimeCalls &calls, RewritePatternSet &patterns);
/// Add the patterns of a family.
void populateStorageToLLVM(const LLVMTypeConverter &converter,
                           RuntimeCalls &calls, RewritePatternSet &patterns);
/// Add the patterns of a family.
void populateBorrowedToLLVM(const LLVMTypeConverter &converter,
                            RuntimeCalls &calls, RewritePatternSet &patterns);
/// Add the patterns of a family; `fallible` are the kernels that can fail.
void populateCallToLLVM(const LLVMTypeConverter &converter, RuntimeCalls &calls,
                        RewritePatternSet &patterns,
                        const llvm::StringSet<> &fallible);
/// Add the patterns of a family.
void populateKernelToLLVM(const LLVMTypeConverter &converter,
                          RuntimeCalls &calls, RewritePatternSet &patterns);
/// Add the patterns of constants, and of vectors of booleans.
void populateConstantToLLVM(const LLVMTypeConverter &converter,
                            RewritePatternSet &patterns);

/// Build the module's descriptor from its functions with `relax_rt.params`; no
/// descriptor if there are none. Has to run before functions are lowered.
void buildModuleDescriptor(ModuleOp module, StringRef cpuFeatures,
                           RuntimeCalls &calls);

/// Export the function number `index` of the descriptor, which callers know as
/// `name`, as `__tvm_ffi_NAME` as well.
void exportToTVM(RuntimeCalls &calls, StringRef descriptor, unsigned index,
                 StringRef name);

} // namespace mlir::relax::rt

#endif // RELAX_LIB_CONVERSION_RUNTIMETOLLVM_RUNTIMECALLS_H
