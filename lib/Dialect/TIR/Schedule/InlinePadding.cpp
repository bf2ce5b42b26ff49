// Reads of a padded buffer become reads of what is inside, or of the value that
// the padding is filled with.
//
// On a GPU a choice costs less than a copy of the operand: the copy is two
// kernels more, and all of it goes through memory once more.
#include "Relax/Dialect/TIR/Schedule/InlinePadding.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

namespace {

/// A buffer that one block fills with a number, and another one fills but for a
/// border.
struct PaddedBuffer {
  memref::AllocOp alloc;
  LoopNest padding, interior;
  Value fill, value;
  SmallVector<memref::LoadOp> loads;
  /// For each dimension the iterator of `inside` of which its index is `spread`
  /// times as much and `before` more, and the extent of that; nullopt if there
  /// is no border.
  struct Axis {
    unsigned iter = 0;
    int64_t spread = 1, before = 0;
    std::optional<int64_t> extent;
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

// True if a block writes what is inside of the border, and each element is
// cheap enough to be computed wherever it is read. The bound on ops and the ban
// on elementary functions are those of InlineProducers: the value is computed
// again at each read.
static bool fillsInterior(PaddedBuffer &found, memref::StoreOp store) {
  constexpr unsigned kMaxOps = 16;
  LoopNest &nest = found.interior;
  found.value = store.getValueToStore();
  unsigned ops = 0;
  for (Operation &op : *nest.block.getBody())
    if (isa<math::MathDialect>(op.getDialect()) ||
        (!isa<arith::ConstantOp>(op) && ++ops > kMaxOps))
      return false;
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
        !isSizeOf(extent, found.alloc, dim)) {
      axis.extent = getConstantIndex(extent);
      // Where nothing is inside, there is nothing to read instead.
      if (axis.extent.value_or(0) < 1)
        return false;
    }
    found.axes.push_back(axis);
  }
  return used.size() == nest.size();
}

// True if loads in blocks behind the writers are all that is left. Nothing may
// write what the interior is computed of before the last read.
static bool isOnlyRead(PaddedBuffer &found) {
  Operation *root = found.interior.getRoot();
  for (memref::LoadOp load : found.loads) {
    Operation *reader = root->getBlock()->findAncestorOpInBlock(*load);
    if (!load->getParentOfType<BlockOp>() || !root->isBeforeInBlock(reader) ||
        !isUnwritten(root, reader->getNextNode(),
                     found.interior.block.getReads()))
      return false;
  }
  return found.padding.getRoot()->isBeforeInBlock(root) &&
         isUnwritten(found.padding.getRoot(), root, found.alloc.getResult());
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
  Value isInBounds = arith::CmpIOp::create(b, loc, Predicate::ult, position,
                                           indexConstant(b, loc, *axis.extent));
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
  return found ? found->interior.block : BlockOp();
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

} // namespace mlir::tir
