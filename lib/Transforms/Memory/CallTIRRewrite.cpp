// Allocates the results of calls and passes them as arguments.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CALLTIRREWRITEPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// Allocates a value of `type`, adds its tensors to `outs`, and returns it.
static Value allocate(OpBuilder &builder, Location location, Type type,
                      SmallVectorImpl<Value> &outs) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    outs.push_back(BuiltinAllocTensorOp::create(builder, location, type));
    return outs.back();
  }
  SmallVector<Value> fields;
  for (Type field : tuple.getTypes())
    fields.push_back(allocate(builder, location, field, outs));
  return TupleOp::create(builder, location, type, fields);
}

static void callPrimFunc(OpBuilder &builder, Operation *op,
                         FlatSymbolRefAttr callee, ValueRange ins,
                         ValueRange outs, ArrayAttr vars) {
  CallPrimFuncOp::create(builder, op->getLoc(), callee, ins, outs, vars);
}

static void rewrite(CallTIROp call) {
  OpBuilder builder(call);
  SmallVector<Value> outs;
  for (Type type : call.getResultTypes())
    allocate(builder, call.getLoc(), type, outs);
  callPrimFunc(builder, call, call.getCalleeAttr(), call.getArgs(), outs,
               call.getVarsAttr());
  call->replaceAllUsesWith(outs);
  call->erase();
}

/// The parameters of the callee are the arguments, then the fresh results. From
/// the first argument on that is overwritten, all count as written: the order
/// stays, and nobody takes the call for one that only reads.
static void rewrite(CallTIRInplaceOp call) {
  OpBuilder builder(call);
  SmallVector<Value> args(call.getArgs()), results;
  int64_t firstWritten = args.size();
  for (auto [type, index] :
       llvm::zip(call.getResultTypes(), call.getInplaceIndices())) {
    if (index < 0) {
      results.push_back(allocate(builder, call.getLoc(), type, args));
      continue;
    }
    results.push_back(args[index]);
    firstWritten = std::min(firstWritten, index);
  }
  ArrayRef<Value> all = args;
  callPrimFunc(builder, call, call.getCalleeAttr(),
               all.take_front(firstWritten), all.drop_front(firstWritten),
               call.getVarsAttr());
  call->replaceAllUsesWith(results);
  call->erase();
}

static void rewrite(CallDPSPackedOp call) {
  OpBuilder builder(call);
  SmallVector<Value> outs, results;
  for (Type type : call.getResultTypes())
    results.push_back(allocate(builder, call.getLoc(), type, outs));
  SmallVector<Value> args(call.getArgs());
  llvm::append_range(args, outs);
  auto plain = CallPackedOp::create(builder, call.getLoc(), TypeRange(),
                                    call.getCalleeAttr(), args);
  plain.setNumOuts(outs.size());
  call->replaceAllUsesWith(results);
  call->erase();
}

/// Reports why `op` cannot be rewritten, if it cannot.
static LogicalResult checkCall(Operation *op) {
  if (auto dataflow = op->getParentOfType<DataflowOp>())
    return (op->emitOpError("would get effects, but a 'relax.dataflow' region "
                            "allows none; run 'relax-to-non-dataflow' first")
                .attachNote(dataflow.getLoc())
            << "the region is here");
  for (Type type : op->getResultTypes())
    if (!isAllocatable(type))
      return op->emitOpError("expects results of known dtype and dimensions, "
                             "found ")
             << type << "; name the dimensions with 'relax.match_cast'";
  return success();
}

namespace {
struct CallTIRRewritePass : impl::CallTIRRewritePassBase<CallTIRRewritePass> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    SmallVector<Operation *> calls;
    func.walk([&](Operation *op) {
      if (isa<CallTIROp, CallTIRInplaceOp, CallDPSPackedOp>(op))
        calls.push_back(op);
    });
    if (calls.empty())
      return;
    bool valid = succeeded(checkAllowsEffects(func));
    for (Operation *op : calls)
      valid &= succeeded(checkCall(op));
    if (!valid)
      return signalPassFailure();
    for (Operation *op : calls)
      TypeSwitch<Operation *>(op)
          .Case<CallTIROp, CallTIRInplaceOp, CallDPSPackedOp>(
              [](auto call) { rewrite(call); });
  }
};
} // namespace

} // namespace mlir::relax
