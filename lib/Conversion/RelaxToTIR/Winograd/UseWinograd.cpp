// Compute convolutions of windows of 3 x 3 with fewer multiplications:
//
//   tiles of m x m results = output * (sum over channels of
//                                      (weight * w) . (input * tile of x))
//
// where `.` multiplies element by element, 16 or 36 products of matrices
// [tiles, I] x [I, O] in place of 4 * 9 or 16 * 9 (WinogradTransform.cpp).
// The weight is transformed here. Narrow floats are f32 from the padded data to
// the results in the image: transformed ones would lose more than their sums.
//
// A program has five nests: the padded data, transformed tiles, products,
// results of whole tiles, and what of these the image has. Each goes over all
// blocks of rows of tiles; `transform.tir.tile_winograd` goes over the nests of
// one block at a time, which has these in a near cache.
#include "../DotKernels.h"
#include "WinogradProgram.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"

namespace mlir::relax {
#define GEN_PASS_DEF_USEWINOGRADPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"

namespace {
struct UseWinogradPass : impl::UseWinogradPassBase<UseWinogradPass> {
  using UseWinogradPassBase::UseWinogradPassBase;
  void runOnOperation() override;
};
} // namespace

static std::optional<WindowConvolution> matchConvolution(Conv2dOp conv) {
  // Sums are of f32 then.
  auto isFloat = [](Value value) {
    Type element = TensorBuilder::elementOf(value);
    return element.isF32() || element.isF16() || element.isBF16();
  };
  if (!isFloat(conv.getData()) || !isFloat(conv.getWeight()) || !isFloat(conv))
    return std::nullopt;
  return matchWindowConvolution(conv);
}

static void replaceConvolution(const WindowConvolution &found,
                               const ImageTiles &tiles, DotKernels &kernels) {
  Conv2dOp conv = found.conv;
  ConstantOp weight = found.weight;
  ElementsAttr transformed = transformWeight(
      cast<ElementsAttr>(weight.getValue()), conv.getKernelLayout(),
      WinogradMatrices(tiles.size), kWinogradBlock);
  // The elements are not at hand.
  if (!transformed)
    return;
  replaceByTiles(found, tiles, transformed, kernels);
}

void UseWinogradPass::runOnOperation() {
  constexpr WinogradWay kWays[] = {{4, 22}, {2, 12}};
  if (tile != 0 && tile != 2 && tile != 4) {
    getOperation().emitError("expects 'tile' to be 0, 2 or 4, found ")
        << tile.getValue();
    return signalPassFailure();
  }
  if (getOperation()->hasAttr(kNoWinogradName))
    return markAllAnalysesPreserved();
  DotKernels kernels(getOperation());
  for (Conv2dOp conv : collectOps<Conv2dOp>(getOperation())) {
    std::optional<WindowConvolution> found = matchConvolution(conv);
    if (!found)
      continue;
    std::optional<ImageTiles> tiles =
        tile == 0 ? chooseTiles(*found, kWays) : divideImage(*found, tile);
    if (tiles)
      replaceConvolution(*found, *tiles, kernels);
  }
}

} // namespace mlir::relax
