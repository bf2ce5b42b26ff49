// Kernels of machine code, as the CUDA driver for tests reads them: names, from
// the sections that CUDA's assembler writes.
#include "FakeDriver.h"

#include <cstring>
#include <elf.h>

using fake_cuda::Module;

namespace {

/// A number at an address that may be unaligned.
template <typename T>
T read(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

} // namespace

namespace fake_cuda {

bool isMachineCode(const void *image) {
  return std::memcmp(image, ELFMAG, SELFMAG) == 0;
}

int readMachineCode(const void *image, Module &module) {
  auto *bytes = static_cast<const char *>(image);
  auto header = read<Elf64_Ehdr>(bytes);
  auto getSection = [&](unsigned i) {
    return read<Elf64_Shdr>(bytes + header.e_shoff +
                            size_t(i) * header.e_shentsize);
  };
  const char *names = bytes + getSection(header.e_shstrndx).sh_offset;
  static const std::string text = ".text.";
  for (unsigned i = 0; i != header.e_shnum; ++i) {
    std::string name = names + getSection(i).sh_name;
    if (name.compare(0, text.size(), text) == 0)
      module.kernels[name.substr(text.size())].name = name.substr(text.size());
  }
  // Since version 8 of the format the chip is in the second byte.
  constexpr unsigned firstOfSecond = 8;
  return header.e_ident[EI_ABIVERSION] >= firstOfSecond
             ? int(header.e_flags >> 8 & 0xff)
             : int(header.e_flags & 0xff);
}

} // namespace fake_cuda
