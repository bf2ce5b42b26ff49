// Converts floats to integers of the width that they are used in.
//
//   extsi(fptosi x : i8) : i16  ->  fptosi x : i16
//   sitofp(fptosi x : i8)       ->  sitofp(fptosi x : i32)
//
// A float that the narrow integer does not hold gives no result to begin with,
// and all others the wider one holds. Vectors are converted to 32 bits in any
// case, from where LLVM, which does not know that, packs and unpacks bytes.
#include "IntegerConversions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

// More would be two conversions for vectors of most machines.
static constexpr unsigned kVectorBits = 32;

// The float as an integer of `element`, which holds all that fit into the
// narrow one, whether that had a sign or not.
static Value convertTo(PatternRewriter &rewriter, Operation *narrow,
                       Type element) {
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(narrow->getResult(0).getType()))
    type = vector.clone(element);
  return arith::FPToSIOp::create(rewriter, narrow->getLoc(), type,
                                 narrow->getOperand(0));
}

namespace {

/// A conversion and an extension.
template <typename Extend, typename Convert>
struct ConvertToExtended : OpRewritePattern<Extend> {
  using OpRewritePattern<Extend>::OpRewritePattern;

  LogicalResult matchAndRewrite(Extend op,
                                PatternRewriter &rewriter) const override {
    auto narrow = op.getIn().template getDefiningOp<Convert>();
    Type element = getElementTypeOrSelf(op.getType());
    if (!narrow || element.getIntOrFloatBitWidth() > kVectorBits)
      return failure();
    rewriter.replaceOp(op, convertTo(rewriter, narrow, element));
    return success();
  }
};

/// A conversion and one back.
template <typename Back, typename Convert>
struct ConvertInVectorWidth : OpRewritePattern<Back> {
  using OpRewritePattern<Back>::OpRewritePattern;

  LogicalResult matchAndRewrite(Back op,
                                PatternRewriter &rewriter) const override {
    auto narrow = op.getIn().template getDefiningOp<Convert>();
    if (!narrow ||
        getElementTypeOrSelf(narrow.getType()).getIntOrFloatBitWidth() >=
            kVectorBits)
      return failure();
    Value wide =
        convertTo(rewriter, narrow, rewriter.getIntegerType(kVectorBits));
    rewriter.replaceOpWithNewOp<arith::SIToFPOp>(op, op.getType(), wide);
    return success();
  }
};

} // namespace

void populateIntegerConversionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertToExtended<arith::ExtSIOp, arith::FPToSIOp>,
               ConvertToExtended<arith::ExtUIOp, arith::FPToUIOp>,
               ConvertInVectorWidth<arith::SIToFPOp, arith::FPToSIOp>,
               ConvertInVectorWidth<arith::UIToFPOp, arith::FPToUIOp>>(
      patterns.getContext());
}

} // namespace mlir::relax
