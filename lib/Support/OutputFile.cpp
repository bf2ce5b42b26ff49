// Writes an output file as a whole or not at all.
#include "Relax/Support/OutputFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"

namespace mlir::relax {

static LogicalResult reportFile(ErrorReport report, StringRef path,
                                llvm::Error error) {
  report("cannot write the output file \"" + path +
         "\": " + llvm::toString(std::move(error)));
  return failure();
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

static LogicalResult
nameFile(ErrorReport report, StringRef path,
         llvm::function_ref<LogicalResult(StringRef)> write) {
  if (llvm::Error error = checkName(path))
    return reportFile(report, path, std::move(error));
  // Devices such as /dev/null are written in place.
  llvm::sys::fs::file_status status;
  bool isTaken = !llvm::sys::fs::status(path, status) && exists(status);
  if (isTaken && !is_regular_file(status))
    return write(path);
  // What a link points to is replaced, and not the link: it may be /dev/stdout.
  llvm::SmallString<128> target(path);
  if (isTaken)
    if (std::error_code code = llvm::sys::fs::real_path(path, target))
      return reportFile(report, path, llvm::errorCodeToError(code));
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(target + ".tmp%%%%%%");
  if (!file)
    return reportFile(report, path, file.takeError());
  if (failed(write(file->TmpName))) {
    llvm::consumeError(file->discard());
    return failure();
  }
  if (llvm::Error error = file->keep(target))
    return reportFile(report, path, std::move(error));
  return success();
}

LogicalResult flushStandardOutput(ErrorReport report) {
  llvm::outs().flush();
  std::error_code code = llvm::outs().error();
  if (!code)
    return success();
  llvm::outs().clear_error();
  report("cannot write to standard output: " + llvm::Twine(code.message()));
  return failure();
}

LogicalResult writeOutputFile(
    ErrorReport report, StringRef path,
    llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) {
  if (path == "-") {
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    if (failed(write(stream)))
      return failure();
    llvm::outs() << text;
    return flushStandardOutput(report);
  }
  return nameFile(report, path, [&](StringRef name) -> LogicalResult {
    std::error_code code;
    llvm::raw_fd_ostream stream(name, code);
    if (code)
      return reportFile(report, path, llvm::errorCodeToError(code));
    LogicalResult result = write(stream);
    stream.close();
    if (!stream.has_error())
      return result;
    code = stream.error();
    stream.clear_error();
    return reportFile(report, path, llvm::errorCodeToError(code));
  });
}

LogicalResult writeOutputFile(
    Location location, StringRef path,
    llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) {
  return writeOutputFile(
      [&](const llvm::Twine &text) { emitError(location) << text; }, path,
      write);
}

LogicalResult
nameOutputFile(Location location, StringRef path,
               llvm::function_ref<LogicalResult(StringRef)> write) {
  return nameFile([&](const llvm::Twine &text) { emitError(location) << text; },
                  path, write);
}

} // namespace mlir::relax
