// Lowers what kernels ask of the run-time library.
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::relax::rt {
namespace {

/// The captured values lie in the caller's frame; a function with the
/// signature of the run-time library takes them from there:
///
///   relax_rt_parallel_for(count, body_closure, &{captures})
///   body_closure(closure, begin, end): body(begin, end, closure->captures)
/// The frame outlives the workers, since relax_rt_parallel_for returns when all
/// pieces are done. So captures need no memory of their own.
struct ParallelForToLLVM : RuntimePattern<ParallelForOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ParallelForOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto pointer = RuntimeCalls::pointerType(getContext());
    auto closureType = LLVM::LLVMStructType::getLiteral(
        getContext(), llvm::to_vector(adaptor.getCaptures().getTypes()));
    Value closure = RuntimeCalls::allocateFrame(rewriter, op, closureType, 1);
    for (auto [i, capture] : llvm::enumerate(adaptor.getCaptures())) {
      Value slot =
          LLVM::GEPOp::create(rewriter, location, pointer, closureType, closure,
                              ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
      LLVM::StoreOp::create(rewriter, location, capture, slot);
    }
    // The library knows one signature of bodies, while each body has its own
    // captures. The function between has the signature and unpacks them; LLVM
    // inlines the body into it where it may.
    std::string name = createClosureFunction(op, closureType, rewriter);
    Value function =
        LLVM::AddressOfOp::create(rewriter, location, pointer, name);
    calls.call(rewriter, location, "relax_rt_parallel_for", Type(),
               {adaptor.getCount(), function, closure});
    rewriter.eraseOp(op);
    return success();
  }

  std::string createClosureFunction(ParallelForOp op,
                                    LLVM::LLVMStructType closureType,
                                    ConversionPatternRewriter &rewriter) const {
    OpBuilder::InsertionGuard guard(rewriter);
    Location location = op.getLoc();
    rewriter.setInsertionPointToEnd(calls.module.getBody());
    std::string name = calls.takeFreeName((op.getBody() + "_closure").str());
    Type pointer = RuntimeCalls::pointerType(getContext());
    Type index = rewriter.getIndexType();
    auto function = func::FuncOp::create(
        rewriter, location, name,
        rewriter.getFunctionType({pointer, index, index}, {}));
    function.setPrivate();
    function->setAttr(
        // Not seen outside of its object: two libraries in one process may have
        // loops of the same name. A body's name may be the program's, and so
        // may one that ends in "_closure": names are looked up, not made.
        "llvm.linkage",
        LLVM::LinkageAttr::get(getContext(), LLVM::Linkage::Internal));
    Block *entry =
        rewriter.createBlock(&function.getBody(), {}, {pointer, index, index},
                             SmallVector<Location>(3, location));
    SmallVector<Value> arguments = {entry->getArgument(1),
                                    entry->getArgument(2)};
    for (auto [i, capture] : llvm::enumerate(op.getCaptures())) {
      Value slot = LLVM::GEPOp::create(rewriter, location, pointer, closureType,
                                       entry->getArgument(0),
                                       ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
      Value value = LLVM::LoadOp::create(rewriter, location,
                                         closureType.getBody()[i], slot);
      // The rest of this conversion changes `func.func` to the llvm dialect,
      // with the types of captures as memrefs. The cast lets the two meet and
      // is removed at the end.
      arguments.push_back(UnrealizedConversionCastOp::create(
                              rewriter, location, capture.getType(), value)
                              .getResult(0));
    }
    func::CallOp::create(rewriter, location, op.getBody(), TypeRange(),
                         arguments);
    func::ReturnOp::create(rewriter, location);
    return name;
  }
};

struct ScratchAllocToLLVM : RuntimePattern<ScratchAllocOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ScratchAllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Null is a value here and no exit: a kernel has no context that it could
    // return an error with. The library has noted the error for the call; the
    // kernel only has to touch nothing.
    Location location = op.getLoc();
    auto pointer = RuntimeCalls::pointerType(getContext());
    Value data = calls.call(rewriter, location, "relax_rt_scratch_alloc",
                            pointer, adaptor.getBytes());
    Value null = LLVM::ZeroOp::create(rewriter, location, pointer);
    Value valid = LLVM::ICmpOp::create(rewriter, location,
                                       LLVM::ICmpPredicate::ne, data, null);
    Value buffer = makeBuffer(rewriter, location,
                              cast<MemRefType>(op.getBuffer().getType()), data,
                              adaptor.getBytes());
    rewriter.replaceOp(op, {buffer, valid});
    return success();
  }
};

struct ScratchReleaseToLLVM : RuntimePattern<ScratchReleaseOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ScratchReleaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value data =
        MemRefDescriptor(adaptor.getBuffer()).alignedPtr(rewriter, op.getLoc());
    calls.call(rewriter, op.getLoc(), "relax_rt_scratch_release", Type(), data);
    rewriter.eraseOp(op);
    return success();
  }
};

struct KernelFailToLLVM : RuntimePattern<KernelFailOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(KernelFailOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    calls.call(rewriter, op.getLoc(), "relax_rt_kernel_fail", Type(),
               calls.text(rewriter, op.getLoc(), op.getMessage()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct KernelCallExternalToLLVM : RuntimePattern<KernelCallExternalOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(KernelCallExternalOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    calls.call(rewriter, location, "relax_rt_kernel_call_external", Type(),
               {calls.text(rewriter, location, op.getCallee()),
                storeTensors(rewriter, op, op.getArgs(), adaptor.getArgs()),
                RuntimeCalls::i32(rewriter, location, op.getArgs().size())});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateKernelToLLVM(const LLVMTypeConverter &converter,
                          RuntimeCalls &calls, RewritePatternSet &patterns) {
  patterns.add<KernelCallExternalToLLVM, KernelFailToLLVM, ParallelForToLLVM,
               ScratchAllocToLLVM, ScratchReleaseToLLVM>(converter, calls);
}

} // namespace mlir::relax::rt
