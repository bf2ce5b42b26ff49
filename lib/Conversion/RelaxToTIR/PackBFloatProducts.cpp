// Compute products of bf16 with constants two at a time:
//
//   matmul(x, w) = sum over g of dot2(x[.., 2g : 2g + 2], w[2g : 2g + 2, ..])
//
// What vdpbf16ps multiplies are neighbours along K: on the left they are so, on
// the right a constant is packed once. Other CPUs widen bf16 to f32 once in
// front of the loops, and have no use for pairs.
#include "DotKernels.h"
#include "WordConvolution.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PACKBFLOATPRODUCTSPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"

namespace {

/// A constant matrix on the right of a product.
struct ConstantMatrix {
  ConstantOp constant;
  bool isTransposed = false;
};

struct PackBFloatProductsPass
    : impl::PackBFloatProductsPassBase<PackBFloatProductsPass> {
  void runOnOperation() override;
};

} // namespace

// A tensor of bf16 of known rank on no device of its own, all sizes of which
// have a name: those of the kernel's call need one.
static RankedTensorType getBFloatTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  bool isTaken = type && type.getElementType().isBF16() && !getVDevice(type) &&
                 !llvm::is_contained(getDims(type), SymExprAttr());
  return isTaken ? type : RankedTensorType();
}

// A batch of matrices is not taken: the kernel reads one row of words for all
// rows of the left side.
static std::optional<ConstantMatrix> matchConstantMatrix(Value value) {
  auto permute = value.getDefiningOp<PermuteDimsOp>();
  Value matrix = permute ? permute.getX() : value;
  ConstantMatrix found{matrix.getDefiningOp<ConstantOp>(), false};
  RankedTensorType type = getBFloatTensor(matrix);
  if (!found.constant || !type || type.getRank() != 2 ||
      type.getNumElements() == 0)
    return std::nullopt;
  if (permute) {
    std::optional<ArrayRef<int64_t>> axes = permute.getAxes();
    found.isTransposed =
        !axes || TensorBuilder::fromFront(axes->front(), 2) == 1;
  }
  return found;
}

// What a product gives: f32, or what these are rounded to.
static bool isSum(RankedTensorType type) {
  return type &&
         (type.getElementType().isF32() || type.getElementType().isBF16()) &&
         !llvm::is_contained(getDims(type), SymExprAttr());
}

static void replaceBFloatProduct(MatmulOp matmul, DotKernels &kernels) {
  constexpr WordForm form = WordForm::BFloats;
  RankedTensorType lhs = getBFloatTensor(matmul.getX1());
  std::optional<ConstantMatrix> rhs = matchConstantMatrix(matmul.getX2());
  auto result = dyn_cast<RankedTensorType>(matmul.getType());
  if (!lhs || !rhs || !isSum(result) || lhs.getRank() < 2 ||
      ShapedType::isDynamic(lhs.getShape().back()))
    return;
  OpBuilder ops(matmul);
  TensorBuilder builder(ops, matmul.getLoc());
  PackedWords packed = packWords(cast<ElementsAttr>(rhs->constant.getValue()),
                                 rhs->isTransposed);
  if (!packed.words)
    return;
  Value data = packRows(builder, matmul.getX1(), form);
  if (!data)
    return;
  Value words = ConstantOp::create(ops, rhs->constant.getLoc(),
                                   packed.words.getShapedType(), packed.words);
  Value sum = kernels.callProduct(
      builder, data, words,
      getTensorType(getDims(result), getSumType(ops.getContext(), form)), form);
  sum = builder.cast(sum, result.getElementType());
  if (!sum || sum.getType() != result)
    return;
  matmul.replaceAllUsesWith(sum);
  matmul.erase();
}

void PackBFloatProductsPass::runOnOperation() {
  TargetInfo target = getTarget(getOperation());
  // Of a GPU's program the host computes little, and tensor cores take bf16.
  if (!target || target.isGPU() || target.getDot2BF16Bits() == 0)
    return;
  DotKernels kernels(getOperation());
  for (MatmulOp matmul : collectOps<MatmulOp>(getOperation()))
    replaceBFloatProduct(matmul, kernels);
  for (Conv2dOp conv : collectOps<Conv2dOp>(getOperation()))
    if (getBFloatTensor(conv.getData()))
      packConvolution(conv, /*permutes=*/false, kernels);
}

} // namespace mlir::relax
