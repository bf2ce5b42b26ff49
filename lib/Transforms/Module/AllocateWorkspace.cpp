// Give functions of libraries the scratch memory that they ask for.
//
// The memory is a parameter, so that whoever plans memory sees it: allocated
// inside the library it would be taken anew by each call. One function has one
// for all that it calls, for these run one after the other.
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Transforms/Module/Passes.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ALLOCATEWORKSPACEPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// The attribute of TVM: how many bytes a function wants beside its results.
static constexpr llvm::StringLiteral kWorkspaceAttr = "WorkspaceSize";

namespace {
struct AllocateWorkspacePass
    : impl::AllocateWorkspacePassBase<AllocateWorkspacePass> {
  void runOnOperation() override;

private:
  FailureOr<int64_t> getBytes(FuncOp func);
  FailureOr<SmallVector<CallOp>> getCalls(FuncOp func);
};
} // namespace

/// The bytes that a function asks for, 0 if it asks for none.
FailureOr<int64_t> AllocateWorkspacePass::getBytes(FuncOp func) {
  Attribute given = func->getAttr(kWorkspaceAttr);
  if (!given)
    return 0;
  auto bytes = dyn_cast<IntegerAttr>(given);
  if (!bytes || !bytes.getValue().isStrictlyPositive() ||
      !bytes.getValue().isSignedIntN(64))
    return func.emitOpError("expects '")
           << kWorkspaceAttr << "' to be a positive number of bytes, but found "
           << given;
  return bytes.getValue().getSExtValue();
}

/// The calls of a function, which get one operand more; other uses, such as
/// closures, are of a type that would change with it.
FailureOr<SmallVector<CallOp>> AllocateWorkspacePass::getCalls(FuncOp func) {
  SmallVector<CallOp> calls;
  auto uses = SymbolTable::getSymbolUses(func, getOperation());
  // Ops that are not known may use anything.
  Operation *other = uses ? nullptr : getOperation();
  if (uses) {
    for (SymbolTable::SymbolUse use : *uses) {
      auto call = dyn_cast<CallOp>(use.getUser());
      if (call)
        calls.push_back(call);
      else
        other = use.getUser();
    }
  }
  if (other)
    return func.emitOpError("gets a workspace as a parameter, expected "
                            "'relax.call' to be its only use; inline or call "
                            "it there")
               .attachNote(other->getLoc())
           << "another use is here";
  return calls;
}

void AllocateWorkspacePass::runOnOperation() {
  SmallVector<std::pair<FuncOp, SmallVector<CallOp>>> funcs;
  int64_t most = 0;
  for (FuncOp func : getOperation().getOps<FuncOp>()) {
    FailureOr<int64_t> bytes = getBytes(func);
    if (failed(bytes))
      return signalPassFailure();
    if (*bytes == 0)
      continue;
    FailureOr<SmallVector<CallOp>> calls = getCalls(func);
    if (failed(calls))
      return signalPassFailure();
    funcs.emplace_back(func, *calls);
    most = std::max(most, *bytes);
  }
  // Nothing is changed before all have been looked at. A second run finds no
  // function that asks.
  auto type = RankedTensorType::get(
      {most}, IntegerType::get(&getContext(), 8, IntegerType::Unsigned));
  DenseMap<FuncOp, Value> workspaces;
  for (auto &[func, calls] : funcs) {
    unsigned index = func.getNumArguments();
    NamedAttrList name;
    name.set("relax.name", StringAttr::get(&getContext(), "workspace"));
    (void)func.insertArgument(index, type, name.getDictionary(&getContext()),
                              func.getLoc());
    func->removeAttr(kWorkspaceAttr);
    for (CallOp call : calls) {
      auto caller = call->getParentOfType<FuncOp>();
      Value &workspace = workspaces[caller];
      // Outside of regions that allow no effects, and before all calls.
      if (!workspace) {
        auto builder = OpBuilder::atBlockBegin(&caller.getBody().front());
        workspace = BuiltinAllocTensorOp::create(builder, call.getLoc(), type,
                                                 "global");
      }
      SmallVector<Value> args(call.getArgs());
      args.push_back(workspace);
      CallOp changed = changeCall(call, args, call.getResultTypes());
      call.replaceAllUsesWith(changed.getResults());
      call.erase();
    }
  }
}

} // namespace mlir::relax
