// Flags and ops that had another name in an earlier version.
#ifndef RELAX_SUPPORT_FORMERNAMES_H
#define RELAX_SUPPORT_FORMERNAMES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class MLIRContext;
}

namespace mlir::relax {

/// Fail if an option, a pass of `--pass-pipeline` included, has a former name;
/// `report` is told its present one.
llvm::LogicalResult
rejectFormerFlags(int argc, const char *const *argv,
                  llvm::function_ref<void(const llvm::Twine &)> report);

/// Let errors of `context` that quote a former op carry a note with its present
/// name.
void explainFormerOps(MLIRContext &context);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_FORMERNAMES_H
