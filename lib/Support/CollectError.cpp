// Errors that are answers, and that nobody sees.
//
// A `ScopedDiagnosticHandler` by itself hears all threads of the context:
// errors of functions that other threads work on would be lost.
#include "Relax/Support/CollectError.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"

namespace mlir::relax {

std::string collectError(MLIRContext *context,
                         llvm::function_ref<void()> steps) {
  std::string error;
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return failure();
    if (error.empty())
      error = diagnostic.str();
    return success();
  });
  steps();
  return error;
}

} // namespace mlir::relax
