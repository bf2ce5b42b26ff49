// Ends a tool with one line when memory is exhausted.
#include "Relax/Support/OutOfMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace mlir::relax {

// Writes without memory. No stream: those allocate.
static void write(llvm::ArrayRef<llvm::StringRef> parts) {
  iovec pieces[4] = {};
  for (auto [piece, part] : llvm::zip(pieces, parts))
    piece = {const_cast<char *>(part.data()), part.size()};
  static_cast<void>(!writev(STDERR_FILENO, pieces, int(parts.size())));
}

[[noreturn]] static void end() {
  write({program_invocation_short_name, ": error: out of memory; give the "
                                        "process more (ulimit -v) or a smaller "
                                        "program\n"});
  // Temporary files are removed, as after an interrupt.
  llvm::sys::RunInterruptHandlers();
  _exit(1);
}

static void endForFatalError(void *, const char *reason, bool) {
  // What LLVM takes a thread's stack that cannot be had for.
  if (llvm::StringRef(reason).starts_with("pthread_create failed"))
    end();
  write({"LLVM ERROR: ", reason, "\n"});
}

// What a process is to have left of memory, or it is short of it.
static constexpr size_t kMinMemory = 16u << 20;

static struct sigaction previous[2];
static constexpr int kFaults[] = {SIGSEGV, SIGBUS};

static void restoreFaults() {
  for (auto [fault, action] : llvm::zip(kFaults, previous))
    sigaction(fault, &action, nullptr);
}

// Some of upstream's code takes what malloc gives without a look. A fault while
// there is no memory is the lack of it; another one is left to who was asked
// before, when the access is repeated. LLVM's allocation functions end the
// process, but `malloc` is called in other places as well.
static void judgeFault(int signal, siginfo_t *info, void *) {
  // Asking for 16 MiB tells whether memory is short. A fault for another reason
  // at that moment is then misjudged, which costs only a worse message.
  void *memory = mmap(nullptr, kMinMemory, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    end();
  munmap(memory, kMinMemory);
  restoreFaults();
  // What another process sent is not repeated by itself.
  if (info->si_code <= 0)
    raise(signal);
}

void reportOutOfMemory() {
  struct sigaction action = {};
  action.sa_sigaction = judgeFault;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (auto [fault, old] : llvm::zip(kFaults, previous))
    sigaction(fault, &action, &old);
  // Writing then fails, as on a full disk. By default exceeding the file size
  // limit ends the process without a word.
  std::signal(SIGXFSZ, SIG_IGN);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { end(); });
  llvm::install_fatal_error_handler(endForFatalError);
}

void crashWhenOutOfMemory() {
  restoreFaults();
  llvm::remove_bad_alloc_error_handler();
  llvm::remove_fatal_error_handler();
}

} // namespace mlir::relax
