// Reads of a padded buffer become reads of what is inside, or of the value that
// the padding is filled with.
//
// On a GPU a choice costs less than a copy of the operand: the copy is two
// kernels more, and all of it goes through memory once more. A CPU copies, but
// need not fill what the copy writes.
#include "Relax/Dialect/TIR/Schedule/InlinePadding.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

namespace {

/// A buffer that one block fills with a number, and another one fills but for a
/// padding.
struct PaddedBuffer {
  memref::AllocOp alloc;
  LoopNest padding, interior;
  Value fill, value;
  SmallVector<memref::LoadOp> loads;
  /// For each dimension the iterator of `inside` of which its index is `spread`
  /// times as much and `before` more, and the extent of that; null if there is
  /// no padding there.
  struct Axis {
    unsigned iter = 0;
    int64_t spread = 1, before = 0;
    Value extent;
  };
  SmallVector<Axis> axes;
};

} // namespace

// The nest at the top of the function that a store is in, all of whose
// iterators are spatial, if the store is all that it does.
static std::optional<LoopNest> matchWriter(memref::StoreOp store, Block *top) {
  Operation *root = top->findAncestorOpInBlock(*store);
  FailureOr<LoopNest> nest =
      root ? matchLoopNest(root, nullptr) : FailureOr<LoopNest>();
  if (failed(nest) || getOnlyStore(nest->block) != store)
    return std::nullopt;
  for (unsigned iter = 0; iter != nest->size(); ++iter)
    if (nest->getKind(iter) != IterKind::Spatial)
      return std::nullopt;
  return *nest;
}

// True if a block writes the whole buffer with one number. A fill of only the
// border would leave elements that nobody wrote, and then there is no one value
// for "outside".
static bool fillsAll(PaddedBuffer &found, memref::StoreOp store) {
  Block *body = found.padding.block.getBody();
  if (store.getIndices() != ValueRange(found.padding.block.getIters()))
    return false;
  for (unsigned dim = 0; dim != found.padding.size(); ++dim)
    if (!isSizeOf(found.padding.getExtent(dim), found.alloc, dim))
      return false;
  found.fill = store.getValueToStore();
  Operation *made = found.fill.getDefiningOp();
  return !isa<BlockArgument>(found.fill) &&
         (made->getBlock() != body || made->hasTrait<OpTrait::ConstantLike>());
}

// The constant that is added to an expression, or that it is multiplied by,
// which is left away then. An index is `iter * spread + before`; spread above 1
// is a transposed convolution, which puts zeros between elements.
static std::optional<int64_t> takeConstant(AffineExpr &expr,
                                           AffineExprKind kind) {
  auto binary = dyn_cast_if_present<AffineBinaryOpExpr>(expr);
  if (!binary || expr.getKind() != kind)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return std::nullopt;
  expr = binary.getLHS();
  return constant.getValue();
}

// True if a block writes what is inside of the padding.
static bool fillsInterior(PaddedBuffer &found, memref::StoreOp store) {
  LoopNest &nest = found.interior;
  found.value = store.getValueToStore();
  llvm::SmallDenseSet<unsigned> used;
  for (auto [dim, index] : llvm::enumerate(store.getIndices())) {
    AffineExpr expr = getIndexExpr(nest.block, index);
    PaddedBuffer::Axis axis;
    axis.before = takeConstant(expr, AffineExprKind::Add).value_or(0);
    axis.spread = takeConstant(expr, AffineExprKind::Mul).value_or(1);
    auto iter = dyn_cast_if_present<AffineDimExpr>(expr);
    if (!iter || !used.insert(iter.getPosition()).second || axis.spread < 1)
      return false;
    axis.iter = iter.getPosition();
    Value extent = nest.getExtent(axis.iter);
    // An axis that is covered as a whole needs no test.
    if (axis.before != 0 || axis.spread != 1 ||
        !isSizeOf(extent, found.alloc, dim))
      axis.extent = extent;
    found.axes.push_back(axis);
  }
  return used.size() == nest.size();
}

// True if each element inside is cheap enough to be computed wherever it is
// read. The bound on ops and the ban on elementary functions are those of
// InlineProducers: the value is computed again at each read.
static bool isCheap(PaddedBuffer &found) {
  constexpr unsigned kMaxOps = 16;
  unsigned ops = 0;
  return llvm::none_of(*found.interior.block.getBody(), [&](Operation &op) {
    return isa<math::MathDialect>(op.getDialect()) ||
           (!isa<arith::ConstantOp>(op) && ++ops > kMaxOps);
  });
}

// True if what is inside has sizes that are known. Where nothing is inside,
// there is nothing to read instead.
static bool hasConstantExtents(PaddedBuffer &found) {
  return llvm::all_of(found.axes, [](PaddedBuffer::Axis &axis) {
    return !axis.extent || getConstantIndex(axis.extent).value_or(0) >= 1;
  });
}

// The nest at the top that reads.
static Operation *getReader(PaddedBuffer &found, memref::LoadOp load) {
  return found.interior.getRoot()->getBlock()->findAncestorOpInBlock(*load);
}

// True if loads in blocks behind the writers are all that is left.
static bool isOnlyRead(PaddedBuffer &found) {
  Operation *root = found.interior.getRoot();
  for (memref::LoadOp load : found.loads)
    if (!load->getParentOfType<BlockOp>() ||
        !root->isBeforeInBlock(getReader(found, load)))
      return false;
  return found.padding.getRoot()->isBeforeInBlock(root) &&
         isUnwritten(found.padding.getRoot(), root, found.alloc.getResult());
}

// True if nothing writes what the interior is computed of before the last read.
static bool keepsSources(PaddedBuffer &found) {
  return llvm::all_of(found.loads, [&](memref::LoadOp load) {
    return isUnwritten(found.interior.getRoot(),
                       getReader(found, load)->getNextNode(),
                       found.interior.block.getReads());
  });
}

static std::optional<PaddedBuffer> matchPadding(memref::AllocOp alloc) {
  PaddedBuffer found;
  found.alloc = alloc;
  SmallVector<memref::StoreOp> stores;
  for (Operation *user : alloc->getUsers()) {
    auto load = dyn_cast<memref::LoadOp>(user);
    auto store = dyn_cast<memref::StoreOp>(user);
    if (load)
      found.loads.push_back(load);
    else if (store)
      stores.push_back(store);
    else if (!isa<BlockOp, memref::DeallocOp>(user))
      return std::nullopt;
  }
  // Two writers: one for all, one for the inside. A third would have to be
  // asked for its order with each of them.
  if (stores.size() != 2 || found.loads.empty())
    return std::nullopt;
  Block *top = alloc->getBlock();
  std::optional<LoopNest> first = matchWriter(stores[0], top);
  std::optional<LoopNest> second = matchWriter(stores[1], top);
  if (!first || !second || first->block == second->block)
    return std::nullopt;
  if (second->getRoot()->isBeforeInBlock(first->getRoot())) {
    std::swap(first, second);
    std::swap(stores[0], stores[1]);
  }
  found.padding = *first;
  found.interior = *second;
  if (!fillsAll(found, stores[0]) || !fillsInterior(found, stores[1]) ||
      !isOnlyRead(found))
    return std::nullopt;
  return found;
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
  for (Operation &op : body->without_terminator())
    if (!isa<memref::StoreOp>(op))
      b.clone(op, mapping);
  Value value = mapping.lookupOrDefault(found.value);
  Operation *made = found.fill.getDefiningOp();
  Value fill = made->getBlock() == found.padding.block.getBody()
                   ? b.clone(*made)->getResult(0)
                   : found.fill;
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
  Operation *made = found.fill.getDefiningOp();
  Value value = made->getBlock() == found.padding.block.getBody()
                    ? builder.clone(*made)->getResult(0)
                    : found.fill;
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
