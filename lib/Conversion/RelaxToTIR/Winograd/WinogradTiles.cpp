// Recognises convolutions of windows of 3 x 3, and chooses the tiles that
// compute them with fewer multiplications.
#include "WinogradTiles.h"

#include "../WordConvolution.h"

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// What may be computed so
//===----------------------------------------------------------------------===//

static bool areAll(std::optional<ArrayRef<int64_t>> numbers, int64_t number) {
  return !numbers ||
         llvm::all_of(*numbers, [&](int64_t other) { return other == number; });
}

bool hasWinogradWindow(Conv2dOp conv) {
  StringRef layout = conv.getKernelLayout();
  auto kernel = cast<RankedTensorType>(conv.getWeight().getType());
  return areAll(conv.getStrides(), 1) && areAll(conv.getDilation(), 1) &&
         kernel.getDimSize(layout.find('H')) == 3 &&
         kernel.getDimSize(layout.find('W')) == 3;
}

std::optional<WindowConvolution> matchWindowConvolution(Conv2dOp conv) {
  auto weight = conv.getWeight().getDefiningOp<ConstantOp>();
  auto kernel = weight ? dyn_cast<RankedTensorType>(weight.getType())
                       : RankedTensorType();
  auto data = dyn_cast<RankedTensorType>(conv.getData().getType());
  auto result = dyn_cast<RankedTensorType>(conv.getType());
  StringRef layout = conv.getKernelLayout();
  if (!kernel || !data || !result || !isChannelsLast(conv) ||
      !hasPlainLayouts(conv) || !hasWinogradWindow(conv))
    return std::nullopt;
  if (getVDevice(kernel) || getVDevice(data) || getVDevice(result) ||
      kernel.getEncoding())
    return std::nullopt;
  Dims in = getDims(data), dims = getDims(result);
  int64_t groups = conv.getGroups();
  WindowConvolution found{conv,
                          weight,
                          dims[0],
                          groups,
                          kernel.getDimSize(layout.find('I')),
                          kernel.getDimSize(layout.find('O')) / groups,
                          result.getDimSize(1),
                          result.getDimSize(2),
                          SmallVector<int64_t>(4, 0)};
  if (std::optional<ArrayRef<int64_t>> padding = conv.getPadding())
    if (!padding->empty())
      found.padding.assign(padding->begin(), padding->end());
  bool isKnown = dims[0] && dims[0] == in[0] &&
                 data.getDimSize(3) == groups * found.inputs &&
                 !ShapedType::isDynamic(found.height) &&
                 !ShapedType::isDynamic(found.width) &&
                 data.getDimSize(1) + found.padding[0] + found.padding[2] ==
                     found.height + 2 &&
                 data.getDimSize(2) + found.padding[1] + found.padding[3] ==
                     found.width + 2;
  if (!isKnown || found.outputs % kWinogradBlock != 0)
    return std::nullopt;
  return found;
}

//===----------------------------------------------------------------------===//
// Which tiles
//===----------------------------------------------------------------------===//

// Rows of a register tile, for which tiles of an image are counted.
static int64_t roundUp(int64_t tiles) {
  constexpr int64_t kRows = 6;
  return llvm::alignTo(tiles, kRows);
}

ImageTiles divideImage(const WindowConvolution &conv, int64_t size) {
  constexpr int64_t kMaxTiles = 64, kMinBlocks = 4;
  constexpr double kWaste = 1.15;
  int64_t rows = llvm::divideCeil(conv.height, size);
  int64_t columns = llvm::divideCeil(conv.width, size);
  ImageTiles best{size, rows, columns, 1, rows};
  int64_t all = roundUp(rows * columns);
  auto least = static_cast<int64_t>(kWaste * static_cast<double>(all)) + 1;
  int64_t maxRows =
      std::max<int64_t>(1, kMaxTiles / std::max<int64_t>(1, columns));
  maxRows = std::min(maxRows, rows / kMinBlocks);
  for (int64_t blockRows = 1; blockRows <= maxRows; ++blockRows) {
    int64_t blocks = llvm::divideCeil(rows, blockRows);
    int64_t cost = blocks * roundUp(blockRows * columns);
    if (cost >= least)
      continue;
    least = cost;
    best.blocks = blocks;
    best.blockRows = blockRows;
  }
  return best;
}

namespace {
/// What one way of computing a convolution takes.
struct Way {
  /// Products of matrices, the rows of each, and what transforms take for each
  /// channel of either side, in places of a row of products.
  int64_t places, rows;
  double transforms;
};
} // namespace

// Steps of the vector unit for each pair of channels of a group. To read a
// weight takes as long as ten rows. Of 18 sizes from 16 channels and 56 x 56
// places to 512 and 7 x 7 (one thread, AVX2, weights from memory), the way with
// the least number is within 0.05 of the best one's time, but for 16 channels,
// and 64 and 7 x 7.
static double getCost(const WindowConvolution &conv, const Way &way) {
  constexpr double kWeight = 10;
  auto rows =
      static_cast<double>(conv.batch.getConstant().value_or(1) * way.rows);
  double perRow = 1 + way.transforms / static_cast<double>(conv.inputs) +
                  way.transforms / static_cast<double>(conv.outputs);
  return static_cast<double>(way.places) * (rows * perRow + kWeight);
}

// Whether transformed data, products and results of whole tiles are small
// enough: one block for each thread, where there are several, as
// `transform.tir.tile_winograd` has it, or those of all images.
static bool fitsWorkspace(const WindowConvolution &conv,
                          const ImageTiles &tiles) {
  constexpr double kAll = 64 << 20, kPart = 16 << 20, kElement = 4;
  auto count = static_cast<double>(tiles.getBlockTiles());
  auto places = static_cast<double>(tiles.getPlaces());
  auto inputs = static_cast<double>(conv.groups * conv.inputs);
  auto outputs = static_cast<double>(conv.groups * conv.outputs);
  double results = static_cast<double>(tiles.size * tiles.size) * outputs;
  double block = kElement * count * (places * (inputs + outputs) + results);
  if (tiles.blocks != 1)
    return block <= kPart;
  double image = block * static_cast<double>(tiles.blocks);
  std::optional<int64_t> batch = conv.batch.getConstant();
  return batch ? image * static_cast<double>(*batch) <= kAll : image <= kPart;
}

std::optional<ImageTiles> chooseTiles(const WindowConvolution &conv,
                                      ArrayRef<WinogradWay> ways) {
  // What another way has to gain.
  constexpr double kGain = 0.9;
  double least = kGain * getCost(conv, {9, conv.height * conv.width, 0});
  std::optional<ImageTiles> best;
  for (auto [size, transforms] : ways) {
    ImageTiles tiles = divideImage(conv, size);
    double cost = getCost(conv, {tiles.getPlaces(),
                                 tiles.blocks * roundUp(tiles.getBlockTiles()),
                                 transforms});
    // No number either, as without channels, is no gain.
    if (!(cost < least) || !fitsWorkspace(conv, tiles))
      continue;
    least = cost;
    best = tiles;
  }
  return best;
}

} // namespace mlir::relax
