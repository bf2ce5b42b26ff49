// One function of StableHLO on its way to the graph level.
#include "GraphConversion.h"

#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

const ConversionRule *ConversionTable::lookup(Operation *op) const {
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  if (!info)
    return nullptr;
  auto found = rules.find(info->getTypeID());
  return found == rules.end() ? nullptr : &found->second;
}

ModuleConversion::ModuleConversion(ModuleOp module,
                                   ArrayRef<std::string> packed)
    : module(module), symbols(module) {
  populateContractionConversions(table);
  populateControlConversions(table);
  populateElementwiseConversions(table);
  populateIndexConversions(table);
  populateMovementConversions(table);
  populateReductionConversions(table);
  populateShapeConversions(table);
  populateSortConversions(table);
  populateWindowConversions(table);
  for (const std::string &name : packed)
    packedCalls.insert(name);
}

void ConversionObstacles::add(Operation *op, const Twine &reason) {
  Builder builder(op->getContext());
  places[{op->getName().getIdentifier(), builder.getStringAttr(reason)}]
      .push_back(op->getLoc());
}

void ConversionObstacles::report(ModuleOp module) const {
  static constexpr size_t kMaxNotes = 3;
  auto sorted = llvm::to_vector(llvm::make_pointer_range(places));
  auto getKey = [](auto *entry) {
    // By name and reason where the numbers are equal.
    return std::tuple(-int64_t(entry->second.size()),
                      entry->first.first.getValue(),
                      entry->first.second.getValue());
  };
  llvm::sort(sorted,
             [&](auto *lhs, auto *rhs) { return getKey(lhs) < getKey(rhs); });
  for (auto *entry : sorted) {
    ArrayRef<Location> where = entry->second;
    InFlightDiagnostic error =
        emitError(where.front())
        << "'" << entry->first.first.getValue() << "' (" << where.size()
        << (where.size() == 1 ? " op" : " ops")
        << ") cannot be converted to relax: " << entry->first.second.getValue();
    for (Location other : where.drop_front().take_front(kMaxNotes))
      error.attachNote(other) << "another one is here";
  }
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

SmallVector<Value> GraphConversion::get(ValueRange range) const {
  return llvm::map_to_vector(range, [&](Value value) { return get(value); });
}

bool GraphConversion::isComplete(Operation *op) const {
  bool isComplete = true;
  // What regions use from outside is an operand, too.
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        isComplete &= bool(get(operand));
  });
  return isComplete;
}

LogicalResult GraphConversion::reject(Operation *op, const Twine &reason) {
  all.obstacles.add(op, reason);
  return failure();
}

LogicalResult GraphConversion::convertOp(Operation *op) {
  loc = op->getLoc();
  // The body of a function or of a loop may be written out several times.
  for (Value result : op->getResults()) {
    values.erase(result);
    known.erase(result);
  }
  const ConversionRule *rule = all.table.lookup(op);
  if (!rule)
    return reject(op, "relax has nothing for it; expected another op, or code "
                      "without it");
  if (!isComplete(op))
    return failure();
  propagateKnown(op, *this);
  return (*rule)(op, *this);
}

std::optional<SmallVector<Value>> GraphConversion::convertBlock(Block &block) {
  // All ops are tried, so that each obstacle is found.
  for (Operation &op : block.without_terminator())
    (void)convertOp(&op);
  SmallVector<Value> results = get(block.getTerminator()->getOperands());
  if (llvm::is_contained(results, Value()))
    return std::nullopt;
  return results;
}

/// Whether a tensor of type `found` may be one of type `expected`.
static bool fits(RankedTensorType found, RankedTensorType expected) {
  return found && expected && found.getRank() == expected.getRank() &&
         found.getElementType() == expected.getElementType() &&
         succeeded(
             verifyCompatibleShape(found.getShape(), expected.getShape()));
}

LogicalResult GraphConversion::replace(Operation *op, ValueRange results) {
  for (auto [index, result, value] :
       llvm::enumerate(op->getResults(), results)) {
    if (!value)
      return reject(op, "its operands do not fit each other; expected those of "
                        "the specification");
    auto expected = dyn_cast<RankedTensorType>(result.getType());
    auto found = dyn_cast<RankedTensorType>(value.getType());
    if (!fits(found, expected)) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "result #" << index << " follows to be " << value.getType()
          << ", found " << result.getType();
      return reject(op, text);
    }
    // What the program says of a size is more than what follows.
    SmallVector<SymExprAttr> dims = getDims(found);
    bool isMore = false;
    for (auto [dim, size] : llvm::zip(dims, expected.getShape()))
      if (!ShapedType::isDynamic(size) && (!dim || !dim.getConstant())) {
        dim = this->dim(size);
        isMore = true;
      }
    set(result,
        isMore ? ensureType(value, getTensorType(dims, found.getElementType()))
               : value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Known integers
//===----------------------------------------------------------------------===//

const SmallVector<SymExprAttr> *GraphConversion::getKnown(Value value) const {
  auto found = known.find(value);
  return found == known.end() ? nullptr : &found->second;
}

void GraphConversion::setKnown(Value value, ArrayRef<SymExprAttr> elements) {
  if (llvm::is_contained(elements, SymExprAttr()))
    known.erase(value);
  else
    known[value] = llvm::to_vector(elements);
}

std::optional<SmallVector<int64_t>>
GraphConversion::getKnownNumbers(Value value) const {
  const SmallVector<SymExprAttr> *elements = getKnown(value);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (SymExprAttr element : *elements) {
    std::optional<int64_t> number = element.getConstant();
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

TypedAttr GraphConversion::getSplat(Value value) const {
  Value found = get(value);
  while (found) {
    if (auto constant = found.getDefiningOp<ConstantOp>()) {
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      return elements && elements.isSplat()
                 ? elements.getSplatValue<TypedAttr>()
                 : TypedAttr();
    }
    // Broadcasts repeat the number.
    Operation *op = found.getDefiningOp();
    if (!isa_and_nonnull<BroadcastToOp, ReshapeOp>(op))
      break;
    found = op->getOperand(0);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value GraphConversion::ensureType(Value value, Type type) {
  return value.getType() == type
             ? value
             : MatchCastOp::create(builder, loc, type, value).getResult();
}

void GraphConversion::discard(Operation *op) {
  // The values of the program that are inside go with it.
  for (auto &entry : values)
    if (entry.second &&
        op->isAncestor(entry.second.getParentBlock()->getParentOp()))
      entry.second = Value();
  op->dropAllReferences();
  op->erase();
}

Value GraphConversion::constant(ElementsAttr value) {
  return ConstantOp::create(builder, loc, value.getType(), value);
}

Value GraphConversion::constant(TypedAttr number) {
  ElementsAttr value = DenseElementsAttr::get(
      RankedTensorType::get({}, number.getType()), Attribute(number));
  return constant(value);
}

Value GraphConversion::fromSizes(ArrayRef<SymExprAttr> sizes,
                                 RankedTensorType type) {
  Value all = emit<ShapeToTensorOp>(shape(sizes));
  return cast(reshape(all, getDims(type)), type.getElementType());
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

SmallVector<Value>
GraphConversion::call(StringRef name, ValueRange inputs,
                      ArrayRef<RankedTensorType> results,
                      llvm::function_ref<void(KernelBuilder &)> build) {
  SmallVector<RankedTensorType> types;
  for (Value input : inputs)
    types.push_back(llvm::cast<RankedTensorType>(input.getType()));
  KernelBuilder kernel(loc, name, types, results);
  build(kernel);
  tir::FuncOp function = kernel.getFunction();
  dropSigns(function);
  all.symbols.insert(function);
  auto call = CallTIROp::create(
      builder, loc,
      TypeRange(SmallVector<Type>(results.begin(), results.end())),
      FlatSymbolRefAttr::get(function.getSymNameAttr()), inputs,
      getSymExprArray(getContext(), kernel.getVars()));
  return SmallVector<Value>(call.getResults());
}

LogicalResult GraphConversion::callPacked(hlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  if (op->getNumResults() == 0)
    return reject(op, "expected a call with results");
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        !tensor || !tensor.hasStaticShape())
      return reject(op, "expected results of known sizes from a registered "
                        "function");
  auto call = CallDPSPackedOp::create(
      builder, loc, op->getResultTypes(),
      FlatSymbolRefAttr::get(getContext(), target), get(op.getInputs()));
  if (!all.symbols.lookup(target)) {
    OpBuilder outer = OpBuilder::atBlockEnd(all.module.getBody());
    // Pure: a call in the program has no effect that it does not say.
    all.symbols.insert(
        ExternFuncOp::create(outer, loc, builder.getStringAttr(target),
                             StringAttr(), builder.getUnitAttr()));
  }
  return replace(op, call->getResults());
}

bool areAxes(ArrayRef<int64_t> axes, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank || seen.test(axis))
      return false;
    seen.set(axis);
  }
  return true;
}

} // namespace mlir::relax
