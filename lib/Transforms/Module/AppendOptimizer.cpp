// Append the step of an optimizer: what is trained is renewed by derivatives.
//
// The optimizers, and the order of their states, are those of TVM's
// relax.training.optimizer. That has the first states as arrays, for which all
// sizes are known. Here a function gives them, so that sizes may be symbols.
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_APPENDOPTIMIZERPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
/// A parameter and what belongs to it; a step renews the value and the states.
struct Trained {
  Value value, gradient;
  SmallVector<Value, 2> states;
};

struct AppendOptimizerPass
    : impl::AppendOptimizerPassBase<AppendOptimizerPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  FailureOr<SmallVector<Type>> getTrainedTypes(FuncOp func);
  SmallVector<Type> getCounterTypes(Type element) const;
  /// How many tensors of its size belong to each parameter.
  unsigned getNumMoments() const;
  FuncOp create(FuncOp func, StringRef name, TypeRange params,
                TypeRange results);
  void fillStep(FuncOp step, size_t count);
  void fillInit(FuncOp init, TypeRange counters);
  SmallVector<Value> count(TensorBuilder &tensors, ValueRange counters);
  void renew(TensorBuilder &tensors, Trained &trained, ValueRange counters);
};
} // namespace

SmallVector<Type> AppendOptimizerPass::getCounterTypes(Type element) const {
  SmallVector<Type> types = {
      RankedTensorType::get({}, IntegerType::get(element.getContext(), 64))};
  // The powers of beta1 and beta2 as far as the steps have come.
  if (optimizer == "adam")
    types.append(2, RankedTensorType::get({}, element));
  return types;
}

unsigned AppendOptimizerPass::getNumMoments() const {
  return optimizer == "adam" ? 2 : optimizer == "momentum-sgd" ? 1 : 0;
}

/// The step has no other parameters that could define the sizes of those that
/// are trained, the numbers of which are `chosen`.
static LogicalResult verifySizes(FuncOp func, ArrayRef<int64_t> chosen,
                                 ArrayRef<Type> types) {
  llvm::SmallDenseSet<StringAttr> defined;
  for (Type type : types)
    walkBareSymbols(type, [&](StringAttr symbol) { defined.insert(symbol); });
  for (auto [place, type] : llvm::zip(chosen, types)) {
    StringAttr missing;
    walkSymbols(type, [&](StringAttr symbol) {
      if (!defined.contains(symbol))
        missing = symbol;
    });
    if (missing)
      return emitError(func.getArgument(place).getLoc())
                 .append("parameter ", place, " of @", func.getSymName(),
                         " is trained, expected sizes that trained parameters "
                         "define, found ",
                         missing, " in ", type,
                         "; leave it out of 'params', or give it a size of a "
                         "symbol alone")
                 .attachNote(func.getLoc())
             << "@" << func.getSymName() << " is here";
  }
  return success();
}

/// The types of the parameters `params`, or of those behind the inputs.
FailureOr<SmallVector<Type>> AppendOptimizerPass::getTrainedTypes(FuncOp func) {
  SmallVector<int64_t> chosen(params.begin(), params.end());
  if (chosen.empty())
    llvm::append_range(chosen,
                       llvm::seq<int64_t>(func.getNumInput().value_or(0),
                                          func.getNumArguments()));
  SmallVector<Type> types;
  for (int64_t place : chosen) {
    if (place < 0 || place >= func.getNumArguments())
      return func.emitOpError("expected 'params' to be below its number of "
                              "parameters, ")
             << func.getNumArguments() << ", found " << place;
    BlockArgument param = func.getArgument(place);
    auto type = dyn_cast<RankedTensorType>(param.getType());
    if (!type || !isa<FloatType>(type.getElementType()))
      return emitError(param.getLoc())
                 .append("parameter ", place, " of @", func.getSymName(),
                         " is trained, expected a tensor of floats of known "
                         "rank, found ",
                         param.getType(), "; leave it out of 'params'")
                 .attachNote(func.getLoc())
             << "@" << func.getSymName() << " is here";
    if (llvm::count(chosen, place) > 1)
      return func.emitOpError("trains parameter ")
             << place << " twice, expected each number once in 'params'";
    // Of narrow floats epsilon is 0, and so is 1 less a power of beta2.
    if (optimizer == "adam" && type.getElementTypeBitWidth() < 32)
      return emitError(param.getLoc())
                 .append("parameter ", place, " of @", func.getSymName(),
                         " is trained by adam, expected elements of at least "
                         "32 bits, found ",
                         type.getElementType(),
                         "; train it in f32, or by another optimizer")
                 .attachNote(func.getLoc())
             << "@" << func.getSymName() << " is here";
    Type first = types.empty() ? type : types.front();
    if (getElementTypeOrSelf(first) != type.getElementType())
      return emitError(param.getLoc())
                 .append("parameter ", place, " of @", func.getSymName(),
                         " is trained with one of elements ",
                         getElementTypeOrSelf(first),
                         ", expected the same, found ", type.getElementType(),
                         "; make an optimizer for each with 'params' and "
                         "'new-name'")
                 .attachNote(func.getArgument(chosen.front()).getLoc())
             << "the first one is here";
    types.push_back(type);
  }
  if (types.empty())
    return func.emitOpError("expected parameters to train, found none behind "
                            "the inputs that 'num_input' counts; choose them "
                            "with 'params'");
  if (failed(verifySizes(func, chosen, types)))
    return failure();
  return types;
}

FuncOp AppendOptimizerPass::create(FuncOp func, StringRef name,
                                   TypeRange params, TypeRange results) {
  OpBuilder builder(func.getContext());
  builder.setInsertionPointToEnd(getOperation().getBody());
  auto made = FuncOp::create(builder, func.getLoc(), name,
                             builder.getFunctionType(params, results));
  made.setSymVisibilityAttr(func.getSymVisibilityAttr());
  static constexpr llvm::StringLiteral kNames[] = {"params", "gradients",
                                                   "optim_states"};
  for (unsigned place = 0; place < params.size(); ++place)
    made.setArgAttr(place, "relax.name", builder.getStringAttr(kNames[place]));
  return made;
}

static Value makeConstant(TensorBuilder &tensors, Type type, Attribute value) {
  auto tensor = cast<RankedTensorType>(type);
  return ConstantOp::create(tensors.getBuilder(), tensors.getLoc(), type,
                            DenseElementsAttr::get(tensor, value));
}

/// The counters a step later.
SmallVector<Value> AppendOptimizerPass::count(TensorBuilder &tensors,
                                              ValueRange counters) {
  Value one = makeConstant(tensors, counters[0].getType(),
                           tensors.getBuilder().getI64IntegerAttr(1));
  SmallVector<Value> next = {tensors.add(counters[0], one)};
  if (optimizer == "adam")
    llvm::append_range(next,
                       SmallVector<Value>{tensors.mul(counters[1], beta1),
                                          tensors.mul(counters[2], beta2)});
  return next;
}

void AppendOptimizerPass::renew(TensorBuilder &tensors, Trained &trained,
                                ValueRange counters) {
  Value change = trained.gradient;
  if (weightDecay != 0)
    change = tensors.add(tensors.mul(trained.value, weightDecay), change);
  if (optimizer == "momentum-sgd") {
    Value &velocity = trained.states[0];
    Value damped = dampening != 0 ? tensors.mul(change, 1 - dampening) : change;
    velocity = tensors.add(tensors.mul(velocity, momentum), damped);
    change = nesterov ? tensors.add(change, tensors.mul(velocity, momentum))
                      : velocity;
  } else if (optimizer == "adam") {
    Value &mean = trained.states[0], &square = trained.states[1];
    mean =
        tensors.add(tensors.mul(mean, beta1), tensors.mul(change, 1 - beta1));
    square = tensors.add(tensors.mul(square, beta2),
                         tensors.mul(tensors.square(change), 1 - beta2));
    // The states begin at 0, and would stay too small for the first steps.
    Value first = tensors.div(mean, tensors.subFrom(1, counters[1]));
    Value second = tensors.div(square, tensors.subFrom(1, counters[2]));
    change =
        tensors.div(first, tensors.add(tensors.emit<SqrtOp>(second), epsilon));
  }
  trained.value = tensors.sub(trained.value, tensors.mul(change, learningRate));
}

/// A field of a tuple.
static Value getField(TensorBuilder &tensors, Value tuple, size_t place) {
  OpBuilder &builder = tensors.getBuilder();
  return TupleGetItemOp::create(builder, tensors.getLoc(),
                                cast<TupleType>(tuple.getType()).getType(place),
                                tuple,
                                builder.getI64IntegerAttr(int64_t(place)));
}

/// Fills a function with a region, which gives what `build` gives.
static void
fill(FuncOp func,
     llvm::function_ref<SmallVector<Value>(TensorBuilder &)> build) {
  Location loc = func.getLoc();
  auto builder = OpBuilder::atBlockEnd(&func.getBody().front());
  auto region = DataflowOp::create(builder, loc, func.getResultTypes());
  ReturnOp::create(builder, loc, region.getResults());
  builder.createBlock(&region.getBody());
  TensorBuilder tensors(builder, loc);
  OutputOp::create(builder, loc, build(tensors));
}

void AppendOptimizerPass::fillStep(FuncOp step, size_t count) {
  fill(step, [&](TensorBuilder &tensors) {
    Value params = step.getArgument(0), states = step.getArgument(2);
    size_t numStates = cast<TupleType>(states.getType()).size();
    size_t numCounters = numStates - count * getNumMoments();
    SmallVector<Value> newParams, newStates(numStates), counters;
    for (size_t place = 0; place < numCounters; ++place)
      counters.push_back(getField(tensors, states, place));
    counters = this->count(tensors, counters);
    llvm::copy(counters, newStates.begin());
    for (size_t place = 0; place < count; ++place) {
      Trained trained = {getField(tensors, params, place),
                         getField(tensors, step.getArgument(1), place),
                         {}};
      // The first moments of all stand before the second ones.
      for (size_t at = numCounters + place; at < numStates; at += count)
        trained.states.push_back(getField(tensors, states, at));
      renew(tensors, trained, counters);
      newParams.push_back(trained.value);
      for (auto [moment, state] : llvm::enumerate(trained.states))
        newStates[numCounters + moment * count + place] = state;
    }
    OpBuilder &builder = tensors.getBuilder();
    auto bundle = [&](ValueRange values, unsigned result) -> Value {
      return TupleOp::create(builder, tensors.getLoc(),
                             step.getResultTypes()[result], values);
    };
    Value first = bundle(newParams, 0);
    return SmallVector<Value>{first, bundle(newStates, 1)};
  });
}

/// The states before the first step: no steps, powers with exponent 0, moments
/// of 0.
void AppendOptimizerPass::fillInit(FuncOp init, TypeRange counters) {
  fill(init, [&](TensorBuilder &tensors) {
    OpBuilder &builder = tensors.getBuilder();
    SmallVector<Value> states;
    for (auto [place, type] : llvm::enumerate(counters)) {
      Attribute value = builder.getI64IntegerAttr(0);
      if (place)
        value = builder.getFloatAttr(getElementTypeOrSelf(type), 1);
      states.push_back(makeConstant(tensors, type, value));
    }
    Value params = init.getArgument(0);
    size_t count = cast<TupleType>(params.getType()).size();
    for (unsigned moment = 0; moment < getNumMoments(); ++moment)
      for (size_t place = 0; place < count; ++place)
        states.push_back(tensors.zerosLike(getField(tensors, params, place)));
    return SmallVector<Value>{TupleOp::create(
        builder, tensors.getLoc(), init.getResultTypes().front(), states)};
  });
}

void AppendOptimizerPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  auto func = symbols.lookup<FuncOp>(funcName);
  if (!func || func.isExternal()) {
    getOperation().emitError("expected a relax.func @")
        << funcName << " with a body, found none; choose one with 'func-name'";
    return signalPassFailure();
  }
  if (!llvm::is_contained({"sgd", "momentum-sgd", "adam"}, optimizer)) {
    emitError(func.getLoc())
        << "expected the optimizer sgd, momentum-sgd or adam, found \""
        << optimizer << "\"";
    return signalPassFailure();
  }
  FailureOr<SmallVector<Type>> types = getTrainedTypes(func);
  if (failed(types))
    return signalPassFailure();
  MLIRContext *context = &getContext();
  SmallVector<Type> counters =
      getCounterTypes(getElementTypeOrSelf(types->front()));
  SmallVector<Type> states = counters;
  for (unsigned moment = 0; moment < getNumMoments(); ++moment)
    llvm::append_range(states, *types);
  Type trained = TupleType::get(context, *types);
  Type state = TupleType::get(context, states);
  FuncOp step =
      create(func, newName, {trained, trained, state}, {trained, state});
  FuncOp init = create(func, newName + "_init", trained, state);
  // A second run, which finds both, has nothing to do, as that of
  // relax-append-loss.
  unsigned numMade = 0;
  Operation *other = nullptr;
  for (FuncOp made : {step, init}) {
    auto there = symbols.lookup<FuncOp>(made.getSymName());
    numMade += there && there.getFunctionType() == made.getFunctionType();
    if (!other)
      other = symbols.lookup(made.getSymName());
  }
  if (other) {
    if (numMade != 2)
      func.emitOpError("gets an optimizer in @")
              .append(step.getSymName(), " and @", init.getSymName(),
                      ", expected these names to be free; choose another one "
                      "with 'new-name'")
              .attachNote(other->getLoc())
          << "one is taken here";
    step.erase();
    init.erase();
    return numMade == 2 ? markAllAnalysesPreserved() : signalPassFailure();
  }
  fillStep(step, types->size());
  fillInit(init, counters);
}

} // namespace mlir::relax
