// Opens what a tool reads, placed as bytecode needs it.
#include "Relax/Support/InputFile.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Alignment.h"

namespace mlir::relax {

/// The largest alignment of a resource that is written. Resources of bytecode
/// are used in place. Where the buffer begins at less than their alignment,
/// upstream's reader rejects the file.
static constexpr uint64_t kAlignment = 64;

std::unique_ptr<llvm::MemoryBuffer> openInput(llvm::StringRef path,
                                              std::string &message) {
  return openInputFile(path, llvm::Align(kAlignment), &message);
}

std::unique_ptr<llvm::MemoryBuffer> alignBytecode(llvm::StringRef bytes,
                                                  llvm::StringRef name) {
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
          bytes.size(), name, llvm::Align(kAlignment));
  llvm::copy(bytes, buffer->getBufferStart());
  return buffer;
}

} // namespace mlir::relax
