// Says in each diagnostic which part of the model it is about.
#ifndef RELAX_LIB_IMPORT_DIAGNOSTICPREFIX_H
#define RELAX_LIB_IMPORT_DIAGNOSTICPREFIX_H

#include "mlir/IR/Diagnostics.h"
#include <optional>

namespace mlir::relax {

/// While it lives, keeps all diagnostics; when it ends, reports them with a
/// text in front. The rules of ops and tensors know nothing of nodes.
class DiagnosticPrefix {
public:
  DiagnosticPrefix(Location loc, llvm::function_ref<std::string()> makePrefix);
  ~DiagnosticPrefix();

private:
  Location loc;
  llvm::function_ref<std::string()> makePrefix;
  SmallVector<Diagnostic> kept;
  std::optional<ScopedDiagnosticHandler> handler;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DIAGNOSTICPREFIX_H
