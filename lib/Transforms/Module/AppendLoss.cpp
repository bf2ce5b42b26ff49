// Append a loss to a function: what is trained is one function.
//
// TVM's pass asks for one dataflow region in each of the two, and for a loss
// whose sizes are those of what it is given, by name. Here both are inlined as
// calls are, so that regions may be any and symbols are bound.
#include "InlineCall.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_APPENDLOSSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct AppendLossPass : impl::AppendLossPassBase<AppendLossPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  FuncOp find(SymbolTable &symbols, StringRef name, StringRef option);
  LogicalResult verifySignatures(FuncOp backbone, FuncOp loss);
  FuncOp create(FuncOp backbone, FuncOp loss);
  LogicalResult fill(FuncOp made, FuncOp backbone, FuncOp loss);
};
} // namespace

/// What a function gives: its results, or the fields of the tuple that is its
/// one result.
static ArrayRef<Type> getOutputs(FuncOp func) {
  ArrayRef<Type> types = func.getResultTypes();
  auto tuple =
      types.size() == 1 ? dyn_cast<TupleType>(types.front()) : TupleType();
  return tuple ? tuple.getTypes() : types;
}

FuncOp AppendLossPass::find(SymbolTable &symbols, StringRef name,
                            StringRef option) {
  auto func = symbols.lookup<FuncOp>(name);
  if (func && !func.isExternal())
    return func;
  getOperation().emitError("expected a relax.func @")
      << name << " with a body, found none; choose one with '" << option << "'";
  return {};
}

LogicalResult AppendLossPass::verifySignatures(FuncOp backbone, FuncOp loss) {
  ArrayRef<Type> outputs = getOutputs(backbone);
  if (numOutputs < 1 || numOutputs > outputs.size() ||
      numOutputs > loss.getNumArguments()) {
    loss.emitOpError("is given the first ")
            .append(unsigned(numOutputs), " outputs of @",
                    backbone.getSymName(), ", expected 1 to ",
                    std::min<size_t>(outputs.size(), loss.getNumArguments()),
                    "; choose how many with 'num-outputs'")
            .attachNote(backbone.getLoc())
        << "it gives " << outputs.size() << " here";
    return failure();
  }
  ArrayRef<Type> results = loss.getResultTypes();
  auto number = results.size() == 1 ? dyn_cast<RankedTensorType>(results[0])
                                    : RankedTensorType();
  if (!number || number.getRank() != 0 ||
      !isa<FloatType>(number.getElementType()))
    return loss.emitOpError("is no loss: expected one number, a tensor of "
                            "floats of rank 0, found ")
           << results << "; sum it up";
  return success();
}

/// The function without a body: it takes what both take, and gives the loss and
/// what the backbone gives besides.
FuncOp AppendLossPass::create(FuncOp backbone, FuncOp loss) {
  ArrayRef<Type> outputs = getOutputs(backbone);
  SymbolValues values;
  for (auto [formal, actual] :
       llvm::zip(loss.getArgumentTypes().take_front(numOutputs), outputs))
    bindSymbols(formal, actual, values);
  // The loss's other sizes are new, also where they have a name of the
  // backbone's.
  TakenNames taken(backbone);
  for (StringAttr symbol : getSymbolNames(loss))
    if (!values.contains(symbol))
      values[symbol] = SymExprAttr::symbol(&getContext(), taken.add(symbol));
  AttrTypeReplacer names = makeSymbolReplacer(values);
  SmallVector<Type> params(backbone.getArgumentTypes());
  for (Type target : loss.getArgumentTypes().drop_front(numOutputs))
    params.push_back(names.replace(target));
  SmallVector<Type> results = {names.replace(loss.getResultTypes().front())};
  llvm::append_range(results, outputs.drop_front(numOutputs));
  OpBuilder builder(&getContext());
  builder.setInsertionPointAfter(backbone);
  // As the backbone gives several, so does the new one.
  if (outputs.data() != backbone.getResultTypes().data() && results.size() > 1)
    results = {builder.getTupleType(results)};
  std::string name =
      newName.empty() ? (funcName + "_loss") : newName.getValue();
  auto made = FuncOp::create(builder, backbone.getLoc(), name,
                             builder.getFunctionType(params, results));
  made.setSymVisibilityAttr(backbone.getSymVisibilityAttr());
  made.setImpure(backbone.getImpure() || loss.getImpure());
  for (FuncOp part : {backbone, loss}) {
    unsigned first = part == loss ? unsigned(numOutputs) : 0;
    unsigned place = part == loss ? backbone.getNumArguments() - first : 0;
    for (unsigned i = first; i < part.getNumArguments(); ++i)
      made.setArgAttrs(i + place,
                       function_interface_impl::getArgAttrs(part, i));
    if (!made.getImpure() && part->hasAttr("relax.force_pure"))
      made->setAttr("relax.force_pure", builder.getUnitAttr());
  }
  return made;
}

LogicalResult AppendLossPass::fill(FuncOp made, FuncOp backbone, FuncOp loss) {
  auto builder = OpBuilder::atBlockEnd(&made.getBody().front());
  Location loc = loss.getLoc();
  auto args = made.getArguments();
  unsigned count = backbone.getNumArguments();
  auto forward =
      CallOp::create(builder, backbone.getLoc(), backbone.getResultTypes(),
                     backbone.getSymName(), ValueRange(args.take_front(count)),
                     backbone.getImpure());
  SmallVector<Value> outputs(forward.getResults());
  if (ArrayRef<Type> types = getOutputs(backbone);
      types.data() != backbone.getResultTypes().data()) {
    outputs.clear();
    for (auto [index, type] : llvm::enumerate(types))
      outputs.push_back(
          TupleGetItemOp::create(builder, loc, type, forward.getResult(0),
                                 builder.getI64IntegerAttr(int64_t(index))));
  }
  SmallVector<Value> given =
      llvm::to_vector(ArrayRef(outputs).take_front(numOutputs));
  llvm::append_range(given, args.drop_front(count));
  ArrayRef<Type> resultTypes = made.getResultTypes();
  auto tuple = dyn_cast<TupleType>(resultTypes.front());
  auto number = CallOp::create(
      builder, loc, TypeRange(tuple ? tuple.getType(0) : resultTypes.front()),
      loss.getSymName(), given, loss.getImpure());
  SmallVector<Value> results = {number.getResult(0)};
  llvm::append_range(results, ArrayRef(outputs).drop_front(numOutputs));
  if (tuple)
    results = {TupleOp::create(builder, loc, tuple, results)};
  ReturnOp::create(builder, loc, results);
  // Whether the loss takes what it is given, a call of it knows.
  SymbolTableCollection symbols;
  if (failed(number.verifySymbolUses(symbols)))
    return failure();
  TakenNames taken(made);
  inlineCall(forward, backbone, taken);
  inlineCall(number, loss, taken);
  return success();
}

void AppendLossPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  FuncOp backbone = find(symbols, funcName, "func-name");
  FuncOp loss = find(symbols, lossName, "loss");
  if (!backbone || !loss || failed(verifySignatures(backbone, loss)))
    return signalPassFailure();
  FuncOp made = create(backbone, loss);
  // A second run has nothing to do; a function of that name that is another one
  // would be called in place of this.
  if (Operation *other = symbols.lookup(made.getSymName())) {
    auto there = dyn_cast<FuncOp>(other);
    bool isMade = there && there.getFunctionType() == made.getFunctionType();
    if (!isMade)
      backbone.emitOpError("gets a loss in @")
              .append(made.getSymName(),
                      ", expected that name to be free; choose one with "
                      "'new-name'")
              .attachNote(other->getLoc())
          << "it is here";
    made.erase();
    return isMade ? markAllAnalysesPreserved() : signalPassFailure();
  }
  if (failed(fill(made, backbone, loss)))
    signalPassFailure();
}

} // namespace mlir::relax
