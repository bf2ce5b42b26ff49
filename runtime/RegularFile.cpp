// Reads files without waiting for pipes, replaces them as a whole.
#include "RegularFile.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace relax::runtime {

RegularFile::RegularFile(const char *path)
    // O_NONBLOCK: opening a FIFO would wait for a writer for ever. fstat on
    // the open descriptor, so that the file cannot be exchanged between check
    // and use.
    : descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status) != 0)
    fault = std::strerror(errno);
  else if (!S_ISREG(status.st_mode))
    fault = "not a file";
  else
    size = uint64_t(status.st_size);
}

RegularFile::~RegularFile() {
  if (descriptor >= 0)
    close(descriptor);
}

// pread moves no shared position, and may be interrupted or give less.
bool RegularFile::read(void *to, size_t number, uint64_t offset) const {
  auto *at = static_cast<char *>(to);
  while (number > 0) {
    ssize_t given = pread(descriptor, at, number, off_t(offset));
    if (given < 0 && errno == EINTR)
      continue;
    if (given <= 0)
      return false;
    at += given;
    offset += uint64_t(given);
    number -= size_t(given);
  }
  return true;
}

static bool writeAll(int descriptor,
                     std::initializer_list<std::string_view> parts) {
  for (std::string_view rest : parts)
    while (!rest.empty()) {
      ssize_t taken = write(descriptor, rest.data(), rest.size());
      if (taken < 0 && errno == EINTR)
        continue;
      if (taken < 0)
        return false;
      rest.remove_prefix(size_t(taken));
    }
  return true;
}

// Writes and closes; false leaves the reason in errno.
static bool writeAndClose(int descriptor,
                          std::initializer_list<std::string_view> parts) {
  if (descriptor < 0)
    return false;
  bool isWritten = writeAll(descriptor, parts);
  int error = errno;
  // close can report errors of delayed writes (NFS, quota), so its result
  // counts.
  bool isClosed = close(descriptor) == 0;
  if (!isWritten)
    errno = error;
  return isWritten && isClosed;
}

// What a new file may be read and written by. Asking umask() for the mask would
// change it for a moment, for other threads as well.
// umask() sets and returns; between the two calls another thread would create
// files with the wrong mode.
static mode_t getNewFileMode() {
  unsigned mask = 077;
  if (std::FILE *file = std::fopen("/proc/self/status", "re")) {
    char line[256];
    while (std::fgets(line, sizeof(line), file))
      if (std::sscanf(line, "Umask: %o", &mask) == 1)
        break;
    std::fclose(file);
  }
  return 0666 & ~mode_t(mask);
}

// Fills a file of its own beside `target`, which then takes the name.
// rename is atomic within one file system: hence the temporary beside the
// target.
static bool replace(const std::string &target, mode_t mode,
                    std::initializer_list<std::string_view> parts) {
  std::string temporary = target + ".tmpXXXXXX";
  int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0)
    return false;
  // Others may read it once it is complete.
  if (writeAndClose(descriptor, parts) && chmod(temporary.c_str(), mode) == 0 &&
      std::rename(temporary.c_str(), target.c_str()) == 0)
    // A failure leaves no temporary file, and errno is that of the failure.
    return true;
  int error = errno;
  unlink(temporary.c_str());
  errno = error;
  return false;
}

std::string replaceFile(const char *path,
                        std::initializer_list<std::string_view> parts) {
  struct stat status;
  bool isTaken = stat(path, &status) == 0, isWritten;
  // A device or pipe (/dev/stdout) cannot be replaced and is written to.
  if (isTaken && !S_ISREG(status.st_mode)) {
    isWritten = writeAndClose(open(path, O_WRONLY | O_CLOEXEC), parts);
  } else {
    // What a link points to is replaced, and not the link.
    char *real = isTaken ? realpath(path, nullptr) : nullptr;
    std::string target = real ? real : path;
    std::free(real);
    isWritten = replace(
        target, isTaken ? status.st_mode & 07777 : getNewFileMode(), parts);
  }
  return isWritten ? std::string() : std::strerror(errno);
}

} // namespace relax::runtime
