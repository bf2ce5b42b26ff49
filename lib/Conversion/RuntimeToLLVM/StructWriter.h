// Writes constant structs of the run-time library's C interface.
#ifndef RELAX_LIB_CONVERSION_RUNTIMETOLLVM_STRUCTWRITER_H
#define RELAX_LIB_CONVERSION_RUNTIMETOLLVM_STRUCTWRITER_H

#include "RuntimeCalls.h"

namespace mlir::relax::rt {

/// RELAX_ABI_VERSION.
constexpr int64_t kABIVersion = 1;

/// Values of constants, and the globals that hold them, at the end of a module.
class StructWriter {
public:
  StructWriter(ModuleOp module, RuntimeCalls &calls)
      : module(module), calls(calls), builder(module.getBodyRegion()),
        context(module.getContext()) {
    builder.setInsertionPointToEnd(module.getBody());
  }

protected:
  Type pointer() { return RuntimeCalls::pointerType(context); }
  Type integer(unsigned bits) { return IntegerType::get(context, bits); }
  LLVM::LLVMStructType makeStruct(ArrayRef<Type> fields) {
    return LLVM::LLVMStructType::getLiteral(context, fields);
  }

  Value number(unsigned bits, int64_t value);
  Value null() { return LLVM::ZeroOp::create(builder, location, pointer()); }
  /// Address of a global; null if there is no symbol.
  Value address(StringRef symbol);
  /// Address of a text that ends with a zero; null if it is empty.
  Value text(StringRef value);
  Value fill(LLVM::LLVMStructType type, ArrayRef<Value> fields);
  Value array(Type element, unsigned size,
              llvm::function_ref<Value(unsigned)> build);
  /// A global whose value `build` makes in its initializer.
  LLVM::GlobalOp global(StringRef name, Type type, LLVM::Linkage linkage,
                        llvm::function_ref<Value()> build);

  ModuleOp module;
  RuntimeCalls &calls;
  OpBuilder builder;
  MLIRContext *context;
  Location location = UnknownLoc::get(context);
};

} // namespace mlir::relax::rt

#endif // RELAX_LIB_CONVERSION_RUNTIMETOLLVM_STRUCTWRITER_H
