// Lowers what samples images at computed places: grids, regions of interest.
#include "BlockMath.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/VisionOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

// All coordinates come from tensors, so each load is clamped, and what is
// outside is chosen afterwards.
static constexpr StringRef kNoPixels = "expected an image with pixels";

//===-- Grids -------------------------------------------------------------===//

namespace {
/// Computes on coordinates, which are floats; sizes are floats, too.
struct Coordinates {
  BlockMath math;
  Type type;
  StringRef padding;
  bool alignCorners;

  Value number(double value) const { return math.number(value, type); }
  Value floor(Value x) const {
    return math::FloorOp::create(math.getBuilder(), math.getLoc(), x);
  }
  Value clamp(Value x, Value low, Value high) const {
    return math.lesser(math.greater(x, low), high);
  }
  /// From [-1, 1] to pixels.
  Value toPixels(Value x, Value size) const;
  /// A coordinate outside brought inside, as the padding says.
  Value resolve(Value x, Value size) const;
};
} // namespace

// The inverse mapping of grid_sample (PyTorch): with align_corners -1 and 1
// are centres of the outer pixels, else their outer edges.
Value Coordinates::toPixels(Value x, Value size) const {
  Value half = number(0.5);
  x = math.times(math.plus(x, number(1)), half);
  if (alignCorners)
    return math.times(x, math.minus(size, number(1)));
  return math.minus(math.times(x, size), half);
}

Value Coordinates::resolve(Value x, Value size) const {
  // Zeros padding lets coordinates stay outside; `load` gives 0 for each
  // neighbour there.
  if (padding == "zeros")
    return x;
  Value last = math.minus(size, number(1));
  if (padding == "reflection") {
    // There and back again, between the outermost centres, or edges.
    // A triangle wave with the outermost centres or edges as turning points;
    // no loop, however far outside.
    Value low = number(alignCorners ? 0 : -0.5);
    Value span = alignCorners ? last : size;
    // A span of 0 (one pixel with corners aligned) would divide 0 by 0.
    span = math.greater(span, number(1e-6));
    Value distance = math::AbsFOp::create(math.getBuilder(), math.getLoc(),
                                          math.minus(x, low));
    Value turns = floor(math.over(distance, span));
    Value rest = math.minus(distance, math.times(turns, span));
    Value isOdd = math.isUnequal(
        math.times(floor(math.times(turns, number(0.5))), number(2)), turns);
    x = math.plus(math.choose(isOdd, math.minus(span, rest), rest), low);
  }
  return clamp(x, number(0), last);
}

namespace {
/// Reads pixels of one image and channel.
struct Sampler {
  Coordinates at;
  Value data, image, channel, height, width;
  bool isChannelsLast = false;

  /// The pixel at whole coordinates, 0 outside.
  Value load(Value y, Value x) const;
  Value nearest(Value y, Value x) const;
  Value linear(Value y, Value x) const;
  Value cubic(Value y, Value x) const;

  Value toFloat(Value size) const { return at.math.cast(size, at.type); }
};
} // namespace

// Choose and not multiply: the clamped load may give infinity or NaN, times 0
// is NaN.
Value Sampler::load(Value y, Value x) const {
  const BlockMath &math = at.math;
  Type index = math.getBuilder().getIndexType();
  Value row = math.cast(y, index), column = math.cast(x, index);
  Value zero = math.constant(0);
  Value isInside = math.both(math.isWithin(row, zero, height),
                             math.isWithin(column, zero, width));
  row = math.clamp(row, zero, math.add(height, -1));
  column = math.clamp(column, zero, math.add(width, -1));
  SmallVector<Value> place{image, row, column};
  place.insert(isChannelsLast ? place.end() : place.begin() + 1, channel);
  Value pixel = math.loadAs(at.type, data, place);
  return math.choose(isInside, pixel, at.number(0));
}

// Padding before rounding, as PyTorch does it.
Value Sampler::nearest(Value y, Value x) const {
  auto round = [&](Value value) -> Value {
    return math::RoundEvenOp::create(at.math.getBuilder(), at.math.getLoc(),
                                     value);
  };
  return load(round(at.resolve(y, toFloat(height))),
              round(at.resolve(x, toFloat(width))));
}

Value Sampler::linear(Value y, Value x) const {
  const BlockMath &math = at.math;
  y = at.resolve(y, toFloat(height));
  x = at.resolve(x, toFloat(width));
  // Four loads for each sample; weights are products of the axes'.
  Value one = at.number(1), top = at.floor(y), left = at.floor(x);
  Value total;
  for (bool isBottom : {false, true})
    for (bool isRight : {false, true}) {
      Value down = math.minus(y, top), across = math.minus(x, left);
      Value weight = math.times(isBottom ? down : math.minus(one, down),
                                isRight ? across : math.minus(one, across));
      Value pixel = load(isBottom ? math.plus(top, one) : top,
                         isRight ? math.plus(left, one) : left);
      Value term = math.times(pixel, weight);
      total = total ? math.plus(total, term) : term;
    }
  return total;
}

/// The weights of four pixels for a place `t` behind the second, with slope
/// -0.75.
/// -0.75 is PyTorch's constant for bicubic grid sampling.
static SmallVector<Value> getCubicWeights(const Coordinates &at, Value t) {
  const BlockMath &math = at.math;
  auto near = [&](Value d) { // (a + 2) d^3 - (a + 3) d^2 + 1
    Value x = math.minus(math.times(at.number(1.25), d), at.number(2.25));
    return math.plus(math.times(math.times(x, d), d), at.number(1));
  };
  auto far = [&](Value d) { // a d^3 - 5 a d^2 + 8 a d - 4 a
    Value x = math.plus(math.times(at.number(-0.75), d), at.number(3.75));
    x = math.minus(math.times(x, d), at.number(6));
    return math.plus(math.times(x, d), at.number(3));
  };
  Value one = at.number(1), rest = math.minus(one, t);
  return {far(math.plus(t, one)), near(t), near(rest),
          far(math.plus(rest, one))};
}

// Unlike the linear case each of the 16 neighbours is padded by itself:
// reflecting the coordinate only once would give neighbours beyond the edge.
Value Sampler::cubic(Value y, Value x) const {
  const BlockMath &math = at.math;
  Value top = at.floor(y), left = at.floor(x);
  SmallVector<Value> down = getCubicWeights(at, math.minus(y, top));
  SmallVector<Value> across = getCubicWeights(at, math.minus(x, left));
  Value total;
  for (int row = 0; row < 4; ++row) {
    Value line;
    for (int column = 0; column < 4; ++column) {
      Value pixel = load(
          at.resolve(math.plus(top, at.number(row - 1)), toFloat(height)),
          at.resolve(math.plus(left, at.number(column - 1)), toFloat(width)));
      Value term = math.times(pixel, across[column]);
      line = line ? math.plus(line, term) : term;
    }
    Value term = math.times(line, down[row]);
    total = total ? math.plus(total, term) : term;
  }
  return total;
}

/// The type that coordinates are computed in.
/// Coordinates in f32 at least: f16 has 11 bits, fewer than an image has
/// columns.
static Type getCoordinateType(Value buffer) {
  return getAccumulatorType(getElementType(buffer));
}

static LogicalResult legalizeGridSample(GridSampleOp op,
                                        KernelBuilder &kernel) {
  Value data = kernel.input(0), grid = kernel.input(1);
  for (int64_t axis : {2, 3})
    assertReadable(kernel, data, axis, kNoPixels);
  SmallVector<OpFoldResult> extents =
      tir::getExtents(kernel.builder(), kernel.loc(), data);
  return buildResult(
      kernel, "grid_sample", [&](OpBuilder &b, Location loc, ValueRange place) {
        BlockMath math(b, loc);
        Coordinates at{math, getCoordinateType(grid), op.getPaddingMode(),
                       op.getAlignCorners()};
        Value height = math.value(extents[2]), width = math.value(extents[3]);
        auto read = [&](int64_t which, Value size) {
          Value x =
              math.loadAs(at.type, grid,
                          {place[0], math.constant(which), place[2], place[3]});
          return at.toPixels(x, math.cast(size, at.type));
        };
        Value x = read(0, width), y = read(1, height);
        Sampler sampler{at, data, place[0], place[1], height, width};
        if (op.getMethod() == "nearest")
          return sampler.nearest(y, x);
        return op.getMethod() == "bilinear" ? sampler.linear(y, x)
                                            : sampler.cubic(y, x);
      });
}

/// The place in [-1, 1] of row or column `index`.
static Value getGridPlace(BlockMath math, Value index, Value size, Type type,
                          bool alignCorners) {
  Value one = math.one(type), two = math.number(2, type);
  Value x = math.times(math.cast(index, type), two);
  Value count = math.cast(size, type);
  if (!alignCorners)
    return math.minus(math.over(math.plus(x, one), count), one);
  // A grid of one place is in the middle.
  Value steps = math.greater(math.minus(count, one), one);
  Value isAlone = math.isAtMost(count, one);
  return math.choose(isAlone, math.zero(type),
                     math.minus(math.over(x, steps), one));
}

// TVM's layout of grids: coordinates on axis 1.
static LogicalResult legalizeAffineGrid(AffineGridOp op,
                                        KernelBuilder &kernel) {
  SmallVector<OpFoldResult> extents =
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.output());
  Value maps = kernel.input(0);
  Type type = getCoordinateType(maps);
  return buildResult(
      kernel, "affine_grid", [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        auto getEntry = [&](int64_t column) {
          return math.loadAs(type, maps, {at[0], at[1], math.constant(column)});
        };
        Value y = getGridPlace(math, at[2], math.value(extents[2]), type,
                               op.getAlignCorners());
        Value x = getGridPlace(math, at[3], math.value(extents[3]), type,
                               op.getAlignCorners());
        return math.plus(
            math.plus(math.times(getEntry(0), x), math.times(getEntry(1), y)),
            getEntry(2));
      });
}

//===-- Regions of interest -----------------------------------------------===//

// Regions are (image, x1, y1, x2, y2) in the image's own scale.
namespace {
/// One region, in pixels.
struct Region {
  Value image, top, left, height, width;
};
} // namespace

// `shift` is half a pixel for aligned regions.
static Region loadRegion(BlockMath math, Value rois, Value row, Type type,
                         double scale, double shift) {
  auto read = [&](int64_t entry) {
    Value x = math.loadAs(type, rois, {row, math.constant(entry)});
    return math.minus(math.times(x, math.number(scale, type)),
                      math.number(shift, type));
  };
  Region region;
  region.image = math.loadIndex(rois, {row, math.constant(0)});
  region.left = read(1);
  region.top = read(2);
  region.width = math.minus(read(3), region.left);
  region.height = math.minus(read(4), region.top);
  return region;
}

/// A sample between pixels; 0 where it is more than one pixel outside.
/// Samples up to one pixel outside are interpolated with the edge, farther ones
/// are 0 (Mask R-CNN, He et al., 2017, and torchvision).
static Value sampleRegion(const Sampler &sampler, Value y, Value x) {
  const BlockMath &math = sampler.at.math;
  auto isNear = [&](Value place, Value size) {
    return math.both(math.isAtMost(sampler.at.number(-1), place),
                     math.isAtMost(place, sampler.toFloat(size)));
  };
  Value isInside =
      math.both(isNear(y, sampler.height), isNear(x, sampler.width));
  return math.choose(isInside, sampler.linear(y, x), sampler.at.number(0));
}

/// How many samples a part takes on an axis: as many as it has pixels, where
/// there is no ratio.
/// Without a ratio ceil(part size) samples are taken: their number depends on
/// data, so the loops are inside of the block.
static Value getSampleCount(const Coordinates &at, int64_t ratio, Value part) {
  const BlockMath &math = at.math;
  if (ratio > 0)
    return math.constant(ratio);
  Value count = math::CeilOp::create(math.getBuilder(), math.getLoc(), part);
  return math.max(math.cast(count, math.getBuilder().getIndexType()),
                  math.constant(0));
}

namespace {
/// What all parts of all regions have in common.
struct RegionAlign {
  ROIAlignOp op;
  Value data, rois, totals;
  Type type;
  SmallVector<OpFoldResult> extents;

  /// Where the layout of images and result has the channels; rows and columns
  /// follow each other.
  bool isChannelsLast() { return op.getLayout() == "NHWC"; }
  int64_t getChannelAxis() { return isChannelsLast() ? 3 : 1; }
  int64_t getRowAxis() { return isChannelsLast() ? 1 : 2; }
  Region getRegion(const Coordinates &at, Value row);
  /// Write the total of one part.
  void buildPart(BlockMath math, ValueRange place);
};
} // namespace

Region RegionAlign::getRegion(const Coordinates &at, Value row) {
  const BlockMath &math = at.math;
  Region region =
      loadRegion(math, rois, row, type, op.getSpatialScale().convertToDouble(),
                 op.getAligned() ? 0.5 : 0.0);
  // The number of the image comes from data.
  region.image = math.clamp(region.image, math.constant(0),
                            math.add(math.value(extents[0]), -1));
  // Unaligned regions are at least 1 x 1, as in the first version of the
  // operator.
  if (op.getAligned())
    return region;
  region.width = math.greater(region.width, at.number(1));
  region.height = math.greater(region.height, at.number(1));
  return region;
}

void RegionAlign::buildPart(BlockMath math, ValueRange place) {
  Coordinates at{math, type, "border", true};
  bool isMax = op.getMode() == "max";
  int64_t ratio = op.getSampleRatio(), row = getRowAxis();
  Region region = getRegion(at, place[0]);
  Value high = math.over(region.height, at.number(op.getPooledSize()[0]));
  Value wide = math.over(region.width, at.number(op.getPooledSize()[1]));
  Value down = getSampleCount(at, ratio, high);
  Value across = getSampleCount(at, ratio, wide);
  Sampler sampler{at,
                  data,
                  region.image,
                  place[getChannelAxis()],
                  math.value(extents[row]),
                  math.value(extents[row + 1]),
                  isChannelsLast()};
  auto getPlace = [&](Value start, Value part, Value size, Value sample,
                      Value count) {
    Value step = math.plus(math.cast(sample, type), at.number(0.5));
    step = math.over(math.times(step, size), math.cast(count, type));
    return math.plus(math.plus(start, math.times(math.cast(part, type), size)),
                     step);
  };
  // The running total is in a buffer, since loops inside of a block carry no
  // values.
  math.store(isMax ? lowestOf(math.getBuilder(), math.getLoc(), type)
                   : at.number(0),
             totals, place);
  math.loop(math.constant(0), down, [&](Value i) {
    math.loop(math.constant(0), across, [&](Value j) {
      Value x =
          sampleRegion(sampler, getPlace(region.top, place[row], high, i, down),
                       getPlace(region.left, place[row + 1], wide, j, across));
      Value total = math.load(totals, place);
      math.store(isMax ? math.greater(total, x) : math.plus(total, x), totals,
                 place);
    });
  });
  // A maximum needs no division.
  if (isMax)
    return;
  Value count = math.max(math.mul(down, across), math.constant(1));
  math.store(math.over(math.load(totals, place), math.cast(count, type)),
             totals, place);
}

static LogicalResult legalizeROIAlign(ROIAlignOp op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value data = kernel.input(0);
  Type type = getCoordinateType(data);
  SmallVector<OpFoldResult> out =
      tir::getExtents(builder, loc, kernel.output());
  RegionAlign align{op,
                    data,
                    kernel.input(1),
                    tir::allocBuffer(builder, loc, out, type),
                    type,
                    tir::getExtents(builder, loc, data)};
  for (int64_t axis : {int64_t(0), align.getRowAxis(), align.getRowAxis() + 1})
    assertReadable(kernel, data, axis, kNoPixels);
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : out)
    iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(builder, loc, "roi_align", iters,
                  [&](OpBuilder &b, Location loc, ValueRange place) {
                    align.buildPart(BlockMath(b, loc), place);
                  });
  return buildResult(kernel, "samples",
                     [&](OpBuilder &b, Location loc, ValueRange at) {
                       return BlockMath(b, loc).load(align.totals, at);
                     });
}

/// From and to which pixel part `index` of a region reaches, inside the image.
/// ROI pooling quantizes: parts are whole pixels from floor to ceil, and may be
/// empty.
static std::pair<Value, Value> getPart(const Coordinates &at, Value start,
                                       Value size, Value index, double parts,
                                       Value extent) {
  const BlockMath &math = at.math;
  OpBuilder &b = math.getBuilder();
  Type indexType = b.getIndexType();
  Value step = math.over(size, at.number(parts));
  Value low = math.times(math.cast(index, at.type), step);
  Value high = math.times(math.cast(math.add(index, 1), at.type), step);
  Value first = math.cast(at.floor(low), indexType);
  Value last =
      math.cast(math::CeilOp::create(b, math.getLoc(), high), indexType);
  Value offset = math.cast(start, indexType);
  Value zero = math.constant(0);
  return {math.clamp(math.add(first, offset), zero, extent),
          math.clamp(math.add(last, offset), zero, extent)};
}

static LogicalResult legalizeROIPool(ROIPoolOp op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value data = kernel.input(0), rois = kernel.input(1), out = kernel.output();
  assertReadable(kernel, data, 0, kNoPixels);
  Type type = getCoordinateType(data);
  double scale = op.getSpatialScale().convertToDouble();
  SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, data);
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : tir::getExtents(builder, loc, out))
    iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(
      builder, loc, "roi_pool", iters,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        BlockMath math(b, loc);
        Coordinates at{math, type, "border", true};
        auto read = [&](int64_t entry) -> Value {
          // Rounded half away from zero, as Caffe's C code did.
          Value x = math.loadAs(type, rois, {place[0], math.constant(entry)});
          return math::RoundOp::create(b, loc, math.times(x, at.number(scale)));
        };
        Value left = read(1), top = read(2), one = at.number(1);
        auto getSize = [&](Value from, Value to) {
          // Borders are inclusive: size = end - start + 1, at least 1.
          return math.greater(math.plus(math.minus(to, from), one), one);
        };
        auto [firstRow, lastRow] =
            getPart(at, top, getSize(top, read(4)), place[2],
                    double(op.getPooledSize()[0]), math.value(extents[2]));
        auto [firstColumn, lastColumn] =
            getPart(at, left, getSize(left, read(3)), place[3],
                    double(op.getPooledSize()[1]), math.value(extents[3]));
        Value image =
            math.clamp(math.loadIndex(rois, {place[0], math.constant(0)}),
                       math.constant(0), math.add(math.value(extents[0]), -1));
        // An empty part gives 0, not the lowest number.
        Value isEmpty = math.either(math.isAtMost(lastRow, firstRow),
                                    math.isAtMost(lastColumn, firstColumn));
        Type element = getElementType(out);
        math.store(
            math.choose(isEmpty, math.zero(element), lowestOf(b, loc, element)),
            out, place);
        Value fromColumn = firstColumn, toColumn = lastColumn;
        math.loop(firstRow, lastRow, [&](Value row) {
          math.loop(fromColumn, toColumn, [&](Value column) {
            Value x = math.load(data, {image, place[1], row, column});
            math.store(math.greater(math.load(out, place), x), out, place);
          });
        });
      });
  return success();
}

void populateSampleLegalizations(LegalizationTable &table) {
  table.add(legalizeAffineGrid);
  table.add(legalizeGridSample);
  table.add(legalizeROIAlign);
  table.add(legalizeROIPool);
}

} // namespace mlir::relax
