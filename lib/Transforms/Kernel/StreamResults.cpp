// Mark stores of results that are larger than the caches of the CPU.
//
// A store to a line that is in no cache reads the line first, and another one
// has to go: a result of 64 MB costs 128 MB of traffic. Measured on a CPU with
// 32 MB of cache, softmax of 4096 x 4096 takes three quarters of the time with
// stores past the caches, while a result that fits takes longer with them: who
// reads it next finds it in memory only. So the size of the cache decides, and
// nothing is guessed where the target does not say it.
#include "PrefetchRows.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::relax {
#define GEN_PASS_DEF_STREAMRESULTSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

// The cache of the CPU that runs a function; 0 if a GPU runs it, or if nobody
// says how large it is.
static uint64_t getCacheBytes(tir::FuncOp func) {
  TargetInfo target = getTarget(func);
  if (!target || (target.isGPU() && !func.isForHost()))
    return 0;
  TargetInfo host = target.getHostTarget();
  return host ? host.getCacheBytes() : 0;
}

// The bytes of a buffer of known sizes, else 0.
static uint64_t countBytes(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.hasStaticShape() ||
      !memref.getElementType().isIntOrFloat())
    return 0;
  return uint64_t(memref.getNumElements()) *
         llvm::divideCeil(memref.getElementTypeBitWidth(), 8);
}

// Adds all stores to a buffer and to views of it; false if it is used
// otherwise. What is loaded again, such as a sum in parts, belongs in a cache.
static bool collectStores(Value buffer,
                          SmallVectorImpl<memref::StoreOp> &stores) {
  return llvm::all_of(buffer.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto store = dyn_cast<memref::StoreOp>(user)) {
      stores.push_back(store);
      return true;
    }
    if (isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1)
      return collectStores(user->getResult(0), stores);
    return isa<memref::DimOp>(user);
  });
}

// True for a vector, which fills whole lines, that takes longer to store than
// to compute. Where there is an elementary function the memory is idle anyway:
// gelu of 4096 x 4096 takes 13 ms, of which a copy takes 5, and takes longer
// with these stores.
static bool isBoundByMemory(memref::StoreOp store) {
  auto loop = store->getParentOfType<tir::ForOp>();
  return loop && loop.getKind() == tir::ForKind::Vectorized &&
         !tir::computesFunctions(loop);
}

namespace {
struct StreamResultsPass : impl::StreamResultsPassBase<StreamResultsPass> {
  void runOnOperation() override;
};
} // namespace

void StreamResultsPass::runOnOperation() {
  tir::FuncOp func = getOperation();
  uint64_t cacheBytes = func.isExternal() ? 0 : getCacheBytes(func);
  if (cacheBytes == 0)
    return markAllAnalysesPreserved();
  tir::prefetchRows(func, cacheBytes);
  for (BlockArgument output : func.getOutputs()) {
    SmallVector<memref::StoreOp> stores;
    if (countBytes(output.getType()) <= cacheBytes ||
        !collectStores(output, stores))
      continue;
    for (memref::StoreOp store : stores)
      if (isBoundByMemory(store))
        store.setNontemporal(true);
  }
}

} // namespace mlir::relax
