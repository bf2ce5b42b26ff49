// Writes the nests of tensor programs that compute windows of 3 x 3 tile by
// tile.
#include "WinogradProgram.h"

#include "../Elementwise.h"
#include "../Padding.h"
#include "../ScalarMath.h"

#include "Relax/Analysis/OpPattern.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::relax {

Value WinogradBuilder::alloc(ArrayRef<int64_t> shape, Type element) {
  SmallVector<OpFoldResult> extents{
      tir::getExtents(b, loc, kernel.input(0)).front()};
  for (int64_t size : shape)
    extents.push_back(b.getIndexAttr(size));
  return tir::allocBuffer(b, loc, extents, element);
}

Value WinogradBuilder::buildPadding(ArrayRef<int64_t> padding, Type element) {
  Value data = kernel.input(0);
  int64_t lines = tiles.blocks * tiles.getBlockLines() + 2;
  int64_t places = tiles.columns * tiles.size + 2;
  if (lines == getSize(data, 1) && places == getSize(data, 2))
    return data;
  Value padded = alloc({lines, places, getSize(data, 3)}, element);
  BorderPlacement placement;
  placement.before = {0, padding[0], padding[1], 0};
  placement.fits = true;
  Value zero = zeroOf(b, loc, element);
  buildPadded(b, loc, data, padded, placement, zero);
  return padded;
}

void WinogradBuilder::buildInput(Value data, Value transformed) {
  SmallVector<OpFoldResult> extents = tir::getExtents(b, loc, transformed);
  extents.erase(extents.begin() + 2);
  int64_t side = tiles.size + 2;
  tir::buildBlock(
      b, loc, "winograd_input", makeSpatial(extents),
      [&](OpBuilder &b, Location loc, ValueRange at) {
        IndexMath math(b, loc);
        auto [row, column] = getPlace(math, at[2]);
        row = math.add(math.mul(at[1], tiles.getBlockLines()), row);
        SmallVector<Value> x;
        for (int64_t i = 0; i != side * side; ++i)
          x.push_back(
              castScalar(b, loc,
                         memref::LoadOp::create(
                             b, loc, data,
                             ValueRange{at[0], math.add(row, i / side),
                                        math.add(column, i % side), at[3]}),
                         getElementType(transformed)));
        for (auto [place, value] :
             llvm::enumerate(transformInput(b, loc, matrices, x)))
          memref::StoreOp::create(
              b, loc, value, transformed,
              ValueRange{at[0], at[1], math.constant(place), at[2], at[3]});
      });
}

// What step `step` of the product at `at` multiplies, of a transformed weight
// of this type: the data have the channels of all groups, the weight those of
// one.
static DotPlaces getProductPlaces(IndexMath math, ValueRange at, Value step,
                                  MemRefType weight, int64_t groups) {
  Value block = math.constant(kWinogradBlock), output = at.back();
  DotPlaces places{
      SmallVector<Value>(at.drop_back()),
      {at[2], math.div(output, block), step, math.rem(output, block)}};
  if (groups != 1) {
    int64_t outputs = weight.getDimSize(1) * kWinogradBlock / groups;
    Value group = math.div(output, math.constant(outputs));
    step = math.add(math.mul(group, weight.getDimSize(2)), step);
  }
  places.lhs.push_back(step);
  return places;
}

// Two halves that are next to each other, as one word: the lower one first.
static Value loadWord(OpBuilder &b, Location loc, Value buffer,
                      ValueRange place) {
  IndexMath math(b, loc);
  Type i32 = b.getI32Type();
  SmallVector<Value> at(place);
  Value first = math.mul(place.back(), 2);
  Value halves[2];
  for (int64_t i : {0, 1}) {
    at.back() = math.add(first, i);
    halves[i] = arith::ExtUIOp::create(
        b, loc, i32, memref::LoadOp::create(b, loc, buffer, at));
  }
  Value high =
      arith::ShLIOp::create(b, loc, halves[1], constantScalar(b, loc, i32, 16));
  return arith::OrIOp::create(b, loc, halves[0], high);
}

void WinogradBuilder::buildProducts(Value transformed, Value products,
                                    int64_t groups) {
  Value weight = kernel.input(1);
  Type sums = cast<MemRefType>(products.getType()).getElementType();
  SmallVector<OpFoldResult> channels{tir::getExtents(b, loc, weight)[2]};
  tir::buildReduceBlock(
      b, loc, "winograd_product", tir::getExtents(b, loc, products), channels,
      zeroOf(b, loc, sums),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange channel,
          Value sum) -> Value {
        DotPlaces places =
            getProductPlaces(IndexMath(b, loc), at, channel.front(),
                             cast<MemRefType>(weight.getType()), groups);
        bool isWords = isa<IntegerType>(sums);
        Value data =
            isWords ? loadWord(b, loc, transformed, places.lhs)
                    : memref::LoadOp::create(b, loc, transformed, places.lhs);
        Value factor = memref::LoadOp::create(b, loc, weight, places.rhs);
        if (!isWords)
          return addProduct(b, loc, sum, data, factor);
        return arith::AddIOp::create(
            b, loc, sum, tir::Dot2S16Op::create(b, loc, data, factor));
      },
      products);
}

// The quotient of integers is exact, so a shift gives it. Their sums are modulo
// 2^32, from which only four times the result is known to be away.
static Value finishResult(OpBuilder &b, Location loc, Value sum) {
  if (isa<FloatType>(sum.getType()))
    return sum;
  return arith::ShRSIOp::create(b, loc, sum,
                                constantScalar(b, loc, sum.getType(), 2));
}

Value WinogradBuilder::buildOutput(Value products) {
  Type element = cast<MemRefType>(products.getType()).getElementType();
  Value results = alloc({tiles.blocks, tiles.getBlockLines(),
                         tiles.columns * tiles.size, getSize(products, 4)},
                        element);
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
              b, loc, finishResult(b, loc, value), results,
              ValueRange{at[0], at[1], math.add(row, i / tiles.size),
                         math.add(column, i % tiles.size), at[3]});
      });
  return results;
}

void WinogradBuilder::buildImage(Value results) {
  tir::buildComputeBlock(
      b, loc, "conv", tir::getExtents(b, loc, kernel.output()),
      [&](OpBuilder &b, Location loc, ValueRange at) -> Value {
        IndexMath math(b, loc);
        Value lines = math.constant(tiles.getBlockLines());
        bool isOne = tiles.blocks == 1;
        Value block = isOne ? math.constant(0) : math.div(at[1], lines);
        Value line = isOne ? at[1] : math.rem(at[1], lines);
        Value result = memref::LoadOp::create(
            b, loc, results, ValueRange{at[0], block, line, at[2], at[3]});
        return castScalar(b, loc, result, getElementType(kernel.output()));
      },
      kernel.output());
  setOpPattern(kernel.getFunction(), OpPatternKind::OutFusable);
}

static void buildProgram(KernelBuilder &kernel, const ImageTiles &tiles,
                         const WindowConvolution &conv) {
  WinogradBuilder builder(kernel, tiles);
  // Data and sums of floats are f32, whatever the image has.
  Type f32 = kernel.builder().getF32Type();
  auto getType = [&](Value like) {
    Type element = getElementType(like);
    return isa<FloatType>(element) ? f32 : element;
  };
  auto alloc = [&](int64_t channels, Value like) {
    return builder.alloc(
        {tiles.blocks, tiles.getPlaces(), tiles.getBlockTiles(), channels},
        getType(like));
  };
  Value data = builder.buildPadding(conv.padding, getType(kernel.input(0)));
  Value transformed = alloc(conv.groups * conv.inputs, kernel.input(0));
  builder.buildInput(data, transformed);
  Value products = alloc(conv.groups * conv.outputs, kernel.output());
  builder.buildProducts(transformed, products, conv.groups);
  builder.buildImage(builder.buildOutput(products));
}

void replaceByTiles(const WindowConvolution &found, const ImageTiles &tiles,
                    ElementsAttr weight, DotKernels &kernels) {
  Conv2dOp conv = found.conv;
  OpBuilder ops(conv);
  TensorBuilder builder(ops, conv.getLoc());
  Value constant = ConstantOp::create(ops, found.weight->getLoc(),
                                      weight.getShapedType(), weight);
  Value result = kernels.call(
      builder, {conv.getData(), constant},
      cast<RankedTensorType>(conv.getType()),
      {"conv2d_winograd", ops.getDenseI64ArrayAttr(found.padding)},
      [&](KernelBuilder &kernel) { buildProgram(kernel, tiles, found); });
  conv.replaceAllUsesWith(result);
  conv.erase();
}

} // namespace mlir::relax
