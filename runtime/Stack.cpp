// Ends recursion before the stack does: a signal has no text.
// Generated functions may recurse (loops of models). Overflowing the stack is
// a SIGSEGV without a message, so each entry compares its frame with the
// limit.
#include "Context.h"

#include <algorithm>
#include <cstdint>
#include <pthread.h>

namespace relax::runtime {

namespace {

// The stack of a thread; empty if nobody knows it.
struct Stack {
  uintptr_t low = 0;
  size_t size = 0;
};

} // namespace

static Stack findStack() {
  Stack stack;
  pthread_attr_t attributes;
  // For the main thread glibc computes the limit from rlimit, which can be
  // slow: once for each thread.
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return stack;
  void *low = nullptr;
  if (pthread_attr_getstack(&attributes, &low, &stack.size) == 0)
    stack.low = reinterpret_cast<uintptr_t>(low);
  pthread_attr_destroy(&attributes);
  return stack;
}

// What a kernel, an external function and an error need below a call.
// A sixteenth of the stack, at least 128 KiB, and at most half of a small
// stack.
static size_t getReserve(const Stack &stack) {
  constexpr size_t least = size_t(128) << 10;
  return std::min(stack.size / 2, std::max(least, stack.size / 16));
}

} // namespace relax::runtime

int32_t relax_rt_check_stack(RelaxContext *context, const char *function) {
  using namespace relax::runtime;
  static thread_local const Stack stack = findStack();
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  // A program may run code on stacks of its own.
  // Coroutines and split stacks run elsewhere; then nothing can be said, and
  // nothing is stopped.
  if (here < stack.low || here - stack.low >= stack.size ||
      here - stack.low >= getReserve(stack))
    return RELAX_OK;
  return fail(context, RELAX_ERROR_FAILED,
              "function '%s': calls are nested deeper than a stack of %zu "
              "bytes allows; call from a thread with a larger one",
              function ? function : "?", stack.size);
}
