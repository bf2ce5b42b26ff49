// Turn functions on tensors into functions of the graph level.
#include "Relax/Conversion/FuncToRelax/Passes.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CONVERTFUNCTORELAXPASS
#include "Relax/Conversion/FuncToRelax/Passes.h.inc"

namespace {

/// The functions of a module that go to the graph level.
/// Which functions go to the graph level is decided for the whole module at
/// once: a call must not be left between a converted function and one that is
/// not. So callees follow their callers, even if they have no tensors
/// themselves.
class TensorFunctions {
public:
  explicit TensorFunctions(ModuleOp module);

  ArrayRef<func::FuncOp> getAll() const { return all.getArrayRef(); }
  bool isImpure(func::FuncOp func) const { return impure.contains(func); }
  func::FuncOp getCallee(func::CallOp call) const {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }

private:
  void addCallees();
  void findImpure();

  SymbolTable symbols;
  llvm::SetVector<func::FuncOp> all;
  DenseSet<func::FuncOp> impure;
};

struct ConvertFuncToRelaxPass
    : impl::ConvertFuncToRelaxPassBase<ConvertFuncToRelaxPass> {
  void runOnOperation() override;
};

} // namespace

static bool isTensor(Type type) { return isa<TensorType>(type); }

// A parameter or result is not enough: a function without either may compute
// tensors inside, for instance one that only asserts something about a
// constant.
static bool computesTensors(func::FuncOp func) {
  if (llvm::any_of(func.getArgumentTypes(), isTensor) ||
      llvm::any_of(func.getResultTypes(), isTensor))
    return true;
  return func
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isTensor)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

TensorFunctions::TensorFunctions(ModuleOp module) : symbols(module) {
  for (auto func : module.getOps<func::FuncOp>())
    if (computesTensors(func))
      all.insert(func);
  addCallees();
  findImpure();
}

/// What they call goes with them.
void TensorFunctions::addCallees() {
  // The list grows while it is read, so what callees call is found, too. A
  // SetVector keeps the module's order and visits each function once,
  // recursion included.
  for (size_t next = 0; next < all.size(); ++next)
    func::FuncOp(all[next]).walk([&](func::CallOp call) {
      if (func::FuncOp callee = getCallee(call))
        all.insert(callee);
    });
}

void TensorFunctions::findImpure() {
  // A fixed point, because impurity goes from callee to caller and calls may
  // be recursive. Each round adds a function or ends, so there are at most as
  // many rounds as functions.
  for (bool changed = true; changed;) {
    changed = false;
    for (func::FuncOp func : all) {
      bool isImpure = false;
      func.walk([&](Operation *op) {
        auto call = dyn_cast<func::CallOp>(op);
        isImpure |=
            // A failing assertion is an effect: relax may drop or merge pure
            // calls, and with them the check.
            isa<cf::AssertOp>(op) || (call && impure.contains(getCallee(call)));
      });
      if (isImpure)
        changed |= impure.insert(func).second;
    }
  }
}

//===----------------------------------------------------------------------===//
// What has no counterpart
//===----------------------------------------------------------------------===//

static InFlightDiagnostic reject(Operation *op, const Twine &reason) {
  return op->emitOpError("cannot become a part of a 'relax.func': ") << reason;
}

static LogicalResult checkTypes(func::FuncOp func, TypeRange types,
                                StringRef what) {
  for (auto [index, type] : llvm::enumerate(types))
    // Memrefs, vectors and handles have no type at the graph level. Numbers
    // are scalars there as they are here.
    if (!isTensor(type) && !type.isIntOrIndexOrFloat())
      return reject(func, llvm::formatv("{0} #{1} is {2}; expected a tensor or "
                                        "a number",
                                        what, index, type));
  return success();
}

static LogicalResult checkSignature(func::FuncOp func) {
  if (failed(checkTypes(func, func.getArgumentTypes(), "parameter")) ||
      failed(checkTypes(func, func.getResultTypes(), "result")))
    return failure();
  if (func.isExternal())
    return reject(func, "it has no body; expected one, or a "
                        "'relax.extern_func' that 'relax.call_dps_packed' "
                        "calls");
  // A graph function is one block, since values are computed in an order and
  // control flow is `relax.if` with regions.
  if (!func.getBody().hasOneBlock())
    return reject(func, "its body has several blocks; expected one: run "
                        "'lift-cf-to-scf' first");
  return success();
}

static LogicalResult checkBody(func::FuncOp func,
                               const TensorFunctions &functions) {
  bool fits = true;
  func.walk([&](Operation *op) {
    // scf's loops carry values from turn to turn. The graph level says that by
    // recursion, which no pattern can invent.
    if (isa<scf::ForOp, scf::WhileOp, scf::ForallOp, scf::ParallelOp>(op)) {
      reject(op, "it is a loop, expected none at the graph level; unroll it, "
                 "or let a function call itself");
      fits = false;
    } else if (auto call = dyn_cast<func::CallOp>(op);
               call && !functions.getCallee(call)) {
      reject(op, "it calls @" + call.getCallee() +
                     ", expected a 'func.func' of the module");
      fits = false;
    }
  });
  return success(fits);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The regions of the branches, each of which yields.
static void convertIf(scf::IfOp op) {
  OpBuilder builder(op);
  auto branches = IfOp::create(builder, op.getLoc(), op.getResultTypes(),
                               op.getCondition());
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), branches->getRegions())) {
    to.takeBody(from);
    if (to.empty())
      // scf.if may leave the else region out; relax.if has both.
      to.emplaceBlock();
    Block &block = to.front();
    SmallVector<Value> values;
    // A region without results may end without a yield of operands; what it
    // yields becomes relax's yield in any case.
    if (!block.empty() && isa<scf::YieldOp>(block.back())) {
      values = llvm::to_vector(block.back().getOperands());
      block.back().erase();
    }
    builder.setInsertionPointToEnd(&block);
    YieldOp::create(builder, op.getLoc(), values);
  }
  op->replaceAllUsesWith(branches.getResults());
  op->erase();
}

static void convertCall(func::CallOp op, bool isImpure) {
  OpBuilder builder(op);
  // The attribute marks a call whose effects must stay in order; without it
  // the call would count as pure.
  auto call = CallOp::create(builder, op.getLoc(), op.getResultTypes(),
                             op.getCalleeAttr(), op.getOperands(),
                             isImpure ? builder.getUnitAttr() : UnitAttr());
  op->replaceAllUsesWith(call.getResults());
  op->erase();
}

static void convertAssert(cf::AssertOp op) {
  OpBuilder builder(op);
  AssertOp::create(builder, op.getLoc(), op.getArg(), op.getMsgAttr(),
                   ValueRange());
  op->erase();
}

static void convertOps(FuncOp func, const TensorFunctions &functions) {
  // Collected first, because converting an scf.if erases it and moves its
  // blocks, which a walk in progress must not see.
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    // What is in the body of another op is that op's.
    if (isa<scf::IfOp, func::CallOp, cf::AssertOp, func::ReturnOp>(op) &&
        // A linalg body may contain scf.if on scalars. It is code of a kernel
        // and is cloned with it.
        isa<FuncOp, scf::IfOp>(op->getParentOp()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto branches = dyn_cast<scf::IfOp>(op)) {
      convertIf(branches);
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      convertCall(call, functions.isImpure(functions.getCallee(call)));
    } else if (auto check = dyn_cast<cf::AssertOp>(op)) {
      convertAssert(check);
    } else {
      OpBuilder builder(op);
      ReturnOp::create(builder, op->getLoc(), op->getOperands());
      op->erase();
    }
  }
}

/// The parameter types with a name for each `?`.
/// A `?` of a func.func may differ from each other one. At the graph level a
/// parameter's sizes get names, so that results and kernels can refer to them.
static SmallVector<Type> nameDims(func::FuncOp func) {
  unsigned next = 0;
  MLIRContext *context = func.getContext();
  return llvm::map_to_vector(func.getArgumentTypes(), [&](Type type) -> Type {
    auto tensor = dyn_cast<RankedTensorType>(type);
    // An encoding is somebody else's meaning, and changing the type would drop
    // it.
    if (!tensor || tensor.hasStaticShape() || tensor.getEncoding())
      return type;
    SmallVector<SymExprAttr> dims = getDims(tensor);
    for (SymExprAttr &dim : dims)
      if (!dim)
        dim = SymExprAttr::symbol(context, "s" + std::to_string(next++));
    return getTensorType(dims, tensor.getElementType());
  });
}

static void convert(func::FuncOp func, const TensorFunctions &functions) {
  OpBuilder builder(func);
  SmallVector<Type> parameters = nameDims(func);
  // The new function takes the old one's name while both exist. Symbol tables
  // are not asked in between, and the old ones are erased last.
  auto made = FuncOp::create(
      builder, func.getLoc(), func.getSymName(),
      builder.getFunctionType(parameters, func.getResultTypes()));
  made.setVisibility(func.getVisibility());
  made.setImpure(functions.isImpure(func));
  made.getBody().takeBody(func.getBody());
  Block &body = made.getBody().front();
  builder.setInsertionPointToStart(&body);
  for (auto [argument, type] :
       llvm::zip_equal(body.getArguments(), parameters)) {
    Type old = argument.getType();
    if (old == type)
      continue;
    argument.setType(type);
    Value plain =
        // The body keeps seeing the old types: its ops, such as tensor.dim,
        // were verified with them. The cast says no less and goes away in the
        // lowering of tensor ops.
        tensor::CastOp::create(builder, argument.getLoc(), old, argument);
    argument.replaceAllUsesExcept(plain, plain.getDefiningOp());
  }
  convertOps(made, functions);
}

void ConvertFuncToRelaxPass::runOnOperation() {
  TensorFunctions functions(getOperation());
  bool fits = true;
  // All functions are checked before any is changed: a pass that fails must
  // leave a module that can be printed and read.
  for (func::FuncOp func : functions.getAll())
    fits &= succeeded(checkSignature(func)) &&
            succeeded(checkBody(func, functions));
  if (!fits)
    return signalPassFailure();
  for (func::FuncOp func : functions.getAll())
    // Callees may come after their callers. They are looked up by name while
    // the old functions are still there, hence erasing is a loop of its own.
    convert(func, functions);
  for (func::FuncOp func : functions.getAll())
    func.erase();
}

} // namespace mlir::relax
