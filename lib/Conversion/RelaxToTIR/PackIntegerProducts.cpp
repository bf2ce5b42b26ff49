// Compute products of 8-bit numbers with constants as integers, four at a time:
//
//   matmul(x - zx, w - zw)
//     = dot4(x, w) - zx * columns(w) - zw * (rows(x) - K * zx)
//
// where x are u8 and w are s8. The sums of columns are constants, and most
// weights have no zero point, so that one product and one subtraction are left.
// Numbers of the other signedness are moved by 128, and their zero point with
// them: all arithmetic is modulo 2^32, which is exact.
#include "DotKernels.h"
#include "IntegerConvolution.h"
#include "IntegerFactor.h"
#include "PackedBytes.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
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

class PackIntegerProductsPass
    : public impl::PackIntegerProductsPassBase<PackIntegerProductsPass> {
public:
  using PackIntegerProductsPassBase::PackIntegerProductsPassBase;
  void runOnOperation() override;

private:
  template <typename Op>
  SmallVector<Op> collect();
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

// The left side as groups of four u8.
// Padding comes behind the flip here, so that what is padded is 0 for u8; the
// weight has zeros there, so any number would do.
static Value groupBytes(TensorBuilder &builder, const IntegerFactor &factor) {
  Value bytes = makeUnsigned(builder, factor.numbers);
  // Rows that do not fill whole words would share a word with their neighbour.
  int64_t depth = factor.getType().getShape().back();
  SmallVector<int64_t> widths(2 * factor.getType().getRank(), 0);
  widths.back() = 4 * getNumGroups(depth) - depth;
  bytes = pad(builder, bytes, widths);
  return viewAsGroups(builder, bytes);
}

// out[.., n] = sum over g of dot4(lhs[.., g], rhs[g, n])
// The accumulator is i32 and starts at 0: zero points come later, as operators,
// so that one kernel serves all products of these types, and the fusion passes
// may put the subtraction behind the loop.
static void buildProduct(KernelBuilder &kernel) {
  OpFoldResult groups =
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(1)).front();
  buildDotBlock(
      kernel, groups,
      [](OpBuilder &, Location, ValueRange spatial, ValueRange reduce) {
        DotPlaces places{SmallVector<Value>(spatial.drop_back()),
                         {reduce[0], spatial.back()}};
        places.lhs.push_back(reduce[0]);
        return places;
      });
}

// The sum of products of numbers less their zero points.
static Value multiply(IntegerProduct &product, const PackedBytes &weight,
                      TensorBuilder &builder, DotKernels &kernels) {
  constexpr int64_t kShift = 128;
  OpBuilder &ops = builder.getBuilder();
  Type i32 = ops.getI32Type();
  auto makeConstant = [&](ElementsAttr value) -> Value {
    return ConstantOp::create(ops, product.weight.getLoc(),
                              value.getShapedType(), value);
  };
  Value groups = groupBytes(builder, product.lhs);
  RankedTensorType result = getTensorType(
      getDims(cast<RankedTensorType>(product.matmul.getType())), i32);
  if (!groups)
    return {};
  Value sum = kernels.call(builder, {groups, makeConstant(weight.groups)},
                           result, ops.getUnitAttr(), buildProduct);
  // A zero point that the shift cancels costs nothing: s8 data behind a ReLU
  // often have -128, which is u8 without a zero point.
  if (Value zero = moveZeroPoint(builder, product.lhs.zero,
                                 product.lhs.isUnsigned() ? 0 : kShift))
    sum = builder.sub(sum, builder.mul(zero, makeConstant(weight.columnSums)));
  Value zero = moveZeroPoint(builder, product.rhs.zero,
                             product.rhs.isUnsigned() ? -kShift : 0);
  if (!zero)
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
  return builder.sub(sum, builder.mul(rows, zero));
}

static void replaceProduct(MatmulOp matmul, DotKernels &kernels) {
  std::optional<IntegerProduct> found = matchProduct(matmul);
  if (!found)
    return;
  IntegerProduct &product = *found;
  PackedBytes weight = packBytes(cast<ElementsAttr>(product.weight.getValue()),
                                 product.rhs.isTransposed);
  if (!weight.groups)
    return;
  OpBuilder ops(product.matmul);
  TensorBuilder builder(ops, product.matmul.getLoc());
  Value result = multiply(product, weight, builder, kernels);
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

template <typename Op>
SmallVector<Op> PackIntegerProductsPass::collect() {
  SmallVector<Op> ops;
  for (auto func : getOperation().getOps<FuncOp>())
    func.walk([&](Op op) { ops.push_back(op); });
  return ops;
}

void PackIntegerProductsPass::runOnOperation() {
  // Products before convolutions, and scales before layouts: taking the scales
  // out makes new convolutions of i32, which the third loop finds only because
  // it collects again. Ops are collected first, since a walk must not meet what
  // a rewrite erases.
  DotKernels kernels(getOperation());
  for (MatmulOp matmul : collect<MatmulOp>())
    replaceProduct(matmul, kernels);
  for (Conv2dOp conv : collect<Conv2dOp>())
    takeScalesOut(conv);
  for (Conv2dOp conv : collect<Conv2dOp>())
    packConvolution(conv, permute, kernels);
}

} // namespace mlir::relax
