// Makes `#relax.target` of what a person says of a machine.
//
// The attribute names no "native": a stage dump means the same machine wherever
// it is read. Features are kept as what LLVM's list for the CPU's name lacks or
// has too much: a virtual machine hides a few of a hundred.
#include "Relax/Target/MakeTarget.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Target/DeviceCode.h"
#include "Relax/Target/NativeChip.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::relax {

static constexpr StringLiteral kNative = "native", kCPU = "cpu";

// What `machine` has more or less than its CPU's name says.
static std::string getOwnFeatures(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &own = *machine.getMCSubtargetInfo();
  std::unique_ptr<llvm::MCSubtargetInfo> usual(
      machine.getTarget().createMCSubtargetInfo(machine.getTargetTriple(),
                                                machine.getTargetCPU(), ""));
  std::string text;
  for (const llvm::SubtargetFeatureKV &feature :
       own.getAllProcessorFeatures()) {
    bool isThere = own.getFeatureBits().test(feature.Value);
    if (isThere == usual->getFeatureBits().test(feature.Value))
      continue;
    text += text.empty() ? "" : ",";
    text += isThere ? '+' : '-';
    text += feature.Key;
  }
  return text;
}

// The CPU of a triple of another architecture, where none is named: what Linux
// asks for at least.
// The letters are those of rv64gc, for which distributions build. LLVM's
// "generic-rv64" alone has neither products nor floats, which would be calls
// of a library. The user's features come later, and win.
static void setPlainCPU(const llvm::Triple &triple,
                        HostMachineOptions &options) {
  options.cpu = triple.isX86() ? "x86-64" : "generic";
  if (!triple.isRISCV())
    return;
  options.cpu = "generic-rv64";
  options.features = "+m,+a,+f,+d,+c" +
                     (options.features.empty() ? "" : "," + options.features);
}

static FailureOr<TargetAttr> makeHost(Location location,
                                      const TargetRequest &request) {
  std::string ours = llvm::sys::getProcessTriple();
  HostMachineOptions options;
  options.features = request.features;
  options.triple = request.triple.empty() ? ours : request.triple;
  llvm::Triple triple(options.triple);
  // Only the architecture counts: "native" is this CPU under any vendor and
  // system.
  bool isOurs = triple.getArch() == llvm::Triple(ours).getArch();
  if (!isOurs && request.cpu == kNative)
    return emitError(location, "expected the name of a CPU of \"")
           << triple.str()
           << "\", found \"native\", which is this machine's; `llc "
              "--mcpu=help` "
              "lists names";
  if (!request.cpu.empty())
    options.cpu = request.cpu;
  else if (!isOurs)
    setPlainCPU(triple, options);
  std::unique_ptr<llvm::TargetMachine> machine =
      createHostMachine(location, options);
  if (!machine)
    return failure();
  // How large caches are is no fact of a name: one name is sold with several.
  uint64_t cacheBytes = options.cpu == kNative ? findNativeCacheBytes() : 0;
  return TargetAttr::get(location.getContext(), TargetKind::CPU, options.triple,
                         machine->getTargetCPU(), /*chip=*/"",
                         getOwnFeatures(*machine), getVectorBits(*machine),
                         /*cores=*/0, cacheBytes, /*emulated=*/false,
                         /*host=*/{});
}

FailureOr<TargetAttr> makeTarget(Location location,
                                 const TargetRequest &request) {
  location.getContext()->getOrLoadDialect<RelaxDialect>();
  FailureOr<TargetAttr> host = makeHost(location, request);
  if (failed(host) || request.device.empty() || request.device == kCPU)
    return host;
  NativeChip chip{request.device};
  if (request.device == kNative) {
    FailureOr<NativeChip> found = findNativeChip(location);
    if (failed(found))
      return failure();
    chip = *found;
  }
  if (failed(checkDeviceChip(location, chip.name)))
    return failure();
  return TargetAttr::get(location.getContext(), TargetKind::CUDA,
                         /*triple=*/"", /*cpu=*/"", chip.name, /*features=*/"",
                         /*vector_bits=*/0, chip.cores, /*cache_bytes=*/0,
                         request.isEmulated, *host);
}

FailureOr<TargetAttr> readTarget(ModuleOp module) {
  if (Attribute said = module->getAttr(kTargetName)) {
    auto own = dyn_cast<TargetAttr>(said);
    if (!own)
      return module.emitError("expected 'relax.target' to be a #relax.target, "
                              "found ")
             << said;
    return own;
  }
  // A module that the host stage has lowered says its machine in
  // `llvm.target`. The same request makes an equal target of it, but for the
  // cache, so that a dump of that stage can be compiled on.
  auto lowered = module->getAttrOfType<LLVM::TargetAttr>(
      LLVM::LLVMDialect::getTargetAttrName());
  if (!lowered)
    return TargetAttr();
  TargetRequest request;
  request.triple = lowered.getTriple().str();
  if (lowered.getChip())
    request.cpu = lowered.getChip().str();
  if (lowered.getFeatures())
    request.features = lowered.getFeatures().getFeaturesString();
  return makeTarget(UnknownLoc::get(module.getContext()), request);
}

HostMachineOptions getHostOptions(TargetAttr target, unsigned optLevel) {
  HostMachineOptions options;
  options.optLevel = optLevel;
  TargetAttr host = target.isGPU() ? target.getHost() : target;
  if (!host)
    return options;
  options.triple = host.getTriple().str();
  options.features = host.getFeatures().str();
  if (!host.getCpu().empty())
    options.cpu = host.getCpu().str();
  return options;
}

} // namespace mlir::relax
