// Compute an element where it is used, instead of storing it first.
//
// The same as computeInline for whole nests, without its diagnostics: default
// schedules ask thousands of times, and most answers are no.
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

Value getInlinableBuffer(LoopNest &nest) {
  memref::StoreOp store = getOnlyStore(nest.block);
  // The indices are the iterators in their order, so a load's indices can take
  // their place one by one.
  if (!store || !store.getMemRef().getDefiningOp<memref::AllocOp>() ||
      store.getIndices() != ValueRange(nest.block.getIters()))
    return {};
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) != IterKind::Spatial)
      return {};
  return store.getMemRef();
}

// The ancestor of `op` in `block`.
static Operation *getAncestor(Operation *op, Block *block) {
  return block->findAncestorOpInBlock(*op);
}

bool canInlineBlock(LoopNest &producer) {
  Value buffer = getInlinableBuffer(producer);
  if (!buffer)
    return false;
  Operation *root = producer.getRoot();
  for (Operation *user : buffer.getUsers()) {
    if (producer.block->isAncestor(user) || isa<memref::DeallocOp>(user) ||
        (user == producer.block))
      // A block lists the buffer as read; that is no access.
      continue;
    auto reader = dyn_cast<BlockOp>(user);
    if (reader && !llvm::is_contained(reader.getWrites(), buffer))
      continue;
    Operation *ancestor = getAncestor(user, root->getBlock());
    // What the producer reads must not change between its place and the load's.
    if (!isa<memref::LoadOp>(user) || !user->getParentOfType<BlockOp>() ||
        !ancestor || !root->isBeforeInBlock(ancestor) ||
        !isUnwritten(root, ancestor->getNextNode(), producer.block.getReads()))
      return false;
  }
  return true;
}

// The value that the producer computes for the indices of `load`. A load with
// the same index twice makes two copies; the caller joins them (`joinCopies` in
// InlineProducers.cpp).
static Value clonePoint(LoopNest &producer, memref::LoadOp load) {
  OpBuilder builder(load);
  IRMapping mapping;
  mapping.map(producer.block.getBody()->getArguments(), load.getIndices());
  Value result;
  for (Operation &op : producer.block.getBody()->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      result = mapping.lookupOrDefault(store.getValueToStore());
    else
      builder.clone(op, mapping);
  }
  return result;
}

LogicalResult inlineBlock(LoopNest &producer) {
  if (!canInlineBlock(producer))
    return producer.block.emitError("cannot inline 'tir.block' ")
           << producer.block.getLabelAttr()
           << ": it must fill a 'memref.alloc' element by element, and only "
              "later blocks may read it";
  Value buffer = getInlinableBuffer(producer);
  llvm::SetVector<Operation *> readers;
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers())) {
    auto load = dyn_cast<memref::LoadOp>(user);
    if (!load || producer.block->isAncestor(load))
      continue;
    // Blocks around the reader have lists of reads as well.
    for (Operation *op = load; op; op = op->getParentOp())
      if (isa<BlockOp>(op))
        readers.insert(op);
    load.replaceAllUsesWith(clonePoint(producer, load));
    load.erase();
  }
  producer.getRoot()->erase();
  for (Operation *reader : readers)
    updateAccesses(cast<BlockOp>(reader));
  eraseDeadBuffer(buffer);
  return success();
}

} // namespace mlir::tir
