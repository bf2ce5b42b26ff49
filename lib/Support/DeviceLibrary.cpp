// Whether code of a GPU has the functions of the CUDA toolkit that it calls.
#include "Relax/Support/DeviceLibrary.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

// What a module calls and does not have is declared in it:
// `.extern .func (.param .b32 func_retval0) __nv_expf`. Kernels and helpers of
// the program may have any name, and are none of these.
StringRef findLibraryCall(StringRef ptx) {
  constexpr StringLiteral declares = ".extern .func", prefix = "__nv_";
  while (true) {
    size_t at = ptx.find(declares);
    if (at == StringRef::npos)
      return "";
    ptx = ptx.drop_front(at + declares.size()).ltrim();
    StringRef name = ptx.starts_with("(") ? ptx.split(')').second.ltrim() : ptx;
    if (name.starts_with(prefix))
      return name.take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_'; });
  }
}

/// Without the toolkit upstream's serialisation leaves calls of `__nv_expf` and
/// its like unresolved, and only the driver would say so when the module is
/// loaded. One name is enough for the message.
LogicalResult checkDeviceLibrary(gpu::BinaryOp binary) {
  for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
    // What calls nobody defines is not assembled.
    if (object.getFormat() == gpu::CompilationTarget::Binary)
      continue;
    StringRef name = findLibraryCall(object.getObject().getValue());
    if (name.empty())
      continue;
    return binary.emitOpError("calls ")
           << name
           << "; expected the device library, found none: install the CUDA "
              "toolkit or set CUDA_ROOT to it";
  }
  return success();
}

} // namespace mlir::relax
