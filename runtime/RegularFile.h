// Files as the run time reads and writes them.
#ifndef RELAX_RUNTIME_REGULARFILE_H
#define RELAX_RUNTIME_REGULARFILE_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace relax::runtime {

/// A regular file open for reading. Opening one does not wait, as it would for
/// a pipe that nobody writes to.
class RegularFile {
public:
  explicit RegularFile(const char *path);
  ~RegularFile();
  RegularFile(const RegularFile &) = delete;
  RegularFile &operator=(const RegularFile &) = delete;

  /// "" or why it cannot be read.
  const std::string &getFault() const { return fault; }

  /// What the system knows it by.
  int getDescriptor() const { return descriptor; }

  /// Its bytes.
  uint64_t getSize() const { return size; }

  /// Reads exactly `number` bytes at `offset`.
  bool read(void *to, size_t number, uint64_t offset) const;

private:
  int descriptor;
  uint64_t size = 0;
  std::string fault;
};

/// Makes `parts`, one after the other, the contents of the file `path`: as a
/// whole, or what was there before stays. What has the name and is no file,
/// such as a device, is written to. "" or what failed.
std::string replaceFile(const char *path,
                        std::initializer_list<std::string_view> parts);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_REGULARFILE_H
