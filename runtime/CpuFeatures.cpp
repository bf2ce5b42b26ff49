// What the CPU of this process offers. The compiler's builtins know some of the
// names, each compiler others, so the CPU is asked itself (Intel's manual,
// volume 2A, CPUID; AMD's, volume 3, appendix D).
#include "CpuFeatures.h"

#if defined(__x86_64__)
#include <algorithm>
#include <cpuid.h>
#include <cstdint>
#include <cstdlib>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace relax::runtime {
namespace {

enum Register { EAX, EBX, ECX, EDX };

// Registers that the system has to save when it changes threads.
// A CPU may have AVX-512 while the system does not save its registers; the
// first context switch would corrupt them. XCR0 tells (XGETBV).
// Those of AMX it saves only for processes that have asked for them.
enum class State { None, Avx, Avx512, Apx, Amx };

struct Feature {
  std::string_view name;
  uint32_t leaf, subleaf;
  Register place;
  unsigned bit;
  State state;
};

constexpr Feature features[] = {
    {"cx8", 1, 0, EDX, 8, State::None},
    {"cmov", 1, 0, EDX, 15, State::None},
    {"mmx", 1, 0, EDX, 23, State::None},
    {"sse", 1, 0, EDX, 25, State::None},
    {"sse2", 1, 0, EDX, 26, State::None},
    {"x87", 1, 0, EDX, 0, State::None},
    {"sse3", 1, 0, ECX, 0, State::None},
    {"pclmul", 1, 0, ECX, 1, State::None},
    {"ssse3", 1, 0, ECX, 9, State::None},
    {"fma", 1, 0, ECX, 12, State::Avx},
    {"cx16", 1, 0, ECX, 13, State::None},
    {"sse4.1", 1, 0, ECX, 19, State::None},
    {"sse4.2", 1, 0, ECX, 20, State::None},
    {"crc32", 1, 0, ECX, 20, State::None},
    {"movbe", 1, 0, ECX, 22, State::None},
    {"popcnt", 1, 0, ECX, 23, State::None},
    {"aes", 1, 0, ECX, 25, State::None},
    {"avx", 1, 0, ECX, 28, State::Avx},
    {"f16c", 1, 0, ECX, 29, State::Avx},
    {"bmi", 7, 0, EBX, 3, State::None},
    {"avx2", 7, 0, EBX, 5, State::Avx},
    {"bmi2", 7, 0, EBX, 8, State::None},
    {"avx512f", 7, 0, EBX, 16, State::Avx512},
    {"avx512dq", 7, 0, EBX, 17, State::Avx512},
    {"adx", 7, 0, EBX, 19, State::None},
    {"avx512ifma", 7, 0, EBX, 21, State::Avx512},
    {"avx512cd", 7, 0, EBX, 28, State::Avx512},
    {"sha", 7, 0, EBX, 29, State::None},
    {"avx512bw", 7, 0, EBX, 30, State::Avx512},
    {"avx512vl", 7, 0, EBX, 31, State::Avx512},
    {"avx512vbmi", 7, 0, ECX, 1, State::Avx512},
    {"avx512vbmi2", 7, 0, ECX, 6, State::Avx512},
    {"gfni", 7, 0, ECX, 8, State::None},
    {"vaes", 7, 0, ECX, 9, State::Avx},
    {"vpclmulqdq", 7, 0, ECX, 10, State::Avx},
    {"avx512vnni", 7, 0, ECX, 11, State::Avx512},
    {"avx512bitalg", 7, 0, ECX, 12, State::Avx512},
    {"avx512vpopcntdq", 7, 0, ECX, 14, State::Avx512},
    {"avx512vp2intersect", 7, 0, EDX, 8, State::Avx512},
    {"amx-bf16", 7, 0, EDX, 22, State::Amx},
    {"avx512fp16", 7, 0, EDX, 23, State::Avx512},
    {"amx-tile", 7, 0, EDX, 24, State::Amx},
    {"amx-int8", 7, 0, EDX, 25, State::Amx},
    {"sha512", 7, 1, EAX, 0, State::Avx},
    {"sm3", 7, 1, EAX, 1, State::Avx},
    {"sm4", 7, 1, EAX, 2, State::Avx},
    {"avxvnni", 7, 1, EAX, 4, State::Avx},
    {"avx512bf16", 7, 1, EAX, 5, State::Avx512},
    {"cmpccxadd", 7, 1, EAX, 7, State::None},
    {"avxifma", 7, 1, EAX, 23, State::Avx},
    {"avxvnniint8", 7, 1, EDX, 4, State::Avx},
    {"avxneconvert", 7, 1, EDX, 5, State::Avx},
    {"avxvnniint16", 7, 1, EDX, 10, State::Avx},
    {"ccmp", 7, 1, EDX, 21, State::Apx},
    {"cf", 7, 1, EDX, 21, State::Apx},
    {"egpr", 7, 1, EDX, 21, State::Apx},
    {"ndd", 7, 1, EDX, 21, State::Apx},
    {"nf", 7, 1, EDX, 21, State::Apx},
    {"ppx", 7, 1, EDX, 21, State::Apx},
    {"push2pop2", 7, 1, EDX, 21, State::Apx},
    {"zu", 7, 1, EDX, 21, State::Apx},
    {"sahf", 0x80000001, 0, ECX, 0, State::None},
    {"lzcnt", 0x80000001, 0, ECX, 5, State::None},
    {"sse4a", 0x80000001, 0, ECX, 6, State::None},
    {"prfchw", 0x80000001, 0, ECX, 8, State::None},
    {"xop", 0x80000001, 0, ECX, 11, State::Avx},
    {"fma4", 0x80000001, 0, ECX, 16, State::Avx},
    {"tbm", 0x80000001, 0, ECX, 21, State::None},
};

} // namespace

static bool readBit(uint32_t leaf, uint32_t subleaf, Register place,
                    unsigned bit) {
  uint32_t values[4] = {};
  // Subleaf 0 of leaf 7 says in EAX how many subleaves there are; asking
  // beyond gives the data of another leaf on some CPUs.
  if (leaf == 7 && subleaf > 0) {
    __get_cpuid_count(7, 0, &values[EAX], &values[EBX], &values[ECX],
                      &values[EDX]);
    if (values[EAX] < subleaf)
      return false;
  }
  if (!__get_cpuid_count(leaf, subleaf, &values[EAX], &values[EBX],
                         &values[ECX], &values[EDX]))
    return false;
  return values[place] >> bit & 1;
}

// Asks Linux, once, to save the tiles of all threads of this process, 8 KiB
// each (Documentation/arch/x86/xstate.rst). Without, the first instruction that
// uses one ends the process.
static bool mayUseTiles() {
#if defined(__linux__)
  constexpr long kRequest = 0x1023; // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;    // XFEATURE_XTILEDATA
  static const bool isGranted =
      syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
  return isGranted;
#else
  return false;
#endif
}

static bool isSaved(State state) {
  if (state == State::None)
    return true;
  if (!readBit(1, 0, ECX, 27)) // the system uses XSAVE
    return false;
  uint32_t low, high;
  // As instruction bytes by name: the intrinsic would need -mxsave for the
  // whole file.
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  // XCR0: bits 1 and 2 for AVX, with 5 to 7 for AVX-512 (0xe6), 17 and 18 for
  // AMX, 19 for APX.
  uint32_t needed = state == State::Avx      ? 0x6
                    : state == State::Avx512 ? 0xe6
                    : state == State::Amx    ? uint32_t(3) << 17
                                             : uint32_t(1) << 19;
  return (low & needed) == needed && (state != State::Amx || mayUseTiles());
}

// The version of AVX10, 0 if there is none.
// AVX10 has a version instead of feature bits (leaf 0x24, EBX).
static unsigned getAvx10Version() {
  uint32_t eax, ebx, ecx, edx;
  if (!readBit(7, 1, EDX, 19) || !isSaved(State::Avx512) ||
      !__get_cpuid_count(0x24, 0, &eax, &ebx, &ecx, &edx))
    return 0;
  return ebx & 0xff;
}

// "-avx2,-avx512f" in the environment: what is left out, for tests of how code
// is chosen. A feature that the CPU does not have cannot be added.
static bool isHidden(std::string_view name) {
  const char *text = std::getenv("RELAX_CPU_FEATURES");
  std::string_view rest = text ? text : "";
  while (!rest.empty()) {
    size_t end = std::min(rest.find(','), rest.size());
    std::string_view entry = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!entry.empty() && entry[0] == '-' && entry.substr(1) == name)
      return true;
  }
  return false;
}

std::optional<bool> hasCpuFeature(std::string_view name) {
  if (isHidden(name))
    return false;
  if (name == "64bit")
    return true;
  if (name == "avx10.1" || name == "avx10.2")
    // Versions include the earlier ones.
    return getAvx10Version() >= unsigned(name.back() - '0');
  for (const Feature &feature : features)
    if (feature.name == name)
      return isSaved(feature.state) &&
             readBit(feature.leaf, feature.subleaf, feature.place, feature.bit);
  // Unknown is different from missing: the caller says that the library is too
  // old.
  return std::nullopt;
}

} // namespace relax::runtime
#else
namespace relax::runtime {

std::optional<bool> hasCpuFeature(std::string_view) { return std::nullopt; }

} // namespace relax::runtime
#endif
