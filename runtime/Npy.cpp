// Reads and writes .npy files. Sizes are compared with the file before memory
// is taken for them.
// A hostile header may claim 2^60 elements in a file of 100 bytes. Memory and
// file are compared before an allocation.
#include "NpyHeader.h"
#include "RegularFile.h"
#include "Tensor.h"
#include "relax_npy.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace relax::runtime {

namespace {

/// Where the bytes of a file come from.
/// Files and memory share one parser.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  /// Copies the next `size` bytes; false if there are not as many.
  virtual bool read(void *to, size_t size) = 0;
  /// Bytes left.
  virtual uint64_t getRest() const = 0;
};

/// Bytes in memory.
class MemorySource : public ByteSource {
public:
  MemorySource(const void *bytes, size_t size)
      : at(static_cast<const char *>(bytes)), rest(size) {}
  bool read(void *to, size_t size) override {
    if (size > rest)
      return false;
    if (size > 0)
      std::memcpy(to, at, size);
    at += size;
    rest -= size;
    return true;
  }
  uint64_t getRest() const override { return rest; }

private:
  const char *at;
  size_t rest;
};

/// Bytes of a file.
class FileSource : public ByteSource {
public:
  explicit FileSource(const RegularFile &file) : file(file) {}
  bool read(void *to, size_t size) override {
    if (size > getRest() || !file.read(to, size, offset))
      return false;
    offset += size;
    return true;
  }
  uint64_t getRest() const override { return file.getSize() - offset; }

private:
  const RegularFile &file;
  uint64_t offset = 0;
};

/// Ends a tensor unless it is taken.
struct TensorReleaser {
  void operator()(RelaxTensor *tensor) const { relax_tensor_release(tensor); }
};
using OwnedTensor = std::unique_ptr<RelaxTensor, TensorReleaser>;

} // namespace

static int32_t failNpy(RelaxContext *context, const std::string &name,
                       const std::string &reason) {
  return fail(context, RELAX_ERROR_IO, "cannot read '%s': %s", name.c_str(),
              reason.c_str());
}

// Reads prefix and header.
static std::string readHeader(ByteSource &source, NpyHeader &header) {
  char prefix[npyPrefixBytes];
  // The length field is 2 bytes in version 1 and 4 in versions 2 and 3
  // (NumPy's format documentation).
  size_t given = size_t(std::min<uint64_t>(10, source.getRest()));
  if (!source.read(prefix, given))
    return "the file is cut off in its header";
  // Versions 2 and 3 have two more bytes of length.
  if (given == 10 && prefix[6] > 1 && source.getRest() >= 2 &&
      source.read(prefix + 10, 2))
    given = npyPrefixBytes;
  size_t offset, length;
  std::string reason =
      findNpyHeader(std::string_view(prefix, given), offset, length);
  if (!reason.empty())
    return reason;
  if (length > source.getRest())
    return "the file is cut off in its header";
  std::string text(length, '\0');
  if (!source.read(text.data(), length))
    return "the file is cut off in its header";
  return parseNpyHeader(text, header);
}

// Turns the bytes of each number around; a complex one is two numbers.
// Written on a machine of the other byte order.
static void swapBytes(RelaxTensor &tensor, int64_t bytes) {
  int64_t size = tensor.dl.dtype.bits / 8;
  if (tensor.dl.dtype.code == RELAX_COMPLEX)
    size /= 2;
  auto *data = static_cast<char *>(tensor.dl.data);
  for (int64_t at = 0; at < bytes; at += size)
    std::reverse(data + at, data + at + size);
}

// A row-major copy of a tensor whose elements are in Fortran order.
// Fortran order is a stride pattern; the general copy makes it row-major.
static int32_t reorder(RelaxContext *context, OwnedTensor &tensor) {
  int64_t strides[RELAX_MAX_RANK], step = 1;
  DLTensor fortran = tensor->dl;
  for (int32_t i = 0; i < fortran.ndim; ++i) {
    strides[i] = step;
    // Axes of size 0 must not make later strides 0.
    step *= std::max<int64_t>(fortran.shape[i], 1);
  }
  fortran.strides = strides;
  RelaxTensor *copy = nullptr;
  if (int32_t status = relax_tensor_copy(context, &fortran, &copy))
    return status;
  tensor.reset(copy);
  return RELAX_OK;
}

static int32_t readTensor(RelaxContext *context, const std::string &name,
                          ByteSource &source, RelaxTensor **result) {
  NpyHeader header;
  std::string reason = readHeader(source, header);
  if (!reason.empty())
    return failNpy(context, name, reason);
  int64_t bytes = relax_compact_bytes(header.dtype, header.rank, header.dims);
  // relax_compact_bytes is negative if the size does not fit; then nothing may
  // be allocated.
  if (bytes < 0 || uint64_t(bytes) > source.getRest())
    return failNpy(context, name,
                   "the file is cut off: expected " +
                       (bytes < 0 ? "more than 2^63" : std::to_string(bytes)) +
                       " bytes of elements, found " +
                       std::to_string(source.getRest()));
  OwnedTensor tensor(
      makeOwningTensor(context, header.dtype, header.rank, header.dims));
  if (!tensor)
    return relax_context_status(context);
  if (!source.read(tensor->dl.data, size_t(bytes)))
    return failNpy(context, name, "the file is cut off in its elements");
  if (header.isSwapped)
    swapBytes(*tensor, bytes);
  // numpy writes bools as 0 and 1, other programs may not.
  cleanBools(tensor->dl);
  if (header.isFortranOrder)
    if (int32_t status = reorder(context, tensor))
      return status;
  *result = tensor.release();
  return RELAX_OK;
}

static int32_t readFile(RelaxContext *context, const char *path,
                        RelaxTensor **tensor) {
  RegularFile file(path);
  if (!file.getFault().empty())
    return failNpy(context, path, file.getFault());
  FileSource source(file);
  return readTensor(context, path, source, tensor);
}

static int32_t writeFile(RelaxContext *context, const char *path,
                         const std::string &header, const DLTensor &tensor) {
  auto bytes =
      size_t(relax_compact_bytes(tensor.dtype, tensor.ndim, tensor.shape));
  std::string_view elements;
  if (bytes > 0)
    elements = {static_cast<const char *>(getData(tensor)), bytes};
  std::string fault = replaceFile(path, {header, elements});
  if (fault.empty())
    return RELAX_OK;
  return fail(context, RELAX_ERROR_IO, "cannot write '%s': %s", path,
              fault.c_str());
}

static int32_t writeTensor(RelaxContext *context, const char *path,
                           const DLTensor *tensor) {
  Subject subject("written tensor");
  if (int32_t status = checkUsable(context, subject, tensor))
    return status;
  std::string header = makeNpyHeader(*tensor);
  if (header.empty()) {
    char text[24];
    relax_dtype_to_text(tensor->dtype, text);
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "cannot write '%s': expected a dtype of .npy files, found %s",
                path, text);
  }
  if (isCompact(*tensor))
    // Written as prefix and elements in one go, to a temporary file that then
    // replaces the old one: a reader never sees half of it.
    return writeFile(context, path, header, *tensor);
  RelaxTensor *copy = nullptr;
  if (int32_t status = relax_tensor_copy(context, tensor, &copy))
    return status;
  OwnedTensor owner(copy);
  return writeFile(context, path, header, copy->dl);
}

} // namespace relax::runtime

using relax::runtime::guarded;

int32_t relax_npy_read(RelaxContext *context, const char *path,
                       RelaxTensor **tensor) {
  if (!context || !path || !tensor)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *tensor = nullptr;
  relax::runtime::beginOperation(context);
  return guarded(
      context, [&] { return relax::runtime::readFile(context, path, tensor); });
}

int32_t relax_npy_parse(RelaxContext *context, const void *bytes, size_t size,
                        RelaxTensor **tensor) {
  if (!context || !tensor || (size > 0 && !bytes))
    return RELAX_ERROR_INVALID_ARGUMENT;
  *tensor = nullptr;
  relax::runtime::beginOperation(context);
  relax::runtime::MemorySource source(bytes, size);
  return guarded(context, [&] {
    return relax::runtime::readTensor(context, "memory", source, tensor);
  });
}

int32_t relax_npy_write(RelaxContext *context, const char *path,
                        const DLTensor *tensor) {
  if (!context || !path)
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::beginOperation(context);
  return guarded(context, [&] {
    return relax::runtime::writeTensor(context, path, tensor);
  });
}
