// Shared memory of kernels whose size the launch says: what is more than all
// chips give without asking.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUUSEDYNAMICSHAREDMEMORYPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUUseDynamicSharedMemoryPass
    : impl::GPUUseDynamicSharedMemoryPassBase<GPUUseDynamicSharedMemoryPass> {
  using GPUUseDynamicSharedMemoryPassBase::GPUUseDynamicSharedMemoryPassBase;

  void runOnOperation() override;
};

} // namespace

// Bytes that a launch need not ask for, and what buffers begin at a multiple
// of: the lines that a swizzle of 128 bytes goes over; far more than chips
// have. 48 KiB is the limit of static shared memory on all chips; more needs an
// opt-in by the launch (`cuFuncSetAttribute`), up to 227 KiB on sm_90.
static constexpr uint64_t kWithoutAsking = 48 * 1024, kAlignment = 1024;
/// Keeps the sum below in an i32, which is the type of the launch's operand.
static constexpr uint64_t kMax = 1 << 30;

static uint64_t getBytes(MemRefType type) {
  uint64_t bits =
      type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
  return llvm::SaturatingMultiply<uint64_t>(type.getNumElements(),
                                            llvm::divideCeil(bits, 8));
}

/// A barrier object is no number and has no size in bytes here.
static bool areNumbers(gpu::LaunchOp launch) {
  return llvm::all_of(launch.getWorkgroupAttributions(), [](Value buffer) {
    return cast<MemRefType>(buffer.getType())
        .getElementType()
        .isIntOrIndexOrFloat();
  });
}

static uint64_t getSharedBytes(gpu::LaunchOp launch) {
  uint64_t bytes = 0;
  for (Value buffer : launch.getWorkgroupAttributions())
    bytes = llvm::SaturatingAdd(bytes,
                                getBytes(cast<MemRefType>(buffer.getType())));
  return bytes;
}

// Buffers become parts of the memory that the launch asks for. Static and
// dynamic memory together must stay within the chip's limit. With all in one
// the sum is a number that checkLaunch can compare.
static void moveBuffers(gpu::LaunchOp launch) {
  Location loc = launch.getLoc();
  OpBuilder inside = OpBuilder::atBlockBegin(&launch.getBody().front());
  auto space = gpu::AddressSpaceAttr::get(launch.getContext(),
                                          gpu::AddressSpace::Workgroup);
  Value all = gpu::DynamicSharedMemoryOp::create(
      inside, loc,
      MemRefType::get(ShapedType::kDynamic, inside.getI8Type(), AffineMap(),
                      space));
  uint64_t start = 0;
  for (BlockArgument buffer : launch.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    Value shift = arith::ConstantIndexOp::create(inside, loc, start);
    buffer.replaceAllUsesWith(
        memref::ViewOp::create(inside, loc, type, all, shift, ValueRange()));
    // Each begins at a multiple of 1024, for the swizzle
    // (GPUExportDynamicSharedMemory.cpp).
    start = llvm::alignTo(start + getBytes(type), kAlignment);
  }
  unsigned number = launch.getNumWorkgroupAttributions();
  launch.getBody().front().eraseArguments(launch.getNumConfigRegionAttributes(),
                                          number);
  launch->removeAttr(launch.getNumWorkgroupAttributionsAttrName());
  OpBuilder outside(launch);
  launch.getDynamicSharedMemorySizeMutable().assign(arith::ConstantOp::create(
      outside, loc, outside.getI32IntegerAttr(start)));
}

void GPUUseDynamicSharedMemoryPass::runOnOperation() {
  getOperation().walk([](gpu::LaunchOp launch) {
    if (!areNumbers(launch) || launch.getDynamicSharedMemorySize())
      return;
    uint64_t bytes = getSharedBytes(launch);
    // What is beyond all sizes is an error where limits are checked.
    if (bytes > kWithoutAsking && bytes <= kMax)
      moveBuffers(launch);
  });
}

} // namespace mlir::relax
