// Turns functions with explicit memory into host code.
#include "Relax/Conversion/RelaxToRuntime/HostCode.h"
#include "Relax/Conversion/RelaxToRuntime/Passes.h"

#include "HostFunction.h"
#include "Relax/Dialect/Relax/IR/CUDAGraphs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relax {
#define GEN_PASS_DEF_RELAXTORUNTIMEPASS
#include "Relax/Conversion/RelaxToRuntime/Passes.h.inc"

static HostLowerings getHostLowerings() {
  HostLowerings lowerings;
  addCallLowerings(lowerings);
  addDeviceLowerings(lowerings);
  addInspectLowerings(lowerings);
  addMemoryLowerings(lowerings);
  addShapeLowerings(lowerings);
  addStructureLowerings(lowerings);
  return lowerings;
}

// Asked for operation names, not ops: relax-verify-legal wants the same answer
// without building anything. The table is built once; it has function pointers
// only.
bool hasHostCode(OperationName name) {
  static const HostLowerings lowerings = getHostLowerings();
  return lowerings.contains(name.getTypeID());
}

namespace {
struct RelaxToRuntimePass : impl::RelaxToRuntimePassBase<RelaxToRuntimePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    HostLowerings lowerings = getHostLowerings();
    // A table of its own for the run: a static one would be shared between
    // threads while being filled.
    SymbolTable symbols(module);
    HostConstants constants(symbols);
    KernelPlaces places;
    SmallVector<Operation *> done;
    bool lowered = true;
    for (FuncOp func : module.getOps<FuncOp>()) {
      // Those whose kernels are a graph are lowered where they are called.
      if (func.isPublic() || !func->hasAttr(kCUDAGraphName))
        lowered &= succeeded(
            HostFunction(func, symbols, constants, places, lowerings).run());
      done.push_back(func);
    }
    if (!lowered)
      return signalPassFailure();
    // Externs are declarations of functions that the run time finds by name;
    // host code needs no symbol for them. They go last, as calls have been
    // resolved by then.
    llvm::append_range(done, module.getOps<ExternFuncOp>());
    for (Operation *op : done)
      op->erase();
  }
};
} // namespace

} // namespace mlir::relax
