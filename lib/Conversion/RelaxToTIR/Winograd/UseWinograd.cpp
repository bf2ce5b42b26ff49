// Compute convolutions of windows of 3 x 3 with fewer multiplications:
//
//   tiles of m x m results = output * (sum over channels of
//                                      (weight * w) . (input * tile of x))
//
// where `.` multiplies element by element, 16 or 36 products of matrices
// [tiles, I] x [I, O] in place of 4 * 9 or 16 * 9 (WinogradTransform.cpp).
// The weight is transformed here.
//
// A program has five nests: the padded data, transformed tiles, products,
// results of whole tiles, and what of these the image has. Each goes over all
// blocks of rows of tiles; a schedule that goes over the nests of one block at
// a time would have these in a near cache, and is not written.
#include "../DotKernels.h"
#include "../Elementwise.h"
#include "../IndexMath.h"
#include "../Padding.h"
#include "../ScalarMath.h"
#include "../WordConvolution.h"
#include "WinogradTransform.h"

#include "Relax/Analysis/OpPattern.h"
#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {
#define GEN_PASS_DEF_USEWINOGRADPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"

namespace {

/// The output channels that are contiguous in a weight.
constexpr int64_t kBlock = 16;

/// A convolution that may be computed so, and its sizes.
struct WindowConvolution {
  Conv2dOp conv;
  ConstantOp weight;
  /// Null where it is not known.
  SymExprAttr batch;
  int64_t inputs, outputs, height, width;
  SmallVector<int64_t> padding;
};

/// The tiles of an image: `rows` of `columns`, in `blocks` of `blockRows` rows.
/// A tile has `size` places of the result along an axis.
struct ImageTiles {
  int64_t size, rows, columns, blocks, blockRows;

  int64_t getPlaces() const { return (size + 2) * (size + 2); }
  int64_t getBlockTiles() const { return blockRows * columns; }
  int64_t getBlockLines() const { return blockRows * size; }
};

struct UseWinogradPass : impl::UseWinogradPassBase<UseWinogradPass> {
  using UseWinogradPassBase::UseWinogradPassBase;
  void runOnOperation() override;
};

} // namespace

//===----------------------------------------------------------------------===//
// What may be computed so
//===----------------------------------------------------------------------===//

static bool areAll(std::optional<ArrayRef<int64_t>> numbers, int64_t number) {
  return !numbers ||
         llvm::all_of(*numbers, [&](int64_t other) { return other == number; });
}

// One group of f32 with channels last and a constant window of 3 x 3, which
// goes on by one place, and sizes that are known, but for the batch.
static std::optional<WindowConvolution> matchConvolution(Conv2dOp conv) {
  auto weight = conv.getWeight().getDefiningOp<ConstantOp>();
  auto kernel = weight ? dyn_cast<RankedTensorType>(weight.getType())
                       : RankedTensorType();
  auto data = dyn_cast<RankedTensorType>(conv.getData().getType());
  auto result = dyn_cast<RankedTensorType>(conv.getType());
  StringRef layout = conv.getKernelLayout();
  if (!kernel || !data || !result || !isChannelsLast(conv) ||
      !hasPlainLayouts(conv) || conv.getGroups() != 1 ||
      !areAll(conv.getStrides(), 1) || !areAll(conv.getDilation(), 1))
    return std::nullopt;
  bool isF32 =
      llvm::all_of(ArrayRef<RankedTensorType>{kernel, data, result},
                   [](RankedTensorType type) {
                     return type.getElementType().isF32() && !getVDevice(type);
                   });
  if (!isF32 || kernel.getEncoding() ||
      kernel.getDimSize(layout.find('H')) != 3 ||
      kernel.getDimSize(layout.find('W')) != 3)
    return std::nullopt;
  Dims in = getDims(data), dims = getDims(result);
  WindowConvolution found{conv,
                          weight,
                          dims[0],
                          kernel.getDimSize(layout.find('I')),
                          kernel.getDimSize(layout.find('O')),
                          result.getDimSize(1),
                          result.getDimSize(2),
                          SmallVector<int64_t>(4, 0)};
  if (std::optional<ArrayRef<int64_t>> padding = conv.getPadding())
    if (!padding->empty())
      found.padding.assign(padding->begin(), padding->end());
  bool isKnown = dims[0] && dims[0] == in[0] &&
                 data.getDimSize(3) == found.inputs &&
                 !ShapedType::isDynamic(found.height) &&
                 !ShapedType::isDynamic(found.width) &&
                 data.getDimSize(1) + found.padding[0] + found.padding[2] ==
                     found.height + 2 &&
                 data.getDimSize(2) + found.padding[1] + found.padding[3] ==
                     found.width + 2;
  if (!isKnown || found.outputs % kBlock != 0)
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

// Blocks whose transformed data and products fit into the second cache, if
// there are enough of them for threads and they fill tiles of registers; else
// one.
static ImageTiles divideImage(const WindowConvolution &conv, int64_t size) {
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

// Steps of the vector unit for each pair of channels. To read a weight takes as
// long as ten rows. Of 18 sizes from 16 channels and 56 x 56 places to 512 and
// 7 x 7 (one thread, AVX2, weights from memory), the way with the least number
// is within 0.05 of the best one's time, but for 16 channels, and 64 and 7 x 7.
static double getCost(const WindowConvolution &conv, const Way &way) {
  constexpr double kWeight = 10;
  auto rows =
      static_cast<double>(conv.batch.getConstant().value_or(1) * way.rows);
  double perRow = 1 + way.transforms / static_cast<double>(conv.inputs) +
                  way.transforms / static_cast<double>(conv.outputs);
  return static_cast<double>(way.places) * (rows * perRow + kWeight);
}

// Whether transformed data, products and results of whole tiles, which a
// program has all at once, are small enough; of an unknown batch each image.
static bool fitsWorkspace(const WindowConvolution &conv,
                          const ImageTiles &tiles) {
  constexpr double kAll = 64 << 20, kImage = 16 << 20, kElement = 4;
  auto count = static_cast<double>(tiles.blocks * tiles.getBlockTiles());
  auto places = static_cast<double>(tiles.getPlaces());
  auto inputs = static_cast<double>(conv.inputs);
  auto outputs = static_cast<double>(conv.outputs);
  double results = static_cast<double>(tiles.size * tiles.size) * outputs;
  double image = kElement * count * (places * (inputs + outputs) + results);
  std::optional<int64_t> batch = conv.batch.getConstant();
  return batch ? image * static_cast<double>(*batch) <= kAll : image <= kImage;
}

// The tiles that take least time; nullopt where the window itself does.
static std::optional<ImageTiles> chooseTiles(const WindowConvolution &conv) {
  // What another way has to gain.
  constexpr double kGain = 0.9;
  constexpr std::pair<int64_t, double> kTransforms[] = {{4, 22}, {2, 12}};
  double least = kGain * getCost(conv, {9, conv.height * conv.width, 0});
  std::optional<ImageTiles> best;
  for (auto [size, transforms] : kTransforms) {
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

//===----------------------------------------------------------------------===//
// The tensor program
//===----------------------------------------------------------------------===//

namespace {
/// Writes the nests of one program.
class WinogradBuilder {
public:
  WinogradBuilder(KernelBuilder &kernel, const ImageTiles &tiles,
                  ArrayRef<int64_t> padding)
      : kernel(kernel), b(kernel.builder()), loc(kernel.loc()), tiles(tiles),
        padding(padding), matrices(tiles.size) {}

  void build();

private:
  Value alloc(ArrayRef<int64_t> shape);
  Value buildPadding();
  void buildInput(Value data, Value transformed);
  void buildProducts(Value transformed, Value products);
  void buildOutput(Value products, Value results);
  void buildImage(Value results);
  int64_t getSize(Value buffer, unsigned dim) {
    return cast<MemRefType>(buffer.getType()).getDimSize(dim);
  }
  /// The first row and column of places of tile `tile` of a block.
  std::pair<Value, Value> getPlace(IndexMath math, Value tile) {
    Value columns = math.constant(tiles.columns);
    Value row =
        tiles.blockRows == 1 ? math.constant(0) : math.div(tile, columns);
    Value column = tiles.blockRows == 1 ? tile : math.rem(tile, columns);
    return {math.mul(row, tiles.size), math.mul(column, tiles.size)};
  }

  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  ImageTiles tiles;
  ArrayRef<int64_t> padding;
  WinogradMatrices matrices;
};
} // namespace

// A buffer of f32 for each image of the batch.
Value WinogradBuilder::alloc(ArrayRef<int64_t> shape) {
  SmallVector<OpFoldResult> extents{
      tir::getExtents(b, loc, kernel.input(0)).front()};
  for (int64_t size : shape)
    extents.push_back(b.getIndexAttr(size));
  return tir::allocBuffer(b, loc, extents, b.getF32Type());
}

// The data with zeros around them, as far as tiles read.
Value WinogradBuilder::buildPadding() {
  Value data = kernel.input(0);
  int64_t lines = tiles.blocks * tiles.getBlockLines() + 2;
  int64_t places = tiles.columns * tiles.size + 2;
  if (lines == getSize(data, 1) && places == getSize(data, 2))
    return data;
  Value padded = alloc({lines, places, getSize(data, 3)});
  BorderPlacement placement;
  placement.before = {0, padding[0], padding[1], 0};
  placement.fits = true;
  Value zero =
      arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0)).getResult();
  buildPadded(b, loc, data, padded, placement, zero);
  return padded;
}

void WinogradBuilder::buildInput(Value data, Value transformed) {
  SmallVector<OpFoldResult> extents = tir::getExtents(b, loc, transformed);
  extents.erase(extents.begin() + 2);
  int64_t side = tiles.size + 2;
  tir::buildBlock(b, loc, "winograd_input", makeSpatial(extents),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    IndexMath math(b, loc);
                    auto [row, column] = getPlace(math, at[2]);
                    row = math.add(math.mul(at[1], tiles.getBlockLines()), row);
                    SmallVector<Value> x;
                    for (int64_t i = 0; i != side * side; ++i)
                      x.push_back(memref::LoadOp::create(
                          b, loc, data,
                          ValueRange{at[0], math.add(row, i / side),
                                     math.add(column, i % side), at[3]}));
                    for (auto [place, value] :
                         llvm::enumerate(transformInput(b, loc, matrices, x)))
                      memref::StoreOp::create(b, loc, value, transformed,
                                              ValueRange{at[0], at[1],
                                                         math.constant(place),
                                                         at[2], at[3]});
                  });
}

void WinogradBuilder::buildProducts(Value transformed, Value products) {
  Value weight = kernel.input(1);
  SmallVector<OpFoldResult> channels{tir::getExtents(b, loc, weight)[2]};
  Value zero =
      arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0)).getResult();
  tir::buildReduceBlock(
      b, loc, "winograd_product", tir::getExtents(b, loc, products), channels,
      zero,
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange channel,
          Value sum) -> Value {
        IndexMath math(b, loc);
        Value block = math.constant(kBlock), output = at.back();
        SmallVector<Value> data(at.drop_back());
        data.push_back(channel.front());
        return addProduct(
            b, loc, sum, memref::LoadOp::create(b, loc, transformed, data),
            memref::LoadOp::create(b, loc, weight,
                                   ValueRange{at[2], math.div(output, block),
                                              channel.front(),
                                              math.rem(output, block)}));
      },
      products);
}

void WinogradBuilder::buildOutput(Value products, Value results) {
  SmallVector<OpFoldResult> extents = tir::getExtents(b, loc, products);
  extents.erase(extents.begin() + 2);
  tir::buildBlock(
      b, loc, "winograd_output", makeSpatial(extents),
      [&](OpBuilder &b, Location loc, ValueRange at) {
        IndexMath math(b, loc);
        auto [row, column] = getPlace(math, at[2]);
        SmallVector<Value> x;
        for (int64_t place = 0; place != tiles.getPlaces(); ++place)
          x.push_back(memref::LoadOp::create(
              b, loc, products,
              ValueRange{at[0], at[1], math.constant(place), at[2], at[3]}));
        for (auto [i, value] :
             llvm::enumerate(transformOutput(b, loc, matrices, x)))
          memref::StoreOp::create(
              b, loc, value, results,
              ValueRange{at[0], at[1], math.add(row, i / tiles.size),
                         math.add(column, i % tiles.size), at[3]});
      });
}

// What of the tiles is in the image.
void WinogradBuilder::buildImage(Value results) {
  tir::buildComputeBlock(
      b, loc, "conv", tir::getExtents(b, loc, kernel.output()),
      [&](OpBuilder &b, Location loc, ValueRange at) -> Value {
        IndexMath math(b, loc);
        Value lines = math.constant(tiles.getBlockLines());
        bool isOne = tiles.blocks == 1;
        Value block = isOne ? math.constant(0) : math.div(at[1], lines);
        Value line = isOne ? at[1] : math.rem(at[1], lines);
        return memref::LoadOp::create(
            b, loc, results, ValueRange{at[0], block, line, at[2], at[3]});
      },
      kernel.output());
}

void WinogradBuilder::build() {
  int64_t blockTiles = tiles.getBlockTiles();
  int64_t outputs = getSize(kernel.output(), 3);
  Value data = buildPadding();
  Value transformed = alloc({tiles.blocks, tiles.getPlaces(), blockTiles,
                             getSize(kernel.input(0), 3)});
  buildInput(data, transformed);
  Value products =
      alloc({tiles.blocks, tiles.getPlaces(), blockTiles, outputs});
  buildProducts(transformed, products);
  Value results = alloc({tiles.blocks, tiles.getBlockLines(),
                         tiles.columns * tiles.size, outputs});
  buildOutput(products, results);
  buildImage(results);
  // What follows element by element can be computed with it.
  kernel.getFunction()->setAttr(
      "op_pattern",
      b.getI64IntegerAttr(static_cast<int64_t>(OpPatternKind::OutFusable)));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void replaceConvolution(const WindowConvolution &found,
                               const ImageTiles &tiles, DotKernels &kernels) {
  Conv2dOp conv = found.conv;
  ConstantOp weight = found.weight;
  ElementsAttr transformed = transformWeight(
      cast<ElementsAttr>(weight.getValue()), conv.getKernelLayout(),
      WinogradMatrices(tiles.size), kBlock);
  // The elements are not at hand.
  if (!transformed)
    return;
  OpBuilder ops(conv);
  TensorBuilder builder(ops, conv.getLoc());
  Value constant = ConstantOp::create(ops, weight.getLoc(),
                                      transformed.getShapedType(), transformed);
  Value result =
      kernels.call(builder, {conv.getData(), constant},
                   cast<RankedTensorType>(conv.getType()),
                   {"conv2d_winograd", ops.getDenseI64ArrayAttr(found.padding)},
                   [&](KernelBuilder &kernel) {
                     WinogradBuilder(kernel, tiles, found.padding).build();
                   });
  conv.replaceAllUsesWith(result);
  conv.erase();
}

void UseWinogradPass::runOnOperation() {
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
        tile == 0 ? chooseTiles(*found) : divideImage(*found, tile);
    if (tiles)
      replaceConvolution(*found, *tiles, kernels);
  }
}

} // namespace mlir::relax
