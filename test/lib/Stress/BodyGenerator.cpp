// The body of a generated function, op by op.
#include "BodyGenerator.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::relax {

bool hasElements(Type type, Elements elements) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return false;
  Type element = tensor.getElementType();
  switch (elements) {
  case Elements::Any:
    return true;
  case Elements::Number:
    return isa<FloatType>(element) ||
           (isa<IntegerType>(element) && !element.isInteger(1));
  case Elements::Float:
    return isa<FloatType>(element);
  case Elements::Integer:
    return isa<IntegerType>(element) && !element.isInteger(1);
  case Elements::Bool:
    return element.isInteger(1);
  }
  llvm_unreachable("every kind is listed");
}

/// The result types that the op would infer; failure where it objects.
static FailureOr<SmallVector<Type>> inferTypes(RegisteredOperationName name,
                                               ValueRange operands,
                                               DictionaryAttr attributes) {
  auto *rules = name.getInterface<InferTypeOpInterface>();
  if (!rules)
    return failure();
  std::vector<std::max_align_t> storage(
      name.getOpPropertyByteSize() / sizeof(std::max_align_t) + 1);
  OpaqueProperties properties(storage.data());
  name.initOpProperties(properties, OpaqueProperties(nullptr));
  SmallVector<Type> types;
  auto ignore = [&] { return emitError(UnknownLoc::get(name.getContext())); };
  LogicalResult inferred = success();
  if (name.getOpPropertyByteSize() != 0)
    inferred =
        name.setOpPropertiesFromAttribute(name, properties, attributes, ignore);
  if (succeeded(inferred))
    inferred =
        rules->inferReturnTypes(name.getContext(), std::nullopt, operands,
                                attributes, properties, {}, types);
  name.destroyOpProperties(properties);
  if (failed(inferred))
    return failure();
  return types;
}

bool BodyGenerator::keepIfLegal(Operation *op) {
  // Not `verify`: around a region under construction there is no op yet.
  OperationName name = op->getName();
  if (failed(name.verifyInvariants(op)) ||
      failed(name.verifyRegionInvariants(op))) {
    op->erase();
    return false;
  }
  for (Value result : op->getResults())
    pool.push_back(result);
  return true;
}

bool BodyGenerator::tryOp(StringRef name, ValueRange operands,
                          ArrayRef<NamedAttribute> attributes) {
  ScopedDiagnosticHandler silence(builder.getContext(),
                                  [](Diagnostic &) { return success(); });
  OperationState state(builder.getUnknownLoc(), name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  FailureOr<SmallVector<Type>> types =
      inferTypes(*state.name.getRegisteredInfo(), operands,
                 builder.getDictionaryAttr(attributes));
  if (failed(types))
    return false;
  state.addTypes(*types);
  return keepIfLegal(builder.create(state));
}

Value BodyGenerator::pickTensor(Elements elements, unsigned minRank) {
  SmallVector<Value> fitting;
  for (Value value : pool)
    if (hasElements(value.getType(), elements) &&
        cast<RankedTensorType>(value.getType()).getRank() >= minRank)
      fitting.push_back(value);
  if (fitting.empty())
    return {};
  // What was made last makes the longest chains.
  return decisions.oneIn(2) ? fitting.back() : decisions.pick(fitting);
}

Value BodyGenerator::pickLike(Value tensor) {
  SmallVector<Value> fitting;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (Value value : pool) {
    auto other = dyn_cast<RankedTensorType>(value.getType());
    if (other && other.getElementType() == type.getElementType() &&
        (other == type ||
         (other.hasStaticShape() && other.getNumElements() == 1)))
      fitting.push_back(value);
  }
  return decisions.pick(fitting);
}

Type BodyGenerator::pickElement() {
  Type elements[] = {builder.getF32Type(), builder.getI64Type(),
                     builder.getI1Type(),  builder.getF16Type(),
                     builder.getF64Type(), builder.getI32Type(),
                     builder.getI8Type(),  builder.getBF16Type()};
  return decisions.pick(elements);
}

void BodyGenerator::addSteps(unsigned count, unsigned depth) {
  using Step = bool (BodyGenerator::*)();
  static constexpr Step steps[] = {
      // The most kinds of operators, and what most rewrites match.
      &BodyGenerator::addUnary,         &BodyGenerator::addBinary,
      &BodyGenerator::addUnary,         &BodyGenerator::addBinary,
      &BodyGenerator::addUnary,         &BodyGenerator::addBinary,
      &BodyGenerator::addCast,          &BodyGenerator::addConstant,
      &BodyGenerator::addComparison,    &BodyGenerator::addReduction,
      &BodyGenerator::addRearrangement, &BodyGenerator::addAxisOp,
      &BodyGenerator::addJoin,          &BodyGenerator::addProduct,
      &BodyGenerator::addChoice,        &BodyGenerator::addCreation,
      &BodyGenerator::addTuple,         &BodyGenerator::addMatchCast,
      &BodyGenerator::addHint,          &BodyGenerator::addPrimFuncCall,
      &BodyGenerator::addInPlaceCall,   &BodyGenerator::addCall,
      &BodyGenerator::addCall,          &BodyGenerator::addCall,
      &BodyGenerator::addCast,          &BodyGenerator::addPrimFuncCall,
      &BodyGenerator::addLinear,        &BodyGenerator::addImageLayer,
      &BodyGenerator::addRotatedJoin,   &BodyGenerator::addBlocking,
      &BodyGenerator::addSort,          &BodyGenerator::addGather,
      &BodyGenerator::addScatter,       &BodyGenerator::addSlice,
      &BodyGenerator::addRepetition,    &BodyGenerator::addNorm,
      &BodyGenerator::addAttention,     &BodyGenerator::addWindow,
      &BodyGenerator::addResize,        &BodyGenerator::addEinsum,
      &BodyGenerator::addScan,          &BodyGenerator::addEncoding,
      &BodyGenerator::addAdaptivePool,  &BodyGenerator::addMiscellany,
      &BodyGenerator::addLogic,         &BodyGenerator::addEffect};
  for (unsigned i = 0; i < count; ++i) {
    uint64_t kind = decisions.below(std::size(steps) + 3);
    if (kind < std::size(steps))
      (this->*steps[kind])();
    else if (kind == std::size(steps))
      addConditional(depth);
    else
      addDataflow(depth);
  }
}

/// Whether a type can stand in the signature of the function whose parameters
/// have these symbols.
static bool isDescribable(Type type, const llvm::DenseSet<StringAttr> &known) {
  bool isKnown = true;
  (void)mapDims(type, [&](SymExprAttr dim) {
    dim.walkSymbols([&](StringAttr name) { isKnown &= known.contains(name); });
    return dim;
  });
  return isKnown;
}

void BodyGenerator::finish(FuncOp function) {
  llvm::DenseSet<StringAttr> known;
  for (Type type : function.getArgumentTypes())
    (void)mapDims(type, [&](SymExprAttr dim) {
      dim.walkSymbols([&](StringAttr name) { known.insert(name); });
      return dim;
    });
  SmallVector<Value> results;
  unsigned count = 1 + decisions.below(3);
  for (Value value : llvm::reverse(pool))
    if (results.size() < count && isDescribable(value.getType(), known) &&
        (results.empty() || !decisions.oneIn(3)))
      results.push_back(value);
  // A parameter as it is, and a value that is already given.
  for (Value argument : function.getArguments())
    if (decisions.oneIn(16))
      results.push_back(argument);
  if (decisions.oneIn(8))
    results.push_back(decisions.pick(results));
  function.setFunctionTypeAttr(TypeAttr::get(builder.getFunctionType(
      function.getArgumentTypes(), ValueRange(results).getTypes())));
  ReturnOp::create(builder, builder.getUnknownLoc(), results);
}

bool BodyGenerator::addDataflow(unsigned depth) {
  if (isInDataflow || depth == 0)
    return false;
  size_t before = pool.size();
  OpBuilder::InsertPoint around = builder.saveInsertionPoint();
  OperationState state(builder.getUnknownLoc(), DataflowOp::getOperationName());
  builder.setInsertionPointToStart(&state.addRegion()->emplaceBlock());
  isInDataflow = true;
  addSteps(1 + decisions.below(5), depth - 1);
  isInDataflow = false;
  SmallVector<Value> outputs;
  for (Value value : ArrayRef(pool).drop_front(before))
    if (outputs.empty() || decisions.oneIn(2))
      outputs.push_back(value);
  pool.truncate(before);
  OutputOp::create(builder, builder.getUnknownLoc(), outputs);
  state.addTypes(ValueRange(outputs).getTypes());
  builder.restoreInsertionPoint(around);
  return keepIfLegal(builder.create(state));
}

void BodyGenerator::addBranch(Region &region, TypeRange types, unsigned depth) {
  OpBuilder::InsertPoint around = builder.saveInsertionPoint();
  size_t before = pool.size();
  builder.setInsertionPointToStart(&region.emplaceBlock());
  addSteps(decisions.below(4), depth);
  SmallVector<Value> results;
  for (Type type : types) {
    SmallVector<Value> fitting;
    for (Value value : llvm::reverse(pool))
      if (value.getType() == type)
        fitting.push_back(value);
    results.push_back(decisions.pick(fitting));
  }
  pool.truncate(before);
  YieldOp::create(builder, builder.getUnknownLoc(), results);
  builder.restoreInsertionPoint(around);
}

bool BodyGenerator::addConditional(unsigned depth) {
  if (isInDataflow || depth == 0)
    return false;
  SmallVector<Value> conditions;
  for (Value value : pool) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (tensor && tensor.getRank() == 0 && tensor.getElementType().isInteger(1))
      conditions.push_back(value);
  }
  if (conditions.empty())
    return false;
  OperationState state(builder.getUnknownLoc(), IfOp::getOperationName());
  state.addOperands(decisions.pick(conditions));
  for (uint64_t i = 0, count = 1 + decisions.below(2); i < count; ++i)
    state.addTypes(decisions.pick(pool).getType());
  SmallVector<Type> types = llvm::to_vector(ArrayRef(state.types));
  addBranch(*state.addRegion(), types, depth - 1);
  addBranch(*state.addRegion(), types, depth - 1);
  return keepIfLegal(builder.create(state));
}

} // namespace mlir::relax
