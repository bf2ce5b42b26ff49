// Measures what the machine reaches at most: operations on f32, and bytes of
// memory.
#include "Frame.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

// Independent sums of a thread. A multiply-add takes 4 cycles, and 2 begin in
// each: 8 keep the units busy, 12 leave room for a slower one and fit into 16
// registers.
static constexpr size_t kSums = 12;
static constexpr int64_t kSteps = 100000;
// Larger than any cache that a core has for itself.
static constexpr size_t kBytes = size_t(64) << 20;
static constexpr int64_t kPieces = 64;
static constexpr int kTries = 3;

// Sums that all approach 2: no number gets so small that it is slower.
template <typename Vector, size_t... Index>
__attribute__((always_inline)) static inline float
multiplyAdd(std::index_sequence<Index...>) {
  Vector sums[] = {(Vector{} + float(Index))...};
  volatile float half = 0.5F;
  Vector factor = Vector{} + half, term = Vector{} + 1.0F;
  for (int64_t step = 0; step < kSteps; ++step)
    ((sums[Index] = sums[Index] * factor + term), ...);
  Vector total{};
  ((total += sums[Index]), ...);
  float result = 0;
  for (size_t lane = 0; lane < sizeof(Vector) / sizeof(float); ++lane)
    result += total[lane];
  return result;
}

namespace {

using Narrow = float __attribute__((vector_size(16)));
using Sums = std::make_index_sequence<kSums>;

/// A measured loop, and the operations or bytes of one of its iterations.
struct Work {
  RelaxLoopBody body;
  double amount;
};

} // namespace

// What keeps the compiler from dropping a loop whose result nobody reads.
static void use(float value) {
  volatile float sink = value;
  (void)sink;
}

static void runNarrow(void *, int64_t begin, int64_t end) {
  for (; begin < end; ++begin)
    use(multiplyAdd<Narrow>(Sums()));
}

#if defined(__x86_64__)
using Wide = float __attribute__((vector_size(32)));
using Widest = float __attribute__((vector_size(64)));

__attribute__((target("avx2,fma"))) static void runWide(void *, int64_t begin,
                                                        int64_t end) {
  for (; begin < end; ++begin)
    use(multiplyAdd<Wide>(Sums()));
}

__attribute__((target("avx512f"))) static void runWidest(void *, int64_t begin,
                                                         int64_t end) {
  for (; begin < end; ++begin)
    use(multiplyAdd<Widest>(Sums()));
}
#endif

template <typename Vector>
static double countOperations() {
  return 2.0 * double(kSums * size_t(kSteps) * sizeof(Vector) / sizeof(float));
}

static Work findWork() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return {runWidest, countOperations<Widest>()};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {runWide, countOperations<Wide>()};
#endif
  return {runNarrow, countOperations<Narrow>()};
}

static void copyPieces(void *memory, int64_t begin, int64_t end) {
  constexpr size_t piece = kBytes / 2 / kPieces;
  char *from = static_cast<char *>(memory) + size_t(begin) * piece;
  std::memcpy(from + kBytes / 2, from, size_t(end - begin) * piece);
}

// The best of some tries, since others may use the machine as well.
static double measure(const Work &work, void *closure, int64_t count) {
  using Clock = std::chrono::steady_clock;
  double best = 0;
  for (int i = 0; i < kTries; ++i) {
    Clock::time_point begin = Clock::now();
    relax_rt_parallel_for(count, work.body, closure);
    std::chrono::duration<double> time = Clock::now() - begin;
    best = std::max(best, work.amount * double(count) / time.count());
  }
  return best;
}

int32_t relax_context_measure_peaks(RelaxContext *context, double *flops,
                                    double *bytes) {
  using namespace relax::runtime;
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  CallScope call(context);
  if (!call.isEntered())
    return failBusy(context);
  clearError(context);
  if (!flops || !bytes)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected addresses for the peaks, found none");
  CurrentContextScope current(context);
  return guarded(context, [&] {
    // Written here, so that the copies find pages that the process has.
    std::vector<char> memory(kBytes);
    *bytes =
        measure({copyPieces, double(kBytes) / kPieces}, memory.data(), kPieces);
    *flops = measure(findWork(), nullptr, 4 * int64_t(context->numThreads));
    return RELAX_OK;
  });
}
