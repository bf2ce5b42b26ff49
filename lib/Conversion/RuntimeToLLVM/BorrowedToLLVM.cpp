// Lowers what is asked of tensors whose dtype or rank is known at run time.
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

// A borrowed tensor is a pointer to a DLTensor, which was checked where it came
// in: its fields may be read.
namespace mlir::relax::rt {
namespace {

/// The field of a DLTensor at `position`.
/// Inlined and not a call: DLPack fixes the layout of DLTensor as its ABI, and
/// one load is cheaper than what a call would save and restore.
Value loadField(OpBuilder &builder, Location location, Value tensor, Type type,
                ArrayRef<LLVM::GEPArg> position) {
  MLIRContext *context = builder.getContext();
  SmallVector<LLVM::GEPArg> indices = {0};
  llvm::append_range(indices, position);
  Value slot =
      LLVM::GEPOp::create(builder, location, RuntimeCalls::pointerType(context),
                          RuntimeCalls::tensorType(context), tensor, indices);
  return LLVM::LoadOp::create(builder, location, type, slot);
}

/// A field of `bits` bits as an index.
/// Zero-extended: ranks are never negative behind the check, and codes, bits
/// and lanes are unsigned in DLPack. Sign extension would turn a dtype of 128
/// bits into -128.
Value loadNumber(OpBuilder &builder, Location location, Value tensor,
                 unsigned bits, ArrayRef<LLVM::GEPArg> position) {
  Value number = loadField(builder, location, tensor,
                           builder.getIntegerType(bits), position);
  return LLVM::ZExtOp::create(builder, location, builder.getI64Type(), number);
}

struct BorrowToLLVM : RuntimePattern<BorrowOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(BorrowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // On the frame of the function and not in the context: the tensor lives as
    // long as the buffer that it describes, and a loop must not collect one for
    // each of its steps.
    rewriter.replaceOp(op,
                       storeTensor(rewriter, op,
                                   cast<MemRefType>(op.getSource().getType()),
                                   adaptor.getSource()));
    return success();
  }
};

struct BorrowedDataToLLVM : RuntimePattern<BorrowedDataOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(BorrowedDataOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, load(rewriter, op.getLoc(), op.getType(), adaptor.getTensor()));
    return success();
  }
};

struct BorrowedShapeToLLVM : RuntimePattern<BorrowedShapeOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(BorrowedShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<MemRefType>(op.getType());
    // The sizes are read where they are: a copy would need an allocation of a
    // size that only the run time knows. It holds as long as the tensor does;
    // who needs them longer copies them (see setList in ShapeToRuntime).
    Value data = loadField(rewriter, location, adaptor.getTensor(),
                           RuntimeCalls::pointerType(getContext()), {4});
    SmallVector<Value> sizes;
    if (!type.hasStaticShape())
      sizes.push_back(
          loadNumber(rewriter, location, adaptor.getTensor(), 32, {2}));
    rewriter.replaceOp(op, makeBuffer(rewriter, location, type, data, sizes));
    return success();
  }
};

struct MatchTensorToLLVM : RuntimePattern<MatchTensorOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(MatchTensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    SmallVector<Value> arguments = {
        RuntimeCalls::context(op),
        calls.text(rewriter, location, RuntimeCalls::functionName(op)),
        calls.text(rewriter, location, op.getWhat()), adaptor.getTensor()};
    // One call compares dtype, rank and sizes, so that a cast costs one branch
    // in compiled code and its message is written in one place.
    llvm::append_range(
        arguments,
        describeType(rewriter, location,
                     cast<mlir::TensorType>(op.getTypeAttr().getValue())));
    calls.callOrReturn(rewriter, op, "relax_rt_match_tensor", arguments);
    rewriter.eraseOp(op);
    return success();
  }
};

struct MatchRankToLLVM : RuntimePattern<MatchRankOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(MatchRankOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    calls.callOrReturn(
        rewriter, op, "relax_rt_match_rank",
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         calls.text(rewriter, location, op.getWhat()),
         RuntimeCalls::i32(rewriter, location, op.getExpected()),
         adaptor.getFound()});
    rewriter.eraseOp(op);
    return success();
  }
};

struct BorrowedFieldToLLVM : RuntimePattern<BorrowedFieldOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(BorrowedFieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value tensor = adaptor.getTensor();
    auto load = [&](unsigned bits, ArrayRef<LLVM::GEPArg> position) {
      return loadNumber(rewriter, location, tensor, bits, position);
    };
    switch (op.getField()) {
    case Field::Rank:
      rewriter.replaceOp(op, load(32, {2}));
      return success();
    case Field::Code:
      rewriter.replaceOp(op, load(8, {3, 0}));
      return success();
    case Field::Bits:
      rewriter.replaceOp(op, load(8, {3, 1}));
      return success();
    case Field::Lanes:
      rewriter.replaceOp(op, load(16, {3, 2}));
      return success();
    // The only field that is a loop, over axes whose number is not known here.
    case Field::Elements:
      rewriter.replaceOp(op, calls.call(rewriter, location,
                                        "relax_rt_tensor_elements",
                                        rewriter.getI64Type(), tensor));
      return success();
    }
    return failure();
  }
};

/// A question about an axis, which the run time answers if there is one.
template <typename OpT>
struct BorrowedAxisToLLVM : RuntimePattern<OpT> {
  using RuntimePattern<OpT>::RuntimePattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value number = this->calls.call(
        rewriter, location,
        std::is_same_v<OpT, BorrowedSizeOp> ? "relax_rt_tensor_size"
                                            : "relax_rt_tensor_stride",
        rewriter.getI64Type(),
        {RuntimeCalls::context(op),
         this->calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         adaptor.getTensor(), adaptor.getAxis()});
    // Sizes and strides of compact tensors are never negative, so that -1 is
    // free to say that there is an error; a second result would need memory for
    // it.
    RuntimeCalls::returnIfNegative(rewriter, op, number);
    rewriter.replaceOp(op, number);
    return success();
  }
};

struct BorrowedReshapeToLLVM : RuntimePattern<BorrowedReshapeOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(BorrowedReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    // In the entry block's frame, once for the op: `alloca` inside a loop would
    // take more of the stack in each step. Only the header is new, the elements
    // stay those of the operand, which has to outlive the result.
    Value reshaped = RuntimeCalls::allocateFrame(
        rewriter, op, RuntimeCalls::tensorType(getContext()), 1);
    calls.callOrReturn(
        rewriter, op, "relax_rt_tensor_reshape",
        {RuntimeCalls::context(op),
         calls.text(rewriter, location, RuntimeCalls::functionName(op)),
         adaptor.getTensor(),
         storeTensor(rewriter, op, cast<MemRefType>(op.getSizes().getType()),
                     adaptor.getSizes()),
         reshaped});
    rewriter.replaceOp(op, reshaped);
    return success();
  }
};

} // namespace

void populateBorrowedToLLVM(const LLVMTypeConverter &converter,
                            RuntimeCalls &calls, RewritePatternSet &patterns) {
  patterns.add<BorrowToLLVM, BorrowedAxisToLLVM<BorrowedSizeOp>,
               BorrowedAxisToLLVM<BorrowedStrideOp>, BorrowedDataToLLVM,
               BorrowedFieldToLLVM, BorrowedReshapeToLLVM, BorrowedShapeToLLVM,
               MatchRankToLLVM, MatchTensorToLLVM>(converter, calls);
}

} // namespace mlir::relax::rt
