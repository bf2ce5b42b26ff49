// Compute convolutions of 8-bit numbers less their zero points, windows of 3 x
// 3, with 16 products a tile of 2 x 2 results in place of 36:
//
//   4 * results = output * (sum over channels of
//                           (4 * weight * w) . (input * tile of x))
//
// The points are 0, 1 and -1, so halves are all that the weight's transform
// divides by: four times it is a whole number. Transformed data have 11 bits
// and weights 12; two products are one `tir.dot2_s16`. Sums are modulo 2^32,
// and so is what the last transform makes of them, but four times a result has
// 32 bits. All are the integers that the window itself gives.
//
// The words of transformed data are two loads of neighbours, of which LLVM
// makes one: so it is one program, which is tiled block by block as that of
// floats.
#include "IntegerWinograd.h"

#include "WinogradProgram.h"

#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Support/ConvertConstant.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// How large numbers are
//===----------------------------------------------------------------------===//

namespace {
struct NumberRange {
  int64_t least, greatest;
};
} // namespace

static std::optional<NumberRange> getConstantRange(ConstantOp constant) {
  // A zero point, or one for each channel; not the elements of an image.
  constexpr int64_t kMaxElements = 1 << 16;
  if (!TensorBuilder::elementOf(constant).isInteger() ||
      constant.getType().getNumElements() > kMaxElements)
    return std::nullopt;
  std::optional<SmallVector<float>> numbers =
      getAsFloats(cast<ElementsAttr>(constant.getValue()));
  if (!numbers || numbers->empty())
    return std::nullopt;
  auto [least, greatest] =
      std::minmax_element(numbers->begin(), numbers->end());
  return NumberRange{static_cast<int64_t>(*least),
                     static_cast<int64_t>(*greatest)};
}

// The numbers that a tensor of i16 may have, where its ops tell. A number of 16
// bits leaves no room for the transforms.
static std::optional<NumberRange> getRange(Value value) {
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return getConstantRange(constant);
  if (auto permute = value.getDefiningOp<PermuteDimsOp>())
    return getRange(permute.getX());
  if (auto wide = value.getDefiningOp<AsTypeOp>()) {
    auto from = dyn_cast<IntegerType>(TensorBuilder::elementOf(wide.getX()));
    if (!from || from.getWidth() != 8)
      return std::nullopt;
    return from.isUnsigned() ? NumberRange{0, 255} : NumberRange{-128, 127};
  }
  auto difference = value.getDefiningOp<SubtractOp>();
  auto lhs = difference ? getRange(difference.getX1()) : std::nullopt;
  auto rhs = lhs ? getRange(difference.getX2()) : std::nullopt;
  if (!rhs)
    return std::nullopt;
  return NumberRange{lhs->least - rhs->greatest, lhs->greatest - rhs->least};
}

//===----------------------------------------------------------------------===//
// What may be computed so
//===----------------------------------------------------------------------===//

bool replaceByWinograd(Conv2dOp conv, DotKernels &kernels) {
  // Transforms have half of the vectors of floats, but products, too.
  constexpr WinogradWay kWays[] = {{2, 8}};
  std::optional<WindowConvolution> found = matchWindowConvolution(conv);
  if (!found || found->inputs % getWordSize(WordForm::Halves) != 0 ||
      !TensorBuilder::elementOf(conv).isSignlessInteger(32) ||
      !TensorBuilder::elementOf(conv.getData()).isSignlessInteger(16) ||
      !TensorBuilder::elementOf(conv.getWeight()).isSignlessInteger(16) ||
      conv->getParentOfType<ModuleOp>()->hasAttr(kNoWinogradName))
    return false;
  std::optional<NumberRange> range = getRange(conv.getData());
  std::optional<ImageTiles> tiles =
      range ? chooseTiles(*found, kWays) : std::nullopt;
  if (!tiles)
    return false;
  ElementsAttr weight = transformHalves(
      cast<ElementsAttr>(found->weight.getValue()), conv.getKernelLayout(),
      kWinogradBlock, std::max(std::abs(range->least), range->greatest));
  if (!weight)
    return false;
  replaceByTiles(*found, *tiles, weight, kernels);
  return true;
}

} // namespace mlir::relax
