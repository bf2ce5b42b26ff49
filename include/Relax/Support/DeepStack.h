// Runs a tool on a stack that deeply nested input does not exhaust.
#ifndef RELAX_SUPPORT_DEEPSTACK_H
#define RELAX_SUPPORT_DEEPSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::relax {

/// The stack on which tools parse: upstream's parser recurses, and overflows
/// the usual 8 MiB at 2,000 nested regions.
inline constexpr unsigned kDeepStackBytes = 256u << 20;

/// Call `fn` on a thread with a deep stack and wait for its result. Should even
/// that stack overflow, the handlers of crashes have a stack of their own.
int runOnDeepStack(llvm::function_ref<int()> fn);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_DEEPSTACK_H
