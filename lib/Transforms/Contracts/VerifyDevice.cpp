// Checks that what runs on a device is code of that device.
//
// Without these checks the fault shows late and elsewhere: LLVM ends the
// process on an unknown instruction, the driver rejects a launch when the
// program runs.
#include "Relax/Support/GPUTarget.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYDEVICEPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyDevicePass : impl::VerifyDevicePassBase<VerifyDevicePass> {
  using VerifyDevicePassBase::VerifyDevicePassBase;

  void runOnOperation() override;
};
} // namespace

// What every chip of today has: bytes that the threads of a block share if the
// size is known before the launch. Static shared memory. What a launch asks for
// is compared with its chip in `checkLaunch`.
static constexpr int64_t kMaxShared = 48 * 1024;
static constexpr unsigned kSharedSpace = 3;

static bool isDeviceCode(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "gpu" || dialect == "nvvm" || dialect == "llvm";
}

// What a kernel says of the sizes of its blocks, before or after its lowering.
// Before gpu-to-nvvm the attribute is on the op, after it under another name,
// and `nvvm.reqntid` can be written by hand. All that are there must hold.
static SmallVector<DenseI32ArrayAttr>
getBlockSizes(FunctionOpInterface kernel) {
  SmallVector<DenseI32ArrayAttr> all;
  for (StringRef name : {"known_block_size", "gpu.known_block_size",
                         "nvvm.reqntid", "nvvm.maxntid"})
    if (auto sizes = kernel->getAttrOfType<DenseI32ArrayAttr>(name))
      all.push_back(sizes);
  return all;
}

static void checkThreads(FunctionOpInterface kernel, DenseI32ArrayAttr sizes,
                         Violations &violations) {
  uint64_t threads = 1;
  for (int32_t size : sizes.asArrayRef()) {
    // VerifyDevicePass R3: the threads of a block fit.
    if (size < 1) {
      violations.report(kernel, 3, "@")
          << kernel.getName() << " has a block of " << size
          << " threads along an axis; expected at least 1";
      return;
    }
    // Saturating, or 2^32 * 2^32 threads would be 0.
    threads = llvm::SaturatingMultiply<uint64_t>(threads, size);
  }
  // VerifyDevicePass R3: the threads of a block fit.
  if (threads > uint64_t(GPUTarget::kMaxBlockThreads))
    violations.report(kernel, 3, "@")
        << kernel.getName() << " has blocks of " << threads
        << " threads; expected at most "
        << uint64_t(GPUTarget::kMaxBlockThreads)
        << ", which is what chips have";
}

// Bytes that the threads of a block share. A set, since a buffer of two uses
// takes its memory once.
static int64_t getSharedBytes(FunctionOpInterface kernel,
                              SymbolTable &symbols) {
  llvm::SmallPtrSet<Operation *, 4> buffers;
  kernel.walk([&](LLVM::AddressOfOp address) {
    if (auto buffer = symbols.lookup<LLVM::GlobalOp>(address.getGlobalName()))
      if (buffer.getAddrSpace() == kSharedSpace)
        buffers.insert(buffer);
  });
  DataLayout layout = DataLayout::closest(kernel);
  uint64_t bytes = 0;
  for (Operation *buffer : buffers)
    bytes += layout.getTypeSize(cast<LLVM::GlobalOp>(buffer).getType());
  if (auto function = dyn_cast<gpu::GPUFuncOp>(kernel.getOperation()))
    for (BlockArgument buffer : function.getWorkgroupAttributions()) {
      auto type = cast<MemRefType>(buffer.getType());
      bytes = llvm::SaturatingAdd<uint64_t>(
          bytes, llvm::SaturatingMultiply<uint64_t>(
                     type.getNumElements(),
                     layout.getTypeSize(type.getElementType())));
    }
  return std::min<uint64_t>(bytes, INT64_MAX);
}

static void checkLimits(FunctionOpInterface kernel, SymbolTable &symbols,
                        Violations &violations) {
  for (DenseI32ArrayAttr sizes : getBlockSizes(kernel))
    checkThreads(kernel, sizes, violations);
  // VerifyDevicePass R4: what they share fits.
  int64_t bytes = getSharedBytes(kernel, symbols);
  if (bytes > kMaxShared)
    violations.report(kernel, 4, "@")
        << kernel.getName() << " shares " << bytes
        << " bytes among the threads of a block; expected at most "
        << kMaxShared << ", which is what chips have";
}

// The number of a chip, as 90 of sm_90a; 0 if it has none.
static unsigned getNumber(NVVM::NVVMTargetAttr chip) {
  std::optional<GPUTarget> target = GPUTarget::parse(chip.getChip());
  return target ? target->getVersion() : 0;
}

// What a launch asks for, of the chips that its kernel is for. The size is a
// number only if the launch knows it; one that is computed is checked by the
// driver.
static void checkLaunch(gpu::LaunchFuncOp launch, Violations &violations) {
  APInt bytes;
  auto device = SymbolTable::lookupNearestSymbolFrom<gpu::GPUModuleOp>(
      launch, launch.getKernelModuleName());
  if (!launch.getDynamicSharedMemorySize() || !device ||
      !device.getTargetsAttr() ||
      !matchPattern(launch.getDynamicSharedMemorySize(), m_ConstantInt(&bytes)))
    return;
  for (Attribute target : device.getTargetsAttr()) {
    auto chip = dyn_cast<NVVM::NVVMTargetAttr>(target);
    int64_t most = chip ? getMaxSharedBytes(chip.getChip()) : INT64_MAX;
    // VerifyDevicePass R4: what they share fits.
    if (bytes.getSExtValue() > most)
      violations.report(launch, 4, "asks for ")
          << bytes.getSExtValue()
          << " bytes that the threads of a block share; expected at most "
          << most << ", which is what " << chip.getChip() << " has";
  }
}

// The first chip that multiplies such matrices. 16x8x8 halves and 8x8x16 bytes
// are what sm_75 has; all other shapes came with sm_80.
static unsigned getFirstChip(NVVM::MmaOp op) {
  std::optional<NVVM::MMATypes> type = op.getMultiplicandAPtxType();
  int64_t m = op.getShape().getM(), k = op.getShape().getK();
  bool isOfHalves = type == NVVM::MMATypes::f16 && m == 16 && k == 8;
  bool isOfBytes =
      (type == NVVM::MMATypes::s8 || type == NVVM::MMATypes::u8) && m == 8;
  return isOfHalves || isOfBytes ? GPUTarget::kFirstTensorCores
                                 : GPUTarget::kFirstAsyncCopies;
}

// The first chip that has an instruction; nothing if each chip has it, or the
// op itself asks for the chip. The device's own passes and hand-written kernels
// can both bring an instruction in.
static std::optional<unsigned> getFirstChip(Operation *op) {
  if (auto product = dyn_cast<NVVM::MmaOp>(op))
    return getFirstChip(product);
  if (isa<NVVM::CpAsyncOp>(op))
    return GPUTarget::kFirstAsyncCopies;
  if (isa<NVVM::MBarrierArriveExpectTxOp, NVVM::MBarrierTryWaitParityOp,
          NVVM::ElectSyncOp>(op))
    return GPUTarget::kFirstBulkCopies;
  auto prefetch = dyn_cast<NVVM::PrefetchOp>(op);
  if (prefetch && prefetch.getTensormap())
    return GPUTarget::kFirstBulkCopies;
  auto fence = dyn_cast<NVVM::FenceProxyOp>(op);
  if (fence && fence.getKind() != NVVM::ProxyKind::alias)
    return GPUTarget::kFirstBulkCopies;
  return std::nullopt;
}

// What LLVM would stop the process for. Only ops whose verifiers or lowerings
// do not ask for the chip themselves.
static void checkInstructions(gpu::GPUModuleOp device,
                              NVVM::NVVMTargetAttr chip,
                              Violations &violations) {
  unsigned number = getNumber(chip);
  if (!number)
    return;
  // VerifyDevicePass R5: the chip has what the code uses.
  device.walk([&](Operation *op) {
    std::optional<unsigned> first = getFirstChip(op);
    if (!first || *first <= number)
      return;
    RuleError error = violations.report(op, 5, "is an instruction that ");
    error << chip.getChip() << " lacks; expected sm_" << *first
          << " or later, or a schedule without it";
    if (auto kernel = op->getParentOfType<FunctionOpInterface>())
      error.attachNote(kernel.getLoc()) << "in kernel @" << kernel.getName();
  });
}

static void check(gpu::GPUModuleOp device, Violations &violations) {
  // VerifyDevicePass R1: what the code is for.
  if (!device.getTargets())
    violations.report(
        device, 1,
        "expects a target, found none; attach one with 'nvvm-attach-target'");
  // VerifyDevicePass R2: code of the device.
  device.walk([&](Operation *op) {
    if (!isDeviceCode(op))
      violations
              .report(op, 2,
                      "is left in a device's module, expected the 'gpu', "
                      "'nvvm' and 'llvm' dialects only")
              .attachNote(device.getLoc())
          << "the device's module is here";
  });
  if (ArrayAttr targets = device.getTargetsAttr())
    for (Attribute target : targets)
      if (auto chip = dyn_cast<NVVM::NVVMTargetAttr>(target))
        checkInstructions(device, chip, violations);
  SymbolTable symbols(device);
  for (auto kernel : device.getOps<FunctionOpInterface>())
    checkLimits(kernel, symbols, violations);
}

void VerifyDevicePass::runOnOperation() {
  Violations violations(getArgument());
  getOperation().walk(
      [&](gpu::GPUModuleOp device) { check(device, violations); });
  getOperation().walk(
      [&](gpu::LaunchFuncOp launch) { checkLaunch(launch, violations); });
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
