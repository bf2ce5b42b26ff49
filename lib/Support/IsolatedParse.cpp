// Reads programs that nobody vouches for in a process of their own.
//
// Upstream's readers assert, recurse and allocate by what a file says; without
// assertions that is memory corruption. In a child the worst outcome is its
// death. What comes back is text that the printer wrote, which is parsed as any
// text is.
#include "Relax/Support/IsolatedParse.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/OutOfMemory.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/SourceMgr.h"
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlir::relax {

/// Never above the hard limit, which an unprivileged process cannot raise.
static void setLimit(int resource, rlim_t value) {
  struct rlimit limit = {};
  if (getrlimit(__rlimit_resource_t(resource), &limit) != 0)
    return;
  limit.rlim_cur = std::min(value, limit.rlim_max);
  setrlimit(__rlimit_resource_t(resource), &limit);
}

// A crash of the child is an answer: no report of it, no core file. Handlers of
// the parent write reports of its state, and would do so for the child.
static void restrictChild(const IsolationLimits &limits) {
  crashWhenOutOfMemory();
  for (int signal :
       {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGXCPU})
    std::signal(signal, SIG_DFL);
  setLimit(RLIMIT_CORE, 0);
  setLimit(RLIMIT_CPU, limits.seconds);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  // A sanitizer's shadow is larger than any limit.
  setLimit(RLIMIT_AS, limits.bytes);
#endif
}

// What the child does; its result is the exit code.
static int readAndPrint(llvm::MemoryBufferRef input,
                        const DialectRegistry &registry,
                        const IsolationLimits &limits, int output) {
  // After a fork there is one thread; a pool's threads would not exist here.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(limits.allowUnregisteredDialects);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(input.getBuffer(),
                                           input.getBufferIdentifier()),
      llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  llvm::raw_fd_ostream os(output, /*shouldClose=*/false);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  os.flush();
  bool hasError = os.has_error();
  os.clear_error();
  return hasError ? 1 : 0;
}

/// Until the end of the pipe, before waiting: a child that fills the pipe would
/// wait for us.
static std::string readAll(int input) {
  std::string text;
  char chunk[1 << 16];
  for (;;) {
    ssize_t length = llvm::sys::RetryAfterSignal(-1, ::read, input, &chunk[0],
                                                 sizeof(chunk));
    if (length <= 0)
      return text;
    text.append(chunk, size_t(length));
  }
}

static bool reportStatus(int status, llvm::StringRef name,
                         llvm::raw_ostream &errors) {
  // An exit code of 1 is an error that the child has reported on its own.
  if (WIFEXITED(status))
    return WEXITSTATUS(status) == 0;
  int signal = WTERMSIG(status);
  errors << name << ": error: expected a program, but reading it "
         << (signal == SIGXCPU ? "took too long" : "made the reader crash")
         << " (" << strsignal(signal)
         << "); the file is damaged or made to do harm\n";
  return false;
}

std::unique_ptr<llvm::MemoryBuffer>
parseIsolated(llvm::MemoryBufferRef input, const DialectRegistry &registry,
              llvm::raw_ostream &errors, const IsolationLimits &limits) {
  int ends[2];
  llvm::StringRef name = input.getBufferIdentifier();
  // Buffered output would be written by both processes.
  errors.flush();
  pid_t child = pipe(ends) == 0 ? fork() : -1;
  if (child < 0) {
    errors << name << ": error: cannot start a process to read it: "
           << llvm::sys::StrError() << '\n';
    return nullptr;
  }
  if (child == 0) {
    close(ends[0]);
    restrictChild(limits);
    _exit(readAndPrint(input, registry, limits, ends[1]));
  }
  // Our end for writing must be closed, or reading would never come to an end.
  close(ends[1]);
  std::string text = readAll(ends[0]);
  close(ends[0]);
  int status = 0;
  llvm::sys::RetryAfterSignal(-1, ::waitpid, child, &status, 0);
  if (!reportStatus(status, name, errors))
    return nullptr;
  // Bytecode may nest deeper than this process could parse.
  if (failed(checkNesting(llvm::MemoryBufferRef(text, name), errors)))
    return nullptr;
  return llvm::MemoryBuffer::getMemBufferCopy(text, name);
}

} // namespace mlir::relax
