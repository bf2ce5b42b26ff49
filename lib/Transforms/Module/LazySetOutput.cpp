// Give results away where they are computed.
//
// As with weights that are requested (LazyGetInput.cpp) the callback is a
// function that the program registers. What a dataflow region gives is set
// behind it, since setting is an effect.
#include "ExternalCalls.h"
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LAZYSETOUTPUTPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// Calls `setter` with a number and a value, right after the value is there. A
/// tuple is given by its fields, which a `relax.tuple` still has apart.
static void set(Value value, FlatSymbolRefAttr setter, int64_t &next) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  if (auto type = dyn_cast<TupleType>(value.getType())) {
    auto made = value.getDefiningOp<TupleOp>();
    for (auto [index, field] : llvm::enumerate(type.getTypes()))
      set(made ? made->getOperand(unsigned(index))
               : TupleGetItemOp::create(
                     builder, loc, field, value,
                     builder.getI64IntegerAttr(int64_t(index)))
                     .getResult(),
          setter, next);
    return;
  }
  Value arguments[] = {createNumbers(builder, loc, next++), value};
  CallPackedOp::create(builder, loc, TypeRange(), setter, arguments);
}

/// Whether all of a value are tensors, alone or in tuples.
static bool isOfTensors(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple ? llvm::all_of(tuple.getTypes(), isOfTensors)
               : isa<TensorType>(type);
}

/// The functions that the option names; reports one that is not there, is
/// called inside, or gives what cannot be set.
static FailureOr<SmallVector<FuncOp>>
findFunctions(ModuleOp module, ArrayRef<std::string> names) {
  SymbolTable symbols(module);
  SmallVector<FuncOp> funcs;
  for (StringRef name : names) {
    auto func = symbols.lookup<FuncOp>(name);
    if (!func || func.isExternal())
      return module.emitError("expected a relax.func @")
             << name << " with a body, found none; choose one with 'functions'";
    for (Type type : func.getResultTypes())
      if (!isOfTensors(type))
        return func.emitOpError("cannot set a result: expected tensors, found ")
               << type << "; leave the function out of 'functions'";
    auto uses = SymbolTable::getSymbolUses(func, module);
    if (!uses || !uses->empty()) {
      InFlightDiagnostic error = func.emitOpError(
          "is used in the module, where its results are taken; "
          "expected calls from outside only, found ");
      error << (uses ? std::distance(uses->begin(), uses->end()) : 1)
            << " uses; leave the function out of 'functions'";
      if (uses)
        error.attachNote(uses->begin()->getUser()->getLoc()) << "a use is here";
      return error;
    }
    funcs.push_back(func);
  }
  return funcs;
}

namespace {
struct LazySetOutputPass : impl::LazySetOutputPassBase<LazySetOutputPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<SmallVector<FuncOp>> funcs =
        findFunctions(getOperation(), functions);
    if (failed(funcs))
      return signalPassFailure();
    SymbolTable symbols(getOperation());
    for (FuncOp func : *funcs) {
      if (func.getResultTypes().empty())
        continue;
      auto end = cast<ReturnOp>(func.getBody().front().getTerminator());
      int64_t next = 0;
      for (Value value : llvm::to_vector(end.getOperands()))
        set(value, declareExtern(symbols, setter), next);
      SmallVector<Operation *> tuples;
      for (Value value : end.getOperands())
        if (auto tuple = value.getDefiningOp<TupleOp>())
          tuples.push_back(tuple);
      end->setOperands({});
      for (Operation *tuple : tuples)
        if (tuple->use_empty())
          tuple->erase();
      updateSignature(func);
      func.setImpure(true);
      func->removeAttr("relax.force_pure");
      func.removeResAttrsAttr();
    }
  }
};
} // namespace

} // namespace mlir::relax
