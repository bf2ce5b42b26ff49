// Launches tensor programs that bind threads: the order of the steps.
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "Relax/Conversion/TIRToSCF/Steps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"
#include "Relax/Support/GPUTarget.h"
#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTTIRTOGPUPASS
#include "Relax/Conversion/TIRToGPU/Passes.h.inc"

namespace {

struct ConvertTIRToGPUPass
    : impl::ConvertTIRToGPUPassBase<ConvertTIRToGPUPass> {
  using ConvertTIRToGPUPassBase::ConvertTIRToGPUPassBase;

  void runOnOperation() override {
    if (failed(lower(getOperation())))
      signalPassFailure();
  }

  LogicalResult lower(tir::FuncOp function);
};

} // namespace

// What a device does not have; assertions are upstream's.
// Functions outside of the module are code of the host, which a device cannot
// call. Assertions stay such, as upstream lowers them for GPUs.
static LogicalResult lowerForDevice(gpu::LaunchOp launch) {
  bool isRight = true;
  launch.walk([&](Operation *op) {
    if (auto call = dyn_cast<tir::CallExternOp>(op)) {
      call.emitOpError("calls \"")
          << call.getCallee()
          << "\" in a kernel, expected a function of the module there; call "
             "this one outside of the loops that are bound to threads";
      isRight = false;
    } else if (auto block = dyn_cast<tir::BlockOp>(op)) {
      block.emitOpError(
          "is left in a kernel, expected no blocks there; lower them first, "
          "with 'tir-convert-blocks-to-opaque' or a schedule");
      isRight = false;
    } else if (isa<gpu::LaunchOp>(op) && op != launch) {
      (op->emitOpError("is in a kernel of @")
       << launch->getParentOfType<tir::FuncOp>().getSymName()
       << ", expected no launches there; bind loops to threads in its place, "
          "or put it outside of loops")
              .attachNote(launch.getLoc())
          << "the kernel is here";
      isRight = false;
    } else if (auto check = dyn_cast<tir::AssertOp>(op)) {
      OpBuilder builder(check);
      cf::AssertOp::create(builder, check.getLoc(), check.getCondition(),
                           check.getMessage());
      check.erase();
    }
  });
  return success(isRight);
}

// The driver would only say that the launch failed, when the program runs.
// Sizes known at run time count as 1: for them its error has to do.
static LogicalResult checkThreads(tir::FuncOp function, gpu::LaunchOp launch) {
  uint64_t threads = 1;
  for (unsigned axis : {3, 4, 5})
    threads = llvm::SaturatingMultiply<uint64_t>(
        threads, getConstantIntValue(launch->getOperand(axis)).value_or(1));
  if (threads > GPUTarget::kMaxBlockThreads)
    return launch.emitOpError("of @")
           << function.getSymName() << " starts blocks of " << threads
           << " threads; expected at most " << GPUTarget::kMaxBlockThreads
           << ", which is what chips have";
  return success();
}

// Sums and products stop at the greatest number instead of wrapping to one
// that fits.
static LogicalResult checkSharedBytes(tir::FuncOp function,
                                      gpu::LaunchOp launch) {
  DataLayout layout = DataLayout::closest(launch);
  uint64_t bytes = 0;
  for (BlockArgument buffer : launch.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    uint64_t element = layout.getTypeSize(type.getElementType());
    for (int64_t size : type.getShape())
      element = llvm::SaturatingMultiply<uint64_t>(element, size);
    bytes = llvm::SaturatingAdd(bytes, element);
  }
  TargetInfo target = getTarget(function);
  bool isKnown = target && target.isGPU();
  uint64_t maxBytes =
      isKnown ? target.getMaxSharedBytes() : GPUTarget::kMaxSharedBytes;
  if (bytes > maxBytes)
    return launch.emitOpError("of @")
           << function.getSymName() << " shares " << bytes
           << " bytes among the threads of a block; expected at most "
           << maxBytes << ", which is what "
           << (isKnown ? target.getMachine() : "chips have")
           << (isKnown ? " has" : "");
  return success();
}

LogicalResult ConvertTIRToGPUPass::lower(tir::FuncOp function) {
  if (function.isExternal())
    return success();
  // Buffers are placed while the loops over threads are there: in which of
  // them a buffer is made says who sees it.
  FailureOr<SmallVector<gpu::LaunchOp>> launches = tir::makeLaunches(function);
  if (failed(launches) || failed(tir::placeBuffers(function, *launches)))
    return failure();
  for (gpu::LaunchOp launch : *launches) {
    if (failed(checkThreads(function, launch)) ||
        failed(checkSharedBytes(function, launch)) ||
        failed(lowerForDevice(launch)) || failed(tir::lowerThreadLoops(launch)))
      return failure();
    for (BlockArgument buffer : launch.getPrivateAttributions())
      tir::compactThreadBuffer(buffer);
    tir::widenShuffles(launch);
    tir::vectorizeLoops(launch, /*remarks=*/false);
    tir::unrollLoops(launch);
    if (failed(tir::lowerControl(launch)))
      return failure();
  }
  return success();
}

} // namespace mlir::relax
