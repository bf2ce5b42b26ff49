// Lets callers give tensor programs the memory that they work in.
//
// A padded copy of an input is as large as a tensor. As a parameter it has a
// place in the plan of the caller, where it lies in what other tensors have
// left; memory that the program takes by itself comes on top of all of them.
#include "Relax/Transforms/Memory/Passes.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_HOISTWORKSPACEPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

namespace {
/// Memory that a tensor program takes once, and its sizes in the symbols of the
/// program's parameters.
struct Workspace {
  memref::AllocOp op;
  MemRefType type;
  SmallVector<SymExprAttr> dims;
};
} // namespace

/// The sizes of what an op allocates; empty if the parameters do not say them,
/// or tensors have no such elements.
static SmallVector<SymExprAttr> getWorkspaceDims(memref::AllocOp op) {
  MemRefType type = op.getType();
  if (!type.getElementType().isIntOrFloat() || type.getMemorySpace() ||
      !type.getLayout().isIdentity() || type.getRank() == 0)
    return {};
  SmallVector<SymExprAttr> dims;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    dims.push_back(
        type.isDynamicDim(axis)
            ? tir::getSizeExpr(
                  op.getDynamicSizes()[type.getDynamicDimIndex(axis)])
            : SymExprAttr::constant(op.getContext(), type.getDimSize(axis)));
    if (!dims.back())
      return {};
  }
  return dims;
}

// Memory of loops is taken again and again, and by several threads at once, so
// that only what the body itself takes counts.
static SmallVector<Workspace> findWorkspaces(tir::FuncOp func) {
  // Less is as cheap in the pool, and costs a parameter here.
  constexpr int64_t kMinBytes = 16 << 10;
  SmallVector<Workspace> found;
  for (auto op : func.getBody().front().getOps<memref::AllocOp>()) {
    SmallVector<SymExprAttr> dims = getWorkspaceDims(op);
    if (dims.empty())
      continue;
    SymExprAttr bytes =
        getByteSize(getTensorType(dims, op.getType().getElementType()));
    if (bytes && bytes.getConstant().value_or(kMinBytes) >= kMinBytes)
      found.push_back({op, op.getType(), dims});
  }
  return found;
}

namespace {
/// What a call has for the symbols of its callee.
class CallSymbols {
public:
  CallSymbols(CallTIROp call, tir::FuncOp callee);

  /// An expression of the callee in symbols of the caller; null if the call
  /// does not say it.
  SymExprAttr translate(SymExprAttr expr) const;

private:
  void bind(SymExprAttr symbol, SymExprAttr expr);
  void keepEqual();

  /// The dimensions of buffers, as the callee and as the call says them.
  SmallVector<std::pair<SymExprAttr, SymExprAttr>> dims;
  DenseMap<StringAttr, SymExprAttr> known;
};
} // namespace

CallSymbols::CallSymbols(CallTIROp call, tir::FuncOp callee) {
  SmallVector<Type> types(call.getArgs().getTypes());
  llvm::append_range(types, call.getResultTypes());
  for (auto [number, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto said =
        callee.getArgAttrOfType<DimsAttr>(number, tir::TIRDialect::kDims);
    if (!tensor || !said)
      continue;
    for (auto [expected, given] : llvm::zip(said.getDims(), getDims(tensor)))
      if (expected && given)
        dims.push_back({expected, given});
  }
  for (auto [expected, given] : dims)
    bind(expected, given);
  for (auto [number, expr] :
       llvm::enumerate(call.getVars().getAsRange<SymExprAttr>()))
    bind(callee.getArgAttrOfType<SymExprAttr>(types.size() + number,
                                              tir::TIRDialect::kVar),
         expr);
  keepEqual();
}

void CallSymbols::bind(SymExprAttr symbol, SymExprAttr expr) {
  if (symbol && symbol.isSymbol())
    known.try_emplace(StringAttr::get(symbol.getContext(), symbol.getSymbol()),
                      expr);
}

// A program made for one call names sizes as the call does, and `n floordiv 2`
// alone binds no symbol. With the caller's symbol of that name it is what the
// call has, and so is all that the program computes from it.
void CallSymbols::keepEqual() {
  DenseMap<StringAttr, SymExprAttr> same = known;
  for (auto [expected, given] : dims)
    expected.walkSymbols([&](StringAttr symbol) {
      same.try_emplace(
          symbol, SymExprAttr::symbol(symbol.getContext(), symbol.getValue()));
    });
  bool isSame = llvm::all_of(dims, [&](auto pair) {
    return pair.first.substitute(same) == pair.second;
  });
  if (isSame)
    known = same;
}

SymExprAttr CallSymbols::translate(SymExprAttr expr) const {
  bool isKnown = true;
  expr.walkSymbols(
      [&](StringAttr symbol) { isKnown &= known.contains(symbol); });
  return isKnown ? expr.substitute(known) : SymExprAttr();
}

/// The tensors that a call would give as workspaces; none if it does not know
/// the sizes, or works on a device.
static SmallVector<Type> getTensors(CallTIROp call, tir::FuncOp callee,
                                    ArrayRef<Workspace> workspaces) {
  for (Type type : call->getResultTypes())
    if (!isHost(getVDevice(cast<TensorType>(type))))
      return {};
  CallSymbols symbols(call, callee);
  SmallVector<Type> types;
  for (const Workspace &workspace : workspaces) {
    SmallVector<SymExprAttr> dims;
    for (SymExprAttr dim : workspace.dims) {
      dims.push_back(symbols.translate(dim));
      if (!dims.back())
        return {};
    }
    types.push_back(getTensorType(dims, workspace.type.getElementType()));
  }
  return types;
}

/// Behind the buffers of results, in front of scalars.
static void addParameters(tir::FuncOp func, ArrayRef<Workspace> workspaces,
                          unsigned position) {
  for (Workspace workspace : workspaces) {
    MLIRContext *context = func.getContext();
    // A shape that is all numbers has no names.
    DictionaryAttr dims;
    if (!workspace.type.hasStaticShape())
      dims = DictionaryAttr::get(
          context,
          NamedAttribute(StringAttr::get(context, tir::TIRDialect::kDims),
                         DimsAttr::get(context, workspace.dims)));
    (void)func.insertArgument(position, workspace.op.getType(), dims,
                              workspace.op.getLoc());
    Value argument = func.getArgument(position++);
    for (Operation *user : llvm::make_early_inc_range(workspace.op->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    workspace.op.getResult().replaceAllUsesWith(argument);
    workspace.op.erase();
  }
}

static void addResults(CallTIROp call, ArrayRef<Type> tensors) {
  SmallVector<Type> types(call.getResultTypes());
  llvm::append_range(types, tensors);
  OpBuilder builder(call);
  auto more =
      CallTIROp::create(builder, call.getLoc(), types, call.getCalleeAttr(),
                        call.getArgs(), call.getVarsAttr());
  more->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  call->replaceAllUsesWith(more->getResults().take_front(call.getNumResults()));
  call->erase();
}

namespace {
struct HoistWorkspacePass : impl::HoistWorkspacePassBase<HoistWorkspacePass> {
  void runOnOperation() override;
};
} // namespace

void HoistWorkspacePass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTableCollection tables;
  SymbolUserMap users(tables, module);
  bool hasChanged = false;
  for (auto func : module.getOps<tir::FuncOp>()) {
    SmallVector<Workspace> workspaces = func.isPrivate() && !func.isExternal()
                                            ? findWorkspaces(func)
                                            : SmallVector<Workspace>();
    if (workspaces.empty())
      continue;
    // All of its callers change with it, or none.
    SmallVector<std::pair<CallTIROp, SmallVector<Type>>> calls;
    bool isKnown = llvm::all_of(users.getUsers(func), [&](Operation *user) {
      auto call = dyn_cast<CallTIROp>(user);
      if (call)
        calls.push_back({call, getTensors(call, func, workspaces)});
      return call && !calls.back().second.empty();
    });
    if (!isKnown || calls.empty())
      continue;
    CallTIROp first = calls.front().first;
    addParameters(func, workspaces,
                  first.getArgs().size() + first.getNumResults());
    for (auto &[call, tensors] : calls)
      addResults(call, tensors);
    hasChanged = true;
  }
  if (!hasChanged)
    markAllAnalysesPreserved();
}

} // namespace mlir::relax
