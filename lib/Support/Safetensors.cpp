// Reads the header of a safetensors file: eight bytes with its length, JSON
// with the place of each tensor, then the tensors. All of it may be hostile.
#include "Relax/Support/Safetensors.h"

#include "Relax/Support/Nesting.h"
#include "Relax/Support/Quote.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"

namespace mlir::relax {

/// The format's limit.
static constexpr uint64_t kLongestHeader = 100'000'000;
/// Levels of brackets that a header has; its reader recurses. The JSON reader
/// recurses; an honest header has the object, a tensor, a list.
static constexpr size_t kHeaderLevels = 4;

/// Bytes of an element; 0 for a type that the format does not have.
static uint64_t getWidth(StringRef elementType) {
  return llvm::StringSwitch<uint64_t>(elementType)
      .Cases({"BOOL", "U8", "I8", "F8_E4M3", "F8_E5M2", "F8_E8M0"}, 1)
      .Cases({"U16", "I16", "F16", "BF16"}, 2)
      .Cases({"U32", "I32", "F32"}, 4)
      .Cases({"U64", "I64", "F64", "C64"}, 8)
      .Default(0);
}

/// The bytes that a shape takes; nothing if no machine has so many. A product
/// that wraps could equal the bytes that are there.
static std::optional<uint64_t> getBytes(ArrayRef<int64_t> shape,
                                        uint64_t width) {
  uint64_t bytes = width;
  for (int64_t size : shape) {
    std::optional<uint64_t> more =
        llvm::checkedMulUnsigned(bytes, static_cast<uint64_t>(size));
    if (!more)
      return std::nullopt;
    bytes = *more;
  }
  return bytes;
}

namespace {

/// Reads one header.
class HeaderReader {
public:
  HeaderReader(StringRef path, ArrayRef<char> data, Location loc)
      : path(path), data(data), loc(loc) {}

  LogicalResult read(StringRef header, llvm::StringMap<StoredTensor> &tensors);

private:
  InFlightDiagnostic reject() {
    return emitError(loc) << "cannot read weights from " << quote(path) << ": ";
  }
  InFlightDiagnostic reject(StringRef name) {
    return reject() << "tensor " << quote(name) << " ";
  }
  LogicalResult readTensor(StringRef name, const llvm::json::Value &entry,
                           StoredTensor &tensor);
  bool readSizes(const llvm::json::Array *sizes,
                 SmallVectorImpl<int64_t> &result);

  StringRef path;
  ArrayRef<char> data;
  Location loc;
};

} // namespace

bool HeaderReader::readSizes(const llvm::json::Array *sizes,
                             SmallVectorImpl<int64_t> &result) {
  if (!sizes)
    return false;
  // JSON numbers may be fractions or negative.
  for (const llvm::json::Value &size : *sizes) {
    std::optional<int64_t> value = size.getAsInteger();
    if (!value || *value < 0)
      return false;
    result.push_back(*value);
  }
  return true;
}

LogicalResult HeaderReader::readTensor(StringRef name,
                                       const llvm::json::Value &entry,
                                       StoredTensor &tensor) {
  const llvm::json::Object *fields = entry.getAsObject();
  SmallVector<int64_t> offsets;
  if (!fields || !fields->getString("dtype") ||
      !readSizes(fields->getArray("shape"), tensor.shape) ||
      !readSizes(fields->getArray("data_offsets"), offsets) ||
      offsets.size() != 2)
    return reject(name)
           << "is expected to have a dtype, a shape and two data_offsets";
  tensor.elementType = fields->getString("dtype")->str();
  uint64_t width = getWidth(tensor.elementType);
  if (width == 0)
    return reject(name) << "has elements of " << quote(tensor.elementType)
                        << ", expected those of the format";
  uint64_t begin = offsets[0], end = offsets[1];
  // In this order no sum can overflow.
  if (begin > end || end > data.size())
    return reject(name) << "lies at bytes " << begin << " to " << end
                        << " of the data, expected at most " << data.size();
  tensor.bytes = data.slice(begin, end - begin);
  std::optional<uint64_t> needed = getBytes(tensor.shape, width);
  if (needed != end - begin)
    return reject(name) << "has " << end - begin
                        << " bytes, expected those of its shape and dtype";
  return success();
}

LogicalResult HeaderReader::read(StringRef header,
                                 llvm::StringMap<StoredTensor> &tensors) {
  if (findDeepBracket(header, kHeaderLevels) != StringRef::npos)
    return reject() << "expected a header that nests at most " << kHeaderLevels
                    << " levels deep";
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(header);
  if (!parsed)
    return reject() << "expected JSON as the header: "
                    << llvm::toString(parsed.takeError());
  const llvm::json::Object *entries = parsed->getAsObject();
  if (!entries)
    return reject() << "expected a JSON object as the header";
  for (const auto &[key, entry] : *entries) {
    StringRef name = key;
    // Free text by the format's author.
    if (name != "__metadata__" &&
        failed(readTensor(name, entry, tensors[name])))
      return failure();
  }
  return success();
}

FailureOr<Safetensors> Safetensors::open(StringRef path, Location loc) {
  auto reject = [&](const Twine &found) {
    return emitError(loc) << "cannot read weights from " << quote(path) << ": "
                          << found;
  };
  // Mapped where the file is large: nothing is read until it is used.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!file)
    return reject(file.getError().message());
  Safetensors result;
  result.memory = std::move(*file);
  StringRef bytes = result.memory->getBuffer();
  if (bytes.size() < sizeof(uint64_t))
    return reject("expected a safetensors file, which has a header");
  uint64_t length = llvm::support::endian::read64le(bytes.data());
  bytes = bytes.drop_front(sizeof(uint64_t));
  if (length > bytes.size() || length > kLongestHeader)
    return reject(
        "its header of " + Twine(length) +
        " bytes is too long, expected at most the file and 100000000");
  HeaderReader reader(
      path, ArrayRef(bytes.data(), bytes.size()).drop_front(length), loc);
  if (failed(reader.read(bytes.take_front(length), result.tensors)))
    return failure();
  return result;
}

const StoredTensor *Safetensors::find(StringRef name) const {
  auto found = tensors.find(name);
  return found == tensors.end() ? nullptr : &found->second;
}

} // namespace mlir::relax
