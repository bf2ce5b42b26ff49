// Writes an output file as a whole or not at all.
//
// A reader, such as a build system, must never see half a file under the final
// name. Renaming within one folder is atomic, so the temporary file is made
// beside the target.
#include "Relax/Support/OutputFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

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
    return llvm::createStringError("expected a name that is not empty");
  if (llvm::sys::fs::is_directory(path))
    return llvm::errorCodeToError(
        std::make_error_code(std::errc::is_a_directory));
  return llvm::Error::success();
}

namespace {

/// Who writes a temporary file.
enum class Writer {
  /// We do: nobody else reads it before it is complete.
  Tool,
  /// Another program, which knows what its files may be read and run by.
  Linker
};

} // namespace

// What the owner of a file made it readable for stays so.
static std::error_code setPermissions(const llvm::sys::fs::TempFile &file,
                                      Writer writer, bool isTaken,
                                      const llvm::sys::fs::file_status &old) {
  namespace fs = llvm::sys::fs;
  if (writer == Writer::Linker)
    return isTaken ? fs::setPermissions(file.TmpName, old.permissions())
                   : std::error_code();
  unsigned usual = (fs::all_read | fs::all_write) & ~fs::getUmask();
  return fs::setPermissions(file.FD,
                            isTaken ? old.permissions() : fs::perms(usual));
}

static LogicalResult
nameFile(ErrorReport report, StringRef path, Writer writer,
         llvm::function_ref<LogicalResult(StringRef, int)> write) {
  if (llvm::Error error = checkName(path))
    return reportFile(report, path, std::move(error));
  // Devices such as /dev/null are written in place. Replacing `/dev/null` by a
  // file would be a surprise for the whole machine.
  llvm::sys::fs::file_status status;
  bool isTaken = !llvm::sys::fs::status(path, status) && exists(status);
  if (isTaken && !is_regular_file(status))
    return write(path, /*descriptor=*/-1);
  // What a link points to is replaced, and not the link: it may be /dev/stdout.
  // `TempFile::keep` renames over the name. Over a link it would leave what the
  // link points to as it was.
  llvm::SmallString<128> target(path);
  if (isTaken)
    if (std::error_code code = llvm::sys::fs::real_path(path, target))
      return reportFile(report, path, llvm::errorCodeToError(code));
  // The tool's file is private until it is complete; a linker creates and sets
  // its own.
  unsigned mode = writer == Writer::Tool
                      ? llvm::sys::fs::owner_read | llvm::sys::fs::owner_write
                      : llvm::sys::fs::all_read | llvm::sys::fs::all_write;
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(target + ".tmp%%%%%%", mode);
  if (!file)
    return reportFile(report, path, file.takeError());
  // Discarding removes the file; an error of that would hide the first one.
  if (failed(write(file->TmpName, file->FD))) {
    llvm::consumeError(file->discard());
    return failure();
  }
  if (std::error_code code = setPermissions(*file, writer, isTaken, status)) {
    llvm::consumeError(file->discard());
    return reportFile(report, path, llvm::errorCodeToError(code));
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
    // As a whole here too: half a module in a pipe would be parsed by the next
    // tool.
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    if (failed(write(stream)))
      return failure();
    llvm::outs() << text;
    return flushStandardOutput(report);
  }
  auto writeOpened = [&](StringRef name, int descriptor) -> LogicalResult {
    // A temporary file is written as it was opened: by its name it could be
    // another one by now.
    std::error_code code;
    if (descriptor < 0)
      code = llvm::sys::fs::openFileForWrite(name, descriptor);
    // The stream closes its descriptor, and the temporary file's own has to
    // stay open.
    else if ((descriptor = dup(descriptor)) < 0)
      code = llvm::errnoAsErrorCode();
    if (code)
      return reportFile(report, path, llvm::errorCodeToError(code));
    llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    LogicalResult result = write(stream);
    stream.close();
    // Both have to be right: writing, and what the disk says when it is closed.
    if (!stream.has_error())
      return result;
    code = stream.error();
    stream.clear_error();
    return reportFile(report, path, llvm::errorCodeToError(code));
  };
  return nameFile(report, path, Writer::Tool, writeOpened);
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
                  path, Writer::Linker,
                  [&](StringRef name, int) { return write(name); });
}

} // namespace mlir::relax
