// Opens what a tool reads, placed as bytecode needs it.
#ifndef RELAX_SUPPORT_INPUTFILE_H
#define RELAX_SUPPORT_INPUTFILE_H

#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace mlir::relax {

/// The content of the file at `path`, "-" for standard input; null and what is
/// wrong in `message` if it cannot be read. It begins where bytecode may begin:
/// upstream's reader wants each resource of it aligned in memory, too, which a
/// small file is not where `mlir::openInputFile` puts it.
std::unique_ptr<llvm::MemoryBuffer> openInput(llvm::StringRef path,
                                              std::string &message);

/// A copy of bytecode that begins where bytecode may begin.
std::unique_ptr<llvm::MemoryBuffer> alignBytecode(llvm::StringRef bytes,
                                                  llvm::StringRef name);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_INPUTFILE_H
