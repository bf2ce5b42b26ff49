// Whether code of a GPU has the functions of the CUDA toolkit that it calls.
#include "Relax/Support/DeviceLibrary.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

/// Without the toolkit upstream's serialisation leaves calls of `__nv_expf` and
/// its like unresolved, and only the driver would say so when the module is
/// loaded. One name is enough for the message.
LogicalResult checkDeviceLibrary(gpu::BinaryOp binary) {
  for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
    // What calls nobody defines is not assembled.
    if (object.getFormat() == gpu::CompilationTarget::Binary)
      continue;
    StringRef text = object.getObject().getValue();
    size_t at = text.find("__nv_");
    if (at == StringRef::npos)
      continue;
    StringRef name = text.substr(at).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
    return binary.emitOpError("calls ")
           << name
           << "; expected the device library, found none: install the CUDA "
              "toolkit or set CUDA_ROOT to it";
  }
  return success();
}

} // namespace mlir::relax
