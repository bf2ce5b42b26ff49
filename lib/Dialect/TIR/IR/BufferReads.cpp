// Whether buffers stay as they are.
#include "Relax/Dialect/TIR/IR/BufferReads.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

bool loadsUnchanged(Operation *op, Operation *region) {
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load ||
      region->isAncestor(load.getMemRef().getParentRegion()->getParentOp()))
    return false;
  return llvm::all_of(load.getMemRef().getUsers(), [&](Operation *user) {
    return isa<memref::LoadOp, memref::DimOp>(user) ||
           !region->isProperAncestor(user);
  });
}

} // namespace mlir::tir
