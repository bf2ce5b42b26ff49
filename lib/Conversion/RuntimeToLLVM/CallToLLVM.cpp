// Lowers calls out of host code.
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax::rt {
namespace {

struct CallToLLVM : RuntimePattern<CallOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(CallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto pointer = RuntimeCalls::pointerType(getContext());
    unsigned number = op.getNumResults();
    // Relax has no other loop than recursion.
    // A recursion without end would overflow the stack of the process; the
    // check makes an error of it.
    Value hasRoom = calls.call(
        rewriter, location, "relax_rt_check_stack", rewriter.getI32Type(),
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op))});
    RuntimeCalls::returnUnlessOk(rewriter, op, hasRoom);
    Value inputs = storeTensors(rewriter, op, op.getArgs(), adaptor.getArgs());
    Value outputs =
        RuntimeCalls::allocateFrame(rewriter, op, pointer, number + 1);
    auto call = LLVM::CallOp::create(
        rewriter, location, TypeRange(rewriter.getI32Type()), op.getCallee(),
        ValueRange{RuntimeCalls::context(op), inputs, outputs});
    RuntimeCalls::returnUnlessOk(rewriter, op, call.getResult());
    SmallVector<Value> results;
    for (unsigned i = 0; i < number; ++i) {
      Value slot =
          LLVM::GEPOp::create(rewriter, location, pointer, pointer, outputs,
                              ArrayRef<LLVM::GEPArg>{int32_t(i)});
      results.push_back(
          LLVM::LoadOp::create(rewriter, location, pointer, slot));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// A kernel returns nothing; the context knows whether it has failed.
/// Asking after each call costs a load and a branch, so it is asked only of
/// kernels that can fail (findFallible).
struct CallKernelToLLVM : RuntimePattern<CallKernelOp> {
  CallKernelToLLVM(const LLVMTypeConverter &converter, RuntimeCalls &calls,
                   const llvm::StringSet<> &fallible)
      : RuntimePattern(converter, calls), fallible(fallible) {}

  LogicalResult
  matchAndRewrite(CallKernelOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    // Before the call, since the launches in the kernel take the device from
    // the context.
    if (std::optional<uint32_t> device = op.getDevice()) {
      Value status = calls.call(
          rewriter, location, "relax_rt_device_use", rewriter.getI32Type(),
          {RuntimeCalls::context(op),
           RuntimeCalls::i32(rewriter, location, *device)});
      RuntimeCalls::returnUnlessOk(rewriter, op, status);
    }
    func::CallOp::create(rewriter, location, op.getCallee(), TypeRange(),
                         op.getArgs());
    if (fallible.contains(op.getCallee())) {
      Value status =
          calls.call(rewriter, location, "relax_rt_status",
                     rewriter.getI32Type(), RuntimeCalls::context(op));
      RuntimeCalls::returnUnlessOk(rewriter, op, status);
    }
    rewriter.eraseOp(op);
    return success();
  }

  const llvm::StringSet<> &fallible;
};

struct CallExternalToLLVM : RuntimePattern<CallExternalOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(CallExternalOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value status = calls.call(
        rewriter, location, "relax_rt_call_external", rewriter.getI32Type(),
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         calls.text(rewriter, location, op.getCallee()),
         storeTensors(rewriter, op, op.getIns(), adaptor.getIns()),
         RuntimeCalls::i32(rewriter, location, op.getIns().size()),
         storeTensors(rewriter, op, op.getOuts(), adaptor.getOuts()),
         RuntimeCalls::i32(rewriter, location, op.getOuts().size())});
    RuntimeCalls::returnUnlessOk(rewriter, op, status);
    rewriter.eraseOp(op);
    return success();
  }
};

struct PrintToLLVM : RuntimePattern<PrintOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value status = calls.call(
        rewriter, location, "relax_rt_print", rewriter.getI32Type(),
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, op.getFormat()),
         storeTensors(rewriter, op, op.getValues(), adaptor.getValues()),
         RuntimeCalls::i32(rewriter, location, op.getValues().size())});
    RuntimeCalls::returnUnlessOk(rewriter, op, status);
    rewriter.eraseOp(op);
    return success();
  }
};

struct AssertToLLVM : RuntimePattern<AssertOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value condition = LLVM::ZExtOp::create(
        rewriter, location, rewriter.getI32Type(), adaptor.getCondition());
    Value status = calls.call(
        rewriter, location, "relax_rt_assert", rewriter.getI32Type(),
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         condition, calls.text(rewriter, location, op.getFormat()),
         storeTensors(rewriter, op, op.getValues(), adaptor.getValues()),
         RuntimeCalls::i32(rewriter, location, op.getValues().size())});
    RuntimeCalls::returnUnlessOk(rewriter, op, status);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateCallToLLVM(const LLVMTypeConverter &converter, RuntimeCalls &calls,
                        RewritePatternSet &patterns,
                        const llvm::StringSet<> &fallible) {
  patterns.add<AssertToLLVM, CallExternalToLLVM, CallToLLVM, PrintToLLVM>(
      converter, calls);
  patterns.add<CallKernelToLLVM>(converter, calls, fallible);
}

} // namespace mlir::relax::rt
