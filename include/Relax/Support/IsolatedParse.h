// Reads programs that nobody vouches for in a process of their own.
#ifndef RELAX_SUPPORT_ISOLATEDPARSE_H
#define RELAX_SUPPORT_ISOLATEDPARSE_H

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relax {

/// What a program may take while it is read in a process of its own.
struct IsolationLimits {
  /// Seconds of a processor; a program of a million ops takes ten.
  unsigned seconds = 20;
  /// Bytes of address space.
  size_t bytes = size_t(16) << 30;
  /// Ops of dialects that nobody registered are kept.
  bool allowUnregisteredDialects = false;
};

/// Read the text or bytecode `input` in a child process, verify it there, and
/// give it back as the text (with locations) that the child printed. Errors of
/// the program are reported as without a child. Should the child crash or go
/// beyond `limits`, as damaged bytecode makes upstream's reader, that is one
/// error on `errors`. Null after any error.
std::unique_ptr<llvm::MemoryBuffer>
parseIsolated(llvm::MemoryBufferRef input, const DialectRegistry &registry,
              llvm::raw_ostream &errors, const IsolationLimits &limits = {});

} // namespace mlir::relax

#endif // RELAX_SUPPORT_ISOLATEDPARSE_H
