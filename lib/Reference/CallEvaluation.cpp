// Calls of tensor programs and of functions.
#include "CallSite.h"
#include "TypeMatch.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax::reference {
namespace {

/// A call of a tensor program: tensors, then results, then scalars.
struct KernelCall : CallSite {
  std::vector<Slot> results;
  std::vector<Type> resultTypes;
  /// For each result the argument that it overwrites, or -1; empty if none.
  std::vector<int64_t> inplace;
  SmallVector<SymExprAttr> vars;
};

} // namespace

/// The tensor for a result: a new one, or a copy of an argument, which is a
/// value and stays what it is.
static std::optional<Datum> makeResult(Machine &machine, const Instruction *at,
                                       const KernelCall &call, size_t index,
                                       MutableArrayRef<Datum> arguments) {
  int64_t place = call.inplace.empty() ? -1 : call.inplace[index];
  if (place >= 0) {
    Datum &argument = arguments[static_cast<size_t>(place)];
    ViewRef copy = copyView(*argument.getTensor()->view);
    if (!copy)
      return std::nullopt;
    return argument = Datum(Tensor{copy, {}});
  }
  Type type = call.resultTypes[index];
  std::optional<SmallVector<int64_t, 4>> sizes =
      getSizesOrFail(machine, type, at);
  if (!sizes)
    return std::nullopt;
  std::optional<Element> element =
      Element::of(cast<TensorType>(type).getElementType());
  if (!element) {
    machine.fail(at,
                 "expected a known dtype of the tensor that it makes, found " +
                     debugString(type));
    return std::nullopt;
  }
  ViewRef view = machine.allocate(*sizes, *element, at);
  if (!view)
    return std::nullopt;
  return Datum(Tensor{view, {}});
}

static const Instruction *runKernel(Machine &machine, const Instruction *at) {
  const auto &call = *static_cast<const KernelCall *>(at->data);
  const Program *program = call.getProgram(machine);
  if (!program)
    return machine.stop();
  std::vector<Datum> arguments;
  for (Slot slot : call.arguments) {
    arguments.push_back(machine.objects[slot.index]);
    if (!getLiveTensor(machine, at, arguments.back()))
      return nullptr;
  }
  size_t numArguments = arguments.size();
  for (size_t i = 0; i < call.results.size(); ++i) {
    std::optional<Datum> result =
        makeResult(machine, at, call, i,
                   MutableArrayRef(arguments).take_front(numArguments));
    if (!result)
      return nullptr;
    machine.objects[call.results[i].index] = *result;
    if (call.inplace.empty() || call.inplace[i] < 0)
      arguments.push_back(*result);
  }
  for (SymExprAttr var : call.vars) {
    std::optional<int64_t> value = machine.evaluate(var);
    if (!value)
      return machine.fail(
          at, "expected an expression that has a value as argument, found " +
                  toString(var));
    Scalar scalar;
    scalar.i = *value;
    arguments.push_back(
        Number{*Element::of(IndexType::get(at->op->getContext())), scalar});
  }
  return startCall(machine, at, *program, arguments);
}

static LogicalResult emitKernel(Operation *op, FlatSymbolRefAttr callee,
                                ValueRange tensors, ArrayAttr vars,
                                ArrayRef<int64_t> inplace,
                                ProgramBuilder &builder) {
  KernelCall call;
  call.callee = SymbolTable::lookupNearestSymbolFrom(op, callee);
  if (!call.callee)
    return op->emitOpError(
               "cannot be interpreted: expected the module to have ")
           << callee;
  call.arguments = builder.getSlots(tensors);
  call.results = builder.getSlots(op->getResults());
  call.resultTypes.assign(op->result_type_begin(), op->result_type_end());
  call.inplace.assign(inplace.begin(), inplace.end());
  if (vars)
    call.vars = *getSymExprs(vars);
  const KernelCall *kept = builder.keep(std::move(call));
  builder.emit(op, &runKernel).data = kept;
  for (auto [result, index] : llvm::zip(op->getResults(), inplace))
    if (index >= 0 && result.getType() != tensors[index].getType())
      emitPromise(op, builder, result, result.getType());
  return success();
}

static LogicalResult compileCallTIR(CallTIROp op, ProgramBuilder &builder) {
  return emitKernel(op, op.getCalleeAttr(), op.getArgs(), op.getVars(), {},
                    builder);
}

static LogicalResult compileCallTIRInplace(CallTIRInplaceOp op,
                                           ProgramBuilder &builder) {
  return emitKernel(op, op.getCalleeAttr(), op.getArgs(), op.getVars(),
                    op.getInplaceIndices(), builder);
}

static LogicalResult compileCallTIRWithGrad(CallTIRWithGradOp op,
                                            ProgramBuilder &builder) {
  return emitKernel(op, op.getCalleeAttr(), op.getArgs(), op.getVars(), {},
                    builder);
}

static LogicalResult compileCallPrimFunc(CallPrimFuncOp op,
                                         ProgramBuilder &builder) {
  return emitKernel(op, op.getCalleeAttr(), op.getOperands(), op.getVars(), {},
                    builder);
}

static LogicalResult compileCallTIRDyn(VMCallTIRDynOp op,
                                       ProgramBuilder &builder) {
  SmallVector<SymExprAttr> sizes;
  if (op.getShape())
    sizes = op.getShape().getType().getDimsOrUnknown();
  return emitKernel(op, op.getCalleeAttr(), op.getArgs(),
                    getSymExprArray(op.getContext(), sizes), {}, builder);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static const Instruction *runCall(Machine &machine, const Instruction *at) {
  const auto &call = *static_cast<const CallSite *>(at->data);
  const Program *program = call.getProgram(machine);
  if (!program)
    return machine.stop();
  std::vector<Datum> arguments;
  // Tensors that the program has ended must not be passed: getLiveTensor gives
  // the error that native code would not notice.
  for (auto [slot, value] : llvm::zip(call.arguments, at->op->getOperands())) {
    arguments.push_back(machine.read(slot, value.getType()));
    if (arguments.back().getTensor() &&
        !getLiveTensor(machine, at, arguments.back()))
      return nullptr;
  }
  return startCall(machine, at, *program, arguments);
}

const Instruction *startCall(Machine &machine, const Instruction *at,
                             const Program &program, ArrayRef<Datum> arguments,
                             ArrayRef<Scalar> inherited) {
  if (arguments.size() != program.parameters.size())
    return machine.fail(at, "passes " + Twine(arguments.size()) +
                                " arguments, expected " +
                                Twine(program.parameters.size()));
  if (!machine.enter(program, at))
    return nullptr;
  for (auto [slot, argument] : llvm::zip(program.parameters, arguments))
    if (!machine.write(slot, argument))
      return machine.fail(at, "passes " + argument.describe() +
                                  " where its callee expects something else");
  for (auto [symbol, value] : llvm::zip(program.inherited, inherited))
    machine.scalars[program.symbols.lookup(symbol)] = value;
  return machine.start();
}

static const Instruction *runTakeResults(Machine &machine,
                                         const Instruction *at) {
  const auto &slots = *static_cast<const std::vector<Slot> *>(at->data);
  if (machine.returned.size() != slots.size())
    return machine.fail(at, "expects " + Twine(slots.size()) +
                                " results, found " +
                                Twine(machine.returned.size()));
  for (auto [slot, value] : llvm::zip(slots, machine.returned))
    if (!machine.write(slot, value))
      return machine.fail(at,
                          "expects another result than " + value.describe());
  machine.returned.clear();
  return at + 1;
}

void emitTakeResults(Operation *op, ProgramBuilder &builder) {
  const std::vector<Slot> *slots =
      builder.keep(builder.getSlots(op->getResults()));
  builder.emit(op, &runTakeResults).data = slots;
  for (Value result : op->getResults())
    emitPromise(op, builder, result, result.getType());
}

Datum makeOwn(const Datum &value) {
  if (const Tensor *tensor = value.getTensor()) {
    ViewRef copy = copyView(*tensor->view);
    return copy ? Datum(Tensor{copy, tensor->end}) : value;
  }
  if (const Tuple *tuple = value.getTuple()) {
    Tuple own;
    for (const Datum &field : tuple->fields)
      own.fields.push_back(makeOwn(field));
    return own;
  }
  return value;
}

/// What a function returns may be its argument or a constant; its caller gets
/// tensors of its own, whose life it may end.
static const Instruction *runOwnResults(Machine &machine,
                                        const Instruction *at) {
  for (Datum &value : machine.returned)
    value = makeOwn(value);
  return at + 1;
}

static LogicalResult compileCall(CallOp op, ProgramBuilder &builder) {
  Operation *callee =
      SymbolTable::lookupNearestSymbolFrom(op, op.getCalleeAttr());
  if (!callee)
    return op.emitOpError(
               "cannot be interpreted: expected the module to have @")
           << op.getCallee();
  const CallSite *site =
      builder.keep(CallSite{callee, builder.getSlots(op.getArgs())});
  builder.emit(op, &runCall).data = site;
  builder.emit(op, &runOwnResults);
  emitTakeResults(op, builder);
  return success();
}

void addCallEvaluations(EvaluationTable &table) {
  table.add<CallTIROp>(&compileCallTIR);
  table.add<CallTIRInplaceOp>(&compileCallTIRInplace);
  table.add<CallTIRWithGradOp>(&compileCallTIRWithGrad);
  table.add<CallPrimFuncOp>(&compileCallPrimFunc);
  table.add<VMCallTIRDynOp>(&compileCallTIRDyn);
  table.add<CallOp>(&compileCall);
}

} // namespace mlir::relax::reference
