// Replace functions of libraries by calls of what computes them.
//
// TVM compiles them by the library's code generator into modules that the
// program carries. Here the run-time library finds the functions by their names
// (docs/Libraries.md): its own for oneDNN and others, those that the program
// registered for others.
//
//   %0 = relax.call_dps_packed @relax.runtime.has_function("relax.dnnl.matmul")
//   %1 = relax.if %0 { the library's calls } else { what was there }
//
// The choice is made when the program runs, since a program is compiled on one
// machine and used on others. One question serves a whole function: a library
// is there with all of its functions, or not at all.
#include "CompositeFunctions.h"
#include "ExternalCalls.h"
#include "LibraryCalls.h"

#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ExternalFunctions.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/LibraryFunctions.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relax {
#define GEN_PASS_DEF_RUNCODEGENPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {

struct RunCodegenPass : impl::RunCodegenPassBase<RunCodegenPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  void callLibrary(const Library &library, FuncOp func);
  FlatSymbolRefAttr declare(const Library &library, StringRef function);
  void callNamed(FuncOp func);
  void putChoice(FuncOp func, StringRef function,
                 function_ref<void(OpBuilder &, Block &)> useLibrary);

  SymbolTable *symbols = nullptr;
};

} // namespace

/// The body of `func` becomes a choice, when the program runs, between the
/// library, if `function` is there, and what it was; the library alone without
/// `fallback`. `useLibrary` makes the library's of a block with a copy of the
/// body.
void RunCodegenPass::putChoice(
    FuncOp func, StringRef function,
    function_ref<void(OpBuilder &, Block &)> useLibrary) {
  Block &body = func.getBody().front();
  OpBuilder builder(func.getContext());
  if (!fallback) {
    useLibrary(builder, body);
    return;
  }
  // The function keeps its block, whose arguments both branches use.
  auto own = std::make_unique<Block>();
  own->getOperations().splice(own->end(), body.getOperations());
  builder.setInsertionPointToStart(&body);
  Location location = func.getLoc();
  Value isThere =
      createExternCall(builder, location, declareExtern(*symbols, kHasFunction),
                       createBytes(builder, location, function),
                       RankedTensorType::get({}, builder.getI1Type()));
  auto choice = IfOp::create(builder, location, func.getResultTypes(), isThere);
  ReturnOp::create(builder, location, choice.getResults());
  Operation *end = own->getTerminator();
  builder.setInsertionPoint(end);
  YieldOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
  // Two copies: each branch is a region of its own.
  Block *library = builder.createBlock(&choice.getThenRegion());
  IRMapping mapping;
  for (Operation &op : *own)
    builder.clone(op, mapping);
  choice.getElseRegion().push_back(own.release());
  useLibrary(builder, *library);
}

/// A function of a library; one of devices says so.
FlatSymbolRefAttr RunCodegenPass::declare(const Library &library,
                                          StringRef function) {
  FlatSymbolRefAttr callee = declareExtern(*symbols, function);
  if (library.has(OnDevice))
    symbols->lookup(function)->setAttr(kNeedsDeviceName,
                                       UnitAttr::get(&getContext()));
  return callee;
}

/// Calls of local composite functions become calls of the library, where it
/// can.
void RunCodegenPass::callLibrary(const Library &library, FuncOp func) {
  // What can be called is asked first, so that nothing changes for nothing.
  SmallVector<std::pair<LambdaOp, LibraryCall>> calls;
  func.walk([&](LambdaOp lambda) {
    if (!getComposite(lambda))
      return;
    std::string reason;
    FailureOr<LibraryCall> call = readLibraryCall(library, lambda, reason);
    if (failed(call))
      lambda.emitRemark("stays our own code, ")
          << library.title << " has no function for \""
          << getComposite(lambda).getValue() << "\": " << reason;
    else
      calls.emplace_back(lambda, *call);
  });
  if (calls.empty())
    return;
  putChoice(
      func, calls.front().second.function,
      [&](OpBuilder &builder, Block &block) {
        for (auto invoke :
             llvm::make_early_inc_range(block.getOps<InvokePureClosureOp>())) {
          // The copy has local functions of its own, so they are read again.
          auto lambda = invoke.getClosure().getDefiningOp<LambdaOp>();
          std::string reason;
          if (!lambda || !getComposite(lambda) || invoke.getNumResults() != 1 ||
              !canBeAllocated(invoke.getResult(0).getType()))
            continue;
          FailureOr<LibraryCall> call =
              readLibraryCall(library, lambda, reason);
          if (failed(call))
            continue;
          builder.setInsertionPoint(invoke);
          SmallVector<Value> arguments;
          for (Value operand : call->operands)
            arguments.push_back(
                invoke.getArgs()[cast<BlockArgument>(operand).getArgNumber()]);
          arguments.push_back(
              createNumbers(builder, invoke.getLoc(), call->numbers));
          Value result = createExternCall(
              builder, invoke.getLoc(), declare(library, call->function),
              arguments, invoke.getResult(0).getType());
          invoke.getResult(0).replaceAllUsesWith(result);
          invoke.erase();
          if (lambda.getCallable().use_empty())
            lambda.erase();
          ++numCalls;
        }
      });
}

/// Another library: a function that has the name of `func`.
void RunCodegenPass::callNamed(FuncOp func) {
  if (!llvm::all_of(func.getResultTypes(), canBeAllocated)) {
    func.emitRemark("stays our own code, an external function fills tensors "
                    "of known sizes, and this one gives others");
    return;
  }
  // The external function is a symbol of the module, and needs the name.
  std::string name = func.getSymName().str();
  std::string own = name + "_own";
  for (unsigned next = 1; symbols->lookup(own); ++next)
    own = name + "_own" + std::to_string(next);
  (void)symbols->rename(func, own);
  putChoice(func, name, [&](OpBuilder &builder, Block &block) {
    Operation *end = block.getTerminator();
    builder.setInsertionPoint(end);
    auto call = CallDPSPackedOp::create(
        builder, func.getLoc(), func.getResultTypes(),
        declareExtern(*symbols, name), func.getArguments());
    end->setOperands(call.getResults());
    // What computed the results is dead, from its end on.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (&op != end && &op != call && isOpTriviallyDead(&op))
        op.erase();
    ++numCalls;
  });
}

void RunCodegenPass::runOnOperation() {
  // One table for the whole run: building it for each name would be quadratic
  // in the functions.
  SymbolTable table(getOperation());
  symbols = &table;
  // Collected first, since functions are renamed and erased on the way.
  SmallVector<FuncOp> funcs;
  for (auto func : getOperation().getOps<FuncOp>())
    if (func->hasAttr(kCodegenAttr))
      funcs.push_back(func);
  for (FuncOp func : funcs) {
    auto library = func->getAttrOfType<StringAttr>(kCodegenAttr);
    if (!library) {
      func.emitOpError("has the attribute \"")
          << kCodegenAttr << "\" of " << func->getAttr(kCodegenAttr)
          << ", expected the name of a library as a string";
      return signalPassFailure();
    }
    if (const Library *known = findLibrary(library.getValue()))
      callLibrary(*known, func);
    else
      callNamed(func);
    func->removeAttr(kCodegenAttr);
    // It was public as TVM's are, whose code generators look for them.
    func.setPrivate();
    if (SymbolTable::symbolKnownUseEmpty(func, getOperation()))
      func.erase();
  }
}

} // namespace mlir::relax
