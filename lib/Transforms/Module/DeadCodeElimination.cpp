// Drops ops without use and functions that nothing reaches.
#include "Relax/Transforms/Module/Passes.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DEADCODEELIMINATIONPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// Whether `op` is a symbol that goes when nothing reaches it: a function, or
/// what only functions use. A public device mesh, or a symbol of another
/// dialect, may be used by what this module does not show.
static bool canGo(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  return symbol &&
         (isa<FunctionOpInterface, ExternFuncOp>(op) || symbol.isPrivate());
}

/// Whether `op` is reached from outside the module; `areKernels` says whether
/// tensor programs may be.
static bool isEntry(Operation *op, ArrayRef<std::string> entries,
                    bool areKernels) {
  if (!canGo(op))
    return true;
  auto symbol = cast<SymbolOpInterface>(op);
  if (llvm::is_contained(entries, symbol.getName()))
    return true;
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function && !function.isExternal() && symbol.isPublic() &&
         (areKernels || !isa<tir::FuncOp>(op));
}

/// Takes the results that nobody uses from a region; false if there is none.
/// Upstream's `runRegionDCE` removes ops, but keeps results of an op that has
/// any use.
static bool dropUnusedResults(DataflowOp op) {
  SmallVector<Value> kept, results;
  for (auto [value, result] :
       llvm::zip(op.getOutput().getOperands(), op.getResults()))
    if (!result.use_empty()) {
      kept.push_back(value);
      results.push_back(result);
    }
  if (kept.size() == op.getNumResults())
    return false;
  op.getOutput()->setOperands(kept);
  OpBuilder builder(op);
  auto smaller =
      DataflowOp::create(builder, op.getLoc(), ValueRange(results).getTypes());
  smaller.getBody().takeBody(op.getBody());
  for (auto [result, replacement] : llvm::zip(results, smaller.getResults()))
    result.replaceAllUsesWith(replacement);
  op.erase();
  return true;
}

namespace {
struct DeadCodeEliminationPass
    : impl::DeadCodeEliminationPassBase<DeadCodeEliminationPass> {
  using DeadCodeEliminationPassBase::DeadCodeEliminationPassBase;

  LogicalResult checkEntries(SymbolTable &symbols) {
    for (StringRef name : entryFunctions)
      if (!symbols.lookup(name))
        return getOperation().emitOpError("expects a function @")
               << name
               << ", which is named as an entry; name one of its "
                  "functions";
    return success();
  }

  // What is dropped may have been the last use inside a region: until nothing
  // is found. Each round removes at least one op or result, so it ends.
  void dropOps(FuncOp func, IRRewriter &rewriter) {
    for (bool changed = true; changed;) {
      while (succeeded(runRegionDCE(rewriter, func->getRegions()))) {
      }
      SmallVector<DataflowOp> regions;
      func.walk([&](DataflowOp op) { regions.push_back(op); });
      changed = false;
      for (DataflowOp op : regions)
        changed |= dropUnusedResults(op);
    }
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    if (failed(checkEntries(symbols)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (FuncOp func : module.getOps<FuncOp>())
      // Ops before functions: a dead call is the last use of many a private
      // function.
      dropOps(func, rewriter);
    SmallVector<std::string> entries(entryFunctions.begin(),
                                     entryFunctions.end());
    // A module of tensor programs alone is a library of them; they are then
    // what one wants to keep.
    bool areKernels = !functionsOnly || module.getOps<FuncOp>().empty();
    llvm::SetVector<Operation *> reached;
    for (Operation &op : *module.getBody())
      if (isEntry(&op, entries, areKernels))
        reached.insert(&op);
    // A worklist over symbols, linear in their uses. All references count,
    // those of closures too.
    for (unsigned index = 0; index < reached.size(); ++index) {
      auto uses = SymbolTable::getSymbolUses(reached[index]);
      if (!uses)
        return; // An op of an unknown dialect may use anything.
      for (const SymbolTable::SymbolUse &use : *uses)
        // A nested reference (`@module::@kernel`) keeps its root.
        if (Operation *used =
                symbols.lookup(use.getSymbolRef().getRootReference()))
          reached.insert(used);
    }
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (!reached.contains(&op))
        op.erase();
  }
};
} // namespace

} // namespace mlir::relax
