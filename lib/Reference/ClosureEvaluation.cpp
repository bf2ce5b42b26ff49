// Functions as values, and functions outside of the module.
#include "CallSite.h"
#include "Step.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

/// Compares the arguments of a lambda, which come behind itself if it is
/// recursive, with its parameters.
/// Symbols of a lambda are its own unless the function around it defines them;
/// those come with the closure.
static bool checkParameters(Machine &machine, const Program &program) {
  auto lambda = cast<LambdaOp>(program.function);
  SmallVector<StringAttr> defined;
  for (BlockArgument parameter : lambda.getParameters())
    walkBareSymbols(parameter.getType(), [&](StringAttr symbol) {
      if (!llvm::is_contained(program.inherited, symbol))
        defined.push_back(symbol);
    });
  TypeMatch match(machine, defined);
  bool isRight = true;
  for (BlockArgument parameter : lambda.getParameters()) {
    Type type = parameter.getType();
    Slot slot = program.parameters[parameter.getArgNumber()];
    isRight = isRight && match.add(type, machine.read(slot, type));
  }
  if (isRight && match.finish())
    return true;
  machine.fail(lambda, "is called with arguments that do not fit: " +
                           match.getReason());
  return false;
}

static const Program *compileBody(LambdaOp op, ArrayRef<Value> captured,
                                  ProgramBuilder &outer) {
  auto program = std::make_unique<Program>();
  program->function = op;
  program->checkArguments = &checkParameters;
  ProgramBuilder builder(outer.getLibrary(), *program);
  Block &body = op.getBody().front();
  program->parameters = builder.getSlots(body.getArguments());
  llvm::append_range(program->parameters, builder.getSlots(captured));
  // The closure outlives the frame that made it, so values and symbols are
  // copied into it.
  program->inherited.assign(outer.scope.begin(), outer.scope.end());
  builder.scope = outer.scope;
  for (StringAttr symbol : program->inherited)
    builder.getSymbol(symbol);
  for (BlockArgument parameter : op.getParameters())
    walkBareSymbols(parameter.getType(), [&](StringAttr symbol) {
      builder.getSymbol(symbol);
      builder.scope.insert(symbol);
    });
  for (Operation &inner : body.without_terminator())
    if (failed(builder.compile(&inner)))
      return nullptr;
  if (failed(compileReturn(body.getTerminator(), builder)))
    return nullptr;
  return outer.getLibrary().add(std::move(program));
}

static LogicalResult compileLambda(LambdaOp op, ProgramBuilder &builder) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op.getBody(), used);
  const Program *program = compileBody(op, used.getArrayRef(), builder);
  if (!program)
    return failure();
  std::vector<Slot> slots = builder.getSlots(used.getArrayRef());
  SmallVector<Type> types;
  for (Value value : used)
    types.push_back(value.getType());
  Slot result = builder.getSlot(op.getCallable());
  emitStep(op, builder, [=](Machine &machine, const Instruction *) {
    Closure closure;
    closure.program = program;
    for (auto [slot, type] : llvm::zip(slots, types))
      closure.values.push_back(machine.read(slot, type));
    const Program &present = *machine.getFrame().program;
    for (StringAttr symbol : program->inherited)
      closure.symbols.push_back(
          machine.scalars[present.symbols.lookup(symbol)]);
    return machine.write(result, std::move(closure));
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Closures of functions
//===----------------------------------------------------------------------===//

static LogicalResult compileMakeClosure(MakeClosureOp op,
                                        ProgramBuilder &builder) {
  Operation *callee =
      SymbolTable::lookupNearestSymbolFrom(op, op.getCalleeAttr());
  std::vector<Slot> slots = builder.getSlots(op.getArgs());
  SmallVector<Type> types(op.getArgs().getTypes());
  Slot result = builder.getSlot(op.getClosure());
  emitStep(op, builder, [=](Machine &machine, const Instruction *) {
    Closure closure;
    closure.program = machine.getLibrary().getFunction(callee);
    for (auto [slot, type] : llvm::zip(slots, types))
      closure.values.push_back(machine.read(slot, type));
    return closure.program && machine.write(result, std::move(closure));
  });
  return success();
}

static const Instruction *runInvoke(Machine &machine, const Instruction *at) {
  const auto &slots = *static_cast<const std::vector<Slot> *>(at->data);
  const Closure *closure = machine.objects[at->a].getClosure();
  if (!closure)
    return machine.fail(at, "expects a closure, found " +
                                machine.objects[at->a].describe());
  // The closure's slot is that of a frame which the call leaves behind.
  Datum kept = machine.objects[at->a];
  std::vector<Datum> arguments;
  auto lambda = dyn_cast<LambdaOp>(closure->program->function);
  if (lambda && lambda.getRecursive())
    arguments.push_back(kept);
  for (auto [slot, operand] :
       llvm::zip(slots, llvm::drop_begin(at->op->getOperands())))
    arguments.push_back(machine.read(slot, operand.getType()));
  llvm::append_range(arguments, closure->values);
  return startCall(machine, at, *closure->program, arguments, closure->symbols);
}

template <typename Op>
static LogicalResult compileInvoke(Op op, ProgramBuilder &builder) {
  uint32_t closure = builder.getIndex(op.getClosure());
  const std::vector<Slot> *slots = builder.keep(builder.getSlots(op.getArgs()));
  Instruction &instruction = builder.emit(op, &runInvoke);
  instruction.a = closure;
  instruction.data = slots;
  emitTakeResults(op, builder);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions outside of the module
//===----------------------------------------------------------------------===//

/// Calls an external function: on tensors that exist, and on new ones for the
/// results.
static bool callExternal(Machine &machine, const Instruction *at,
                         StringRef name, std::vector<Datum> inputs,
                         std::vector<Datum> outputs) {
  const External *external = machine.getLibrary().getExternal(name);
  if (!external) {
    machine.fail(at, "cannot be interpreted: expected @" + name +
                         " in the module; register it as an external function");
    return false;
  }
  if (succeeded((*external)(inputs, outputs)))
    return true;
  machine.fail(at, "fails: so says the external function @" + name);
  return false;
}

/// New tensors for the results of a call; false after an error.
static bool makeResults(Machine &machine, const Instruction *at,
                        ArrayRef<Slot> slots, std::vector<Datum> &outputs) {
  for (auto [slot, type] : llvm::zip(slots, at->op->getResultTypes())) {
    std::optional<SmallVector<int64_t, 4>> sizes =
        getSizesOrFail(machine, type, at);
    std::optional<Element> element;
    if (sizes)
      element = Element::of(cast<TensorType>(type).getElementType());
    ViewRef view = element ? machine.allocate(*sizes, *element, at) : ViewRef();
    if (!view)
      return false;
    outputs.push_back(Tensor{view, {}});
    machine.write(slot, outputs.back());
  }
  return true;
}

/// Compiles a call whose results are new, or begin as copies of arguments.
static LogicalResult emitExternal(Operation *op, FlatSymbolRefAttr callee,
                                  ValueRange args, unsigned numOuts,
                                  ArrayRef<int64_t> inplace,
                                  ProgramBuilder &builder) {
  StringRef name = callee.getValue();
  std::vector<Slot> slots = builder.getSlots(args);
  std::vector<Slot> results = builder.getSlots(op->getResults());
  SmallVector<Type> types(args.getTypes());
  std::vector<int64_t> overwritten(inplace.begin(), inplace.end());
  emitStep(op, builder, [=](Machine &machine, const Instruction *at) {
    std::vector<Datum> inputs, outputs, fresh;
    for (auto [slot, type] : llvm::zip(slots, types)) {
      Datum value = machine.read(slot, type);
      if (value.getTensor() && !getLiveTensor(machine, at, value))
        return false;
      inputs.push_back(value);
    }
    if (overwritten.empty()) {
      outputs.assign(inputs.end() - numOuts, inputs.end());
      inputs.resize(inputs.size() - numOuts);
      if (!makeResults(machine, at, results, outputs))
        return false;
      return callExternal(machine, at, name, inputs, outputs);
    }
    if (!makeResults(machine, at, results, fresh))
      return false;
    for (size_t i = 0; i < overwritten.size(); ++i) {
      // An argument is a value: the function gets a copy.
      if (overwritten[i] >= 0) {
        Datum &input = inputs[static_cast<size_t>(overwritten[i])];
        fresh[i] = input = makeOwn(input);
      }
      outputs.push_back(fresh[i]);
      machine.write(results[i], outputs.back());
    }
    return callExternal(machine, at, name, inputs, outputs);
  });
  return success();
}

static LogicalResult compileCallPacked(CallPackedOp op,
                                       ProgramBuilder &builder) {
  return emitExternal(op, op.getCalleeAttr(), op.getArgs(),
                      static_cast<unsigned>(op.getNumOuts()), {}, builder);
}

template <typename Op>
static LogicalResult compilePurePacked(Op op, ProgramBuilder &builder) {
  return emitExternal(op, op.getCalleeAttr(), op.getArgs(), 0, {}, builder);
}

static LogicalResult compileCallPyFunc(CallPyFuncOp op,
                                       ProgramBuilder &builder) {
  return emitExternal(op, FlatSymbolRefAttr::get(op.getFuncNameAttr()),
                      op.getArgs(), 0, {}, builder);
}

static LogicalResult compileInplacePacked(CallInplacePackedOp op,
                                          ProgramBuilder &builder) {
  return emitExternal(op, op.getCalleeAttr(), op.getArgs(), 0,
                      op.getInplaceIndices(), builder);
}

void addClosureEvaluations(EvaluationTable &table) {
  table.add<LambdaOp>(&compileLambda);
  table.add<MakeClosureOp>(&compileMakeClosure);
  table.add<InvokeClosureOp>(&compileInvoke<InvokeClosureOp>);
  table.add<InvokePureClosureOp>(&compileInvoke<InvokePureClosureOp>);
  table.add<CallPackedOp>(&compileCallPacked);
  table.add<CallDPSPackedOp>(&compilePurePacked<CallDPSPackedOp>);
  table.add<CallPurePackedOp>(&compilePurePacked<CallPurePackedOp>);
  table.add<CallPyFuncOp>(&compileCallPyFunc);
  table.add<CallInplacePackedOp>(&compileInplacePacked);
}

} // namespace mlir::relax::reference
