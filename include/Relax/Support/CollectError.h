// Errors that are answers, and that nobody sees.
#ifndef RELAX_SUPPORT_COLLECTERROR_H
#define RELAX_SUPPORT_COLLECTERROR_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace mlir::relax {

/// The first diagnostic of `steps`, none of which anybody sees; empty if there
/// is none. What other threads report at that time, which work on other
/// functions, passes.
std::string collectError(MLIRContext *context,
                         llvm::function_ref<void()> steps);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_COLLECTERROR_H
