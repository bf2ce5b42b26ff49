// Lets workers compute while they exchange tensors.
//
// A call of the run time that exchanges a tensor becomes two: one that starts
// it, where it stood, and one that waits for it, in front of the first op that
// reads the result. Memory planning then needs to know nothing of it: the wait
// takes the operand, which so lives as long, and gives the result in place.
#include "Relax/Transforms/Graph/Passes.h"

#include "Relax/Analysis/AliasSets.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ExternalFunctions.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_OVERLAPCOLLECTIVESPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
struct OverlapCollectivesPass
    : impl::OverlapCollectivesPassBase<OverlapCollectivesPass> {
  void runOnOperation() override;

private:
  FlatSymbolRefAttr declare(SymbolTable &symbols, StringRef name,
                            Operation *user);
  void split(CallDPSPackedOp call, Operation *reader, SymbolTable &symbols);
};
} // namespace

static constexpr StringLiteral kStartPrefix = "relax.ccl.start.";
static constexpr StringLiteral kWait = "relax.ccl.wait";

/// Those of all workers alike. From one worker to the others there is nothing
/// that the first one could compute meanwhile and the others could not.
static bool isExchange(StringRef name) {
  static constexpr StringLiteral all[] = {
      "runtime.disco.allreduce",  "runtime.disco.allgather",
      "relax.ccl.allreduce",      "relax.ccl.allgather",
      "relax.ccl.reduce_scatter", "relax.ccl.all_to_all"};
  return llvm::is_contained(all, name);
}

/// The first op of the call's block that reads its result, itself or by an op
/// inside; the terminator if none does.
static Operation *findReader(CallDPSPackedOp call) {
  Block *block = call->getBlock();
  Operation *first = block->getTerminator();
  for (Operation *user : call->getUsers())
    if (Operation *inBlock = block->findAncestorOpInBlock(*user);
        inBlock->isBeforeInBlock(first))
      first = inBlock;
  return first;
}

/// Whether something is computed between two ops. Two exchanges alone do not
/// overlap: they are sequential.
static bool hasWork(Operation *from, Operation *to) {
  for (Operation *op = from->getNextNode(); op != to; op = op->getNextNode()) {
    auto packed = dyn_cast<CallDPSPackedOp>(op);
    if (isa<CallTIROp, CallTIRInplaceOp, CallOp>(op) ||
        (packed && !isExchange(packed.getCallee()) &&
         !packed.getCallee().starts_with(kStartPrefix)))
      return true;
  }
  return false;
}

/// A function of the run time, declared where the first of its calls needs it.
FlatSymbolRefAttr OverlapCollectivesPass::declare(SymbolTable &symbols,
                                                  StringRef name,
                                                  Operation *user) {
  auto symbol = StringAttr::get(&getContext(), name);
  if (!symbols.lookup(symbol)) {
    OpBuilder unattached(&getContext());
    auto function = ExternFuncOp::create(unattached, user->getLoc(), symbol,
                                         /*sym_visibility=*/StringAttr(),
                                         /*pure=*/name != kWait);
    // What is on a device is exchanged from there.
    function->setAttr(kTakesDevicesName, UnitAttr::get(&getContext()));
    symbols.insert(function);
  }
  return FlatSymbolRefAttr::get(symbol);
}

void OverlapCollectivesPass::split(CallDPSPackedOp call, Operation *reader,
                                   SymbolTable &symbols) {
  OpBuilder builder(call);
  auto started = CallDPSPackedOp::create(
      builder, call.getLoc(), call.getResultTypes(),
      declare(symbols, (kStartPrefix + call.getCallee()).str(), call),
      call.getArgs());
  builder.setInsertionPoint(reader);
  auto done = CallInplacePackedOp::create(
      builder, call.getLoc(), call.getResultTypes(),
      declare(symbols, kWait, call),
      ValueRange{started.getResult(0), call.getArgs().front()},
      builder.getDenseI64ArrayAttr(0));
  call->replaceAllUsesWith(done);
  call->erase();
}

void OverlapCollectivesPass::runOnOperation() {
  SmallVector<CallDPSPackedOp> calls;
  getOperation().walk([&](CallDPSPackedOp call) {
    // A function that promises to have no effect may not wait, nor may a region
    // of it.
    auto func = dyn_cast<FuncOp>(call->getParentOp());
    if (isExchange(call.getCallee()) && call->getNumResults() == 1 && func &&
        (func.getImpure() || func->hasAttr("relax.force_pure")) &&
        !call->use_empty())
      calls.push_back(call);
  });
  if (calls.empty())
    return markAllAnalysesPreserved();
  bool isChanged = false;
  SymbolTable symbols(getOperation());
  for (CallDPSPackedOp call : calls) {
    Operation *reader = findReader(call);
    if (!hasWork(call, reader))
      continue;
    split(call, reader, symbols);
    isChanged = true;
  }
  if (!isChanged)
    markAllAnalysesPreserved();
}

} // namespace mlir::relax
