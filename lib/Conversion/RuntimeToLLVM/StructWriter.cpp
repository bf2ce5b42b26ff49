// Writes constant structs of the run-time library's C interface.
#include "StructWriter.h"

namespace mlir::relax::rt {

Value StructWriter::number(unsigned bits, int64_t value) {
  return LLVM::ConstantOp::create(builder, location, integer(bits), value);
}

Value StructWriter::address(StringRef symbol) {
  return symbol.empty() ? null()
                        : Value(LLVM::AddressOfOp::create(builder, location,
                                                          pointer(), symbol));
}

Value StructWriter::text(StringRef value) {
  return value.empty() ? null()
                       : address(calls.textSymbol(builder, location, value));
}

Value StructWriter::fill(LLVM::LLVMStructType type, ArrayRef<Value> fields) {
  Value result = LLVM::UndefOp::create(builder, location, type);
  // Initializers of globals are regions in this dialect, and LLVM folds the
  // chain of insertions to one constant.
  for (auto [i, field] : llvm::enumerate(fields))
    result = LLVM::InsertValueOp::create(builder, location, result, field,
                                         ArrayRef<int64_t>{int64_t(i)});
  return result;
}

LLVM::GlobalOp StructWriter::global(StringRef name, Type type,
                                    LLVM::Linkage linkage,
                                    llvm::function_ref<Value()> build) {
  OpBuilder::InsertionGuard guard(builder);
  auto global =
      LLVM::GlobalOp::create(builder, location, type, /*isConstant=*/true,
                             linkage, name, /*value=*/Attribute());
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, location, build());
  return global;
}

Value StructWriter::array(Type element, unsigned size,
                          llvm::function_ref<Value(unsigned)> build) {
  Value result = LLVM::UndefOp::create(builder, location,
                                       LLVM::LLVMArrayType::get(element, size));
  for (unsigned i = 0; i < size; ++i)
    result = LLVM::InsertValueOp::create(builder, location, result, build(i),
                                         ArrayRef<int64_t>{int64_t(i)});
  return result;
}

} // namespace mlir::relax::rt
