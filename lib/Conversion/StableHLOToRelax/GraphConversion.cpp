// One function of StableHLO on its way to the graph level.
//
// There is no dialect conversion here because it ends at the first op that has
// no pattern, while a user wants to know all obstacles of a model at once. Ops
// are walked in order instead, and what depends on a rejected op is passed over
// without an error of its own.
#include "GraphConversion.h"
#include "QuantizedToRelax.h"
#include "SplitComplex.h"

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
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::relax {

// A report that goes on for pages hides its other kinds.
static constexpr size_t kMaxNotes = 3;

std::string listText(ArrayRef<int64_t> numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(numbers, os);
  os << ']';
  return text;
}

std::string typesText(TypeRange types) {
  if (types.empty())
    return "none";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os);
  return text;
}

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
  populateCollectiveConversions(table);
  populateComplexConversions(table);
  populateContractionConversions(table);
  populateControlConversions(table);
  populateElementwiseConversions(table);
  populateIndexConversions(table);
  populateLinearAlgebraConversions(table);
  populateManualConversions(table);
  populateMovementConversions(table);
  populateNormalizationConversions(table);
  populateQuantizedConversions(table);
  populateRandomConversions(table);
  populateReductionConversions(table);
  populateScatterConversions(table);
  populateShapeConversions(table);
  populateShardingConversions(table);
  populateSortConversions(table);
  populateSpecialConversions(table);
  populateWindowConversions(table);
  for (const std::string &name : packed)
    packedCalls.insert(name);
}

Rejection &Rejection::attachNote(Location loc, const Twine &text) {
  place.notes.emplace_back(loc, text.str());
  return *this;
}

Rejection &Rejection::attachNote(Value operand) {
  return attachNote(operand.getLoc(), "an operand of type " +
                                          typesText(operand.getType()) +
                                          " comes from here");
}

/// Why an op is rejected is often decided far above it: by the type that an
/// export gave an operand. So the reader is shown these places, too, but no
/// more than a few, because variadic ops may have hundreds of operands.
Rejection &Rejection::attachNote(ValueRange operands) {
  // An op may use a value twice, which is one place of the program.
  llvm::SetVector<Value> different(operands.begin(), operands.end());
  for (Value operand : different.getArrayRef().take_front(kMaxNotes))
    attachNote(operand);
  return *this;
}

/// Places are kept by op and reason instead of being reported at once: a model
/// repeats its layers, and the same error for each of 100 layers would hide the
/// second kind. What is found stays out of the key, else each shape would be a
/// kind.
Rejection ConversionObstacles::add(Operation *op, const Twine &reason,
                                   const Twine &found) {
  Builder builder(op->getContext());
  return Rejection(
      places[{op->getName().getIdentifier(), builder.getStringAttr(reason)}]
          .emplace_back(ObstaclePlace{op->getLoc(), found.str(), {}}));
}

/// The order must not depend on addresses, so that two runs of one program give
/// one text. What hinders most ops comes first because it is worth mending
/// first.
void ConversionObstacles::report(ModuleOp module) const {
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
    ArrayRef<ObstaclePlace> where = entry->second;
    InFlightDiagnostic error =
        emitError(where.front().loc)
        << "'" << entry->first.first.getValue() << "' (" << where.size()
        << (where.size() == 1 ? " op" : " ops")
        << ") cannot be converted to relax: " << entry->first.second.getValue();
    if (!where.front().found.empty())
      error << ", " << where.front().found;
    // Only of the first one: a kind may have thousands of places, and the
    // others differ from it in sizes at most.
    for (auto &[loc, text] : where.front().notes)
      error.attachNote(loc) << text;
    for (const ObstaclePlace &other : where.drop_front().take_front(kMaxNotes))
      error.attachNote(other.loc) << "another one is here";
  }
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

SmallVector<Value> GraphConversion::get(ValueRange range) const {
  return llvm::map_to_vector(range, [&](Value value) { return get(value); });
}

/// Whether all that the op uses has a value at the graph level.
/// An operand has no value where its own op was rejected. Such an op is passed
/// over without an error of its own: it would only repeat the cause, once for
/// every op that follows from it.
static bool isComplete(Operation *op, const GraphConversion &graph) {
  bool isComplete = true;
  // What regions use from outside is an operand, too.
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        isComplete &= bool(graph.get(operand));
  });
  return isComplete;
}

Rejection GraphConversion::reject(Operation *op, const Twine &reason,
                                  const Twine &found) {
  return all.obstacles.add(op, reason, found);
}

LogicalResult rejectResultCount(Operation *op, GraphConversion &graph) {
  return graph
      .reject(op, "expected a result for each operand",
              "found " + std::to_string(op->getNumOperands()) +
                  " operands and " + std::to_string(op->getNumResults()) +
                  " results")
      .attachNote(op->getOperands());
}

/// Whether `op` is half of an exchange of two devices. Ops that the dialect
/// lacks have their attributes among the properties, or where older text has
/// them.
static bool isBetweenDevices(Operation *op) {
  auto isHost = op->getAttrOfType<BoolAttr>("is_host_transfer");
  if (auto properties =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
      properties && !isHost)
    isHost = properties.getAs<BoolAttr>("is_host_transfer");
  return isHost && !isHost.getValue();
}

/// What is known is propagated before the rule runs, because rules of dynamic
/// ops ask what is known of their own result.
LogicalResult GraphConversion::convertOp(Operation *op) {
  loc = op->getLoc();
  // The body of a function or of a loop may be written out several times.
  for (Value result : op->getResults()) {
    values.erase(result);
    known.erase(result);
  }
  const ConversionRule *rule = all.table.lookup(op);
  // A call has its inputs before it starts, and gives results once it ends.
  // All devices run one program here, which has to say both ends.
  if (!rule && isBetweenDevices(op))
    return reject(op, "it is one end of an exchange of two devices; expected "
                      "'stablehlo.collective_permute', which says both");
  if (!rule && llvm::is_contained({"infeed", "outfeed", "send", "recv"},
                                  op->getName().stripDialect()))
    return reject(op, "it exchanges tensors with the host while the program "
                      "runs; expected these as parameters and results");
  if (!rule)
    return reject(op, "relax has nothing for it; expected another op, or code "
                      "without it");
  if (!isComplete(op, *this))
    return failure();
  if (takesComplex(op))
    return rejectComplex(op, *this);
  propagateKnown(op, *this);
  return (*rule)(op, *this);
}

/// A block whose values are partly missing gives nothing, even if it is a
/// branch that never runs: half a program could not be checked against the
/// whole one.
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
/// Sizes that one side leaves open may still be equal at run time, so only
/// those that both know can differ. Ranks and element types must be the same:
/// nothing converts them implicitly in StableHLO.
static bool fits(RankedTensorType found, RankedTensorType expected) {
  return found && expected && found.getRank() == expected.getRank() &&
         found.getElementType() == expected.getElementType() &&
         succeeded(
             verifyCompatibleShape(found.getShape(), expected.getShape()));
}

/// The op of relax infers its own type, and StableHLO declares one. They are
/// compared here for all rules, since a rule that were wrong would otherwise
/// show up only as wrong numbers. Where the declared type knows a size that
/// inference does not, the value is cast to it, and checked at run time;
/// without that each following op would lose the size again.
LogicalResult GraphConversion::replace(Operation *op, ValueRange results) {
  for (auto [index, result, value] :
       llvm::enumerate(op->getResults(), results)) {
    if (!value)
      return reject(op,
                    "its operands do not fit each other; expected those of "
                    "the specification",
                    "found " + typesText(op->getOperandTypes()))
          .attachNote(op->getOperands());
    auto expected = dyn_cast<RankedTensorType>(getStoredType(result.getType()));
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

/// A size that is a symbol is known, but is no number: rules that need a number
/// for an attribute must not take it.
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

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value GraphConversion::ensureType(Value value, Type type) {
  return value.getType() == type
             ? value
             : MatchCastOp::create(builder, loc, type, value).getResult();
}

/// Values inside are forgotten before the op goes, because the map would keep
/// pointers to freed memory: LLVM is built without assertions here, and the
/// next lookup would read them.
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

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The signs of integers are dropped from the program, since arith knows
/// signless integers only; the call keeps them, as relax does. Symbols of the
/// shapes are passed as arguments, because a program cannot see those of its
/// caller.
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

/// The specification demands that axes are in range and unique, but its
/// verifier is not part of this tool: a text may say anything. So all rules
/// check axes before they index with them.
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
