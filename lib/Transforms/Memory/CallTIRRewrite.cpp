// Allocates the results of calls and passes them as arguments.
//
// From here on memory is named. Results become arguments (destination passing),
// as tensor programs have written all along. What each value may share with
// another is decided by later passes, from effects alone.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Analysis/AliasSets.h"
#include "Relax/Analysis/InPlaceCalls.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CALLTIRREWRITEPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// Allocates a value of `type`, adds its tensors to `outs`, and returns it.
/// Tuples hold tensors; each tensor is allocated by itself, so that planning
/// can place them apart.
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

static void rewrite(CallTIROp call) {
  OpBuilder builder(call);
  SmallVector<Value> outs;
  for (Type type : call.getResultTypes())
    allocate(builder, call.getLoc(), type, outs);
  CallPrimFuncOp::create(builder, call.getLoc(), call.getCalleeAttr(),
                         call.getArgs(), outs, call.getVarsAttr());
  call->replaceAllUsesWith(outs);
  call->erase();
}

/// The program itself says which of the tensors it reads. The op has no results
/// of its own: outputs were passed as arguments already. The callee knows how
/// many of its parameters it only reads.
static void rewrite(VMCallTIRDynOp call) {
  OpBuilder builder(call);
  auto callee = SymbolTable::lookupNearestSymbolFrom<tir::FuncOp>(
      call, call.getCalleeAttr());
  SmallVector<SymExprAttr> sizes;
  if (Value shape = call.getShape())
    sizes = cast<ShapeType>(shape.getType()).getDimsOrUnknown();
  OperandRange args = call.getArgs();
  size_t numIns = std::min<size_t>(callee.getNumInputs(), args.size());
  CallPrimFuncOp::create(builder, call.getLoc(), call.getCalleeAttr(),
                         args.take_front(numIns), args.drop_front(numIns),
                         getSymExprArray(call.getContext(), sizes));
  call->erase();
}

/// What a call overwrites in place of an argument, and gives as a result: the
/// argument's memory where nobody can tell, else a copy. An argument of an
/// unallocatable type (an unknown size, say) cannot be copied, as nobody knows
/// how much. The declared result type says it; the cast checks that.
static Value getOverwritten(OpBuilder &builder, OpOperand &argument,
                            bool isInPlace, Type result) {
  Location location = argument.getOwner()->getLoc();
  Value value = argument.get();
  // See docs/Rationale/Values.md for when overwriting is unobservable.
  if (!isAllocatable(value.getType()))
    value = MatchCastOp::create(builder, location, result, value);
  if (isInPlace)
    return value;
  Value copy = BuiltinAllocTensorOp::create(builder, location, value.getType());
  MemoryCopyOp::create(builder, location, value, copy);
  return copy;
}

/// The results of a call that overwrites `args` in place, which become what it
/// writes; adds the fresh results to `fresh`.
template <typename CallT>
static SmallVector<Value>
getResults(OpBuilder &builder, CallT call, const InPlaceCalls &inPlace,
           SmallVectorImpl<Value> &args, SmallVectorImpl<Value> &fresh) {
  SmallVector<Value> results;
  for (auto [type, index] :
       llvm::zip(call.getResultTypes(), getInplaceIndices(call))) {
    if (index < 0) {
      results.push_back(allocate(builder, call.getLoc(), type, fresh));
      continue;
    }
    OpOperand &argument = call->getOpOperand(index);
    args[index] =
        getOverwritten(builder, argument, inPlace.isInPlace(argument), type);
    results.push_back(args[index]);
  }
  return results;
}

/// Puts `results` in the place of those of a call; a type that promises more is
/// checked once the call is done. The memory is the argument's, but the
/// declared result may promise more than the argument's type. The check stands
/// behind the call, where the value exists.
static void replaceCall(OpBuilder &builder, Operation *call,
                        MutableArrayRef<Value> results) {
  for (auto [value, result] : llvm::zip(results, call->getResults()))
    if (value.getType() != result.getType())
      value =
          MatchCastOp::create(builder, call->getLoc(), result.getType(), value);
  call->replaceAllUsesWith(results);
  call->erase();
}

/// The parameters of the callee are the arguments, then the fresh results. From
/// the first argument on that is overwritten, all count as written: the order
/// stays, and nobody takes the call for one that only reads. `call_prim_func`
/// takes read arguments first, then written ones. With indices such as 2 and 0
/// the order of parameters must stay, hence everything from the smallest
/// written index on counts as written. An argument that is only read then looks
/// written: less can be reordered, nothing is wrong.
static void rewrite(CallTIRInplaceOp call, const InPlaceCalls &inPlace) {
  OpBuilder builder(call);
  SmallVector<Value> args(call.getArgs()), fresh;
  SmallVector<Value> results = getResults(builder, call, inPlace, args, fresh);
  int64_t firstWritten = args.size();
  for (int64_t index : getInplaceIndices(call))
    if (index >= 0)
      firstWritten = std::min(firstWritten, index);
  llvm::append_range(args, fresh);
  ArrayRef<Value> all = args;
  CallPrimFuncOp::create(builder, call.getLoc(), call.getCalleeAttr(),
                         all.take_front(firstWritten),
                         all.drop_front(firstWritten), call.getVarsAttr());
  replaceCall(builder, call, results);
}

/// The function gets all arguments, then all results. Of a packed function the
/// argument appears twice, once as input and once as result, since its own
/// convention is "all inputs, then all outputs".
static void rewrite(CallInplacePackedOp call, const InPlaceCalls &inPlace) {
  OpBuilder builder(call);
  SmallVector<Value> args(call.getArgs()), fresh;
  SmallVector<Value> results = getResults(builder, call, inPlace, args, fresh);
  llvm::append_range(args, results);
  auto plain = CallPackedOp::create(builder, call.getLoc(), TypeRange(),
                                    call.getCalleeAttr(), args);
  plain.setNumOuts(results.size());
  replaceCall(builder, call, results);
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

/// The result is a copy, wherever the operand is. TVM keeps `to_vdevice` as a
/// call of a builtin. As a copy into an allocation it takes part in planning.
static void rewrite(ToVDeviceOp op) {
  OpBuilder builder(op);
  Value copy = BuiltinAllocTensorOp::create(builder, op.getLoc(),
                                            op.getResult().getType());
  MemoryCopyOp::create(builder, op.getLoc(), op.getData(), copy);
  op.getResult().replaceAllUsesWith(copy);
  op->erase();
}

/// Reports why `op` cannot be rewritten, if it cannot.
static LogicalResult checkCall(Operation *op) {
  if (failed(checkMayGetEffects(op)))
    return failure();
  SmallVector<Type> types(op->getResultTypes());
  for (auto [type, index] : llvm::zip(types, getInplaceIndices(op))) {
    if (index < 0)
      continue;
    Type overwritten = op->getOperand(index).getType();
    if (!isa<RankedTensorType>(overwritten))
      return op->emitOpError("overwrites argument #")
             << index << " of type " << overwritten
             << ", expected a tensor of known rank, which has memory to "
                "overwrite; pass each tensor as an argument of its own";
    // In place, the argument's type is what is allocated for the copy, so the
    // result may say less.
    if (isAllocatable(overwritten))
      type = overwritten;
  }
  for (Type type : types)
    if (!isAllocatable(type))
      return op->emitOpError("expects results of known dtype and dimensions, "
                             "found ")
             << type << "; name the dimensions with 'relax.match_cast'";
  return success();
}

namespace {
struct CallTIRRewritePass : impl::CallTIRRewritePassBase<CallTIRRewritePass> {
  void runOnOperation() override;
};
} // namespace

void CallTIRRewritePass::runOnOperation() {
  FuncOp func = getOperation();
  SmallVector<Operation *> calls;
  bool anyOverwrites = false;
  func.walk([&](Operation *op) {
    bool overwrites = isa<CallTIRInplaceOp, CallInplacePackedOp>(op);
    anyOverwrites |= overwrites;
    if (overwrites ||
        isa<CallTIROp, CallDPSPackedOp, ToVDeviceOp, VMCallTIRDynOp>(op))
      calls.push_back(op);
  });
  if (calls.empty())
    return markAllAnalysesPreserved();
  // All errors before any change, so that a failed pass leaves the function
  // readable for the reproducer.
  bool valid = succeeded(checkAllowsEffects(func));
  for (Operation *op : calls)
    valid &= succeeded(checkCall(op));
  if (!valid)
    return signalPassFailure();
  // The analysis is of the unchanged function, and asks about later uses.
  // Rewriting one call keeps the answers for others: it adds no use of an
  // argument behind its call but through the result.
  std::optional<InPlaceCalls> inPlace;
  if (anyOverwrites)
    inPlace.emplace(func);
  for (Operation *op : calls)
    TypeSwitch<Operation *>(op)
        .Case<CallTIROp, CallDPSPackedOp, ToVDeviceOp, VMCallTIRDynOp>(
            [](auto call) { rewrite(call); })
        .Case<CallTIRInplaceOp, CallInplacePackedOp>(
            [&](auto call) { rewrite(call, *inPlace); });
}

} // namespace mlir::relax
