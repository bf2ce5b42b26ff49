// Tensor data that lies in files beside the model.
#include "ExternalData.h"
#include "Relax/Support/FilesInside.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include <optional>

namespace mlir::relax {

namespace {
/// What a tensor says about the place of its data.
struct ExternalEntries {
  StringRef path;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};
} // namespace

static LogicalResult parseSize(StringRef key, StringRef text, Location loc,
                               // Protobuf's map entries are strings, also for
                               // numbers. `getAsInteger` rejects signs and
                               // trailing characters, which strtoull would
                               // take.
                               uint64_t &result) {
  if (!text.getAsInteger(10, result))
    return success();
  return emitError(loc) << "external data has " << key << " " << quote(text)
                        << ", expected a number of bytes";
}

static FailureOr<ExternalEntries>
parseEntries(const ::onnx::TensorProto &tensor, Location loc) {
  ExternalEntries range;
  // Other keys, `checksum` and those of later versions, say nothing about where
  // the bytes are.
  for (const ::onnx::StringStringEntryProto &entry : tensor.external_data()) {
    if (entry.key() == "location") {
      range.path = entry.value();
    } else if (entry.key() == "offset") {
      if (failed(parseSize("offset", entry.value(), loc, range.offset)))
        return failure();
    } else if (entry.key() == "length") {
      if (failed(
              parseSize("length", entry.value(), loc, range.length.emplace(0))))
        return failure();
    }
  }
  return range;
}

FailureOr<ExternalRange> locateExternalData(const ::onnx::TensorProto &tensor,
                                            StringRef folder, uint64_t size,
                                            Location loc) {
  FailureOr<ExternalEntries> entries = parseEntries(tensor, loc);
  if (failed(entries))
    return failure();
  // A length that disagrees with the type means that one of them is damaged.
  // Reading only the smaller of the two would give plausible weights.
  if (entries->length && *entries->length != size)
    return emitError(loc) << "external data has length " << *entries->length
                          << ", but the tensor's type needs " << size
                          << " bytes";
  // The path comes from the model file and may say "../../etc/passwd", or be a
  // link. Only what lies inside of the model's folder is read.
  FailureOr<std::string> path =
      findInside("external data", entries->path, folder, loc);
  if (failed(path))
    return failure();
  uint64_t fileSize = 0;
  if (std::error_code error = llvm::sys::fs::file_size(*path, fileSize))
    return emitError(loc) << "cannot read " << quote(*path) << ": "
                          << error.message();
  // Written with a subtraction behind the first comparison: offset + size could
  // wrap around in 64 bits, and then look small.
  if (entries->offset > fileSize || size > fileSize - entries->offset)
    return emitError(loc) << "external data needs " << size
                          << " bytes at offset " << entries->offset << " of "
                          << quote(entries->path) << ", but the file has "
                          << fileSize << " bytes";
  // Nothing is read yet. Many initializers are folded away or stay in the file
  // until the constant is written, so the data are read once and only where
  // needed.
  return ExternalRange{*path, entries->offset};
}

LogicalResult readExternalData(const ExternalRange &range, Location loc,
                               MutableArrayRef<char> bytes) {
  auto reject = [&](llvm::Error error) {
    return emitError(loc) << "cannot read " << quote(range.path) << ": "
                          << llvm::toString(std::move(error));
  };
  llvm::Expected<llvm::sys::fs::file_t> file =
      llvm::sys::fs::openNativeFileForRead(range.path);
  if (!file)
    return reject(file.takeError());
  llvm::scope_exit close([&] { (void)llvm::sys::fs::closeFile(*file); });
  uint64_t offset = range.offset;
  // A read may give fewer bytes than it was asked for: Linux moves at most 2
  // GiB less a page in one call, and weights are larger than that.
  while (!bytes.empty()) {
    llvm::Expected<size_t> count =
        llvm::sys::fs::readNativeFileSlice(*file, bytes, offset);
    if (!count)
      return reject(count.takeError());
    // The file became shorter after it was measured.
    if (*count == 0)
      return reject(
          llvm::errorCodeToError(std::make_error_code(std::errc::io_error)));
    offset += *count;
    bytes = bytes.drop_front(*count);
  }
  return success();
}

} // namespace mlir::relax
