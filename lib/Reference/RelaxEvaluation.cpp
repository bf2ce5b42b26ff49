// The structure of graphs: functions, regions, tuples, shapes, constants.
#include "BlockInit.h"
#include "CallSite.h"
#include "TypeMatch.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// The check of compiled entries (relax_rt_check_tensor and those of symbols),
// so that a program which fails there fails here.
static bool checkParameters(Machine &machine, const Program &program) {
  auto function = cast<FuncOp>(program.function);
  TypeMatch match(machine, getParameterSymbols(function));
  auto reject = [&](const Twine &where) {
    machine.fail(function, "@" + function.getSymName() + " is called with " +
                               where + match.getReason());
    return false;
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    if (!match.add(type, machine.read(program.parameters[index], type)))
      return reject("a wrong argument for parameter '" +
                    function.getParameterName(index) + "' of type " + text +
                    ": ");
  }
  if (!match.finish())
    return reject("sizes that do not fit: ");
  for (auto [symbol, limit] : getSymbolLimits(function)) {
    SymExprAttr size =
        SymExprAttr::symbol(function.getContext(), symbol.getValue());
    std::optional<int64_t> found = machine.evaluate(size);
    if (found && *found > limit) {
      machine.fail(function, "@" + function.getSymName() + " is called with " +
                                 symbol.getValue() + " = " + Twine(*found) +
                                 ", but 'tir_var_upper_bound' says at most " +
                                 Twine(limit));
      return false;
    }
  }
  return true;
}

static LogicalResult compileFunction(FuncOp function, ProgramBuilder &builder) {
  Program &program = builder.getProgram();
  if (function.getBody().empty())
    return function.emitOpError(
        "cannot be interpreted: expected a body, found none");
  program.parameters = builder.getSlots(function.getBody().getArguments());
  program.checkArguments = &checkParameters;
  for (StringAttr symbol : getParameterSymbols(function)) {
    builder.getSymbol(symbol);
    builder.scope.insert(symbol);
  }
  return builder.compile(function.getBody().front());
}

namespace {
/// Values by their slots.
struct Values {
  std::vector<Slot> slots;
  std::vector<Type> types;
};
} // namespace

static const Values *keepValues(ProgramBuilder &builder, ValueRange values) {
  return builder.keep(Values{
      builder.getSlots(values),
      std::vector<Type>(values.getTypes().begin(), values.getTypes().end())});
}

/// The value as the caller holds it: its tensors end their lives apart from
/// those of the callee.
/// A tensor of the callee may be ended there after it was given back; that is
/// no end of the caller's. Nor is that of what it was a view of: compiled code
/// gives the caller a reference of its own, or a copy.
static Datum renew(const Datum &value) {
  if (const Tensor *tensor = value.getTensor())
    return Tensor{tensor->view, tensor->end};
  const Tuple *tuple = value.getTuple();
  if (!tuple)
    return value;
  Tuple renewed;
  for (const Datum &field : tuple->fields)
    renewed.fields.push_back(renew(field));
  return renewed;
}

/// Whether a tensor, and each in a tuple, lives; an error if not.
static bool checkAlive(Machine &machine, const Instruction *at,
                       const Datum &value) {
  if (const Tuple *tuple = value.getTuple())
    return llvm::all_of(tuple->fields, [&](const Datum &field) {
      return checkAlive(machine, at, field);
    });
  return !value.getTensor() || getLiveTensor(machine, at, value);
}

static const Instruction *runReturn(Machine &machine, const Instruction *at) {
  const auto &values = *static_cast<const Values *>(at->data);
  machine.returned.clear();
  for (auto [slot, type] : llvm::zip(values.slots, values.types)) {
    Datum value = machine.read(slot, type);
    if (!checkAlive(machine, at, value))
      return nullptr;
    machine.returned.push_back(renew(value));
  }
  return machine.leave();
}

void emitReturn(Operation *op, ProgramBuilder &builder, ValueRange values) {
  const Values *kept = keepValues(builder, values);
  builder.emit(op, &runReturn).data = kept;
}

/// Checks that a value fits a type that says more than its own.
/// Types of results may say more than inference knows; what they say is then a
/// promise of the program that nobody else checks.
static const Instruction *runPromise(Machine &machine, const Instruction *at) {
  const auto &values = *static_cast<const Values *>(at->data);
  Type type = values.types.front();
  TypeMatch match(machine, {});
  if (match.add(type, machine.read(values.slots.front(), type)) &&
      match.finish())
    return at + 1;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return machine.fail(at, "gives a value, expected one of type " + text + ": " +
                              match.getReason());
}

void emitPromise(Operation *op, ProgramBuilder &builder, Value value,
                 Type type) {
  if (ProgramBuilder::getBank(type) != Slot::Bank::Object)
    return;
  const Values *values = builder.keep(Values{{builder.getSlot(value)}, {type}});
  builder.emit(op, &runPromise).data = values;
}

LogicalResult compileReturn(Operation *op, ProgramBuilder &builder) {
  if (auto function = dyn_cast<FuncOp>(op->getParentOp()))
    for (auto [value, type] :
         llvm::zip(op->getOperands(), function.getResultTypes()))
      if (value.getType() != type)
        emitPromise(op, builder, value, type);
  emitReturn(op, builder, op->getOperands());
  return success();
}

static LogicalResult compileDeclaration(Operation *, ProgramBuilder &) {
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static LogicalResult compileDataflow(DataflowOp op, ProgramBuilder &builder) {
  Block &body = op.getBody().front();
  for (Operation &inner : body.without_terminator())
    if (failed(builder.compile(&inner)))
      return failure();
  for (auto [result, value] :
       llvm::zip(op.getResults(), body.getTerminator()->getOperands())) {
    if (result.getType() != value.getType())
      emitPromise(op, builder, value, result.getType());
    builder.alias(result, value);
  }
  return success();
}

// Both branches put their results into one slot. An alias would do for a
// region that always runs, as that of dataflow, but not for one of two.
static const Instruction *runMove(Machine &machine, const Instruction *at) {
  const auto &values = *static_cast<const Values *>(at->data);
  Slot target = values.slots[1];
  if (target.bank == Slot::Bank::Scalar)
    machine.scalars[target.index] = machine.scalars[values.slots[0].index];
  else
    machine.objects[target.index] = machine.objects[values.slots[0].index];
  return at + 1;
}

static const Instruction *runUnlessTensor(Machine &machine,
                                          const Instruction *at) {
  Tensor *tensor = getLiveTensor(machine, at, machine.objects[at->a]);
  if (!tensor)
    return nullptr;
  const View &view = *tensor->view;
  if (!machine.checkRead(view, view.offset, view.element.bytes, at))
    return nullptr;
  return view.element.load(view.memory->getData() + view.offset).i
             ? at + 1
             : at + at->jump;
}

/// Emits a jump that is taken where the condition, a number or a tensor of
/// rank 0, does not hold.
static size_t emitUnlessHolds(Operation *op, ProgramBuilder &builder,
                              Value condition) {
  uint32_t slot = builder.getIndex(condition);
  if (!isa<TensorType>(condition.getType()))
    return emitUnless(op, builder, slot);
  size_t place = builder.here();
  builder.emit(op, &runUnlessTensor).a = slot;
  return place;
}

static LogicalResult compileBranch(IfOp op, Region &region,
                                   ProgramBuilder &builder) {
  // Symbols that a branch defines have no value behind it.
  llvm::SetVector<StringAttr> outer = builder.scope;
  Block &body = region.front();
  for (Operation &inner : body.without_terminator())
    if (failed(builder.compile(&inner)))
      return failure();
  for (auto [result, value] :
       llvm::zip(op.getResults(), body.getTerminator()->getOperands())) {
    if (result.getType() != value.getType())
      emitPromise(op, builder, value, result.getType());
    const Values *values = builder.keep(
        Values{{builder.getSlot(value), builder.getSlot(result)}, {}});
    builder.emit(op, &runMove).data = values;
  }
  builder.scope = outer;
  return success();
}

static LogicalResult compileIf(IfOp op, ProgramBuilder &builder) {
  size_t branch = emitUnlessHolds(op, builder, op.getCondition());
  if (failed(compileBranch(op, op.getThenRegion(), builder)))
    return failure();
  size_t end = emitJump(op, builder);
  builder.setJump(branch, builder.here());
  if (failed(compileBranch(op, op.getElseRegion(), builder)))
    return failure();
  builder.setJump(end, builder.here());
  return success();
}

//===----------------------------------------------------------------------===//
// Tuples, shapes, constants
//===----------------------------------------------------------------------===//

static const Instruction *runTuple(Machine &machine, const Instruction *at) {
  const auto &values = *static_cast<const Values *>(at->data);
  Tuple tuple;
  for (auto [slot, type] : llvm::zip(values.slots, values.types))
    tuple.fields.push_back(machine.read(slot, type));
  machine.objects[at->result] = std::move(tuple);
  return at + 1;
}

static LogicalResult compileTuple(TupleOp op, ProgramBuilder &builder) {
  const Values *values = keepValues(builder, op.getFields());
  uint32_t result = builder.getIndex(op.getResult());
  Instruction &instruction = builder.emit(op, &runTuple);
  instruction.result = result;
  instruction.data = values;
  return success();
}

static const Instruction *runTupleGetItem(Machine &machine,
                                          const Instruction *at) {
  const auto &result = *static_cast<const Slot *>(at->data);
  const Datum &value = machine.objects[at->a];
  const Tuple *tuple = value.getTuple();
  if (!tuple || at->b >= tuple->fields.size() ||
      !machine.write(result, tuple->fields[at->b]))
    return machine.fail(at, "takes field " + Twine(at->b) +
                                ", expected one of " + value.describe());
  return at + 1;
}

static LogicalResult compileTupleGetItem(TupleGetItemOp op,
                                         ProgramBuilder &builder) {
  uint32_t tuple = builder.getIndex(op.getTuple());
  const Slot *result = builder.keep(builder.getSlot(op.getResult()));
  Instruction &instruction = builder.emit(op, &runTupleGetItem);
  instruction.a = tuple;
  instruction.b = static_cast<uint32_t>(op.getIndex());
  instruction.data = result;
  return success();
}

static LogicalResult compileConstant(ConstantOp op, ProgramBuilder &builder) {
  std::optional<Tensor> tensor = fromAttribute(op.getValue());
  if (!tensor)
    return op.emitOpError("cannot be interpreted: expected values of type ")
           << op.getValue().getType() << " that are there and of a known dtype";
  builder.setConstant(op.getResult(), Datum(*tensor));
  return success();
}

static const Instruction *runShape(Machine &machine, const Instruction *at) {
  Shape shape;
  for (SymExprAttr value :
       *static_cast<const SmallVector<SymExprAttr> *>(at->data)) {
    std::optional<int64_t> size = machine.evaluate(value);
    if (!size)
      return machine.fail(at, "expected an extent that has a value, found " +
                                  toString(value));
    shape.sizes.push_back(*size);
  }
  machine.objects[at->result] = std::move(shape);
  return at + 1;
}

static LogicalResult compileShape(ShapeOp op, ProgramBuilder &builder) {
  const SmallVector<SymExprAttr> *values =
      builder.keep(*getSymExprs(op.getValues()));
  uint32_t result = builder.getIndex(op.getResult());
  Instruction &instruction = builder.emit(op, &runShape);
  instruction.result = result;
  instruction.data = values;
  return success();
}

static const Instruction *runPrimValue(Machine &machine,
                                       const Instruction *at) {
  std::optional<int64_t> value =
      machine.evaluate(*static_cast<const SymExprAttr *>(at->data));
  if (!value)
    return machine.fail(
        at, "expected an expression that has a value, found " +
                toString(*static_cast<const SymExprAttr *>(at->data)));
  machine.scalars[at->result].i =
      signExtend(static_cast<uint64_t>(*value), at->element.bits);
  return at + 1;
}

static LogicalResult compilePrimValue(PrimValueOp op, ProgramBuilder &builder) {
  const SymExprAttr *value = builder.keep(op.getValue());
  uint32_t result = builder.getIndex(op.getResult());
  Instruction &instruction = builder.emit(op, &runPrimValue);
  instruction.result = result;
  instruction.data = value;
  instruction.element = *Element::of(op.getType());
  return success();
}

static LogicalResult compileNull(NullValueOp op, ProgramBuilder &builder) {
  builder.setConstant(op.getResult(), Datum(Null{}));
  return success();
}

static LogicalResult compileString(StringOp op, ProgramBuilder &builder) {
  builder.setConstant(op.getResult(), Datum(Text{op.getValue().str()}));
  return success();
}

static LogicalResult compileDtype(DtypeOp op, ProgramBuilder &builder) {
  builder.setConstant(op.getResult(), Datum(Dtype{op.getValue()}));
  return success();
}

//===----------------------------------------------------------------------===//
// match_cast
//===----------------------------------------------------------------------===//

namespace {
/// A match of a value with a type.
struct MatchData {
  Slot input, result;
  Type from, to;
  SmallVector<StringAttr> defined;
};
} // namespace

static const Instruction *runMatchCast(Machine &machine,
                                       const Instruction *at) {
  const auto &data = *static_cast<const MatchData *>(at->data);
  Datum value = machine.read(data.input, data.from);
  if (value.getTensor() && !getLiveTensor(machine, at, value))
    return nullptr;
  TypeMatch match(machine, data.defined);
  if (!match.add(data.to, value) || !match.finish()) {
    std::string text;
    llvm::raw_string_ostream(text) << data.to;
    return machine.fail(at, "does not hold: expected " + text + ": " +
                                match.getReason());
  }
  machine.write(data.result, value);
  return at + 1;
}

static LogicalResult compileMatchCast(MatchCastOp op, ProgramBuilder &builder) {
  MatchData data;
  data.input = builder.getSlot(op.getInput());
  data.result = builder.getSlot(op.getResult());
  data.from = op.getInput().getType();
  data.to = op.getResult().getType();
  // A symbol that has a value already is compared; only a new one is defined.
  walkBareSymbols(data.to, [&](StringAttr symbol) {
    builder.getSymbol(symbol);
    if (builder.scope.insert(symbol))
      data.defined.push_back(symbol);
  });
  const MatchData *kept = builder.keep(std::move(data));
  builder.emit(op, &runMatchCast).data = kept;
  return success();
}

void addRelaxEvaluations(EvaluationTable &table) {
  table.add<FuncOp>(&compileFunction);
  table.add(ReturnOp::getOperationName(), &compileReturn);
  table.add(ExternFuncOp::getOperationName(), &compileDeclaration);
  table.add<DataflowOp>(&compileDataflow);
  table.add<IfOp>(&compileIf);
  table.add<TupleOp>(&compileTuple);
  table.add<TupleGetItemOp>(&compileTupleGetItem);
  table.add<ConstantOp>(&compileConstant);
  table.add<ShapeOp>(&compileShape);
  table.add<PrimValueOp>(&compilePrimValue);
  table.add<NullValueOp>(&compileNull);
  table.add<StringOp>(&compileString);
  table.add<DtypeOp>(&compileDtype);
  table.add<MatchCastOp>(&compileMatchCast);
}

} // namespace mlir::relax::reference
