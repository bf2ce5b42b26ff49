// How many blocks of a kernel a multiprocessor has room for, by trial.
//
// Only `ptxas` knows how few registers a kernel can do with. Asked for fewer
// than that it spills, and asked for more than it would take by itself it takes
// them: 8 bytes of a pool of 3 x 3 spill with 40 registers on sm_90a, where it
// has 32 unasked. So each kernel that asks is assembled alone, unasked, and
// then with as many blocks as there are registers for, until nothing spills.
#include "Relax/Support/ResidentBlocks.h"
#include "Relax/Support/DeviceAssembler.h"
#include "Relax/Support/GPUTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

namespace {
/// A kernel that asks for blocks, in PTX: the head ends in front of the line
/// that does, and the rest begins behind it.
struct AskingKernel {
  StringRef name, head, rest;
  int64_t threads = 1, wanted = 0;
  /// What is tried, and what is found; 0 is none.
  int64_t tried = 0, found = 0;

  int64_t countWarps() const { return llvm::divideCeil(threads, kWarp); }
  /// Blocks for which there are registers, if a thread has so many.
  int64_t countBlocks(int64_t registers) const {
    int64_t ofWarp = llvm::alignTo(std::max<int64_t>(registers, 1) * kWarp,
                                   GPUTarget::kRegisterUnit);
    return GPUTarget::kRegisters / (ofWarp * countWarps());
  }
  /// Registers of a thread, if there are to be so many blocks.
  int64_t countRegisters(int64_t blocks) const {
    constexpr int64_t kUnit = GPUTarget::kRegisterUnit / kWarp;
    int64_t all = GPUTarget::kRegisters / (blocks * countWarps() * kWarp);
    return all / kUnit * kUnit;
  }
  /// The next number to try: with the one after it a thread has no more
  /// registers. False if none is left that is greater than `unasked`.
  bool choose(int64_t first, int64_t unasked) {
    int64_t before = tried ? countRegisters(tried) : 0;
    for (tried = first; tried > unasked; --tried)
      if (countRegisters(tried) != before)
        return true;
    return false;
  }

  static constexpr int64_t kWarp = 32;
};
} // namespace

static constexpr StringLiteral kRequest{".minnctapersm "};

// What is in front of the first `end` of `text`, which begins behind it then.
static StringRef takeUntil(StringRef &text, StringRef end) {
  size_t at = text.find(end);
  StringRef taken = text.take_front(at);
  text = at == StringRef::npos ? StringRef() : text.drop_front(at + end.size());
  return taken;
}

// The number of threads that a kernel's head says, `.maxntid 256, 1, 1`; 0 if
// it says none.
static int64_t readThreads(StringRef head) {
  int64_t threads = 1;
  StringRef sizes = head.split(".maxntid ").second.split('\n').first;
  for (StringRef size : llvm::split(sizes, ", ")) {
    int64_t extent;
    if (size.trim().getAsInteger(10, extent))
      return 0;
    threads *= extent;
  }
  return threads;
}

// LLVM writes a kernel from `.visible .entry` to a brace alone in its line, and
// what it asks for in lines of their own in front of its body. Where threads
// are not known, nor is how many blocks of them there is room for.
static SmallVector<AskingKernel> findAskingKernels(StringRef ptx) {
  SmallVector<AskingKernel> found;
  while (!ptx.empty()) {
    takeUntil(ptx, ".visible .entry ");
    StringRef whole = takeUntil(ptx, "\n}\n"), text = whole;
    AskingKernel kernel;
    kernel.name = StringRef(text).split('(').first;
    kernel.head = takeUntil(text, kRequest);
    if (kernel.head.size() == whole.size() || kernel.head.contains('{') ||
        takeUntil(text, "\n").getAsInteger(10, kernel.wanted))
      continue;
    kernel.rest = text;
    kernel.threads = readThreads(kernel.head);
    if (kernel.threads == 0)
      kernel.wanted = kernel.threads = 1;
    found.push_back(kernel);
  }
  return found;
}

// The program in which each kernel asks for what `getBlocks` says.
static std::string
write(StringRef ptx, ArrayRef<AskingKernel> kernels,
      llvm::function_ref<int64_t(const AskingKernel &)> getBlocks) {
  std::string text;
  llvm::raw_string_ostream os(text);
  const char *at = ptx.begin();
  for (const AskingKernel &kernel : kernels) {
    os << StringRef(at, kernel.head.end() - at);
    if (int64_t blocks = getBlocks(kernel))
      os << kRequest << blocks << '\n';
    at = kernel.rest.begin();
  }
  os << StringRef(at, ptx.end() - at);
  return text;
}

// What is in front of all kernels, and those that are tried.
static std::string writeTried(StringRef ptx, ArrayRef<AskingKernel> kernels) {
  std::string text = takeUntil(ptx, ".visible .entry ").str();
  llvm::raw_string_ostream os(text);
  for (const AskingKernel &kernel : kernels) {
    os << ".visible .entry " << kernel.head;
    if (kernel.tried)
      os << kRequest << kernel.tried << '\n';
    os << kernel.rest << "\n}\n";
  }
  return text;
}

// What `ptxas` says of the kernels, in their order; nothing if it fails, which
// it does again where the program is assembled.
static SmallVector<KernelResources> measure(Location location, StringRef ptx,
                                            StringRef chip,
                                            ArrayRef<AskingKernel> kernels) {
  SmallVector<KernelResources> said, ordered;
  std::string why;
  auto use = [&](SmallVectorImpl<char> &, StringRef log) {
    said = readKernelResources(log);
  };
  if (failed(tryAssembleDeviceCode(location, writeTried(ptx, kernels), chip,
                                   use, why)))
    return {};
  for (const AskingKernel &kernel : kernels)
    for (const KernelResources &own : said)
      if (own.kernel == kernel.name)
        ordered.push_back(own);
  return ordered.size() == kernels.size() ? ordered
                                          : SmallVector<KernelResources>();
}

// Tries fewer and fewer blocks for all kernels together.
static void settle(Location location, StringRef ptx, StringRef chip,
                   MutableArrayRef<AskingKernel> kernels) {
  SmallVector<AskingKernel *> open;
  SmallVector<KernelResources> own = measure(location, ptx, chip, kernels);
  llvm::StringMap<int64_t> unasked;
  for (auto [kernel, resources] : llvm::zip(kernels, own)) {
    unasked[kernel.name] = kernel.countBlocks(resources.registers);
    if (kernel.choose(kernel.wanted, unasked[kernel.name]))
      open.push_back(&kernel);
  }
  while (!open.empty()) {
    auto tried =
        llvm::map_to_vector(open, [](AskingKernel *kernel) { return *kernel; });
    own = measure(location, ptx, chip, tried);
    if (own.empty())
      return;
    SmallVector<AskingKernel *> left;
    for (auto [kernel, resources] : llvm::zip(open, own))
      if (resources.spillStores + resources.spillLoads == 0)
        kernel->found = kernel->tried;
      else if (kernel->choose(kernel->tried - 1, unasked[kernel->name]))
        left.push_back(kernel);
    open = left;
  }
}

std::string settleResidentBlocks(Location location, StringRef ptx,
                                 StringRef chip) {
  SmallVector<AskingKernel> kernels = findAskingKernels(ptx);
  if (!kernels.empty() && !findDeviceAssembler().empty())
    settle(location, ptx, chip, kernels);
  return write(ptx, kernels,
               [](const AskingKernel &kernel) { return kernel.found; });
}

} // namespace mlir::relax
