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
// 12 sums at 2 a cycle are 600,000 cycles, 0.2 ms at 3 GHz: long against the
// start of a loop on threads, which takes some us, and too short to keep
// anybody waiting.
static constexpr int64_t kSteps = 100000;
// Larger than any cache that a core has for itself.
static constexpr size_t kBytes = size_t(64) << 20;
// 512 KiB each: more pieces than most CPUs have cores, so that a late thread
// costs one of
// them, and large enough for memcpy to stream.
static constexpr int64_t kPieces = 64;
static constexpr int kTries = 3;

// Sums that all approach 2: no number gets so small that it is slower.
template <typename Vector, size_t... Index>
__attribute__((always_inline)) static inline float
multiplyAdd(std::index_sequence<Index...>) {
  Vector sums[] = {(Vector{} + float(Index))...};
  // The compiler would otherwise see constants and compute the result itself.
  volatile float half = 0.5F;
  Vector factor = Vector{} + half, term = Vector{} + 1.0F;
  for (int64_t step = 0; step < kSteps; ++step)
    ((sums[Index] = sums[Index] * factor + term), ...);
  // All sums are used, else those that are not would be removed together with
  // their share of the work.
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

// By attributes, not by flags of the file: the run time has to start on any
// x86-64, and only these functions may have wider instructions. `always_inline`
// is what carries the attribute into the loop.
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
// A multiply-add is two operations, as in the counts of kernels
// (FloatOperations) and in vendors' figures.
static double countOperations() {
  constexpr size_t kLanes = sizeof(Vector) / sizeof(float);
  return 2.0 * double(kSums * size_t(kSteps) * kLanes);
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
  // Reads and writes are counted once each, as kernels count their operands.
  // What caches read before they write is left out on both sides, so the shares
  // stay comparable.
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
    // By the pool of the run time, with as many threads as kernels get: a share
    // of the peak of cores that a context must not use would say nothing of the
    // kernel.
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
  // A call on another thread would share the cores, and both figures would be
  // wrong.
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
    // Four pieces a thread, so that cores of different speeds balance. The
    // operations come last: AVX-512 lowers the clock of some CPUs for about 2
    // ms, which would slow the copies down.
    *flops = measure(findWork(), nullptr, 4 * int64_t(context->numThreads));
    return RELAX_OK;
  });
}
