// Several steps, of which all are done or none.
//
// Steps report their own preconditions, and asking for all of them in advance
// would be each check twice. Running them on a clone of the function costs
// memory and time in proportion to the function, which for kernels is small.
#include "Relax/Dialect/TIR/Schedule/DryRun.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tir {

LogicalResult dryRun(ArrayRef<Operation *> ops, RewriteSteps steps) {
  Operation *function = ops.front();
  // The whole function, as steps look at what stands around.
  while (!isa<FunctionOpInterface>(function))
    function = function->getParentOp();
  OwningOpRef<Operation *> copy(function->clone());
  SmallVector<Operation *> own, copied;
  function->walk([&](Operation *op) { own.push_back(op); });
  copy->walk([&](Operation *op) { copied.push_back(op); });
  llvm::DenseMap<Operation *, Operation *> mapping;
  // A clone has the same ops in the same order.
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
