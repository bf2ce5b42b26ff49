// Lowers tensor programs: the order of the steps.
#include "Relax/Conversion/TIRToSCF/Passes.h"
#include "Relax/Conversion/TIRToSCF/Steps.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Threading.h"

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTTIRTOSCFPASS
#include "Relax/Conversion/TIRToSCF/Passes.h.inc"

// A scope ("local", "shared") says where a device keeps a buffer; a processor
// has one memory.
static void dropScopes(tir::FuncOp function) {
  function.walk([](memref::AllocOp alloc) {
    if (isa_and_nonnull<StringAttr, gpu::AddressSpaceAttr>(
            alloc.getType().getMemorySpace()))
      tir::setMemorySpace(alloc, nullptr);
  });
}

// Rows with room behind them, as TVM's `storage_align` leaves them, are a view.
// Upstream lowers no `memref.alloc` of a layout, and `normalize-memrefs` would
// change the accesses as well.
static LogicalResult lowerStridedAllocs(tir::FuncOp function) {
  SmallVector<memref::AllocOp> allocs;
  function.walk([&](memref::AllocOp alloc) {
    if (!alloc.getType().getLayout().isIdentity())
      allocs.push_back(alloc);
  });
  for (memref::AllocOp alloc : allocs) {
    MemRefType type = alloc.getType();
    std::optional<int64_t> span = tir::getSpan(type);
    if (!span)
      return alloc.emitOpError("has type ")
             << type
             << ", expected sizes and strides that are numbers, and a start "
                "at 0, in a buffer that is not contiguous";
    OpBuilder builder(alloc);
    auto plain = memref::AllocOp::create(
        builder, alloc.getLoc(),
        MemRefType::get(*span, type.getElementType(), AffineMap(),
                        type.getMemorySpace()),
        alloc.getAlignmentAttr());
    auto view = memref::ReinterpretCastOp::create(
        builder, alloc.getLoc(), type, plain, /*offset=*/0, type.getShape(),
        type.getStridesAndOffset().first);
    alloc.replaceAllUsesWith(view.getResult());
    alloc.erase();
  }
  return success();
}

// What relax ops call are tensor programs: none may be a function yet.
static LogicalResult verifyNoCalls(ModuleOp module) {
  bool isValid = true;
  module.walk([&](Operation *op) {
    if (!isa<CallTIROp, CallTIRInplaceOp, CallTIRWithGradOp, CallPrimFuncOp>(
            op))
      return;
    op->emitOpError("calls a tensor program, which would become a 'func.func'; "
                    "lower the call first, with 'convert-relax-to-runtime'");
    isValid = false;
  });
  return success(isValid);
}

// The device stage outlines all kernels, so what is left of launches is for a
// CPU. The lowering to LLVM would give up on the values around them.
static LogicalResult verifyNoLaunches(tir::FuncOp function) {
  bool isValid = true;
  function.walk([&](gpu::LaunchOp launch) {
    (launch.emitOpError("of @")
     << function.getSymName()
     << " is in a tensor program for a CPU, expected loops in its place; "
        "compile it for a GPU, as with --target=sm_90, or outline the kernel "
        "first, with 'gpu-kernel-outlining'")
            .attachNote(function.getLoc())
        << "the tensor program is here";
    isValid = false;
  });
  return success(isValid);
}

namespace {

struct ConvertTIRToSCFPass
    : impl::ConvertTIRToSCFPassBase<ConvertTIRToSCFPass> {
  using ConvertTIRToSCFPassBase::ConvertTIRToSCFPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyNoCalls(module)))
      return signalPassFailure();
    SmallVector<tir::FuncOp> functions(module.getOps<tir::FuncOp>());
    tir::FunctionSet inPlace = tir::findCalledInPlace(module);
    tir::declareForeignFunctions(module);
    if (failed(lowerBodies(functions)))
      return signalPassFailure();
    for (tir::FuncOp function : functions)
      tir::lowerFunction(function, inPlace.contains(function));
  }

  // Bodies know nothing of each other; diagnostics keep the functions' order.
  // A model has hundreds of programs, and their vectors are most of what is
  // built here.
  LogicalResult lowerBodies(ArrayRef<tir::FuncOp> functions) {
    ParallelDiagnosticHandler handler(&getContext());
    return failableParallelForEachN(
        &getContext(), 0, functions.size(), [&](size_t i) {
          handler.setOrderIDForThread(i);
          LogicalResult result = lowerBody(functions[i]);
          handler.eraseOrderIDForThread();
          return result;
        });
  }

  LogicalResult lowerBody(tir::FuncOp function) {
    if (function.isExternal())
      return success();
    if (failed(verifyNoLaunches(function)))
      return failure();
    dropScopes(function);
    if (failed(lowerStridedAllocs(function)))
      return failure();
    tir::lowerBlocks(function);
    tir::vectorizeLoops(function, remarks);
    tir::unrollLoops(function);
    if (failed(tir::lowerControl(function)))
      return failure();
    tir::guardStreams(function);
    return success();
  }
};

} // namespace
} // namespace mlir::relax
