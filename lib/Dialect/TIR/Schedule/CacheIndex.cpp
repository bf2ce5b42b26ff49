// Compute indices of buffers ahead:
//
//   for i, j: B[i, j] = A[i * i + j] + C[i * i + j]
//
// becomes
//
//   for i, j: X[i, j] = i * i + j
//   for i, j: B[i, j] = A[X[i, j]] + C[X[i, j]]
//
// Worth it for indices with divisions, as of padded or strided convolutions,
// that stand in an inner loop.
#include "Relax/Dialect/TIR/Schedule/CacheIndex.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {
namespace {

constexpr StringRef kCacheIndices = "cache the indices of";

/// An index and the iterators that it is computed of.
struct ComputedIndex {
  Value value;
  SmallVector<unsigned> iters;
};

} // namespace

// The iterators that a value is computed of, by ops that can be done in front
// of `root`; false if it is computed of something else. Computed of iterators,
// or known in front of the loops: else the table could not be filled before.
static bool collectIters(BlockOp block, Value value, Operation *root,
                         llvm::SmallSetVector<unsigned, 4> &iters) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == block.getBody()) {
    iters.insert(argument.getArgNumber());
    return true;
  }
  if (!block->isAncestor(value.getParentRegion()->getParentOp()))
    return canCopyValue(value, root, {});
  Operation *op = value.getDefiningOp();
  return op && isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return collectIters(block, operand, root, iters);
         });
}

static Operation *getOutermost(BlockOp block) {
  SmallVector<ForOp> loops = getLoops(block);
  return loops.empty() ? block.getOperation() : loops.front().getOperation();
}

/// An index that is an iterator itself costs nothing.
static SmallVector<ComputedIndex> findIndices(BlockOp block, unsigned uses) {
  llvm::MapVector<Value, unsigned> counts;
  for (const ElementAccess &access : getAccesses(block))
    for (Value index : access.indices)
      if (Operation *op = index.getDefiningOp();
          op && op->getBlock() == block.getBody())
        ++counts[index];
  SmallVector<ComputedIndex> found;
  for (auto [value, count] : counts) {
    llvm::SmallSetVector<unsigned, 4> iters;
    if (count < uses ||
        !collectIters(block, value, getOutermost(block), iters) ||
        iters.empty())
      continue;
    SmallVector<unsigned> sorted(iters.takeVector());
    llvm::sort(sorted);
    found.push_back({value, std::move(sorted)});
  }
  return found;
}

// The block that computes an index for all values of its iterators.
static BlockOp buildTable(BlockOp block, const ComputedIndex &index,
                          Attribute space) {
  Operation *root = getOutermost(block);
  OpBuilder builder(root);
  Location loc = block.getLoc();
  IRMapping outside;
  SmallVector<OpFoldResult> extents;
  for (unsigned iter : index.iters) {
    Value extent = copyValue(builder, block.getExtents()[iter], root, outside);
    std::optional<int64_t> known = getConstantIndex(extent);
    extents.push_back(known ? OpFoldResult(builder.getIndexAttr(*known))
                            : OpFoldResult(extent));
  }
  // i64, as `index` has no size in memory.
  Value table = allocBuffer(builder, loc, extents, builder.getI64Type());
  if (space)
    setMemorySpace(table, space);
  std::string label = getFreshLabel(block, (block.getLabel() + "_index").str());
  return buildComputeBlock(
      builder, loc, label, extents,
      [&](OpBuilder &b, Location loc, ValueRange own) -> Value {
        IRMapping mapping;
        for (auto [iter, value] : llvm::zip_equal(index.iters, own))
          mapping.map(block.getIters()[iter], value);
        Value computed = copyValue(b, index.value, root, mapping);
        return arith::IndexCastOp::create(b, loc, b.getI64Type(), computed);
      },
      table);
}

static void loadFrom(Value table, BlockOp block, const ComputedIndex &index) {
  OpBuilder builder(index.value.getDefiningOp());
  Location loc = block.getLoc();
  SmallVector<Value> own;
  for (unsigned iter : index.iters)
    own.push_back(block.getIters()[iter]);
  Value loaded = memref::LoadOp::create(builder, loc, table, own);
  loaded =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), loaded);
  Value(index.value).replaceAllUsesWith(loaded);
}

FailureOr<SmallVector<BlockOp>> cacheIndex(BlockOp block, StringRef scope,
                                           unsigned uses) {
  FailureOr<Attribute> space = getMemorySpace(block, scope, kCacheIndices);
  if (failed(space))
    return failure();
  SmallVector<ComputedIndex> indices = findIndices(block, uses);
  if (indices.empty())
    return failPrecondition(block, kCacheIndices)
           << "expected an index, computed of its iterators, that it uses "
           << uses << " times";
  for (const ComputedIndex &index : indices)
    for (unsigned iter : index.iters)
      if (!canCopyValue(block.getExtents()[iter], getOutermost(block), {}))
        return failPrecondition(block, kCacheIndices)
               << "expected the extent of iterator #" << iter
               << " to be known in front of its loops";
  SmallVector<BlockOp> made;
  for (const ComputedIndex &index : indices)
    made.push_back(buildTable(block, index, *space));
  for (auto [index, table] : llvm::zip_equal(indices, made))
    loadFrom(table.getWrites().front(), block, index);
  // In reverse, so that operands go after their users.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*block.getBody())))
    if (isOpTriviallyDead(&op))
      op.erase();
  updateAround(block);
  return made;
}

} // namespace mlir::tir
