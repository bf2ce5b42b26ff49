// What the chips of GPUs have at most.
#ifndef RELAX_SUPPORT_DEVICELIMITS_H
#define RELAX_SUPPORT_DEVICELIMITS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// Threads of a block, on every chip.
constexpr int64_t kMaxBlockThreads = 1024;

/// Bytes that the threads of a block of a chip, such as "sm_90", share at most,
/// where the launch asks for them; of an unknown chip what the largest has.
int64_t getMaxSharedBytes(llvm::StringRef chip);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_DEVICELIMITS_H
