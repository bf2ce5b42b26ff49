// Composite functions, which a library may compute, and what holds them.
#include "CompositeFunctions.h"
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relax {

StringAttr getLibraryOf(StringAttr pattern) {
  return StringAttr::get(pattern.getContext(),
                         pattern.getValue().split('.').first);
}

StringAttr getComposite(Operation *function) {
  return function->getAttrOfType<StringAttr>(kCompositeAttr);
}

FuncOp getCalledComposite(Operation *op, const SymbolTable &symbols) {
  auto call = dyn_cast<CallOp>(op);
  auto callee = call ? symbols.lookup<FuncOp>(call.getCallee()) : FuncOp();
  return callee && getComposite(callee) ? callee : FuncOp();
}

bool isOfLibrary(FuncOp func) {
  return func->hasAttr("relax.primitive") || func->hasAttr(kCompositeAttr) ||
         func->hasAttr(kCodegenAttr);
}

/// A local function of the body of `composite`. Its symbols get names that the
/// function around it does not have: a local function may use those, and would
/// then mean another size.
static LambdaOp cloneAsLambda(OpBuilder &builder, FuncOp composite,
                              TakenNames &taken) {
  SymbolValues values;
  for (StringAttr symbol : getSymbolNames(composite))
    values[symbol] =
        SymExprAttr::symbol(builder.getContext(), taken.add(symbol));
  // The types of callables inside keep their symbols, which are their own.
  AttrTypeReplacer names = makeSymbolReplacer(values);
  auto signature =
      cast<FunctionType>(names.replace(Type(composite.getFunctionType())));
  auto type =
      CallableType::get(builder.getContext(), signature, composite.isPure());
  auto lambda = LambdaOp::create(builder, composite.getLoc(), type);
  lambda->setAttr(kCompositeAttr, getComposite(composite));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&lambda.getBody());
  IRMapping mapping;
  for (auto [parameter, input] :
       llvm::zip(composite.getArguments(), signature.getInputs()))
    mapping.map(parameter, body->addArgument(input, parameter.getLoc()));
  Block &from = composite.getBody().front();
  for (Operation &op : from.without_terminator())
    names.recursivelyReplaceElementsIn(builder.clone(op, mapping),
                                       /*replaceAttrs=*/true,
                                       /*replaceLocs=*/false,
                                       /*replaceTypes=*/true);
  SmallVector<Value> results;
  for (Value value : from.getTerminator()->getOperands())
    results.push_back(mapping.lookup(value));
  YieldOp::create(builder, from.getTerminator()->getLoc(), results);
  return lambda;
}

/// Puts what dataflow regions hold in their place: local functions may not
/// stand in them.
static void dissolveDataflow(FuncOp func) {
  for (auto dataflow :
       llvm::make_early_inc_range(func.getBody().getOps<DataflowOp>())) {
    Block &body = dataflow.getBody().front();
    Operation *output = body.getTerminator();
    dataflow.replaceAllUsesWith(output->getOperands());
    output->erase();
    dataflow->getBlock()->getOperations().splice(dataflow->getIterator(),
                                                 body.getOperations());
    dataflow.erase();
  }
}

void makeLibraryFunction(FuncOp func, StringAttr library, StringRef name,
                         SymbolTable &symbols) {
  dissolveDataflow(func);
  TakenNames taken(func);
  // One local function for all calls of a composite one: the library is to make
  // code for it once.
  DenseMap<Operation *, LambdaOp> lambdas;
  for (CallOp call :
       llvm::make_early_inc_range(func.getBody().getOps<CallOp>())) {
    FuncOp composite = getCalledComposite(call, symbols);
    if (!composite)
      continue;
    OpBuilder builder(call);
    LambdaOp &lambda = lambdas[composite];
    if (!lambda)
      lambda = cloneAsLambda(builder, composite, taken);
    auto invoke = InvokePureClosureOp::create(
        builder, call.getLoc(), call.getResultTypes(), lambda.getCallable(),
        call.getArgs());
    call.replaceAllUsesWith(invoke.getResults());
    call.erase();
  }
  func->removeAttr("relax.primitive");
  func->setAttr(kCodegenAttr, library);
  std::string wanted = (name + "_" + library.getValue()).str(), free = wanted;
  for (unsigned next = 1; symbols.lookup(free); ++next)
    free = wanted + std::to_string(next);
  (void)symbols.rename(func, free);
  func.setPublic();
}

void eraseUnusedComposites(ModuleOp module) {
  for (auto func : llvm::make_early_inc_range(module.getOps<FuncOp>()))
    if (func.isPrivate() && getComposite(func) &&
        SymbolTable::symbolKnownUseEmpty(func, module))
      func.erase();
}

} // namespace mlir::relax
