// Lowers the ABI boundary of host functions: inputs, checks, outputs.
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::relax::rt {

// The element `index` of an array of pointers.
static Value getSlot(OpBuilder &builder, Location location, Value array,
                     int64_t index) {
  auto pointer = RuntimeCalls::pointerType(builder.getContext());
  return LLVM::GEPOp::create(builder, location, pointer, pointer, array,
                             ArrayRef<LLVM::GEPArg>{int32_t(index)});
}

namespace {

struct InputToLLVM : RuntimePattern<InputOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(InputOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value tensor = LLVM::LoadOp::create(
        rewriter, location, RuntimeCalls::pointerType(getContext()),
        getSlot(rewriter, location, adaptor.getInputs(), op.getIndex()));
    rewriter.replaceOp(op, load(rewriter, location, op.getType(), tensor));
    return success();
  }
};

struct CheckInputToLLVM : RuntimePattern<CheckInputOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(CheckInputOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<mlir::TensorType>(op.getType());
    Value tensor = LLVM::LoadOp::create(
        rewriter, location, RuntimeCalls::pointerType(getContext()),
        getSlot(rewriter, location, adaptor.getInputs(), op.getIndex()));
    auto number = [&](int64_t value) {
      return RuntimeCalls::i32(rewriter, location, value);
    };
    // The rank and the sizes of an input are not trusted: the caller may be C
    // or Python. Until this call has returned 0, none of its fields is read by
    // anything else.
    StringRef function = "relax_rt_check_tensor";
    SmallVector<Value> arguments = {
        RuntimeCalls::context(op),
        calls.text(rewriter, location, RuntimeCalls::functionName(op)),
        calls.text(rewriter, location, op.getParameter()),
        number(op.getIndex()), tensor};
    llvm::append_range(arguments, describeType(rewriter, location, type));
    if (std::optional<uint32_t> device = op.getDevice()) {
      function = "relax_rt_check_device_tensor";
      arguments.push_back(number(*device));
    }
    calls.callOrReturn(rewriter, op, function, arguments);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Checks that compare two numbers: equal ones cost no call.
template <typename OpT>
struct ComparisonToLLVM : RuntimePattern<OpT> {
  using RuntimePattern<OpT>::RuntimePattern;

  // The run time compares and makes the message. Texts are constants and not
  // put together here, since a failure is rare and the code of a call small.
  LogicalResult lower(OpT op, Value expected, Value found, StringRef function,
                      ArrayRef<Value> which,
                      ConversionPatternRewriter &rewriter) const {
    Location location = op.getLoc();
    Value text = op.getExpression()
                     ? this->calls.text(rewriter, location, *op.getExpression())
                     : Value(LLVM::ZeroOp::create(
                           rewriter, location,
                           RuntimeCalls::pointerType(rewriter.getContext())));
    SmallVector<Value> arguments = {
        RuntimeCalls::context(op),
        this->calls.text(rewriter, location, RuntimeCalls::functionName(op))};
    llvm::append_range(arguments, which);
    llvm::append_range(arguments, ArrayRef<Value>{expected, found, text});
    this->calls.callOrReturn(rewriter, op, function, arguments);
    rewriter.eraseOp(op);
    return success();
  }
};

template <typename OpT>
struct CheckParameterToLLVM : ComparisonToLLVM<OpT> {
  using ComparisonToLLVM<OpT>::ComparisonToLLVM;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    StringRef function = std::is_same_v<OpT, CheckDimOp>
                             ? "relax_rt_check_dim"
                             : "relax_rt_check_value";
    return this->lower(op, adaptor.getExpected(), adaptor.getFound(), function,
                       {this->calls.text(rewriter, location, op.getParameter()),
                        RuntimeCalls::i32(rewriter, location, op.getIndex()),
                        RuntimeCalls::i32(rewriter, location, op.getAxis())},
                       rewriter);
  }
};

struct MatchDimToLLVM : ComparisonToLLVM<MatchDimOp> {
  using ComparisonToLLVM::ComparisonToLLVM;

  LogicalResult
  matchAndRewrite(MatchDimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    return lower(op, adaptor.getExpected(), adaptor.getFound(),
                 "relax_rt_match_dim",
                 {calls.text(rewriter, location, op.getWhat()),
                  RuntimeCalls::i32(rewriter, location, op.getAxis())},
                 rewriter);
  }
};

struct OutputToLLVM : RuntimePattern<OutputOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(OutputOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LLVM::StoreOp::create(
        rewriter, op.getLoc(), adaptor.getTensor(),
        getSlot(rewriter, op.getLoc(), adaptor.getOutputs(), op.getIndex()));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateEntryToLLVM(const LLVMTypeConverter &converter,
                         RuntimeCalls &calls, RewritePatternSet &patterns) {
  patterns.add<CheckInputToLLVM, CheckParameterToLLVM<CheckDimOp>,
               CheckParameterToLLVM<CheckValueOp>, InputToLLVM, MatchDimToLLVM,
               OutputToLLVM>(converter, calls);
}

} // namespace mlir::relax::rt
