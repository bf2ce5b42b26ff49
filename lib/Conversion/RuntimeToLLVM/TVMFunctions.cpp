// Exports functions by TVM's convention of calls.
#include "RuntimeCalls.h"

namespace mlir::relax::rt {

// int __tvm_ffi_NAME(void *self, const TVMFFIAny *args, int32_t num_args,
//                    TVMFFIAny *result)
// All that it does is in the run-time library: what compiled code knows of TVM
// is the name and the parameters.
void exportToTVM(RuntimeCalls &calls, StringRef descriptor, unsigned index,
                 StringRef name) {
  ModuleOp module = calls.module;
  // The prefix is part of TVM's ABI: its loader of libraries looks functions up
  // by it.
  std::string symbol = ("__tvm_ffi_" + name).str();
  // A program may have a function of that name.
  if (calls.takeFreeName(symbol) != symbol)
    return;
  MLIRContext *context = module.getContext();
  Location location = UnknownLoc::get(context);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto pointer = RuntimeCalls::pointerType(context);
  Type i32 = builder.getI32Type();
  auto function = LLVM::LLVMFuncOp::create(
      builder, location, symbol,
      LLVM::LLVMFunctionType::get(i32, {pointer, pointer, i32, pointer}));
  Block *body = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);
  // The address of the descriptor and not a handle: the function may be called
  // before anything has loaded the module, since dlopen alone is enough for
  // TVM.
  Value address =
      LLVM::AddressOfOp::create(builder, location, pointer, descriptor);
  // `self` is left out. It is null for functions of a library, which have no
  // closure.
  Value status = calls.call(
      builder, location, "relax_rt_tvm_call", i32,
      {address, RuntimeCalls::i32(builder, location, index),
       body->getArgument(1), body->getArgument(2), body->getArgument(3)});
  LLVM::ReturnOp::create(builder, location, status);
}

} // namespace mlir::relax::rt
