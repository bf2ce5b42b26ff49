// Operators: an operator means what its lowering to a tensor program does.
//
// When an operator is reached, the types of its operands are known in full. It
// is lowered for these, in a module of its own, once for each kind of operator
// and operands, and the lowering is run. So operators on tensors of unknown
// shape can be run as well.
#include "CallSite.h"
#include "Step.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax::reference {
namespace {

/// An operator on given values, and its lowering.
class Specialization {
public:
  Specialization(Machine &machine, Operation *op, ArrayRef<Datum> operands)
      : machine(machine), op(op), operands(operands) {}

  /// What tells it from others: kind, attributes, types, sizes.
  Attribute getKey();
  /// A module with one function that does what the operator does; null, with
  /// an error, if it cannot be.
  OwningOpRef<ModuleOp> lower();
  /// The operands that the function takes.
  std::vector<Datum> getArguments();

private:
  SymExprAttr getConstant(SymExprAttr expression);
  DictionaryAttr getAttributes();
  Type getStatic(Type type);
  Value makeOperand(OpBuilder &builder, const Datum &value, Type type,
                    Block &body);
  LogicalResult setResultTypes(Operation *clone);

  Machine &machine;
  Operation *op;
  ArrayRef<Datum> operands;
};

} // namespace

SymExprAttr Specialization::getConstant(SymExprAttr expression) {
  std::optional<int64_t> value = machine.evaluate(expression);
  return value ? SymExprAttr::constant(op->getContext(), *value)
               : SymExprAttr();
}

/// The attributes, with numbers for expressions.
DictionaryAttr Specialization::getAttributes() {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymExprAttr expression) -> std::optional<Attribute> {
        SymExprAttr constant = getConstant(expression);
        return constant ? constant : expression;
      });
  return cast<DictionaryAttr>(replacer.replace(op->getAttrDictionary()));
}

/// The type as far as the values of symbols say it, without placement.
/// Placement is of compilation: values are the same on each device.
Type Specialization::getStatic(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    SmallVector<SymExprAttr> dims;
    for (SymExprAttr dim : getDims(tensor))
      dims.push_back(dim ? getConstant(dim) : dim);
    return getTensorType(dims, tensor.getElementType());
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Type> fields;
    for (Type field : tuple.getTypes())
      fields.push_back(getStatic(field));
    return TupleType::get(type.getContext(), fields);
  }
  return mapDims(type, [&](SymExprAttr dim) { return getConstant(dim); });
}

// Sizes are part of the key, elements are not: an operator is lowered once for
// all values of its tensors, but once for each value of a shape or an integer,
// which become constants.
Attribute Specialization::getKey() {
  Builder builder(op->getContext());
  SmallVector<Attribute> key = {op->getName().getIdentifier(), getAttributes()};
  for (auto [value, type] : llvm::zip(operands, op->getOperandTypes())) {
    if (const Tensor *tensor = value.getTensor())
      key.push_back(TypeAttr::get(getType(*tensor)));
    else if (const Shape *shape = value.getShape())
      key.push_back(builder.getDenseI64ArrayAttr(shape->sizes));
    else if (const Number *number = value.getNumber())
      key.push_back(builder.getI64ArrayAttr(
          static_cast<int64_t>(getBits(number->element, number->value))));
    key.push_back(TypeAttr::get(type));
  }
  for (Type type : op->getResultTypes())
    key.push_back(TypeAttr::get(getStatic(type)));
  return builder.getArrayAttr(key);
}

/// An operand in the module of its own: a parameter for a tensor, a constant
/// for a shape or an integer.
Value Specialization::makeOperand(OpBuilder &builder, const Datum &value,
                                  Type type, Block &body) {
  MLIRContext *context = op->getContext();
  if (const Shape *shape = value.getShape()) {
    SmallVector<SymExprAttr> sizes;
    for (int64_t size : shape->sizes)
      sizes.push_back(SymExprAttr::constant(context, size));
    return ShapeOp::create(builder, op->getLoc(),
                           ShapeType::get(context, sizes),
                           getSymExprArray(context, sizes));
  }
  const Number *number = value.getNumber();
  if (number && !number->element.isFloat())
    return PrimValueOp::create(builder, op->getLoc(), type,
                               SymExprAttr::constant(context, number->value.i));
  const Tensor *tensor = value.getTensor();
  return body.addArgument(tensor ? Type(getType(*tensor)) : type, op->getLoc());
}

std::vector<Datum> Specialization::getArguments() {
  std::vector<Datum> arguments;
  for (const Datum &value : operands) {
    const Number *number = value.getNumber();
    if (!value.getShape() && !(number && !number->element.isFloat()))
      arguments.push_back(value);
  }
  return arguments;
}

/// The results' types are what the operands say, and what the op says.
/// Both are met: inference may know less than an op that says its type, and the
/// other way round for types with symbols.
LogicalResult Specialization::setResultTypes(Operation *clone) {
  SmallVector<Type> inferred;
  if (auto rules = dyn_cast<InferTypeOpInterface>(clone))
    if (failed(rules.inferReturnTypes(
            clone->getContext(), clone->getLoc(), clone->getOperands(),
            clone->getAttrDictionary(), clone->getPropertiesStorage(),
            clone->getRegions(), inferred)))
      return failure();
  for (auto [index, result] : llvm::enumerate(clone->getResults())) {
    Type type = getStatic(op->getResult(index).getType());
    if (index < inferred.size())
      type = meetTypes(getStatic(inferred[index]), type);
    if (!type)
      return op->emitOpError("does not give what its type says: expected ")
             << op->getResult(index).getType() << ", found " << inferred[index];
    result.setType(type);
  }
  return success();
}

OwningOpRef<ModuleOp> Specialization::lower() {
  OpBuilder builder(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, op->getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  auto function = FuncOp::create(builder, op->getLoc(), "operator",
                                 builder.getFunctionType({}, {}));
  function.setPrivate();
  function.getBody().getBlocks().clear();
  Block &body = function.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&body);
  // A value that stands twice is two parameters: the key does not tell.
  SmallVector<Value> parameters;
  for (auto [value, type] : llvm::zip(operands, op->getOperandTypes()))
    parameters.push_back(makeOperand(builder, value, type, body));
  Operation *clone = builder.clone(*op);
  clone->setOperands(parameters);
  clone->setAttrs(getAttributes());
  if (failed(setResultTypes(clone)))
    return {};
  ReturnOp::create(builder, op->getLoc(), clone->getResults());
  function.setFunctionType(builder.getFunctionType(body.getArgumentTypes(),
                                                   clone->getResultTypes()));
  // The lowering is the one that compiled programs have. A fault of it is in
  // both, which is why operators are compared with NumPy as well
  // (test/Integration).
  PassManager passes(op->getContext());
  passes.addPass(createLegalizeOpsPass());
  if (failed(verify(*module)) || failed(passes.run(*module)))
    return {};
  return module;
}

static const Program *getProgram(Machine &machine, Operation *op,
                                 Specialization &operation) {
  ProgramLibrary &library = machine.getLibrary();
  Attribute key = operation.getKey();
  if (const Program *known = library.lookup(key))
    return known;
  OwningOpRef<ModuleOp> module = operation.lower();
  if (!module)
    return nullptr;
  auto function = *module->getOps<FuncOp>().begin();
  // Scratch modules are kept: programs point into their ops for errors.
  library.addScratch(std::move(module));
  const Program *program = library.getFunction(function);
  if (program)
    library.setKey(key, program);
  return program;
}

static const Instruction *runOperator(Machine &machine, const Instruction *at) {
  const auto &slots = *static_cast<const std::vector<Slot> *>(at->data);
  std::vector<Datum> operands;
  for (auto [slot, operand] : llvm::zip(slots, at->op->getOperands())) {
    operands.push_back(machine.read(slot, operand.getType()));
    if (operands.back().getTensor() &&
        !getLiveTensor(machine, at, operands.back()))
      return nullptr;
  }
  Specialization operation(machine, at->op, operands);
  const Program *program = getProgram(machine, at->op, operation);
  if (!program)
    return machine.stop();
  return startCall(machine, at, *program, operation.getArguments());
}

// What is left after a lowering would be lowered again without end.
LogicalResult compileOperator(Operation *op, ProgramBuilder &builder) {
  if (op->getParentOfType<ModuleOp>() != builder.getLibrary().getModule())
    return op->emitOpError("cannot be interpreted: expected an operator with a "
                           "lowering to a tensor program");
  const std::vector<Slot> *slots =
      builder.keep(builder.getSlots(op->getOperands()));
  builder.emit(op, &runOperator).data = slots;
  emitTakeResults(op, builder);
  return success();
}

} // namespace mlir::relax::reference
