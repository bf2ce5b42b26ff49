// Makes temporary files and removes them, whatever ends the tool.
#include "Relax/Support/TemporaryFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

LogicalResult TemporaryFile::make(Location location, StringRef extension,
                                  ArrayRef<char> contents) {
  return make(location, extension, [&](llvm::raw_pwrite_stream &os) {
    os.write(contents.data(), contents.size());
    return success();
  });
}

LogicalResult TemporaryFile::make(
    Location location, StringRef extension,
    function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) {
  int descriptor = -1;
  llvm::SmallString<64> name;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, name);
  llvm::sys::path::append(name, "relax-%%%%%%." + extension);
  // createTemporaryFile lets everyone read it. Both open no file that is there.
  if (std::error_code error = llvm::sys::fs::createUniqueFile(
          name, descriptor, path, llvm::sys::fs::OF_None,
          llvm::sys::fs::owner_read | llvm::sys::fs::owner_write)) {
    path.clear();
    return emitError(location, "cannot make a temporary file: ")
           << error.message();
  }
  llvm::sys::RemoveFileOnSignal(path);
  // Written where it was opened: nobody can put another file under its name.
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  LogicalResult result = write(stream);
  stream.close();
  if (!stream.has_error())
    return result;
  std::error_code error = stream.error();
  stream.clear_error();
  return emitError(location, "cannot write the temporary file \"")
         << path << "\": " << error.message();
}

TemporaryFile::~TemporaryFile() {
  if (path.empty())
    return;
  llvm::sys::fs::remove(path);
  llvm::sys::DontRemoveFileOnSignal(path);
}

} // namespace mlir::relax
