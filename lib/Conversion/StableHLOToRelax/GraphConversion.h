// One function of StableHLO on its way to the graph level.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_GRAPHCONVERSION_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_GRAPHCONVERSION_H

#include "DeviceGroups.h"
#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {

class GraphConversion;

/// Converts one op: gives its results to the conversion, or rejects it.
using ConversionRule =
    std::function<LogicalResult(Operation *, GraphConversion &)>;

/// The rules by kind of op.
class ConversionTable {
public:
  template <typename OpT>
  void add(LogicalResult (*rule)(OpT, GraphConversion &)) {
    rules[TypeID::get<OpT>()] = [rule](Operation *op, GraphConversion &graph) {
      return rule(cast<OpT>(op), graph);
    };
  }
  /// The rule for `op`, or null.
  const ConversionRule *lookup(Operation *op) const;

private:
  DenseMap<TypeID, ConversionRule> rules;
};

// One function a family, in the file of that name.
void populateCollectiveConversions(ConversionTable &table);
void populateComplexConversions(ConversionTable &table);
void populateContractionConversions(ConversionTable &table);
void populateControlConversions(ConversionTable &table);
void populateElementwiseConversions(ConversionTable &table);
void populateIndexConversions(ConversionTable &table);
void populateLinearAlgebraConversions(ConversionTable &table);
void populateManualConversions(ConversionTable &table);
void populateMovementConversions(ConversionTable &table);
void populateNormalizationConversions(ConversionTable &table);
void populateQuantizedConversions(ConversionTable &table);
void populateRandomConversions(ConversionTable &table);
void populateReductionConversions(ConversionTable &table);
void populateScatterConversions(ConversionTable &table);
void populateShapeConversions(ConversionTable &table);
void populateShardingConversions(ConversionTable &table);
void populateSortConversions(ConversionTable &table);
void populateSpecialConversions(ConversionTable &table);
void populateWindowConversions(ConversionTable &table);

/// An op that could not be converted: what is found there, and what is said of
/// other places. Neither is part of the kind of the obstacle, so that one cause
/// stays one error however many shapes it is found with.
struct ObstaclePlace {
  Location loc;
  std::string found;
  SmallVector<std::pair<Location, std::string>> notes;
};

/// A rejected op, of which more can be said: failure, where a result is wanted.
class Rejection {
public:
  explicit Rejection(ObstaclePlace &place) : place(place) {}

  Rejection &attachNote(Location loc, const Twine &text);
  /// Says where operands come from.
  Rejection &attachNote(ValueRange operands);
  Rejection &attachNote(Value operand);
  operator LogicalResult() const { return failure(); }

private:
  ObstaclePlace &place;
};

/// What could not be converted: each kind once, with all its places.
class ConversionObstacles {
public:
  /// `found` says "found ..."; it may be empty.
  Rejection add(Operation *op, const Twine &reason, const Twine &found = "");
  bool empty() const { return places.empty(); }
  /// One error a kind, the most frequent op first.
  void report(ModuleOp module) const;

private:
  llvm::MapVector<std::pair<StringAttr, StringAttr>, SmallVector<ObstaclePlace>>
      places;
};

/// What is the same for all functions of a module.
struct ModuleConversion {
  ModuleConversion(ModuleOp module, ArrayRef<std::string> packedCalls);

  ModuleOp module;
  SymbolTable symbols;
  ConversionTable table;
  ConversionObstacles obstacles;
  llvm::StringSet<> packedCalls;
  /// Generators of random numbers so far, each of which has a key of its own.
  uint64_t numGenerators = 0;
  /// Sizes so far in which branches differ.
  uint64_t numBranchSizes = 0;

  /// Found at the first exchange, as that walks the module.
  const Devices &getDevices() {
    if (!devices)
      devices = Devices::of(module);
    return *devices;
  }

private:
  std::optional<Devices> devices;
};

/// Walks the ops of a function in their order, and makes those of the graph
/// level. A value of StableHLO has a value there, or none where its op could
/// not be converted.
class GraphConversion : public TensorBuilder {
public:
  GraphConversion(ModuleConversion &all, OpBuilder &builder, Location loc)
      : TensorBuilder(builder, loc), all(all) {}

  /// Converts the ops of a block; gives the values of its terminator, nothing
  /// where one of them is missing.
  std::optional<SmallVector<Value>> convertBlock(Block &block);
  LogicalResult convertOp(Operation *op);

  /// The value at the graph level, which the rule may rely on: it is run only
  /// where all operands have one.
  Value get(Value value) const { return values.lookup(value); }
  SmallVector<Value> get(ValueRange range) const;
  void set(Value value, Value converted) { values[value] = converted; }
  LogicalResult replace(Operation *op, ValueRange results);
  /// Says why the op cannot be converted; gives failure. What is found there is
  /// apart from the reason, which is the kind of the obstacle.
  Rejection reject(Operation *op, const Twine &reason, const Twine &found = "");

  /// The elements of a small tensor of integers, where they are numbers or
  /// expressions of sizes.
  const SmallVector<SymExprAttr> *getKnown(Value value) const;
  void setKnown(Value value, ArrayRef<SymExprAttr> elements);
  void forgetKnown(Value value) { known.erase(value); }
  /// The same, where all are numbers.
  std::optional<SmallVector<int64_t>> getKnownNumbers(Value value) const;

  /// A call of a new tensor program of `inputs`.
  SmallVector<Value> call(StringRef name, ValueRange inputs,
                          ArrayRef<RankedTensorType> results,
                          llvm::function_ref<void(KernelBuilder &)> build);

  /// The value, checked to be of `type` at run time where that is not known.
  Value ensureType(Value value, Type type);
  /// Drops an op whose regions could not be converted.
  void discard(Operation *op);
  /// A constant of rank 0 of the graph level.
  Value constant(TypedAttr number);
  Value constant(ElementsAttr value);

  ModuleConversion &getModule() { return all; }
  /// The functions that are being written out.
  SmallVector<Operation *> &getCallStack() { return callStack; }

private:
  ModuleConversion &all;
  DenseMap<Value, Value> values;
  DenseMap<Value, SmallVector<SymExprAttr>> known;
  SmallVector<Operation *> callStack;
};

/// Propagates what is known of small tensors of integers through `op`.
void propagateKnown(Operation *op, GraphConversion &graph);

/// Rejects an op that has not a result for each operand.
LogicalResult rejectResultCount(Operation *op, GraphConversion &graph);

/// The ranked type of a value of StableHLO.
inline RankedTensorType typeOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// The type of the elements of a tensor of StableHLO.
inline Type elementAt(Value value) {
  return cast<TensorType>(value.getType()).getElementType();
}

/// As messages have them: `[0, 1]`, or types with commas between them.
std::string listText(ArrayRef<int64_t> numbers);
std::string typesText(TypeRange types);

/// Whether `axes` are different axes of a tensor of `rank`.
bool areAxes(ArrayRef<int64_t> axes, int64_t rank);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_GRAPHCONVERSION_H
