// Compute products of 8-bit numbers with constants as integers, some at a time:
//
//   matmul(x - zx, w - zw)
//     = dot4(x, w) - zx * columns(w) - zw * (rows(x) - K * zx)
//
// where x are u8 and w are s8. The sums of columns are constants, and most
// weights have no zero point, so that one product and one subtraction are left.
// Numbers of the other signedness are moved by 128, and their zero point with
// them: all arithmetic is modulo 2^32, which is exact. Where the CPU has no
// instruction for bytes it is the sum of dot2(i16(x) - zx, i16(w) - zw).
#include "DotKernels.h"
#include "IntegerFactor.h"
#include "Quantization/QuantizedDifference.h"
#include "Winograd/IntegerWinograd.h"
#include "WordConvolution.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PACKINTEGERPRODUCTSPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"

namespace {

/// A product of a tensor with a constant matrix.
struct IntegerProduct {
  MatmulOp matmul;
  IntegerFactor lhs, rhs;
  ConstantOp weight;

  // The data's, not the weight's: that may be transposed.
  int64_t getDepth() const { return lhs.getType().getShape().back(); }
};

struct PackIntegerProductsPass
    : impl::PackIntegerProductsPassBase<PackIntegerProductsPass> {
  using PackIntegerProductsPassBase::PackIntegerProductsPassBase;
  void runOnOperation() override;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is a product of integers
//===----------------------------------------------------------------------===//

// The factor on the right, which may be transposed.
// A batch of matrices is not taken: constants have one on the right, and the
// kernel reads one row of groups for all rows of the left side.
static std::optional<IntegerFactor> matchMatrix(Value value) {
  auto permute = value.getDefiningOp<PermuteDimsOp>();
  std::optional<IntegerFactor> found =
      matchIntegerFactor(permute ? permute.getX() : value);
  if (!found || found->getType().getRank() != 2)
    return std::nullopt;
  if (permute) {
    std::optional<ArrayRef<int64_t>> axes = permute.getAxes();
    found->isTransposed =
        !axes || TensorBuilder::fromFront(axes->front(), 2) == 1;
  }
  return found;
}

// Whether a parameter is one number for each row of the left side, or for all.
// A parameter along the depth would be inside the sum and cannot be taken out
// of it. An axis means one number for each entry of that axis, which may be the
// depth; hence no axis here, but sizes of 1 at the end.
static bool suitsRows(const IntegerFactor &factor, Value parameter) {
  if (!parameter || hasOneElement(parameter))
    return true;
  auto type = cast<RankedTensorType>(parameter.getType());
  return !factor.axis && type.getRank() > 1 && type.getShape().back() == 1;
}

// Whether a parameter is one number for each column of the right side, or for
// all.
// Each column has a sum of its own, so that one number for each column can be
// subtracted or multiplied behind the sum. A transposed matrix has its columns
// on axis 0, where only an axis can say so: a vector would be broadcast along
// the depth.
static bool suitsColumns(const IntegerFactor &factor, Value parameter) {
  if (!parameter || hasOneElement(parameter))
    return true;
  auto type = cast<RankedTensorType>(parameter.getType());
  if (factor.axis)
    return *factor.axis == (factor.isTransposed ? 0 : 1);
  return !factor.isTransposed &&
         (type.getRank() == 1 ||
          (type.getRank() == 2 && type.getDimSize(0) == 1));
}

static std::optional<IntegerProduct> matchProduct(MatmulOp matmul) {
  auto type = dyn_cast<RankedTensorType>(matmul.getType());
  std::optional<IntegerFactor> lhs = matchIntegerFactor(matmul.getX1());
  std::optional<IntegerFactor> rhs = matchMatrix(matmul.getX2());
  if (!type || !lhs || !rhs || !lhs->scale != !rhs->scale ||
      lhs->getType().getRank() < 2)
    return std::nullopt;
  IntegerProduct product{matmul, *lhs, *rhs,
                         rhs->numbers.getDefiningOp<ConstantOp>()};
  Type element = type.getElementType();
  int64_t depth = product.getDepth();
  // Sums in i32 are defined modulo 2^32, so any depth is exact there. A sum on
  // a scale stands for a real number, and must not wrap around.
  bool isWanted = lhs->scale ? element.isF32() && fitsSumOfProducts(depth)
                             : element.isSignlessInteger(32);
  if (!isWanted || !product.weight || ShapedType::isDynamic(depth) ||
      depth == 0 || rhs->getType().getNumElements() == 0 ||
      depth != rhs->getType().getDimSize(rhs->isTransposed ? 1 : 0) ||
      llvm::is_contained(getDims(type), SymExprAttr()) || getVDevice(type))
    return std::nullopt;
  if (!suitsRows(*lhs, lhs->zero) || !suitsRows(*lhs, lhs->scale) ||
      !suitsColumns(*rhs, rhs->zero) || !suitsColumns(*rhs, rhs->scale))
    return std::nullopt;
  return product;
}

//===----------------------------------------------------------------------===//
// What it becomes
//===----------------------------------------------------------------------===//

namespace {
/// A product as words, and the zero points that are still to be subtracted;
/// null for 0.
struct WordProduct {
  WordForm form;
  Value data;
  PackedWords weight;
  Value dataZero, weightZero;
  /// Of `BytePairs` where some words do not fit.
  std::optional<SplitWords> split = std::nullopt;
};
} // namespace

// Differences to zero points of 16 bits. No data where one is no zero point of
// bytes, or that of the weight is not known.
static WordProduct makeHalves(TensorBuilder &builder,
                              const IntegerProduct &product) {
  constexpr WordForm form = WordForm::Halves;
  ElementsAttr weight = widenConstant(product.rhs);
  if (!weight)
    return {};
  return {form,
          packRows(builder, widenNumbers(builder, product.lhs), form),
          packWords(weight, product.rhs.isTransposed),
          {},
          {}};
}

// What makes numbers of s8 those of u8.
static constexpr int64_t kSignShift = 128;

// Bytes as they are. Padding comes behind the flip here, so that what is padded
// is 0 for u8; the weight has zeros there, so any number would do.
static WordProduct makeBytes(TensorBuilder &builder,
                             const IntegerProduct &product) {
  constexpr WordForm form = WordForm::Bytes;
  ConstantOp constant = product.weight;
  PackedWords weight = packWords(cast<ElementsAttr>(constant.getValue()),
                                 product.rhs.isTransposed);
  if (!weight.words)
    return {};
  // A zero point that the shift cancels costs nothing: s8 data behind a ReLU
  // often have -128, which is u8 without a zero point.
  return {form,
          packRows(builder, makeUnsigned(builder, product.lhs.numbers), form),
          weight,
          moveZeroPoint(builder, product.lhs.zero,
                        product.lhs.isUnsigned() ? 0 : kSignShift),
          moveZeroPoint(builder, product.rhs.zero,
                        product.rhs.isUnsigned() ? -kSignShift : 0)};
}

// Bytes where no sum of products of two neighbours along K leaves 16 bits, as
// with weights of 7 bits: 3 instructions in place of 4 for 32 products. Of
// other weights the words that fit in 16 columns are computed so, and the rest
// as halves: 95 % of them fit where all columns have one scale. Zero points of
// the weight would need the sums of rows, at the cost of what is saved where
// there are few columns.
static WordProduct makeBytePairs(TensorBuilder &builder,
                                 const IntegerProduct &product) {
  // Two vectors of AVX2, one of AVX-512: with one of AVX2 loads of the data
  // would take longer than products.
  constexpr int64_t kBlock = 16, kMinDepth = 128;
  WordProduct words = makeBytes(builder, product);
  if (!words.weight.words || words.weightZero)
    return {};
  words.form = WordForm::BytePairs;
  if (doPairsFit(words.weight.words))
    return words;
  if (product.getDepth() >= kMinDepth &&
      words.weight.words.getShapedType().getDimSize(1) % kBlock == 0)
    words.split = splitByPairs(words.weight.words, kBlock);
  return words.split ? words : WordProduct();
}

// The sum of products of words.
static Value multiplyWords(const IntegerProduct &product,
                           const WordProduct &words, RankedTensorType result,
                           TensorBuilder &builder, DotKernels &kernels) {
  if (!words.split)
    return kernels.callProduct(builder, words.data,
                               makeConstant(builder, words.weight.words),
                               result, words.form);
  // The numbers that the bytes are, padded as these are: a word of them is two
  // of halves.
  Type i16 = builder.getBuilder().getI16Type();
  Value wide = builder.cast(product.lhs.numbers, i16);
  if (!product.lhs.isUnsigned())
    wide = builder.add(wide, makeInteger(builder, i16, kSignShift));
  Value halves = packRows(builder, wide, WordForm::Bytes);
  Value pairs = kernels.callProduct(builder, words.data, words.split->pairs,
                                    result, WordForm::BytePairs);
  return builder.add(pairs,
                     kernels.callProduct(builder, halves, words.split->halves,
                                         result, WordForm::Halves));
}

// The sum of products of numbers less their zero points.
static Value multiply(const IntegerProduct &product, const WordProduct &words,
                      TensorBuilder &builder, DotKernels &kernels) {
  OpBuilder &ops = builder.getBuilder();
  Type i32 = ops.getI32Type();
  MatmulOp matmul = product.matmul;
  RankedTensorType result =
      getTensorType(getDims(cast<RankedTensorType>(matmul.getType())), i32);
  // Zero points come later, as operators, so that one kernel serves all
  // products of these types, and the fusion passes may put the subtraction
  // behind the loop.
  Value sum = multiplyWords(product, words, result, builder, kernels);
  if (words.dataZero)
    sum = builder.sub(
        sum, builder.mul(words.dataZero,
                         makeConstant(builder, words.weight.columnSums)));
  if (!words.weightZero)
    return sum;
  // Only a weight with a zero point reads the data a second time. Quantizers
  // that store symmetric weights avoid it, hence it is not part of the kernel,
  // which would pay for it in each product.
  Value rows = builder.sum(builder.cast(product.lhs.numbers, i32), {-1},
                           /*keep=*/true);
  if (Value start = moveZeroPoint(builder, product.lhs.zero, 0))
    rows = builder.sub(
        rows,
        builder.mul(start, makeInteger(builder, i32, product.getDepth())));
  return builder.sub(sum, builder.mul(rows, words.weightZero));
}

static void replaceProduct(MatmulOp matmul, WordForm form,
                           DotKernels &kernels) {
  std::optional<IntegerProduct> found = matchProduct(matmul);
  if (!found)
    return;
  IntegerProduct &product = *found;
  OpBuilder ops(product.matmul);
  TensorBuilder builder(ops, product.matmul.getLoc());
  WordProduct words;
  if (form == WordForm::Halves && prefersBytePairs(getTarget(matmul)))
    words = makeBytePairs(builder, product);
  if (form == WordForm::Halves && !words.data)
    words = makeHalves(builder, product);
  if (!words.data || !words.weight.words)
    words = makeBytes(builder, product);
  if (!words.data || !words.weight.words)
    return;
  Value result = multiply(product, words, builder, kernels);
  if (product.lhs.scale)
    // One multiplication by the product of both scales, not two: each rounds.
    result = builder.mul(builder.cast(result, ops.getF32Type()),
                         builder.mul(product.lhs.scale, product.rhs.scale));
  // What was made is dead then, and has no effect.
  if (!result || result.getType() != product.matmul.getType())
    return;
  product.matmul.replaceAllUsesWith(result);
  product.matmul.erase();
}

// Without an instruction for bytes, each tile of the product would widen them
// again, at more cost than that of the products: halves are widened once.
static WordForm getBestForm(TargetInfo target) {
  bool hasBytes = !target || target.isGPU() || target.getDot4Bits() != 0;
  return hasBytes ? WordForm::Bytes : WordForm::Halves;
}

// Those of bf16 are another pass's.
static bool isIntegerConvolution(Conv2dOp conv) {
  return TensorBuilder::elementOf(conv).isSignlessInteger(32);
}

void PackIntegerProductsPass::runOnOperation() {
  // Products before convolutions, and scales before layouts: taking the scales
  // out makes new convolutions of i32, which the third loop finds only because
  // it collects again.
  DotKernels kernels(getOperation());
  WordForm form = getBestForm(getTarget(getOperation()));
  for (MatmulOp matmul : collectOps<MatmulOp>(getOperation()))
    replaceProduct(matmul, form, kernels);
  for (Conv2dOp conv : collectOps<Conv2dOp>(getOperation()))
    takeScalesOut(conv, form);
  for (Conv2dOp conv : collectOps<Conv2dOp>(getOperation()))
    if (isIntegerConvolution(conv) && !replaceByWinograd(conv, kernels))
      packConvolution(conv, permute, kernels);
  // Not before layouts are chosen, which moves no permutation through a call.
  if (permute)
    joinQuantizedDifferences(getOperation(), kernels);
}

} // namespace mlir::relax
