// Several steps, of which all are done or none.
#include "Relax/Dialect/TIR/Schedule/DryRun.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tir {

LogicalResult dryRun(ArrayRef<Operation *> ops, RewriteSteps steps) {
  Operation *function = ops.front();
  while (!isa<FunctionOpInterface>(function))
    function = function->getParentOp();
  OwningOpRef<Operation *> copy(function->clone());
  SmallVector<Operation *> own, copied;
  function->walk([&](Operation *op) { own.push_back(op); });
  copy->walk([&](Operation *op) { copied.push_back(op); });
  llvm::DenseMap<Operation *, Operation *> mapping;
  for (auto [from, to] : llvm::zip_equal(own, copied))
    mapping[from] = to;
  SmallVector<Operation *> mapped;
  for (Operation *op : ops) {
    assert(mapping.contains(op) && "ops of one function");
    mapped.push_back(mapping.lookup(op));
  }
  return steps(mapped);
}

LogicalResult applyIfPossible(ArrayRef<Operation *> ops, RewriteSteps steps) {
  if (failed(dryRun(ops, steps)))
    return failure();
  return steps(ops);
}

} // namespace mlir::tir
