// What uses a buffer of a kernel, through views as well.
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tir {

memref::StoreOp getOnlyStore(BlockOp block) {
  memref::StoreOp only;
  for (Operation &op : block.getBody()->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (only)
        return {};
      only = store;
    } else if (!isa<memref::LoadOp>(op) && !isMemoryEffectFree(&op)) {
      return {};
    }
  }
  return only;
}

/// Between two ops of one block; each op with all it holds. An op that says
/// nothing of its effects may write anything.
bool isUnwritten(Operation *first, Operation *last, ValueRange buffers) {
  for (Operation *op = first->getNextNode(); op != last;
       op = op->getNextNode()) {
    if (!op)
      return false;
    WalkResult result = op->walk([&](Operation *inner) {
      auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
      if (!effects)
        return inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>()
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      for (Value buffer : buffers)
        if (effects.getEffectOnValue<MemoryEffects::Write>(buffer))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return false;
  }
  return true;
}

/// Blocks list buffers in `reads` and `writes`; those are no uses of elements.
SmallVector<Operation *> getBufferUsers(Value buffer) {
  SmallVector<Operation *> users;
  for (Operation *user : buffer.getUsers()) {
    if (isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1)
      users.append(getBufferUsers(user->getResult(0)));
    else if (!isa<BlockOp>(user))
      users.push_back(user);
  }
  return users;
}

// Erase the views of a buffer.
static void eraseViews(Value buffer) {
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers())) {
    if (isa<ViewLikeOpInterface>(user))
      eraseViews(user->getResult(0));
    user->erase();
  }
}

/// A buffer that is only freed has no content that anybody wants.
void eraseDeadBuffer(Value buffer) {
  buffer = getViewedBuffer(buffer);
  if (!buffer.getDefiningOp<memref::AllocOp>() ||
      !llvm::all_of(getBufferUsers(buffer), llvm::IsaPred<memref::DeallocOp>))
    return;
  eraseViews(buffer);
  buffer.getDefiningOp()->erase();
}

} // namespace mlir::tir
