// Constants files: mapped into memory after a check of their header.
#include "Context.h"
#include "RegularFile.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

struct RelaxConstants {
  /// The mapped file, header included.
  void *file;
  /// Bytes mapped.
  uint64_t fileSize;
};

static_assert(sizeof(RelaxConstantsHeader) == 64);

namespace relax::runtime {

static constexpr uint32_t constantsVersion = 1;

// Says what is wrong with the header, if anything is.
// A module and its constants are two files, which may be mixed up by copying.
// The id and the size tie them together.
static int32_t checkHeader(RelaxContext *context, const char *path,
                           uint64_t fileSize, const void *file, uint64_t id,
                           uint64_t size) {
  if (fileSize < sizeof(RelaxConstantsHeader))
    return fail(context, RELAX_ERROR_IO, "constants file '%s' is cut off",
                path);
  RelaxConstantsHeader header;
  std::memcpy(&header, file, sizeof(header));
  if (std::memcmp(header.magic, "RELAXCST", sizeof(header.magic)) != 0)
    return fail(context, RELAX_ERROR_IO,
                "expected a constants file, found '%s'", path);
  if (header.version != constantsVersion)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "constants file '%s': expected version %u, found %u", path,
                constantsVersion, header.version);
  if (header.id != id || header.size != size)
    return fail(context, RELAX_ERROR_IO,
                "constants file '%s' is expected to belong to this module; "
                "compile again",
                path);
  if (size > fileSize - sizeof(header))
    return fail(context, RELAX_ERROR_IO,
                "constants file '%s' is cut off: expected %llu bytes of "
                "constants, found %llu",
                path, static_cast<unsigned long long>(size),
                static_cast<unsigned long long>(fileSize - sizeof(header)));
  return RELAX_OK;
}

// Maps the open file; null and an error if that fails.
static RelaxConstants *mapFile(RelaxContext *context, const char *path,
                               const RegularFile &opened) {
  // An empty file cannot be mapped.
  // mmap of 0 bytes is EINVAL, which would be an unhelpful message.
  uint64_t size = opened.getSize();
  if (size < sizeof(RelaxConstantsHeader)) {
    checkHeader(context, path, size, nullptr, 0, 0);
    return nullptr;
  }
  // Mapped privately and read-only: processes share the pages, and weights are
  // loaded when they are first touched.
  void *file =
      mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened.getDescriptor(), 0);
  if (file == MAP_FAILED) {
    fail(context, RELAX_ERROR_IO, "cannot map '%s': %s", path,
         std::strerror(errno));
    return nullptr;
  }
  // nothrow, because this is called from C.
  auto *constants = new (std::nothrow) RelaxConstants{file, size};
  if (!constants) {
    munmap(file, size);
    fail(context, RELAX_ERROR_OUT_OF_MEMORY, "out of memory");
  }
  return constants;
}

} // namespace relax::runtime

using relax::runtime::fail;

int32_t relax_rt_constants_open(RelaxContext *context, const char *path,
                                uint64_t id, uint64_t size,
                                RelaxConstants **constants) {
  if (!context || !path || !constants)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *constants = nullptr;
  relax::runtime::beginOperation(context);
  relax::runtime::RegularFile opened(path);
  if (!opened.getFault().empty())
    return fail(context, RELAX_ERROR_IO, "cannot open constants file '%s': %s",
                path, opened.getFault().c_str());
  RelaxConstants *mapped = relax::runtime::mapFile(context, path, opened);
  if (!mapped)
    return relax_context_status(context);
  if (int32_t status = relax::runtime::checkHeader(
          context, path, mapped->fileSize, mapped->file, id, size)) {
    relax_rt_constants_close(mapped);
    return status;
  }
  *constants = mapped;
  return RELAX_OK;
}

const void *relax_rt_constants_data(RelaxContext *context,
                                    const RelaxConstants *constants,
                                    uint64_t offset, uint64_t size) {
  uint64_t room =
      constants ? constants->fileSize - sizeof(RelaxConstantsHeader) : 0;
  // Subtraction first, as both numbers come from compiled code.
  if (!constants || offset > room || size > room - offset) {
    fail(context, RELAX_ERROR_INVALID_ARGUMENT,
         "constants: expected a range within %llu bytes, found %llu bytes at "
         "offset %llu",
         static_cast<unsigned long long>(room),
         static_cast<unsigned long long>(size),
         static_cast<unsigned long long>(offset));
    return nullptr;
  }
  return static_cast<const char *>(constants->file) +
         sizeof(RelaxConstantsHeader) + offset;
}

void relax_rt_constants_close(RelaxConstants *constants) {
  if (!constants)
    return;
  munmap(constants->file, constants->fileSize);
  delete constants;
}
