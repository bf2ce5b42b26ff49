// Faults in names, types, purity and the scope of symbols.
#include "FaultSeeding.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::relax {

/// A function gets another name, its calls do not.
static bool renamedCallee(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::FuncOp>(module, decisions, [&](tir::FuncOp function) {
    if (SymbolTable::symbolKnownUseEmpty(function, module))
      return false;
    function.setSymName((function.getSymName() + "_renamed").str());
    return true;
  });
}

static bool droppedCallee(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::FuncOp>(module, decisions, [&](tir::FuncOp function) {
    if (SymbolTable::symbolKnownUseEmpty(function, module))
      return false;
    function.erase();
    return true;
  });
}

static bool droppedPublic(ModuleOp module, Decisions &decisions) {
  return seedInOne<FuncOp>(module, decisions, [&](FuncOp function) {
    if (!function.isPublic() ||
        !SymbolTable::symbolKnownUseEmpty(function, module))
      return false;
    function.erase();
    return true;
  });
}

static bool privateEntry(ModuleOp module, Decisions &decisions) {
  return seedInOne<FuncOp>(module, decisions, [&](FuncOp function) {
    if (!function.isPublic())
      return false;
    function.setPrivate();
    return true;
  });
}

static bool otherGlobalSymbol(ModuleOp module, Decisions &decisions) {
  return seedInOne<FuncOp>(module, decisions, [](FuncOp function) {
    if (!function.isPublic())
      return false;
    function->setAttr("global_symbol",
                      StringAttr::get(function.getContext(), "hello_hello_"));
    return true;
  });
}

static bool doubledName(ModuleOp module, Decisions &decisions) {
  return seedInOne<FuncOp>(module, decisions, [&](FuncOp function) {
    OpBuilder builder(function);
    builder.clone(*function);
    return true;
  });
}

static bool effectInPureFunction(ModuleOp module, Decisions &decisions) {
  return seedInOne<FuncOp>(module, decisions, [](FuncOp function) {
    if (!function.isPure() || function->hasAttr("relax.force_pure"))
      return false;
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    PrintOp::create(builder, function.getLoc(), "seeded", ValueRange());
    return true;
  });
}

static bool effectInDataflow(ModuleOp module, Decisions &decisions) {
  return seedInOne<DataflowOp>(module, decisions, [](DataflowOp region) {
    auto builder = OpBuilder::atBlockBegin(&region.getBody().front());
    PrintOp::create(builder, region.getLoc(), "seeded", ValueRange());
    return true;
  });
}

/// A result says dimensions that its op does not give.
static bool otherResultType(ModuleOp module, Decisions &decisions) {
  return seedInOne<Operation *>(module, decisions, [](Operation *op) {
    if (!op->getName().getStringRef().starts_with("relax.") ||
        op->getNumResults() != 1 || op->use_empty())
      return false;
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || type.getRank() == 0 || !type.hasStaticShape())
      return false;
    SmallVector<int64_t> shape(type.getShape());
    ++shape[0];
    op->getResult(0).setType(
        RankedTensorType::get(shape, type.getElementType()));
    return true;
  });
}

static bool undefinedSymbol(ModuleOp module, Decisions &decisions) {
  return seedInOne<Operation *>(module, decisions, [](Operation *op) {
    if (!op->getName().getStringRef().starts_with("relax.") ||
        op->getNumResults() != 1 || op->use_empty())
      return false;
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<SymExprAttr> dims =
        type ? getDims(type) : SmallVector<SymExprAttr>();
    for (SymExprAttr &dim : dims)
      if (dim && !dim.getConstant()) {
        dim = SymExprAttr::symbol(op->getContext(), "nobody");
        op->getResult(0).setType(
            getTensorType(dims, type.getElementType(), getVDevice(type)));
        return true;
      }
    return false;
  });
}

/// A size in a signature becomes another expression.
static bool otherDimension(ModuleOp module, Decisions &decisions) {
  return seedInOne<FuncOp>(module, decisions, [](FuncOp function) {
    FunctionType type = function.getFunctionType();
    SmallVector<Type> results(type.getResults());
    for (Type &result : results)
      if (auto tensor = dyn_cast<RankedTensorType>(result))
        if (tensor.getRank() && tensor.hasStaticShape()) {
          SmallVector<int64_t> shape(tensor.getShape());
          ++shape[0];
          result = RankedTensorType::get(shape, tensor.getElementType());
          function.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(
              function.getContext(), type.getInputs(), results)));
          return true;
        }
    return false;
  });
}

static bool missingArgument(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallTIROp>(module, decisions, [](CallTIROp call) {
    if (call.getArgs().empty())
      return false;
    call.getArgsMutable().erase(0);
    return true;
  });
}

void addSymbolFaults(std::vector<SeededFault> &faults) {
  const SeededFault symbolFaults[] = {
      {"renamed-callee", "a program is renamed, its calls are not",
       renamedCallee},
      {"dropped-callee", "a program that is called is dropped", droppedCallee},
      {"dropped-public", "a public function is dropped", droppedPublic},
      {"private-entry", "a public function becomes private", privateEntry},
      {"other-global-symbol", "`global_symbol` differs from the name",
       otherGlobalSymbol},
      {"doubled-name", "two functions have one name", doubledName},
      {"effect-in-pure-function", "a pure function prints",
       effectInPureFunction},
      {"effect-in-dataflow", "a dataflow region prints", effectInDataflow},
      {"other-result-type", "a result has a size that its op does not give",
       otherResultType},
      {"undefined-symbol", "a type uses a symbol that nothing defines",
       undefinedSymbol},
      {"other-dimension", "a signature says another size", otherDimension},
      {"missing-argument", "a call has an argument too little",
       missingArgument}};
  llvm::append_range(faults, symbolFaults);
}

} // namespace mlir::relax
