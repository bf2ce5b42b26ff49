// Let a block work on a copy of a buffer.
//
// TVM's cache_read, cache_write and reindex. TVM copies the region that its
// analysis gives, which for accesses that are no box contains elements that
// nobody wrote; here these are rejected.
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"

namespace mlir::tir {
namespace {

/// Which of its buffers a block has a copy of.
enum class Access { Read, Write };

/// One buffer of a block on its way to a copy.
class Caching {
public:
  Caching(BlockOp block, unsigned number, Access access, StringRef verb)
      : block(block), number(number), access(access), verb(verb) {}

  FailureOr<BlockOp> cache(StringRef scope);
  FailureOr<BlockOp> reindex();

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, verb);
  }
  LogicalResult findAccesses();
  LogicalResult checkWrites();
  LogicalResult findInsertionPoint();
  LogicalResult findRanges();
  bool isInput();
  LogicalResult checkReads();
  LogicalResult findIters();
  /// Make the buffer, where the copy or the block needs it first.
  void makeBuffer(ArrayRef<OpFoldResult> extents, Attribute space);
  BlockOp
  buildCopy(ArrayRef<IndexRange> over, ValueRange extents, StringRef suffix,
            llvm::function_ref<SmallVector<Value>(OpBuilder &, ValueRange)>
                getOriginal);
  void
  redirect(llvm::function_ref<SmallVector<Value>(OperandRange)> getIndices);

  BlockOp block;
  unsigned number;
  Access access;
  StringRef verb;
  Value buffer, copy;
  SmallVector<ElementAccess> accesses;
  /// The loop around the block, or the block, next to which the copy is.
  Operation *root = nullptr;
  std::optional<AccessRegion> region;
  SmallVector<IndexRange> ranges;
  SmallVector<int64_t> resultIters;
  SmallVector<unsigned> iters;
};

} // namespace

LogicalResult Caching::findAccesses() {
  bool isRead = access == Access::Read;
  OperandRange list = isRead ? block.getReads() : block.getWrites();
  if (number >= list.size())
    return failPrecondition()
           << "expected a number of its " << (isRead ? "read" : "written")
           << " buffers, found #" << number;
  buffer = getViewedBuffer(list[number]);
  for (Operation *user : getBufferUsers(buffer)) {
    if (!block->isProperAncestor(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    auto store = dyn_cast<memref::StoreOp>(user);
    bool isPlain = (load && load.getMemRef() == buffer) ||
                   (store && store.getMemRef() == buffer && !isRead);
    if (!isPlain) {
      InFlightDiagnostic error = failPrecondition()
                                 << "expected only loads"
                                 << (isRead ? "" : " and stores")
                                 << " in it to use the buffer";
      error.attachNote(user->getLoc()) << "this op does otherwise";
      return error;
    }
    if (load)
      accesses.push_back({load, buffer, load.getIndices(), false});
    else
      accesses.push_back({store, buffer, store.getIndices(), true});
  }
  if (accesses.empty())
    return failPrecondition()
           << "expected something in it to use the buffer, found nothing";
  return success();
}

// A copy back of what the block has not written would do harm. A copy back of a
// box writes all of it. If the block wrote a part, what was there before would
// be overwritten with memory that was never set.
LogicalResult Caching::checkWrites() {
  if (!block.getInit() &&
      llvm::any_of(accesses, [](const ElementAccess &a) { return !a.isStore; }))
    return failPrecondition()
           << "expected it to read no buffer that it writes, found "
           << buffer.getType();
  for (const ElementAccess &each : accesses)
    if (each.isStore && each.op->getParentOp() != block &&
        each.op->getParentOp() != block.getInit())
      return failPrecondition()
             << "expected it to write under no condition, found "
             << describe(each.op->getParentOp());
  if (!coversDomain(block))
    return failPrecondition() << "expected loops that provably run it for all "
                                 "values of its iterators, found "
                              << describeBindings(block);
  return success();
}

/// As far out as nothing else touches the buffer: a copy outside of more loops
/// is made less often.
LogicalResult Caching::findInsertionPoint() {
  root = block;
  SmallVector<ForOp> loops = getLoops(block);
  Operation *made = buffer.getParentRegion()->getParentOp();
  for (ForOp loop : llvm::reverse(loops)) {
    bool isRead = access == Access::Read;
    if (loop->isAncestor(made) || root->getParentOp() != loop ||
        findConflictIn(loop, isRead ? buffer : ValueRange(),
                       isRead ? ValueRange() : buffer, block))
      break;
    root = loop;
  }
  region.emplace(root->getParentOp(), root);
  if (access == Access::Write)
    // The copy back would store a part of the sum, and the next round would
    // start from the copy's old value.
    for (ForOp loop : getDrivingLoops(block, true))
      if (!root->isAncestor(loop))
        return failPrecondition()
               << describe(loop)
               << " reduces; expected nothing else in it to use the buffer";
  return success();
}

LogicalResult Caching::findRanges() {
  bool isWrite = access == Access::Write;
  if (isWrite) {
    std::optional<SmallVector<int64_t>> found = getResultIters(block, buffer);
    if (!found)
      return failPrecondition() << "expected the buffer to be indexed by its "
                                   "spatial iterators, each one index, found "
                                << describeIndices(block, buffer);
    resultIters = *found;
    SmallVector<Value> spatial = getItersOf(block, false);
    if (!region->isHyperRectangular(spatial) ||
        llvm::any_of(spatial,
                     [&](Value iter) { return !region->getRange(iter); }))
      return failPrecondition()
             << "expected it to write, provably, a box in " << describe(root);
  }
  // The union of ranges is their hull; where the order of two ends is not
  // decided, the dimension is copied as a whole.
  for (size_t dim = 0; dim != accesses.front().indices.size(); ++dim) {
    IndexRange range = region->getRange(accesses.front().indices[dim]);
    for (const ElementAccess &other : ArrayRef(accesses).drop_front())
      range = AccessRegion::join(range, region->getRange(other.indices[dim]));
    ranges.push_back(range);
  }
  return isWrite || isInput() ? success() : checkReads();
}

// Of an input everything may be read. Parameters are initialised by the caller,
// so reading more than the block does is safe as long as it is in bounds.
bool Caching::isInput() {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto function =
      argument ? dyn_cast_or_null<FuncOp>(argument.getOwner()->getParentOp())
               : FuncOp();
  return function && argument.getArgNumber() < function.getNumInputs();
}

// Of another buffer only what the block reads is known to have been written.
// Elements that nobody has written are undefined, in LLVM as well, even if they
// are only copied.
LogicalResult Caching::checkReads() {
  for (const ElementAccess &each : accesses) {
    bool isHyperRectangular = each.op->getParentOp() == block &&
                              region->isHyperRectangular(each.indices) &&
                              isPredicateImplied(block);
    SmallVector<int64_t> found;
    for (auto [index, range] : llvm::zip(each.indices, ranges)) {
      IndexRange own = region->getRange(index);
      isHyperRectangular &=
          own && own.first == range.first && own.last == range.last;
      // Where a condition cuts off the box, it does so by an iterator.
      auto argument = dyn_cast<BlockArgument>(index);
      bool isIter = argument && argument.getOwner() == block.getBody();
      isHyperRectangular &=
          isIter || getConstantIndex(index) || !block.getPredicate();
      found.push_back(isIter ? int64_t(argument.getArgNumber()) : -1);
    }
    isHyperRectangular &= resultIters.empty() || resultIters == found;
    resultIters = found;
    if (!isHyperRectangular)
      return failPrecondition()
             << "expected it to read, provably, a box of the buffer, as only "
                "what it reads is known to be written";
  }
  return success();
}

void Caching::makeBuffer(ArrayRef<OpFoldResult> extents, Attribute space) {
  OpBuilder builder(root);
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  copy = allocBuffer(builder, block.getLoc(), extents, element);
  if (space)
    setMemorySpace(copy, space);
}

// The block that copies, for all indices of the copy.
BlockOp Caching::buildCopy(
    ArrayRef<IndexRange> over, ValueRange extents, StringRef suffix,
    llvm::function_ref<SmallVector<Value>(OpBuilder &, ValueRange)>
        getOriginal) {
  OpBuilder builder(root);
  if (access == Access::Write)
    builder.setInsertionPointAfter(root);
  SmallVector<Value> bindings =
      region->buildLoops(builder, block.getLoc(), over, extents);
  std::string label =
      getFreshLabel(block, (block.getLabel() + "_" + suffix).str());
  BlockOp made = BlockOp::create(
      builder, block.getLoc(), label, bindings, extents,
      SmallVector<IterKind>(bindings.size(), IterKind::Spatial));
  builder.setInsertionPointToStart(made.getBody());
  SmallVector<Value> own(made.getIters());
  SmallVector<Value> original = getOriginal(builder, own);
  bool isRead = access == Access::Read;
  Value value = memref::LoadOp::create(
      builder, block.getLoc(), isRead ? buffer : copy, isRead ? original : own);
  memref::StoreOp::create(builder, block.getLoc(), value,
                          isRead ? copy : buffer, isRead ? own : original);
  updateAccesses(made);
  addRangeConditions(made);
  return made;
}

/// The block's own list of reads and writes, and those of blocks around it,
/// follow from its body.
void Caching::redirect(
    llvm::function_ref<SmallVector<Value>(OperandRange)> getIndices) {
  for (const ElementAccess &each : accesses) {
    SmallVector<Value> indices = getIndices(each.indices);
    if (auto load = dyn_cast<memref::LoadOp>(each.op)) {
      load.getMemrefMutable().assign(copy);
      load.getIndicesMutable().assign(indices);
    } else {
      auto store = cast<memref::StoreOp>(each.op);
      store.getMemrefMutable().assign(copy);
      store.getIndicesMutable().assign(indices);
    }
  }
  for (const ElementAccess &each : accesses)
    updateAround(each.op);
}

FailureOr<BlockOp> Caching::cache(StringRef scope) {
  FailureOr<Attribute> space = getMemorySpace(block, scope, verb);
  if (failed(space) || failed(findAccesses()))
    return failure();
  if (access == Access::Write && failed(checkWrites()))
    return failure();
  if (failed(findInsertionPoint()) || failed(findRanges()))
    return failure();
  OpBuilder builder(root);
  SmallVector<OpFoldResult> sizes = getExtents(builder, block.getLoc(), buffer);
  // What is written is within the extents of iterators. A buffer may be larger
  // than what the block covers, for instance after padding.
  SmallVector<Value> extents;
  IRMapping mapping;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    int64_t iter = resultIters.empty() ? -1 : resultIters[dim];
    bool canCopy =
        iter >= 0 && canCopyValue(block.getExtents()[iter], root, {});
    extents.push_back(
        canCopy ? copyValue(builder, block.getExtents()[iter], root, mapping)
                : getExtentValue(builder, block.getLoc(), size));
  }
  makeBuffer(sizes, *space);
  BlockOp made =
      buildCopy(ranges, extents, scope, [](OpBuilder &, ValueRange own) {
        return SmallVector<Value>(own);
      });
  redirect([](OperandRange indices) { return SmallVector<Value>(indices); });
  return made;
}

//===----------------------------------------------------------------------===//
// Other indices
//===----------------------------------------------------------------------===//

// The iterators of a block that a value in its body is computed of.
static bool collectIters(BlockOp block, Value value,
                         llvm::SmallBitVector &found) {
  if (!block->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != block.getBody())
      return false;
    found.set(argument.getArgNumber());
    return true;
  }
  Operation *op = value.getDefiningOp();
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return collectIters(block, operand, found);
         });
}

/// reindex makes an index of each iterator, so the access must be a function of
/// the iterators alone.
LogicalResult Caching::findIters() {
  OperandRange indices = accesses.front().indices;
  llvm::SmallBitVector found(block.getNumIters());
  for (const ElementAccess &other : accesses)
    if (other.indices != indices)
      return failPrecondition()
             << "expected the buffer to be touched at one index, found "
             << describe(ValueRange(indices)) << " and "
             << describe(ValueRange(other.indices));
    else if (!other.isStore && other.op->getParentOp() != block)
      return failPrecondition()
             << "expected it to read the buffer under no condition, found "
             << describe(other.op->getParentOp());
  for (Value index : indices)
    if (!collectIters(block, index, found))
      return failPrecondition() << "expected indices of the buffer that are "
                                   "computed of its iterators only, found "
                                << describe(index);
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    bool isSpatial = block.getIterKind(i) == IterKind::Spatial;
    if (access == Access::Write && isSpatial != found.test(i))
      return failPrecondition() << "expected iterator #" << i
                                << (isSpatial ? " in an index" : " in no index")
                                << " of what it writes";
    if (!found.test(i))
      continue;
    iters.push_back(i);
    for (ForOp loop : getLoops(block))
      if (!root->isAncestor(loop) && dependsOn(block.getBindings()[i], loop))
        return failPrecondition() << describe(loop)
                                  << " drives an index; expected nothing in it "
                                     "that touches the buffer";
    if (!canCopyValue(block.getExtents()[i], root, {}))
      return failPrecondition() << "expected the extent of iterator #" << i
                                << " to be known in front of its loops";
  }
  return success();
}

FailureOr<BlockOp> Caching::reindex() {
  if (failed(findAccesses()))
    return failure();
  if (access == Access::Write && failed(checkWrites()))
    return failure();
  if (access == Access::Read && !coversDomain(block))
    return failPrecondition() << "expected loops that provably run it for all "
                                 "values of its iterators, found "
                              << describeBindings(block);
  if (failed(findInsertionPoint()) || failed(findIters()))
    return failure();
  OpBuilder builder(root);
  IRMapping mapping;
  SmallVector<Value> extents;
  SmallVector<OpFoldResult> sizes;
  for (unsigned iter : iters) {
    extents.push_back(
        copyValue(builder, block.getExtents()[iter], root, mapping));
    std::optional<int64_t> known = getConstantIndex(extents.back());
    sizes.push_back(known ? OpFoldResult(builder.getIndexAttr(*known))
                          : OpFoldResult(extents.back()));
  }
  makeBuffer(sizes, {});
  SmallVector<Value> indices(accesses.front().indices);
  BlockOp made =
      buildCopy(SmallVector<IndexRange>(iters.size()), extents, "reindex",
                [&](OpBuilder &b, ValueRange own) {
                  IRMapping body;
                  for (auto [iter, value] : llvm::zip(iters, own))
                    body.map(block.getIters()[iter], value);
                  SmallVector<Value> original;
                  for (Value index : indices)
                    original.push_back(copyValue(b, index, root, body));
                  return original;
                });
  SmallVector<Value> own;
  for (unsigned iter : iters)
    own.push_back(block.getIters()[iter]);
  redirect([&](OperandRange) { return own; });
  return made;
}

FailureOr<BlockOp> cacheRead(BlockOp block, unsigned buffer, StringRef scope) {
  return Caching(block, buffer, Access::Read, "cache a buffer that is read by")
      .cache(scope);
}

FailureOr<BlockOp> cacheWrite(BlockOp block, unsigned buffer, StringRef scope) {
  return Caching(block, buffer, Access::Write,
                 "cache a buffer that is written by")
      .cache(scope);
}

FailureOr<BlockOp> reindexRead(BlockOp block, unsigned buffer) {
  return Caching(block, buffer, Access::Read,
                 "reindex a buffer that is read by")
      .reindex();
}

FailureOr<BlockOp> reindexWrite(BlockOp block, unsigned buffer) {
  return Caching(block, buffer, Access::Write,
                 "reindex a buffer that is written by")
      .reindex();
}

} // namespace mlir::tir
