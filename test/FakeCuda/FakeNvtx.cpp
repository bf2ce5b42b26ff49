// NVTX for tests: prints the ranges of the program, those inside of others
// further to the right.
#include <cstdio>

#define FAKE_API extern "C" __attribute__((visibility("default")))

static thread_local int depth = 0;

FAKE_API int nvtxRangePushA(const char *name) {
  std::fprintf(stderr, "%*srange %s\n", 2 * depth, "", name);
  return depth++;
}

FAKE_API int nvtxRangePop() {
  --depth;
  std::fprintf(stderr, "%*send\n", 2 * depth, "");
  return depth;
}
