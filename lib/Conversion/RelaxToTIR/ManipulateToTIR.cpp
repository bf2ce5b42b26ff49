// Reordering and repeating elements as tensor programs: each result element
// reads one operand element.
#include "BlockMath.h"
#include "Broadcast.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

/// Gives the place in the operand that a place in the result reads.
/// One load for each element of the result: injective programs, which fusion
/// puts into their users. So a transpose costs nothing in front of an
/// elementwise op.
using SourceOf =
    llvm::function_ref<SmallVector<Value>(IndexMath, ValueRange place)>;

/// `out[place] = in[source(place)]`.
static LogicalResult buildGather(KernelBuilder &kernel, StringRef label,
                                 SourceOf source) {
  return buildResult(
      kernel, label,
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        return memref::LoadOp::create(b, loc, kernel.input(0),
                                      source(IndexMath(b, loc), place));
      });
}

static SmallVector<OpFoldResult> getInputExtents(KernelBuilder &kernel) {
  return tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(0));
}

static int64_t getInputRank(KernelBuilder &kernel) {
  return cast<MemRefType>(kernel.input(0).getType()).getRank();
}

static LogicalResult legalizePermuteDims(PermuteDimsOp op,
                                         KernelBuilder &kernel) {
  int64_t rank = getInputRank(kernel);
  return buildGather(kernel, "permute_dims",
                     [&](IndexMath math, ValueRange place) {
                       SmallVector<Value> source(rank);
                       for (int64_t index = 0; index < rank; ++index) {
                         int64_t axis = op.getAxes() ? (*op.getAxes())[index]
                                                     : rank - 1 - index;
                         source[axis < 0 ? axis + rank : axis] = place[index];
                       }
                       return source;
                     });
}

static LogicalResult legalizeBroadcastTo(BroadcastToOp, KernelBuilder &kernel) {
  // Sizes may be equal to 1 only at run time; BroadcastInput knows all three
  // cases.
  BroadcastInput input(kernel, kernel.input(0),
                       getAxisSizes(kernel, kernel.output()));
  return buildResult(kernel, "broadcast_to",
                     [&](OpBuilder &b, Location loc, ValueRange place) {
                       return input.load(b, loc, place);
                     });
}

/// The place of an element among axes of the sizes `from`, whose place among
/// those of the sizes `to` is known. Axes are taken in groups of as many
/// elements on both sides: only within these are there products and quotients.
/// No constant is made that nothing uses: fusion goes by the number of ops.
static SmallVector<Value> reshapePlace(IndexMath math, ValueRange place,
                                       MemRefType type, ArrayRef<int64_t> to) {
  Builder builder(type.getContext());
  ArrayRef<int64_t> from = type.getShape();
  SmallVector<Value> source;
  while (!from.empty() || !to.empty()) {
    SmallVector<OpFoldResult> group;
    Value linear;
    int64_t known = 1, wanted = 1;
    do {
      if (!to.empty() && known <= wanted) {
        linear = linear ? math.add(math.mul(linear, to.front()), place.front())
                        : place.front();
        known *= to.front();
        to = to.drop_front();
        place = place.drop_front();
      } else {
        group.push_back(builder.getIndexAttr(from.front()));
        wanted *= from.front();
        from = from.drop_front();
      }
    } while (known != wanted);
    llvm::append_range(
        source, math.delinearize(linear ? linear : math.constant(0), group));
  }
  return source;
}

static LogicalResult legalizeReshape(ReshapeOp, KernelBuilder &kernel) {
  auto from = cast<MemRefType>(kernel.input(0).getType());
  auto to = cast<MemRefType>(kernel.output().getType());
  if (!from.hasStaticShape() || !to.hasStaticShape() ||
      from.getNumElements() == 0)
    return kernel.notifyMatchFailure("it has no known number of elements");
  return buildGather(kernel, "reshape", [&](IndexMath math, ValueRange place) {
    return reshapePlace(math, place, from, to.getShape());
  });
}

static LogicalResult legalizeFlip(FlipOp op, KernelBuilder &kernel) {
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += getInputRank(kernel);
  OpFoldResult extent = getInputExtents(kernel)[axis];
  return buildGather(kernel, "flip", [&](IndexMath math, ValueRange place) {
    SmallVector<Value> source(place);
    source[axis] = math.sub(math.add(math.value(extent), -1), source[axis]);
    return source;
  });
}

static LogicalResult legalizeRepeat(RepeatOp op, KernelBuilder &kernel) {
  // Repeated 0 times, there is no element to ask for its source.
  // An extent of 0 has no iterations, but the division by `repeats` is built
  // anyway and must not be by 0.
  int64_t repeats = std::max<int64_t>(op.getRepeats(), 1);
  std::optional<int64_t> axis = op.getAxis();
  if (axis && *axis < 0)
    *axis += getInputRank(kernel);
  SmallVector<OpFoldResult> extents = getInputExtents(kernel);
  return buildGather(kernel, "repeat", [&](IndexMath math, ValueRange place) {
    Value count = math.constant(repeats);
    // Without an axis the tensor is flattened.
    if (!axis)
      return math.delinearize(math.div(place.front(), count), extents);
    SmallVector<Value> source(place);
    source[*axis] = math.div(source[*axis], count);
    return source;
  });
}

static LogicalResult legalizeTile(TileOp op, KernelBuilder &kernel) {
  ArrayRef<int64_t> repeats = op.getRepeats();
  SmallVector<OpFoldResult> extents = getInputExtents(kernel);
  return buildGather(kernel, "tile", [&](IndexMath math, ValueRange place) {
    SmallVector<Value> source(place.take_back(extents.size()));
    int64_t skipped = int64_t(repeats.size()) - int64_t(extents.size());
    for (auto [axis, extent] : llvm::enumerate(extents)) {
      int64_t entry = int64_t(axis) + skipped;
      // Axes that are not repeated need no remainder.
      if (isConstantIntValue(extent, 1))
        source[axis] = math.constant(0);
      else if (entry >= 0 && repeats[entry] > 1)
        source[axis] = math.rem(source[axis], math.value(extent));
    }
    return source;
  });
}

static LogicalResult legalizeReverseSequence(ReverseSequenceOp op,
                                             KernelBuilder &kernel) {
  int64_t rank = getInputRank(kernel);
  int64_t axis = op.getSeqAxis(), batch = op.getBatchAxis();
  axis += axis < 0 ? rank : 0;
  batch += batch < 0 ? rank : 0;
  OpFoldResult extent = getInputExtents(kernel)[axis];
  return buildResult(
      // ONNX: only the first seq_lens[b] elements are reversed, the rest
      // stays. The length is clamped, as it comes from data.
      kernel, "reverse_sequence",
      [&](OpBuilder &b, Location loc, ValueRange place) {
        BlockMath math(b, loc);
        Value length = math.clamp(math.loadIndex(kernel.input(1), place[batch]),
                                  math.constant(0), math.value(extent));
        SmallVector<Value> source(place);
        source[axis] = math.choose(math.isLess(place[axis], length),
                                   math.sub(math.add(length, -1), place[axis]),
                                   place[axis]);
        return math.load(kernel.input(0), source);
      });
}

/// The map says where an element goes, so the rest is filled first.
/// The map goes from the operand's place to the result's, and its inverse need
/// not be affine. So elements are written where they go, after the padding was
/// filled everywhere.
static LogicalResult legalizeLayoutTransform(LayoutTransformOp op,
                                             KernelBuilder &kernel) {
  Value out = kernel.output();
  (void)buildResult(kernel, "border",
                    [&](OpBuilder &b, Location loc, ValueRange) {
                      Type element = getElementType(out);
                      Attribute padding = op.getPadValueAttr();
                      return padding ? constantScalar(b, loc, element, padding)
                                     : constantScalar(b, loc, element, 0.0);
                    });
  SmallVector<OpFoldResult> extents =
      tir::getExtents(kernel.builder(), kernel.loc(), out);
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : getInputExtents(kernel))
    iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "move", iters,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        BlockMath math(b, loc);
        auto target = affine::expandAffineMap(b, loc, op.getIndexMap(), place);
        if (!target)
          return;
        auto store = [&, target = *target] {
          math.store(math.load(kernel.input(0), place), out, target);
        };
        Value isInside;
        for (auto [axis, index] : llvm::enumerate(*target)) {
          if (staysWithin(op, axis))
            continue;
          Value extent = math.value(extents[axis]);
          Value here = math.isWithin(index, math.constant(0), extent);
          isInside = isInside ? math.both(isInside, here) : here;
        }
        // Most layouts are proven to stay inside and pay nothing.
        if (!isInside)
          return store();
        // Upstream promises that indices do not wrap. These may, and a place
        // that nobody promised anything of has to stay a number to compare.
        for (auto &made : *b.getInsertionBlock())
          if (auto sum = dyn_cast<arith::AddIOp>(made))
            sum.setOverflowFlags(arith::IntegerOverflowFlags::none);
          else if (auto product = dyn_cast<arith::MulIOp>(made))
            product.setOverflowFlags(arith::IntegerOverflowFlags::none);
        math.when(isInside, store);
      });
  return success();
}

void populateManipulateLegalizations(LegalizationTable &table) {
  table.add(legalizePermuteDims);
  table.add(legalizeBroadcastTo);
  table.add(legalizeFlip);
  table.add(legalizeLayoutTransform);
  table.add(legalizeReverseSequence);
  table.add(legalizeRepeat);
  table.add(legalizeReshape);
  table.add(legalizeTile);
}

} // namespace mlir::relax
