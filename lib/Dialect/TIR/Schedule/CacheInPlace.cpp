// Let a block change elements of a buffer in a copy of them.
//
// The block reads and writes one buffer, as an update of a cache does. Copy in,
// change the copy, copy back.
#include "Relax/Dialect/TIR/Schedule/CacheInPlace.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"

namespace mlir::tir {
namespace {

constexpr StringRef kCacheInPlace = "cache, in place, a buffer of";

/// One buffer on its way to a copy that is changed.
class InPlaceCaching {
public:
  InPlaceCaching(BlockOp block, unsigned number)
      : block(block), number(number), loc(block.getLoc()) {}

  FailureOr<InPlaceCopies> run(StringRef scope);

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, kCacheInPlace);
  }
  LogicalResult findAccesses();
  LogicalResult checkIters();
  LogicalResult findInsertionPoint();
  SmallVector<Value> getExtentsOfCopy(OpBuilder &builder);
  BlockOp buildCopy(OpBuilder &builder, ValueRange extents, Value from,
                    Value to, StringRef suffix);

  BlockOp block;
  unsigned number;
  Location loc;
  Value buffer;
  SmallVector<Operation *> accesses;
  SmallVector<int64_t> iters;
  Operation *root = nullptr;
  std::optional<AccessRegion> region;
  SmallVector<IndexRange> ranges;
};

} // namespace

LogicalResult InPlaceCaching::findAccesses() {
  if (number >= block.getReads().size())
    return failPrecondition()
           << "expected a number of its read buffers, found #" << number;
  buffer = getViewedBuffer(block.getReads()[number]);
  if (!getTouchedBuffers(block).mayWrite(buffer))
    return failPrecondition()
           << "expected it to write, too, its read buffer #" << number;
  for (Operation *user : getBufferUsers(buffer)) {
    if (!block->isProperAncestor(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    auto store = dyn_cast<memref::StoreOp>(user);
    if ((load && load.getMemRef() == buffer) ||
        (store && store.getMemRef() == buffer)) {
      accesses.push_back(user);
      continue;
    }
    InFlightDiagnostic error =
        failPrecondition()
        << "expected only loads and stores in it to use the buffer, found "
        << describe(user);
    error.attachNote(user->getLoc()) << "this op does otherwise";
    return error;
  }
  return success();
}

LogicalResult InPlaceCaching::checkIters() {
  std::optional<SmallVector<int64_t>> found = getResultIters(block, buffer);
  if (!found)
    return failPrecondition() << "expected the buffer to be indexed by its "
                                 "spatial iterators, each one index, found "
                              << describeIndices(block, buffer);
  iters = *found;
  // What it does not read may not have been written, and cannot be copied. The
  // copy back writes the whole box, hence the whole box has to be read into the
  // copy first.
  bool readsAlways = llvm::any_of(accesses, [&](Operation *op) {
    return isa<memref::LoadOp>(op) && op->getParentOp() == block;
  });
  if (!readsAlways)
    return failPrecondition()
           << "expected it to read the buffer under no condition";
  if (coversDomain(block))
    return success();
  return failPrecondition() << "expected loops that provably run it for all "
                               "values of its iterators, found "
                            << describeBindings(block);
}

/// Nothing else in the loop may touch the buffer in between, for it would see
/// the old elements.
LogicalResult InPlaceCaching::findInsertionPoint() {
  root = block;
  Operation *made = buffer.getParentRegion()->getParentOp();
  SmallVector<ForOp> loops = getLoops(block);
  for (ForOp loop : llvm::reverse(loops)) {
    if (loop->isAncestor(made) || root->getParentOp() != loop ||
        findConflictIn(loop, {}, buffer, block))
      break;
    root = loop;
  }
  region.emplace(root->getParentOp(), root);
  SmallVector<Value> bindings;
  for (int64_t iter : iters)
    if (iter >= 0)
      bindings.push_back(block.getIters()[iter]);
  bool isHyperRectangular = region->isHyperRectangular(bindings);
  for (Operation *op : accesses)
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      for (Value index : load.getIndices())
        ranges.push_back(region->getRange(index));
      break;
    }
  if (isHyperRectangular &&
      llvm::all_of(ranges, [](IndexRange range) { return bool(range); }))
    return success();
  return failPrecondition()
         << "expected it to change, provably, a box in " << describe(root);
}

// What is changed is within the extents of iterators.
SmallVector<Value> InPlaceCaching::getExtentsOfCopy(OpBuilder &builder) {
  SmallVector<Value> extents;
  IRMapping mapping;
  for (auto [iter, size] :
       llvm::zip_equal(iters, getExtents(builder, loc, buffer))) {
    bool canCopy =
        iter >= 0 && canCopyValue(block.getExtents()[iter], root, {});
    extents.push_back(
        canCopy ? copyValue(builder, block.getExtents()[iter], root, mapping)
                : getExtentValue(builder, loc, size));
  }
  return extents;
}

BlockOp InPlaceCaching::buildCopy(OpBuilder &builder, ValueRange extents,
                                  Value from, Value to, StringRef suffix) {
  SmallVector<Value> bindings =
      region->buildLoops(builder, loc, ranges, extents);
  std::string label =
      getFreshLabel(block, (block.getLabel() + "_" + suffix).str());
  BlockOp made = BlockOp::create(
      builder, loc, label, bindings, extents,
      SmallVector<IterKind>(bindings.size(), IterKind::Spatial));
  builder.setInsertionPointToStart(made.getBody());
  Value value = memref::LoadOp::create(builder, loc, from, made.getIters());
  memref::StoreOp::create(builder, loc, value, to, made.getIters());
  updateAccesses(made);
  addRangeConditions(made);
  return made;
}

FailureOr<InPlaceCopies> InPlaceCaching::run(StringRef scope) {
  FailureOr<Attribute> space = getMemorySpace(block, scope, kCacheInPlace);
  if (failed(space) || failed(findAccesses()) || failed(checkIters()) ||
      failed(findInsertionPoint()))
    return failure();
  OpBuilder builder(root);
  SmallVector<Value> extents = getExtentsOfCopy(builder);
  Value copy = allocBuffer(builder, loc, getExtents(builder, loc, buffer),
                           cast<MemRefType>(buffer.getType()).getElementType());
  if (*space)
    setMemorySpace(copy, *space);
  InPlaceCopies made;
  made.in = buildCopy(builder, extents, buffer, copy, scope);
  builder.setInsertionPointAfter(root);
  made.out = buildCopy(builder, extents, copy, buffer, "back");
  for (Operation *op : accesses)
    op->replaceUsesOfWith(buffer, copy);
  for (Operation *op : accesses)
    updateAround(op);
  return made;
}

FailureOr<InPlaceCopies> cacheInPlace(BlockOp block, unsigned buffer,
                                      StringRef scope) {
  return InPlaceCaching(block, buffer).run(scope);
}

} // namespace mlir::tir
