// Runs a tool on a stack that deeply nested input does not exhaust.
//
// Parser, printer and verifier of MLIR recurse with the nesting of regions and
// types. On a main thread's usual 8 MiB some thousand levels overflow the
// stack; findDeepBracket rejects what is deeper than this stack holds.
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/OutOfMemory.h"
#include "llvm/Support/thread.h"
#include <csignal>
#include <memory>
#include <optional>

namespace mlir::relax {

// A signal handler cannot run on the stack whose end was the fault, and each
// thread has to say where it can. Sanitizers have said so already.
static void runWithSignalStack(llvm::function_ref<void()> fn) {
  constexpr size_t size = 512u << 10;
  stack_t previous = {};
  // An existing stack is somebody's, a sanitizer's for instance.
  if (sigaltstack(nullptr, &previous) != 0 || previous.ss_sp)
    return fn();
  std::unique_ptr<char[]> memory(new char[size]);
  stack_t stack = {};
  stack.ss_sp = memory.get();
  stack.ss_size = size;
  sigaltstack(&stack, nullptr);
  fn();
  sigaltstack(&previous, nullptr);
}

int runOnDeepStack(llvm::function_ref<int()> fn) {
  // Before the thread, so that a stack that cannot be had is reported.
  reportOutOfMemory();
  int result = 1;
  llvm::thread thread(std::optional<unsigned>(kDeepStackBytes),
                      [&] { runWithSignalStack([&] { result = fn(); }); });
  thread.join();
  return result;
}

} // namespace mlir::relax
