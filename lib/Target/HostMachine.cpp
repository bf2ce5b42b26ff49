// Names the CPU that code is generated for.
#include "Relax/Target/HostMachine.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include <set>
#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mlir::relax {

// Whether the system gives this process the tiles of AMX that the CPU has.
// Linux wants to be asked (Documentation/arch/x86/xstate.rst), and a container
// may give none: programs for this machine then do without.
static bool mayUseTiles() {
#if defined(__linux__) && defined(__x86_64__)
  constexpr long kRequest = 0x1023; // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;    // XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
#else
  return false;
#endif
}

// The CPU's own features, then those that the user adds or drops.
static std::string getFeatures(const HostMachineOptions &options) {
  // LLVM lets the later entry win, so what the user says comes after what the
  // CPU has.
  llvm::SubtargetFeatures features;
  if (options.cpu == "native") {
    llvm::StringMap<bool> native = llvm::sys::getHostCPUFeatures();
    for (const auto &feature : native)
      features.AddFeature(feature.first(), feature.second);
    if (native.lookup("amx-tile") && !mayUseTiles())
      features.AddFeature("amx-tile", /*Enable=*/false);
  }
  for (StringRef feature : llvm::split(options.features, ','))
    if (!feature.empty())
      features.AddFeature(feature);
  return features.getString();
}

static llvm::CodeGenOptLevel getCodeGenLevel(unsigned optLevel) {
  return *llvm::CodeGenOpt::getLevel(std::min(optLevel, 3u));
}

// LLVM takes an unknown name for the oldest CPU and only warns.
static LogicalResult checkCPU(Location location, const llvm::Target &target,
                              const llvm::Triple &triple, StringRef cpu,
                              const HostMachineOptions &options) {
  // Made without CPU and features, since with an unknown name it would print
  // LLVM's warning before the error here.
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(cpu))
    return emitError(location, "unknown CPU \"")
           << cpu << "\" of \"" << triple.str()
           << "\"; expected \"native\" or a name that `llc --mcpu=help` lists";
  llvm::StringSet<> known;
  for (const llvm::SubtargetFeatureKV &feature :
       info->getAllProcessorFeatures())
    known.insert(feature.Key);
  for (StringRef feature : llvm::split(options.features, ',')) {
    if (feature.empty())
      continue;
    bool hasSign = feature.front() == '+' || feature.front() == '-';
    if (!hasSign || !known.contains(feature.drop_front()))
      return emitError(location, "unknown CPU feature \"")
             << feature << "\" of \"" << triple.str()
             << "\"; expected \"+name\" or \"-name\" with a name that `llc "
                "--mattr=help` lists";
  }
  return success();
}

// This machine's, and those that this compiler makes assembly and objects for.
static void initializeTargets() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  // Programs may hold assembler text.
  LLVMInitializeX86AsmParser();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTarget();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVAsmPrinter();
  LLVMInitializeRISCVAsmParser();
}

std::unique_ptr<llvm::TargetMachine>
createHostMachine(Location location, const HostMachineOptions &options) {
  static llvm::once_flag once;
  llvm::call_once(once, initializeTargets);
  llvm::Triple triple(options.triple.empty() ? llvm::sys::getProcessTriple()
                                             : options.triple);
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    emitError(location, "no code generator for \"")
        << triple.str() << "\": " << error
        << "; expected a triple of x86, AArch64 or RISC-V";
    return nullptr;
  }
  // Sizes are numbers of 64 bits, and constants bytes of this machine.
  // Constants are written byte by byte as they lie in the memory of this
  // machine. A machine of the other byte order would read other numbers
  // without any error.
  if (!triple.isArch64Bit() || !triple.isLittleEndian()) {
    emitError(location, "expected a little-endian machine of 64 bits, found \"")
        << triple.str() << '"';
    return nullptr;
  }
  StringRef cpu =
      options.cpu == "native" ? llvm::sys::getHostCPUName() : options.cpu;
  if (failed(checkCPU(location, *target, triple, cpu, options)))
    return nullptr;
  // Position-independent for all forms: the same object goes into a shared
  // library, which the loader puts at any address.
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, getFeatures(options), llvm::TargetOptions(),
      llvm::Reloc::PIC_, /*CM=*/std::nullopt,
      getCodeGenLevel(options.optLevel)));
}

// The features of all x86 CPUs that LLVM knows, but those of which it uses the
// instructions only where a program names them: what controls the system, what
// AMX computes.
// One feature that is missed here is an illegal instruction on an older CPU.
// So all count but those listed, and not the other way round: a feature that
// comes with the next LLVM is checked at load time until somebody finds that
// it need not be.
static std::set<std::string> findUsedFeatures() {
  static const llvm::StringSet<> named = {
      "cldemote", "clflushopt", "clwb",     "clzero",  "enqcmd",   "fsgsbase",
      "fxsr",     "hreset",     "invpcid",  "kl",      "lwp",      "movdir64b",
      "movdiri",  "movrs",      "mwaitx",   "pconfig", "pku",      "prefetchi",
      "ptwrite",  "raoint",     "rdpid",    "rdpru",   "rdrnd",    "rdseed",
      "rtm",      "serialize",  "sgx",      "shstk",   "tsxldtrk", "uintr",
      "usermsr",  "waitpkg",    "wbnoinvd", "widekl",  "xsave",    "xsavec",
      "xsaveopt", "xsaves"};
  SmallVector<StringRef> cpus;
  llvm::X86::fillValidCPUArchList(cpus);
  std::set<std::string> used = {"avx10.1", "cf"};
  for (StringRef cpu : cpus) {
    SmallVector<StringRef> features;
    llvm::X86::getFeaturesForCPU(cpu, features);
    for (StringRef feature : features)
      if (!named.contains(feature) && !feature.starts_with("amx-"))
        used.insert(feature.str());
  }
  return used;
}

// The widest vectors that LLVM uses by itself. Those of SVE and of RISC-V have
// a length that only the run knows, while schedules want a constant; so all
// other machines have the 128 bits of NEON.
unsigned getVectorBits(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo *info = machine.getMCSubtargetInfo();
  if (!machine.getTargetTriple().isX86())
    return 128;
  if (info->checkFeatures("+avx512f"))
    return 512;
  return info->checkFeatures("+avx") ? 256 : 128;
}

// Linux's own files and not sysconf: C libraries multiply the last cache by the
// groups of cores that a virtual machine claims to have.
uint64_t findNativeCacheBytes() {
  uint64_t last = 0;
  // Level by level, caches of instructions among them, until there are no more.
  for (unsigned index = 0;; ++index) {
    auto size = llvm::MemoryBuffer::getFileAsStream(
        "/sys/devices/system/cpu/cpu0/cache/index" + llvm::Twine(index) +
        "/size");
    if (!size)
      return last;
    // Such as "32768K".
    StringRef text = (*size)->getBuffer().trim();
    uint64_t number = 0;
    if (!text.consumeInteger(10, number) && text == "K")
      last = std::max(last, number << 10);
  }
}

std::string getLoadTimeFeatures(const llvm::TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86())
    return {};
  std::string text;
  const llvm::MCSubtargetInfo *info = machine.getMCSubtargetInfo();
  for (const std::string &name : findUsedFeatures()) {
    std::string feature = "+" + name;
    // This asks for what the feature implies as well.
    if (info->checkFeatures(feature))
      text += (text.empty() ? "" : ",") + feature;
  }
  return text;
}

} // namespace mlir::relax
