// Gives memory of the process back to the system.
#include "ProcessMemory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBuffer.h"
#ifdef __GLIBC__
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace mlir::relax {

// glibc takes what a program has freed once for a size that it will want again,
// and keeps blocks of up to 32 MB in its heap from then on. Weights that were
// packed would stay beside what they became, and the peak was 4 times the
// model. With a fixed threshold they go back to the system at once.
void returnLargeBlocks() {
#ifdef __GLIBC__
  constexpr int kThreshold = 256 << 10;
  mallopt(M_MMAP_THRESHOLD, kThreshold);
#endif
}

#ifdef __GLIBC__
// A debugger writes its breakpoints into pages of code, where they have to
// stay.
static bool isTraced() {
  auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status");
  return status && !(*status)->getBuffer().contains("TracerPid:\t0\n");
}

// Segments that nobody writes have in memory what is in the file, so that
// their pages may go at any time. A page of another segment is never hit: each
// segment begins on a page of its own.
static int dropSegments(dl_phdr_info *info, size_t, void *) {
  auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  for (const ElfW(Phdr) &segment :
       llvm::ArrayRef(info->dlpi_phdr, info->dlpi_phnum)) {
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W))
      continue;
    uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    uintptr_t end = begin + segment.p_memsz;
    begin &= ~(page - 1);
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
  }
  return 0;
}
#endif

// The libraries of LLVM and MLIR are 110 MB in memory when the last static
// constructor has run, of which most is not read again. MADV_PAGEOUT would
// spare pages that other compilers use and drop the others from the cache of
// files, the wrong way around.
void trimMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
  if (!isTraced())
    dl_iterate_phdr(dropSegments, nullptr);
#endif
}

} // namespace mlir::relax
