// The target attribute: its rules, what it knows of chips, where it is found.
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/IR/DeviceCodeWishes.h"
#include "Relax/Support/GPUTarget.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include "Relax/Dialect/Relax/IR/TargetEnums.cpp.inc"
#include "Relax/Dialect/Relax/IR/TargetInterfaces.cpp.inc"

namespace mlir::relax {

static constexpr StringLiteral kOwner = "#relax.target";
static constexpr unsigned kMaxCores = 65536;
static constexpr uint64_t kMaxCacheBytes = uint64_t(1) << 40;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static bool areFeatures(StringRef features) {
  return features.empty() ||
         llvm::all_of(llvm::split(features, ','), [](StringRef feature) {
           return feature.size() > 1 &&
                  (feature.front() == '+' || feature.front() == '-') &&
                  llvm::all_of(feature.drop_front(), [](char c) {
                    return llvm::isAlnum(c) || StringRef("-._").contains(c);
                  });
         });
}

// What a GPU, and what a CPU, does not have.
static LogicalResult verifyKind(function_ref<InFlightDiagnostic()> emitError,
                                TargetKind kind, StringRef chip,
                                bool hasCPUFacts, bool hasGPUFacts) {
  if (kind == TargetKind::CPU) {
    // R2: a CPU starts no kernels.
    if (hasGPUFacts || !chip.empty())
      return emitRuleError(emitError, kOwner, 2)
             << "expected a target of kind cpu without 'chip', 'host' and "
                "'emulated', which are facts of a GPU; name the kind cuda";
    return success();
  }
  // R1: a GPU is a chip that code is generated for.
  std::optional<GPUTarget> known = GPUTarget::parse(chip);
  if (!known || known->getVersion() < GPUTarget::kOldest)
    return emitRuleError(emitError, kOwner, 1)
           << "expected a target of kind cuda with a chip such as \"sm_90\", "
              "from sm_"
           << GPUTarget::kOldest << " on, found \"" << chip << '"';
  // R1: a GPU is a chip that code is generated for.
  if (hasCPUFacts)
    return emitRuleError(emitError, kOwner, 1)
           << "expected a target of kind cuda without 'triple', 'cpu', "
              "'vector_bits' and 'cache_bytes', which are facts of a CPU; give "
              "them to its "
              "'host'";
  return success();
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 TargetKind kind, StringRef triple,
                                 StringRef cpu, StringRef chip,
                                 StringRef features, unsigned vectorBits,
                                 unsigned cores, uint64_t cacheBytes,
                                 bool emulated, TargetAttr host) {
  bool hasCPUFacts =
      !triple.empty() || !cpu.empty() || vectorBits != 0 || cacheBytes != 0;
  if (failed(verifyKind(emitError, kind, chip, hasCPUFacts, emulated || host)))
    return failure();
  // R3: what starts kernels is a CPU.
  if (host && host.getKind() != TargetKind::CPU)
    return emitRuleError(emitError, kOwner, 3)
           << "expected a host of kind cpu, found "
           << stringifyTargetKind(host.getKind());
  // R4: vectors are as wide as registers are.
  if (vectorBits != 0 && (!llvm::isPowerOf2_32(vectorBits) || vectorBits < 32 ||
                          vectorBits > 2048))
    return emitRuleError(emitError, kOwner, 4)
           << "expected 'vector_bits' to be a power of 2 from 32 to 2048, "
              "found "
           << vectorBits;
  // R4: a negative number is a large one here.
  if (cores > kMaxCores)
    return emitRuleError(emitError, kOwner, 4)
           << "expected at most " << kMaxCores << " cores, found " << cores;
  // R4: no cache is as large as a memory.
  if (cacheBytes > kMaxCacheBytes)
    return emitRuleError(emitError, kOwner, 4)
           << "expected a cache of at most " << kMaxCacheBytes
           << " bytes, found " << cacheBytes;
  // R5: features are added or dropped.
  if (!areFeatures(features))
    return emitRuleError(emitError, kOwner, 5)
           << "expected features such as \"+avx2,-fma\", found \"" << features
           << '"';
  return success();
}

// A function beside what its module is for.
static LogicalResult
verifyFunctionTarget(Operation *op, TargetInfo own,
                     function_ref<InFlightDiagnostic()> emitError) {
  auto module = op->getParentOfType<ModuleOp>();
  TargetInfo whole = module ? getTarget(module) : TargetInfo();
  // TargetAttr R7: there is one GPU.
  if (!whole || !own.isGPU() ||
      (whole.isGPU() && whole.getMachine() == own.getMachine()))
    return success();
  return (emitRuleError(emitError, kOwner, 7)
          << "expected a function for " << whole.getMachine()
          << ", as its module is, or for a CPU, found one for "
          << own.getMachine())
             .attachNote(module.getLoc())
         << "the module has the target " << whole;
}

static LogicalResult verifyAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  auto emitError = [&] { return op->emitOpError(); };
  if (name == kTargetName) {
    auto target = dyn_cast<TargetInfo>(attribute.getValue());
    // TargetAttr R6: who asks for a target finds one.
    if (!target)
      return emitRuleError(emitError, kOwner, 6)
             << "expected 'relax.target' to be a target such as "
                "#relax.target<cuda, chip = \"sm_90\">, found "
             << attribute.getValue();
    return isa<ModuleOp>(op) ? success()
                             : verifyFunctionTarget(op, target, emitError);
  }
  if (llvm::is_contained(kWishNames, name) &&
      !isa<UnitAttr>(attribute.getValue()))
    // TargetAttr R8: what is wanted is wanted or not.
    return emitRuleError(emitError, kOwner, 8)
           << "expected '" << name << "' without a value, found "
           << attribute.getValue();
  return success();
}

LogicalResult verifyTargets(Operation *function) {
  auto verifyAll = [](Operation *op) {
    return success(llvm::all_of(op->getDiscardableAttrs(), [&](auto attribute) {
      return succeeded(verifyAttribute(op, attribute));
    }));
  };
  // The module is no op of ours: its first function looks at what it says.
  if (auto module = dyn_cast_or_null<ModuleOp>(function->getParentOp()))
    for (Operation &op : *module.getBody())
      if (isa<FunctionOpInterface>(op)) {
        if (&op == function && failed(verifyAll(module)))
          return failure();
        break;
      }
  return verifyAll(function);
}

//===----------------------------------------------------------------------===//
// TargetInfo
//===----------------------------------------------------------------------===//

// The verifier has made sure that a GPU's chip is one.
static std::optional<GPUTarget> getGPU(TargetAttr target) {
  return target.getKind() == TargetKind::CUDA
             ? GPUTarget::parse(target.getChip())
             : std::nullopt;
}

StringRef TargetAttr::getMachine() const {
  if (isGPU())
    return getChip();
  return getCpu().empty() ? stringifyTargetKind(getKind()) : getCpu();
}

bool TargetAttr::isGPU() const { return getKind() == TargetKind::CUDA; }

// The features of the CPU by its name, and what the target has more or less.
// Dropping one drops what needs it: `-avx2` leaves no VNNI.
static llvm::StringMap<bool> getX86Features(TargetAttr target) {
  llvm::StringMap<bool> features;
  if (!llvm::Triple(target.getTriple()).isX86())
    return features;
  // LLVM's list must not be asked for a name that it lacks.
  SmallVector<StringRef> usual;
  if (llvm::X86::parseArchX86(target.getCpu()) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(target.getCpu(), usual);
  for (StringRef feature : usual)
    features[feature] = true;
  for (StringRef feature : llvm::split(target.getFeatures(), ',')) {
    if (feature.empty())
      continue;
    bool isThere = feature.front() == '+';
    features[feature.drop_front()] = isThere;
    llvm::X86::updateImpliedFeatures(feature.drop_front(), isThere, features);
  }
  return features;
}

// Tiles of `amx` are of i8 and bf16; those of f16 that newer CPUs have would
// need words of f16.
static bool hasTiles(TargetAttr target, Type type) {
  if (!type.isSignlessInteger(8) && !type.isBF16())
    return false;
  llvm::StringMap<bool> features = getX86Features(target);
  return features.lookup("amx-tile") &&
         features.lookup(type.isBF16() ? "amx-bf16" : "amx-int8");
}

bool TargetAttr::hasMatrix(Type type) const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  if (!gpu)
    return hasTiles(*this, type);
  if (!gpu->hasTensorCores())
    return false;
  if (type.isF16() || type.isInteger(8))
    return true;
  return gpu->hasAllTensorCoreTypes() && (type.isBF16() || type.isF32());
}

bool TargetAttr::hasAsyncCopy() const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  return gpu && gpu->hasAsyncCopies();
}

bool TargetAttr::hasBulkCopy() const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  return gpu && gpu->hasBulkCopies();
}

bool TargetAttr::hasWarpgroup() const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  return gpu && gpu->hasWarpgroupProducts();
}

int64_t TargetAttr::getMaxSharedBytes() const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  return gpu ? gpu->getMaxSharedBytes() : 0;
}

int64_t TargetAttr::getMaxBlockThreads() const {
  return isGPU() ? GPUTarget::kMaxBlockThreads : 0;
}

int64_t TargetAttr::getMaxResidentThreads() const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  return gpu ? gpu->getMaxResidentThreads() : 0;
}

unsigned TargetAttr::getDot4Bits() const {
  llvm::StringMap<bool> features = getX86Features(*this);
  // Shorter vectors are instructions of AVX512VL.
  if (features.lookup("avx512vnni") && features.lookup("avx512vl"))
    return 512;
  return features.lookup("avxvnni") ? 256 : 0;
}

unsigned TargetAttr::getBytePairBits() const {
  llvm::StringMap<bool> features = getX86Features(*this);
  if (features.lookup("avx512bw"))
    return 512;
  if (features.lookup("avx2"))
    return 256;
  return features.lookup("ssse3") ? 128 : 0;
}

unsigned TargetAttr::getDot2BF16Bits() const {
  llvm::StringMap<bool> features = getX86Features(*this);
  // Shorter vectors are instructions of AVX512VL.
  return features.lookup("avx512bf16") && features.lookup("avx512vl") ? 512 : 0;
}

bool TargetAttr::hasHalfArithmetic() const {
  return getX86Features(*this).lookup("avx512fp16");
}

TargetInfo TargetAttr::getHostTarget() const {
  if (isGPU())
    return getHost() ? TargetInfo(getHost()) : TargetInfo();
  return *this;
}

StringRef TargetAttr::getPTXFeatures() const {
  std::optional<GPUTarget> gpu = getGPU(*this);
  if (!gpu || !getFeatures().empty())
    return getFeatures();
  return gpu->getPTXFeatures();
}

//===----------------------------------------------------------------------===//
// Where passes look
//===----------------------------------------------------------------------===//

TargetInfo getTarget(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<TargetInfo>(kTargetName))
      return target;
  return {};
}

bool allowsTF32(Operation *op) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr(kAllowTF32Name))
      return true;
  return false;
}

} // namespace mlir::relax
