// Reads of a padded buffer become reads of what is inside, or of the value that
// the padding is filled with.
//
// On a GPU a choice costs less than a copy of the operand: the copy is two
// kernels more, and all of it goes through memory once more. A CPU copies, but
// need not fill what the copy writes.
#include "Relax/Dialect/TIR/Schedule/InlinePadding.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/PaddedBuffer.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

// True if what is inside has sizes that are known. Where nothing is inside,
// there is nothing to read instead.
static bool hasConstantExtents(PaddedBuffer &found) {
  return llvm::all_of(found.axes, [](PaddedBuffer::Axis &axis) {
    return !axis.extent || getConstantIndex(axis.extent).value_or(0) >= 1;
  });
}

// Whether an index is inside, and which one it is there. One unsigned
// comparison tests both ends, since a negative index is above 2^63 without its
// sign.
static Value buildInteriorCheck(OpBuilder &b, Location loc,
                                const PaddedBuffer::Axis &axis,
                                Value &position) {
  using Predicate = arith::CmpIPredicate;
  Value distance = b.createOrFold<arith::SubIOp>(
      loc, position, indexConstant(b, loc, axis.before));
  Value spread = indexConstant(b, loc, axis.spread);
  position = axis.spread == 1
                 ? distance
                 : arith::DivUIOp::create(b, loc, distance, spread).getResult();
  // A negative number is a large one without its sign.
  Value isInBounds = arith::CmpIOp::create(
      b, loc, Predicate::ult, position,
      indexConstant(b, loc, *getConstantIndex(axis.extent)));
  if (axis.spread == 1)
    return isInBounds;
  Value isOne = arith::CmpIOp::create(
      b, loc, Predicate::eq, mulIndex(b, loc, position, spread), distance);
  return arith::AndIOp::create(b, loc, isInBounds, isOne);
}

// What an element is, at the place of its load.
static Value buildElement(PaddedBuffer &found, memref::LoadOp load) {
  OpBuilder b(load);
  Location loc = load.getLoc();
  IRMapping mapping;
  Value isInterior;
  SmallVector<Value> positions;
  for (auto [axis, index] : llvm::zip(found.axes, load.getIndices())) {
    Value position = index;
    if (axis.extent) {
      Value condition = buildInteriorCheck(b, loc, axis, position);
      isInterior = isInterior
                       ? arith::AndIOp::create(b, loc, isInterior, condition)
                       : condition;
    }
    positions.push_back(position);
  }
  // Outside, index 0 is read and thrown away by the select: that is in bounds
  // as the extents are at least 1, and a select has no branch, so lanes stay
  // together.
  Value zero = indexConstant(b, loc, 0);
  Block *body = found.interior.block.getBody();
  for (auto [axis, position] : llvm::zip(found.axes, positions))
    mapping.map(body->getArgument(axis.iter),
                axis.extent ? arith::SelectOp::create(b, loc, isInterior,
                                                      position, zero)
                            : position);
  Value value = found.buildInterior(b, mapping);
  Value fill = found.buildFill(b);
  return isInterior ? arith::SelectOp::create(b, loc, isInterior, value, fill)
                    : value;
}

BlockOp findPadding(memref::AllocOp alloc) {
  std::optional<PaddedBuffer> found = matchPadding(alloc);
  return found && isCheap(*found) && hasConstantExtents(*found) &&
                 keepsSources(*found)
             ? found->interior.block
             : BlockOp();
}

void inlinePadding(memref::AllocOp alloc) {
  PaddedBuffer found = *matchPadding(alloc);
  llvm::SetVector<Operation *> readers;
  for (memref::LoadOp load : found.loads) {
    for (Operation *op = load; op; op = op->getParentOp())
      if (isa<BlockOp>(op))
        readers.insert(op);
    load.replaceAllUsesWith(buildElement(found, load));
    load.erase();
  }
  found.padding.getRoot()->erase();
  found.interior.getRoot()->erase();
  for (Operation *reader : readers)
    updateAccesses(cast<BlockOp>(reader));
  eraseDeadBuffer(alloc);
}

//===-- The padding alone ---------------------------------------------------//

namespace {

/// Fills the parts of a buffer that surround what is inside, dimension by
/// dimension: of those before, what is inside only, so that no element is
/// filled twice.
class PaddingFiller {
public:
  explicit PaddingFiller(PaddedBuffer &found)
      : found(found), builder(found.interior.getRoot()),
        loc(found.padding.block.getLoc()),
        sizes(getExtents(builder, loc, found.alloc)),
        starts(found.axes.size(), builder.getIndexAttr(0)), extents(sizes) {}

  void run();

private:
  void fill(unsigned dim, OpFoldResult start, OpFoldResult extent);
  OpFoldResult getFront(unsigned dim);
  OpFoldResult getRest(unsigned dim, OpFoldResult end);

  PaddedBuffer &found;
  OpBuilder builder;
  Location loc;
  SmallVector<OpFoldResult> sizes;
  /// The box that is filled next, but for the dimension that it is about.
  SmallVector<OpFoldResult> starts, extents;
};

} // namespace

// What of dimension `dim` is left behind `end`. Where only the run time knows,
// nothing may be inside, and the buffer shorter than what is in front.
OpFoldResult PaddingFiller::getRest(unsigned dim, OpFoldResult end) {
  std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
  std::optional<int64_t> first = getConstantIntValue(end);
  if (size && first)
    return builder.getIndexAttr(*size - *first);
  Value rest = arith::SubIOp::create(builder, loc,
                                     getExtentValue(builder, loc, sizes[dim]),
                                     getExtentValue(builder, loc, end));
  return arith::MaxSIOp::create(builder, loc, rest,
                                indexConstant(builder, loc, 0))
      .getResult();
}

// What of dimension `dim` is in front of what is inside.
OpFoldResult PaddingFiller::getFront(unsigned dim) {
  OpFoldResult before = builder.getIndexAttr(found.axes[dim].before);
  if (found.axes[dim].before == 0 || getConstantIntValue(sizes[dim]))
    return before;
  return arith::MinSIOp::create(builder, loc,
                                getExtentValue(builder, loc, sizes[dim]),
                                getExtentValue(builder, loc, before))
      .getResult();
}

void PaddingFiller::fill(unsigned dim, OpFoldResult start,
                         OpFoldResult extent) {
  if (isConstantIntValue(extent, 0))
    return;
  starts[dim] = start;
  extents[dim] = extent;
  SmallVector<Iter> iters;
  for (OpFoldResult each : extents)
    iters.push_back({each, IterKind::Spatial});
  // Made outside, so that the blocks' values are constants to whoever asks.
  Value value = found.buildFill(builder);
  buildBlock(builder, loc, found.padding.block.getLabel(), iters,
             [&](OpBuilder &b, Location loc, ValueRange place) {
               SmallVector<Value> indices(place);
               for (auto [index, start] : llvm::zip_equal(indices, starts))
                 if (!isConstantIntValue(start, 0))
                   index =
                       addIndex(b, loc, index, getExtentValue(b, loc, start));
               memref::StoreOp::create(b, loc, value, found.alloc, indices);
             });
}

void PaddingFiller::run() {
  for (auto [dim, axis] : llvm::enumerate(found.axes)) {
    if (!axis.extent)
      continue;
    OpFoldResult before = builder.getIndexAttr(axis.before);
    OpFoldResult extent = getAsOpFoldResult(axis.extent);
    OpFoldResult end = extent;
    if (std::optional<int64_t> known = getConstantIntValue(extent))
      end = builder.getIndexAttr(axis.before + *known);
    else if (axis.before != 0)
      end = addIndex(builder, loc, axis.extent,
                     getExtentValue(builder, loc, before));
    fill(dim, builder.getIndexAttr(0), getFront(dim));
    fill(dim, end, getRest(dim, end));
    starts[dim] = before;
    extents[dim] = extent;
  }
  found.padding.getRoot()->erase();
}

// True unless less than half of a buffer is known to be inside: one nest is
// then better than several.
static bool isMostlyInterior(PaddedBuffer &found) {
  double share = 1;
  for (auto [dim, axis] : llvm::enumerate(found.axes)) {
    int64_t size = found.alloc.getType().getDimSize(dim);
    if (!axis.extent || ShapedType::isDynamic(size))
      continue;
    if (std::optional<int64_t> extent = getConstantIndex(axis.extent))
      share *= double(*extent) / double(std::max<int64_t>(size, 1));
  }
  return share >= 0.5;
}

BlockOp findPaddingFill(memref::AllocOp alloc) {
  std::optional<PaddedBuffer> found = matchPadding(alloc);
  bool hasGaps = !found || llvm::any_of(found->axes, [](auto &axis) {
    return axis.spread != 1 || axis.before < 0;
  });
  return !hasGaps && isMostlyInterior(*found) ? found->padding.block
                                              : BlockOp();
}

void fillPaddingOnly(memref::AllocOp alloc) {
  PaddedBuffer found = *matchPadding(alloc);
  PaddingFiller(found).run();
}

} // namespace mlir::tir
