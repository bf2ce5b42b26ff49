// Writes an output file as a whole or not at all.
#include "Relax/Target/OutputFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"

namespace mlir::relax {

static LogicalResult reportFile(Location location, StringRef path,
                                llvm::Error error) {
  return emitError(location, "cannot write the output file \"")
         << path << "\": " << llvm::toString(std::move(error));
}

// A name that is taken by something other than a file must not be replaced.
static llvm::Error checkName(StringRef path) {
  if (path.empty())
    return llvm::createStringError("the name is empty");
  if (llvm::sys::fs::is_directory(path))
    return llvm::errorCodeToError(
        std::make_error_code(std::errc::is_a_directory));
  return llvm::Error::success();
}

LogicalResult
nameOutputFile(Location location, StringRef path,
               llvm::function_ref<LogicalResult(StringRef)> write) {
  if (llvm::Error error = checkName(path))
    return reportFile(location, path, std::move(error));
  // Devices such as /dev/null are written in place.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) && exists(status) &&
      !is_regular_file(status))
    return write(path);
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(path + ".tmp%%%%%%");
  if (!file)
    return reportFile(location, path, file.takeError());
  if (failed(write(file->TmpName))) {
    llvm::consumeError(file->discard());
    return failure();
  }
  if (llvm::Error error = file->keep(path))
    return reportFile(location, path, std::move(error));
  return success();
}

LogicalResult writeOutputFile(
    Location location, StringRef path,
    llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) {
  if (path == "-") {
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    if (failed(write(stream)))
      return failure();
    llvm::outs() << text;
    return success();
  }
  return nameOutputFile(location, path, [&](StringRef name) -> LogicalResult {
    std::error_code code;
    llvm::raw_fd_ostream stream(name, code);
    if (code)
      return reportFile(location, path, llvm::errorCodeToError(code));
    LogicalResult result = write(stream);
    stream.close();
    if (!stream.has_error())
      return result;
    code = stream.error();
    stream.clear_error();
    return reportFile(location, path, llvm::errorCodeToError(code));
  });
}

} // namespace mlir::relax
