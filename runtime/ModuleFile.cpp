// Opens a compiled shared library: looks at its file first, because the dynamic
// linker is killed by a file that is cut off, and at the CPU.
// ld.so maps segments as the header says. Reading beyond the end of a
// truncated file is SIGBUS, which no program expects from dlopen.
#include "CpuFeatures.h"
#include "Module.h"
#include "RegularFile.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>

namespace relax::runtime {

#if defined(__x86_64__)
static constexpr uint16_t thisMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr uint16_t thisMachine = EM_AARCH64;
#elif defined(__riscv)
static constexpr uint16_t thisMachine = EM_RISCV;
#else
static constexpr uint16_t thisMachine = EM_NONE;
#endif

// Without overflow: all numbers come from the file.
static bool isInside(uint64_t offset, uint64_t size, uint64_t fileSize) {
  return offset <= fileSize && size <= fileSize - offset;
}

// True if the tables and segments that the header names are all in the file.
// Section headers as well: some tools strip them incompletely, but a cut file
// loses them first, since they are at the end.
static bool isComplete(const RegularFile &file, const Elf64_Ehdr &header,
                       uint64_t fileSize) {
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      !isInside(header.e_phoff, uint64_t(header.e_phnum) * sizeof(Elf64_Phdr),
                fileSize) ||
      !isInside(header.e_shoff, uint64_t(header.e_shnum) * header.e_shentsize,
                fileSize))
    return false;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!file.read(&segment, sizeof(segment),
                   header.e_phoff + i * sizeof(Elf64_Phdr)) ||
        !isInside(segment.p_offset, segment.p_filesz, fileSize))
      return false;
  }
  return true;
}

static int32_t checkFile(RelaxContext *context, const char *path) {
  RegularFile file(path);
  if (!file.getFault().empty())
    return fail(context, RELAX_ERROR_IO, "cannot open '%s': %s", path,
                file.getFault().c_str());
  uint64_t size = file.getSize();
  Elf64_Ehdr header;
  if (size == 0)
    return fail(context, RELAX_ERROR_IO,
                "'%s' is empty, expected a shared library", path);
  if (!file.read(&header, sizeof(header), 0) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN)
    return fail(
        context, RELAX_ERROR_IO,
        "expected a shared library, found '%s'; compile it with relax-compile",
        path);
  // Checked before dlopen, whose message for a foreign library is "cannot open
  // shared object file".
  if (thisMachine != EM_NONE && header.e_machine != thisMachine)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "'%s' is for ELF machine %d, expected %d, this one's", path,
                header.e_machine, thisMachine);
  if (!isComplete(file, header, size))
    return fail(context, RELAX_ERROR_IO, "'%s' is cut off after %llu bytes",
                path, static_cast<unsigned long long>(size));
  return RELAX_OK;
}

// Makes the runtime's symbols visible to modules where the program loaded the
// runtime itself privately, as Python does.
// A module's undefined symbols relax_rt_* are resolved against global symbols.
// Python loads extension modules with RTLD_LOCAL, so the runtime promotes
// itself by RTLD_NOLOAD | RTLD_GLOBAL.
static void publishRuntime() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&relax_version), &info) ||
      !info.dli_fname)
    return;
  // The handle is closed, the promotion stays (RTLD_NODELETE).
  if (void *self = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD |
                                              RTLD_GLOBAL | RTLD_NODELETE))
    dlclose(self);
}

void *openLibrary(RelaxContext *context, const std::string &path) {
  if (checkFile(context, path.c_str()))
    return nullptr;
  int32_t numSymbols;
  // A static program has no dynamic symbols unless something refers to them.
  relax_rt_symbols(&numSymbols); // keeps them all in a static program
  publishRuntime();
  // RTLD_NOW: a missing symbol is an error here and not at the first call of a
  // function.
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle)
    return handle;
  std::string reason = dlerror();
  // Parallel kernels may use OpenMP. It is loaded only if a module asks for
  // it, as libomp brings its own threads.
  if (reason.find("__kmpc_") != std::string::npos && loadThreadLibrary()) {
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle)
      return handle;
    reason = dlerror();
  }
  const char *advice = "";
  if (reason.find("undefined symbol: relax_rt_") != std::string::npos)
    advice = "; link the program with -rdynamic or with librelax_runtime.so";
  fail(context, RELAX_ERROR_NOT_FOUND, "cannot load '%s': %s%s", path.c_str(),
       reason.c_str(), advice);
  return nullptr;
}

// Calls `visit` with each feature that must be there, until it gives false. The
// list is LLVM's feature string; only "+" entries count.
template <typename Visit>
static bool forEachFeature(const char *features, Visit visit) {
  std::string_view rest = features ? features : "";
  while (!rest.empty()) {
    size_t end = rest.find(',');
    std::string_view entry = rest.substr(0, end);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    if (!entry.empty() && entry[0] == '+' && !visit(entry.substr(1)))
      return false;
  }
  return true;
}

bool hasCpuFeatures(const char *features) {
  return forEachFeature(features, [](std::string_view name) {
    return hasCpuFeature(name).value_or(false);
  });
}

int32_t checkCpuFeatures(RelaxContext *context, const char *subject,
                         const char *features) {
  int32_t status = RELAX_OK;
  forEachFeature(features, [&](std::string_view name) {
    // An unknown name is an error: the safe answer for a library that is older
    // than the compiler.
    std::optional<bool> isThere = hasCpuFeature(name);
    if (!isThere)
      status = fail(context, RELAX_ERROR_UNSUPPORTED,
                    "%s: expected a CPU with %.*s, which this run-time library "
                    "does not know; take the one of the compiler",
                    subject, int(name.size()), name.data());
    else if (!*isThere)
      status = fail(context, RELAX_ERROR_UNSUPPORTED,
                    "%s: expected a CPU with %.*s, this one has it not; "
                    "compile for this machine, or with --mcpu=x86-64-v3 for "
                    "many",
                    subject, int(name.size()), name.data());
    return status == RELAX_OK;
  });
  return status;
}

} // namespace relax::runtime
