// Compute in a narrower type of floats what gains from it.
#include "FirstUse.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_TOMIXEDPRECISIONPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// Makes narrow what it may in regions. A narrow value stands beside the one of
/// f32 that was written, which is made of it and goes again if nothing uses it.
/// TVM's pass walks backward first to find what needs f32, then forward. Here
/// one forward walk is enough, since both forms of a value are at hand and the
/// unused one is erased: an op that stays in f32 uses the cast back.
class PrecisionLowering {
public:
  /// Operands of `narrow`, sums of products in `sum`.
  PrecisionLowering(FloatType narrow, FloatType sum)
      : narrow(narrow), sum(sum) {}

  /// What a parameter gives, of f32, is at hand in the narrow type, too.
  void addNarrow(Value wide, Value value) { parameters[wide] = value; }
  void lower(DataflowOp region);

private:
  bool isWide(Value value) const;
  bool canFollow(Operation *op) const;
  bool canLower(Operation *op) const;
  Value getNarrow(OpBuilder &builder, Value value);
  void lower(Operation *op);
  Value replaceResult(OpBuilder &builder, Value old, Value made);

  FloatType narrow, sum;
  /// By the value of f32; those of this region, too. What a parameter gives
  /// holds in all regions, `held` in one. Narrow values must not be used beyond
  /// their region, for they are no results of it.
  DenseMap<Value, Value> parameters, held;
  /// What was cast in this region.
  DenseMap<Value, Value> casts;
  /// Casts back to f32.
  SmallVector<Operation *> written;
};

} // namespace

static Type getElement(Value value) {
  auto tensor = dyn_cast<TensorType>(value.getType());
  return tensor ? tensor.getElementType() : Type();
}

static Value makeCast(OpBuilder &builder, Value value, Type element) {
  Type type = cast<TensorType>(value.getType()).clone(element);
  return AsTypeOp::create(builder, value.getLoc(), type, value, element);
}

bool PrecisionLowering::isWide(Value value) const {
  Type element = getElement(value);
  return element && element.isF32();
}

/// Whether all floats that an op takes are at hand in the narrow type, or are
/// constants. At least one operand must be narrow already. An op of constants
/// and f32 alone gains nothing from casts in front of it.
bool PrecisionLowering::canFollow(Operation *op) const {
  bool anyHeld = false;
  for (Value operand : op->getOperands()) {
    anyHeld |= held.contains(operand);
    if (isWide(operand) && !held.contains(operand) &&
        !operand.getDefiningOp<ConstantOp>())
      return false;
  }
  return anyHeld;
}

/// Whether an op takes f32, and no floats but these and narrow ones, and may
/// have them narrow.
bool PrecisionLowering::canLower(Operation *op) const {
  auto precision = dyn_cast<MixedPrecisionInterface>(op);
  // An f64 beside f32 would be promoted by the type rules; made narrow, the op
  // would mix two types it was never written for.
  if (!precision ||
      llvm::none_of(op->getOperands(), [&](Value x) { return isWide(x); }))
    return false;
  for (Value operand : op->getOperands())
    if (Type element = getElement(operand);
        isa_and_nonnull<FloatType, UnknownType>(element) && element != narrow &&
        !element.isF32())
      return false;
  switch (precision.getMixedPrecisionPolicy()) {
  case MixedPrecisionPolicy::Always:
    return true;
  case MixedPrecisionPolicy::Follow:
    return canFollow(op);
  case MixedPrecisionPolicy::Never:
    return false;
  }
  llvm_unreachable("every policy is listed");
}

Value PrecisionLowering::getNarrow(OpBuilder &builder, Value value) {
  if (!isWide(value))
    return value;
  if (Value other = held.lookup(value))
    return other;
  // Casts of one value are shared, else each product with the same weight would
  // cast it again.
  Value &other = casts[value];
  if (!other)
    other = makeCast(builder, value, narrow);
  return other;
}

/// Gives the results the types that follow from narrow operands, where those of
/// f32 become tensors of `element`; false if they would be something else. The
/// op's own rules decide. An op that gives f32 whatever it takes must not
/// be declared narrow.
static bool setResultTypes(Operation *op, Operation *made, Type element) {
  auto rules = dyn_cast<InferTypeOpInterface>(made);
  SmallVector<Type> types;
  if (!rules || failed(rules.inferReturnTypes(
                    made->getContext(), std::nullopt, made->getOperands(),
                    made->getDiscardableAttrDictionary(),
                    made->getPropertiesStorage(), made->getRegions(), types)))
    return false;
  for (auto [old, result, type] :
       llvm::zip(op->getResults(), made->getResults(), types)) {
    auto inferred = dyn_cast<TensorType>(type);
    Type before = getElement(old);
    Type after = before && before.isF32() ? element : before;
    if (!inferred || !before || inferred.getElementType() != after)
      return false;
    result.setType(cast<TensorType>(old.getType()).clone(after));
  }
  return true;
}

/// The value of f32 that stands for a result; the narrow one is kept for ops
/// that take it.
Value PrecisionLowering::replaceResult(OpBuilder &builder, Value old,
                                       Value made) {
  if (!isWide(old))
    return made;
  // What the region gives in f32 is not made narrow on its way. The accumulator
  // is in f32 there, and a cast down and up again would throw away bits that
  // the function gives.
  if (isWide(made) && llvm::any_of(old.getUsers(), llvm::IsaPred<OutputOp>))
    return made;
  Value value = made;
  if (getElement(made) != narrow)
    value = makeCast(builder, made, narrow);
  Value wide = makeCast(builder, value, Float32Type::get(old.getContext()));
  wide.setType(old.getType());
  held[wide] = value;
  written.push_back(wide.getDefiningOp());
  return wide;
}

void PrecisionLowering::lower(Operation *op) {
  OpBuilder builder(op);
  Operation *made = builder.clone(*op);
  Type element = narrow;
  bool always = cast<MixedPrecisionInterface>(op).getMixedPrecisionPolicy() ==
                MixedPrecisionPolicy::Always;
  // "Always" ops are products: tensor cores multiply f16 and accumulate in f32.
  // Without `out_dtype` the sum would be narrow, and K steps of f16 lose about
  // log2(K) bits.
  if (std::optional<Attribute> dtype = made->getInherentAttr("out_dtype");
      dtype && always) {
    auto type = dyn_cast_or_null<TypeAttr>(*dtype);
    if (!type || type.getValue().isF32())
      made->setAttr("out_dtype", TypeAttr::get(sum));
    element = sum;
  }
  builder.setInsertionPoint(made);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getNarrow(builder, operand));
  made->setOperands(operands);
  // The types did not work out. The clone goes; casts made for it are erased at
  // the end of the region if nobody else wants them.
  if (!setResultTypes(op, made, element)) {
    made->erase();
    return;
  }
  builder.setInsertionPoint(op);
  for (auto [old, result] : llvm::zip(op->getResults(), made->getResults()))
    old.replaceAllUsesWith(replaceResult(builder, old, result));
  op->erase();
}

void PrecisionLowering::lower(DataflowOp region) {
  held = parameters;
  for (Operation &op : llvm::make_early_inc_range(region.getBody().front())) {
    // A weight that is narrow already.
    if (auto param = dyn_cast<WrapParamOp>(op);
        param && isWide(param.getResult()) &&
        getElement(param.getData()) == narrow)
      held[param.getResult()] = param.getData();
    else if (canLower(&op))
      lower(&op);
  }
  // Reversed, since a cast may be used by a later one only.
  for (Operation *op : llvm::reverse(written))
    sinkToFirstUse(op);
  // Casts for ops that kept their type after all.
  for (auto &[value, other] : casts)
    if (other.use_empty())
      other.getDefiningOp()->erase();
  written.clear();
  casts.clear();
}

namespace {
struct ToMixedPrecisionPass
    : impl::ToMixedPrecisionPassBase<ToMixedPrecisionPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  FloatType readType(StringRef option, StringRef text);
  LogicalResult narrowInputs(FuncOp func, FloatType narrow,
                             llvm::StringSet<> &found,
                             PrecisionLowering &lowering);
  SmallVector<Operation *> parameterCasts;
};
} // namespace

/// The type of an option; null after an error.
FloatType ToMixedPrecisionPass::readType(StringRef option, StringRef text) {
  Builder builder(&getContext());
  FloatType type = llvm::StringSwitch<FloatType>(text)
                       .Case("f16", builder.getF16Type())
                       .Case("bf16", builder.getBF16Type())
                       .Case("f32", builder.getF32Type())
                       .Default(FloatType());
  // As a value of "dtype" f32 is no narrowing, so that is an error as well.
  if (!type || (option == "dtype" && type.isF32()))
    getOperation().emitError("expects option '")
        << option << "' to be "
        << (option == "dtype" ? "f16 or bf16" : "f32, f16 or bf16")
        << ", found \"" << text << '"';
  return type && option == "dtype" && type.isF32() ? FloatType() : type;
}

/// Makes parameters narrow whose names are given.
LogicalResult ToMixedPrecisionPass::narrowInputs(FuncOp func, FloatType narrow,
                                                 llvm::StringSet<> &found,
                                                 PrecisionLowering &lowering) {
  for (BlockArgument parameter : func.getArguments()) {
    std::string name = func.getParameterName(parameter.getArgNumber());
    if (!llvm::is_contained(inputNames, name))
      continue;
    found.insert(name);
    Type element = getElement(parameter);
    if (element == narrow)
      continue;
    if (!element || !element.isF32())
      return func.emitOpError("has parameter \"")
             << name << "\" of type " << parameter.getType()
             << ", expected a tensor of f32 to make one of " << narrow;
    // A caller inside of the module would pass f32 to a parameter that has
    // become f16.
    auto uses = SymbolTable::getSymbolUses(func, getOperation());
    if (!uses || !uses->empty())
      return func.emitOpError("is used in the module, where its parameter \"")
             << name
             << "\" is given; expected a function that only others call";
    Type wide = parameter.getType();
    parameter.setType(cast<TensorType>(wide).clone(narrow));
    auto builder = OpBuilder::atBlockBegin(parameter.getOwner());
    auto back =
        AsTypeOp::create(builder, parameter.getLoc(), wide, parameter,
                         TypeAttr::get(Float32Type::get(&getContext())));
    parameter.replaceAllUsesExcept(back, back);
    lowering.addNarrow(back, parameter);
    parameterCasts.push_back(back);
  }
  func.setFunctionType(FunctionType::get(&getContext(),
                                         func.getBody().getArgumentTypes(),
                                         func.getFunctionType().getResults()));
  return success();
}

void ToMixedPrecisionPass::runOnOperation() {
  FloatType narrow = readType("dtype", dtype);
  FloatType sum = readType("out-dtype", outDtype);
  if (!narrow || !sum)
    return signalPassFailure();
  llvm::StringSet<> found;
  for (auto func : getOperation().getOps<FuncOp>()) {
    if (func.isExternal())
      continue;
    PrecisionLowering lowering(narrow, sum);
    parameterCasts.clear();
    if (failed(narrowInputs(func, narrow, found, lowering)))
      return signalPassFailure();
    // The walk is over regions only: outside of one an op may have effects, and
    // TVM's pass looks at dataflow blocks alone as well.
    func.walk([&](DataflowOp region) { lowering.lower(region); });
    for (Operation *op : parameterCasts)
      if (op->use_empty())
        op->erase();
  }
  for (const std::string &name : inputNames)
    if (!found.contains(name)) {
      getOperation().emitError("expects a function with a parameter \"")
          << name << "\", which 'input-names' names";
      return signalPassFailure();
    }
}

} // namespace mlir::relax
