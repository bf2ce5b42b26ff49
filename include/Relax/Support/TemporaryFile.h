// Files for what other programs read and write.
#ifndef RELAX_SUPPORT_TEMPORARYFILE_H
#define RELAX_SUPPORT_TEMPORARYFILE_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// A new file of the folder for temporary files, which only this user reads. It
/// goes with the object, and when a signal ends the tool.
class TemporaryFile {
public:
  TemporaryFile() = default;
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// Makes it, with a name that ends in `extension`; errors at `location`.
  LogicalResult make(Location location, llvm::StringRef extension,
                     llvm::ArrayRef<char> contents = {});

  /// The same with what `write` writes; its failure is that of this function.
  LogicalResult
  make(Location location, llvm::StringRef extension,
       llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write);

  /// Its name, empty unless it was made.
  llvm::StringRef getPath() const { return path; }

private:
  llvm::SmallString<64> path;
};

} // namespace mlir::relax

#endif // RELAX_SUPPORT_TEMPORARYFILE_H
