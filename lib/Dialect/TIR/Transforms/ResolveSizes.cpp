// Let sizes of buffers be those that they are made with.
#include "Relax/Dialect/TIR/Transforms/ResolveSizes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

bool resolveSizes(FuncOp func) {
  SmallVector<memref::DimOp> dims;
  func.walk([&](memref::DimOp op) { dims.push_back(op); });
  bool changed = false;
  for (memref::DimOp op : dims) {
    OpBuilder builder(op);
    SmallVector<Value> folded;
    if (failed(builder.tryFold(op, folded)) || folded.size() != 1)
      continue;
    op.replaceAllUsesWith(folded.front());
    op.erase();
    changed = true;
  }
  return changed;
}

} // namespace mlir::tir
