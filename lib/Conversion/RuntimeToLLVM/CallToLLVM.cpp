// Lowers calls out of host code.
#include "RuntimeCalls.h"

#include "Relax/Conversion/RuntimeToLLVM/Passes.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Support/NodeLocation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

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
    Value inputs = storeTensors(rewriter, op, op.getArgs(), adaptor.getArgs(),
                                op.getDevices().value_or(ArrayRef<int32_t>()));
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

// Passes that fuse or split ops keep the parts they know, so a node may occur
// more than once: a set, in the order of the source, names each only once.
static std::string describeNodes(Location location) {
  llvm::SetVector<StringAttr> nodes;
  for (Location place : findSourcePlaces(location)) {
    if (auto name = dyn_cast<NameLoc>(place)) {
      nodes.insert(name.getName());
      continue;
    }
    auto file = cast<FileLineColLoc>(place);
    nodes.insert(StringAttr::get(location.getContext(),
                                 llvm::sys::path::filename(file.getFilename()) +
                                     ":" + Twine(file.getLine())));
  }
  std::string text = llvm::join(
      llvm::map_range(nodes, [](StringAttr node) { return node.str(); }),
      " + ");
  return text.empty() ? "?" : text;
}

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
      calls.callOrReturn(rewriter, op, "relax_rt_device_use",
                         {RuntimeCalls::context(op),
                          RuntimeCalls::i32(rewriter, location, *device)});
    }
    // Around the call alone, since checks and allocations are not the kernel's.
    // Without the attribute nothing is emitted, so that others pay nothing.
    bool isProfiled = calls.module->hasAttr(RuntimeDialect::kProfile);
    Value begin;
    if (isProfiled)
      begin = calls.call(rewriter, location, "relax_rt_profile_begin",
                         rewriter.getI64Type(),
                         {RuntimeCalls::context(op),
                          countBytes(rewriter, op, adaptor.getArgs()),
                          getFlops(rewriter, op, adaptor.getFlops())});
    if (llvm::any_of(op.getArgs().getTypes(), llvm::IsaPred<MemRefType>))
      func::CallOp::create(rewriter, location, op.getCallee(), TypeRange(),
                           op.getArgs());
    else
      LLVM::CallOp::create(rewriter, location, TypeRange(), op.getCallee(),
                           adaptor.getArgs());
    if (isProfiled)
      calls.call(rewriter, location, "relax_rt_profile_end", Type(),
                 {RuntimeCalls::context(op), begin,
                  calls.text(rewriter, location, op.getCallee()),
                  calls.text(rewriter, location, describeNodes(location))});
    if (fallible.contains(op.getCallee())) {
      calls.callOrReturn(rewriter, op, "relax_rt_status",
                         RuntimeCalls::context(op));
    }
    rewriter.eraseOp(op);
    return success();
  }

  // -1 says that nobody knows.
  static Value getFlops(OpBuilder &builder, CallKernelOp op, Value flops) {
    return flops ? flops : RuntimeCalls::i64(builder, op.getLoc(), -1);
  }

  // Bytes of all buffers of a call, from the sizes at run time.
  static Value countBytes(OpBuilder &builder, CallKernelOp op,
                          ValueRange arguments) {
    Location location = op.getLoc();
    Value total = RuntimeCalls::i64(builder, location, 0);
    for (auto [argument, descriptor] : llvm::zip(op.getArgs(), arguments)) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (!type)
        continue;
      int64_t bits = getRuntimeDType(type.getElementType()).bits;
      Value bytes = RuntimeCalls::i64(builder, location, (bits + 7) / 8);
      MemRefDescriptor view(descriptor);
      for (int64_t i = 0; i < type.getRank(); ++i) {
        Value size =
            type.isDynamicDim(i)
                ? view.size(builder, location, i)
                : RuntimeCalls::i64(builder, location, type.getDimSize(i));
        bytes = LLVM::MulOp::create(builder, location, bytes, size);
      }
      total = LLVM::AddOp::create(builder, location, total, bytes);
    }
    return total;
  }

  const llvm::StringSet<> &fallible;
};

struct CallExternalToLLVM : RuntimePattern<CallExternalOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(CallExternalOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    ArrayRef<int32_t> devices = op.getDevices().value_or(ArrayRef<int32_t>());
    size_t numIns = devices.empty() ? 0 : op.getIns().size();
    calls.callOrReturn(
        rewriter, op, "relax_rt_call_external",
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         calls.text(rewriter, location, op.getCallee()),
         storeTensors(rewriter, op, op.getIns(), adaptor.getIns(),
                      devices.take_front(numIns)),
         RuntimeCalls::i32(rewriter, location, op.getIns().size()),
         storeTensors(rewriter, op, op.getOuts(), adaptor.getOuts(),
                      devices.drop_front(numIns)),
         RuntimeCalls::i32(rewriter, location, op.getOuts().size())});
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
    calls.callOrReturn(
        rewriter, op, "relax_rt_print",
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, op.getFormat()),
         storeTensors(rewriter, op, op.getValues(), adaptor.getValues()),
         RuntimeCalls::i32(rewriter, location, op.getValues().size())});
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
    calls.callOrReturn(
        rewriter, op, "relax_rt_assert",
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         condition, calls.text(rewriter, location, op.getFormat()),
         storeTensors(rewriter, op, op.getValues(), adaptor.getValues()),
         RuntimeCalls::i32(rewriter, location, op.getValues().size())});
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
