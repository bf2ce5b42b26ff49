// Passes buffers to kernels as pointers, and what sizes the type leaves open.
//
//   relax_rt.call_kernel @k(%view) : memref<?x32xf32>
//   llvm.call @k(%pointer, %size) : (!llvm.ptr, i64) -> ()
//
// Upstream passes a buffer of two axes as seven values: two pointers, an
// offset, sizes and strides. The host's part of a long model is calls of
// kernels and hardly anything else, so that most of what was lowered, verified
// and selected were sizes that kernels know. A kernel makes the descriptor at
// its entry.
#include "KernelPointers.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax::rt {

// A pointer and sizes say all of it.
static bool isPlain(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && buffer.getLayout().isIdentity() && !buffer.getMemorySpace();
}

namespace {

/// Who names a function of the module.
struct Callers {
  explicit Callers(ModuleOp module);

  /// Called by host code, as a kernel.
  llvm::DenseSet<StringAttr> kernels;
  /// Named by something else: bodies of loops, callees of kernels.
  llvm::DenseSet<StringAttr> others;
};

} // namespace

Callers::Callers(ModuleOp module) {
  module.walk([&](Operation *op) {
    auto add = [&](FlatSymbolRefAttr name) { others.insert(name.getAttr()); };
    if (auto call = dyn_cast<CallKernelOp>(op))
      kernels.insert(call.getCalleeAttr().getAttr());
    else if (auto call = dyn_cast<func::CallOp>(op))
      add(call.getCalleeAttr());
    else if (auto constant = dyn_cast<func::ConstantOp>(op))
      add(constant.getValueAttr());
    else if (auto loop = dyn_cast<ParallelForOp>(op))
      add(loop.getBodyAttr());
    else if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCallee())
      add(call.getCalleeAttr());
    else if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
      add(address.getGlobalNameAttr());
  });
}

namespace {

/// Pointers to the first elements of buffers, each made once, behind what
/// defines its buffer.
class BufferPointers {
public:
  explicit BufferPointers(const LLVMTypeConverter &converter)
      : converter(converter) {}

  Value get(Value buffer);
  /// The sizes of a buffer that its type leaves open.
  ValueRange getSizes(Value buffer);
  /// Erases what nobody asks for a buffer any more.
  void eraseUnused();

private:
  Value make(OpBuilder &builder, Value buffer);
  Value makeInside(OpBuilder &builder, Location location, Value source,
                   Value bytes);

  const LLVMTypeConverter &converter;
  llvm::DenseMap<Value, Value> pointers;
  llvm::DenseMap<Value, SmallVector<Value>> sizes;
  /// Definitions of the buffers, each behind that of its source.
  SmallVector<Operation *> definitions;
};

} // namespace

Value BufferPointers::get(Value buffer) {
  if (Value known = pointers.lookup(buffer))
    return known;
  OpBuilder builder(buffer.getContext());
  builder.setInsertionPointAfterValue(buffer);
  Value pointer = make(builder, buffer);
  pointers[buffer] = pointer;
  if (Operation *definition = buffer.getDefiningOp())
    definitions.push_back(definition);
  return pointer;
}

// Views and constants are most of what is passed, and need no descriptor.
Value BufferPointers::make(OpBuilder &builder, Value buffer) {
  Location location = buffer.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  if (auto view = buffer.getDefiningOp<memref::ViewOp>())
    return makeInside(builder, location, view.getSource(), view.getByteShift());
  if (auto view = buffer.getDefiningOp<ViewOp>())
    if (cast<MemRefType>(view.getSource().getType()).getLayout().isIdentity())
      return makeInside(builder, location, view.getSource(),
                        view.getByteOffset());
  if (auto global = buffer.getDefiningOp<memref::GetGlobalOp>())
    return LLVM::AddressOfOp::create(builder, location, pointer,
                                     global.getName());
  // The conversion makes a descriptor of whatever else there is, and this cast
  // gives it. A buffer of identity layout begins at its aligned pointer.
  Value descriptor =
      UnrealizedConversionCastOp::create(
          builder, location, converter.convertType(buffer.getType()), buffer)
          .getResult(0);
  return LLVM::ExtractValueOp::create(builder, location, descriptor,
                                      ArrayRef<int64_t>{1});
}

// `source` of bytes or of a layout without an offset, and a place in it.
Value BufferPointers::makeInside(OpBuilder &builder, Location location,
                                 Value source, Value bytes) {
  Value base = get(source);
  llvm::APInt known;
  bool isKnown = matchPattern(bytes, m_ConstantInt(&known));
  if (isKnown && known.isZero())
    return base;
  LLVM::GEPArg offset = 0;
  if (isKnown && known.isSignedIntN(32))
    offset = LLVM::GEPArg(int32_t(known.getSExtValue()));
  else
    offset = LLVM::GEPArg(UnrealizedConversionCastOp::create(
                              builder, location, builder.getI64Type(), bytes)
                              .getResult(0));
  return LLVM::GEPOp::create(builder, location, base.getType(),
                             builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

ValueRange BufferPointers::getSizes(Value buffer) {
  if (auto view = buffer.getDefiningOp<memref::ViewOp>())
    return view.getSizes();
  if (auto view = buffer.getDefiningOp<ViewOp>())
    return view.getSizes();
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> &known = sizes[buffer];
  OpBuilder builder(buffer.getContext());
  builder.setInsertionPointAfterValue(buffer);
  if (known.empty())
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        known.push_back(
            memref::DimOp::create(builder, buffer.getLoc(), buffer, axis));
  return known;
}

void BufferPointers::eraseUnused() {
  for (Operation *definition : llvm::reverse(definitions))
    if (isOpTriviallyDead(definition))
      definition->erase();
}

// The last axis is contiguous, and each other one is as far apart as those
// behind it are long.
static Value makeDescriptor(OpBuilder &builder, Location location,
                            const LLVMTypeConverter &converter, MemRefType type,
                            ValueRange parameters) {
  Value pointer = parameters.front();
  if (type.hasStaticShape())
    return MemRefDescriptor::fromStaticShape(builder, location, converter, type,
                                             pointer);
  auto descriptor =
      MemRefDescriptor::poison(builder, location, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, location, pointer);
  descriptor.setAlignedPtr(builder, location, pointer);
  descriptor.setConstantOffset(builder, location, 0);
  Type i64 = builder.getI64Type();
  auto getConstant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, location, i64, value);
  };
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  Value size, stride;
  for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
    stride = ShapedType::isDynamic(strides[axis])
                 ? LLVM::MulOp::create(builder, location, stride, size)
                 : getConstant(strides[axis]);
    if (type.isDynamicDim(axis)) {
      size = UnrealizedConversionCastOp::create(builder, location, i64,
                                                parameters.back())
                 .getResult(0);
      parameters = parameters.drop_back();
    } else {
      size = getConstant(type.getDimSize(axis));
    }
    descriptor.setSize(builder, location, axis, size);
    descriptor.setStride(builder, location, axis, stride);
  }
  return descriptor;
}

// Plain buffers become parameters that are pointers, with sizes behind them.
static void takePointers(func::FuncOp kernel,
                         const LLVMTypeConverter &converter) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  // From the last one on: what is inserted moves none that is left.
  for (unsigned i = kernel.getNumArguments(); i-- > 0;) {
    BlockArgument argument = kernel.getArgument(i);
    if (!isPlain(argument.getType()))
      continue;
    Location location = argument.getLoc();
    auto type = cast<MemRefType>(argument.getType());
    unsigned sizes = type.getNumDynamicDims();
    (void)kernel.insertArguments(
        SmallVector<unsigned>(sizes, i + 1),
        SmallVector<Type>(sizes, builder.getIndexType()),
        SmallVector<DictionaryAttr>(sizes),
        SmallVector<Location>(sizes, location));
    auto buffer = UnrealizedConversionCastOp::create(builder, location, type,
                                                     ValueRange());
    argument.replaceAllUsesWith(buffer.getResult(0));
    argument.setType(LLVM::LLVMPointerType::get(kernel.getContext()));
    builder.setInsertionPoint(buffer);
    buffer->setOperands(
        makeDescriptor(builder, location, converter, type,
                       ValueRange(entry.getArguments().slice(i, 1 + sizes))));
    builder.setInsertionPointToStart(&entry);
  }
  kernel.setType(builder.getFunctionType(entry.getArgumentTypes(), {}));
}

void passPointersToKernels(ModuleOp module,
                           const LLVMTypeConverter &converter) {
  Callers callers(module);
  llvm::DenseSet<StringAttr> changed;
  for (auto kernel : module.getOps<func::FuncOp>()) {
    StringAttr name = kernel.getSymNameAttr();
    if (kernel.isExternal() || !callers.kernels.contains(name) ||
        callers.others.contains(name) ||
        llvm::none_of(kernel.getArgumentTypes(), isPlain))
      continue;
    takePointers(kernel, converter);
    changed.insert(name);
  }
  BufferPointers pointers(converter);
  module.walk([&](CallKernelOp call) {
    if (!changed.contains(call.getCalleeAttr().getAttr()))
      return;
    SmallVector<Value> arguments;
    for (Value argument : call.getArgs()) {
      bool isPointer = isPlain(argument.getType());
      arguments.push_back(isPointer ? pointers.get(argument) : argument);
      if (isPointer)
        llvm::append_range(arguments, pointers.getSizes(argument));
    }
    call.getArgsMutable().assign(arguments);
  });
  pointers.eraseUnused();
}

} // namespace mlir::relax::rt
