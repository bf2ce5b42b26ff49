// What the importer knows about the values of a graph.
#ifndef RELAX_LIB_IMPORT_VALUETABLE_H
#define RELAX_LIB_IMPORT_VALUETABLE_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "TensorData.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relax {

/// An integer tensor of rank 0 to 2 whose elements are expressions: what
/// shapes are computed with. None of the elements is null.
struct SymbolicTensor {
  SmallVector<SymExprAttr> elements;
  Type elementType;
  /// Whether the rank is 0; there is then one element.
  bool isScalar = false;
  /// The elements of a row if the rank is 2, else 0.
  int64_t numColumns = 0;

  /// The sizes of its axes.
  SmallVector<int64_t> getShape() const;

  /// The elements if all of them are numbers.
  std::optional<SmallVector<int64_t>> getConstants() const;
};

/// The values of a graph by name. Constants and shape computations become ops
/// only where a tensor is asked for, so what is used up at import leaves none.
class ValueTable {
  struct Entry;

public:
  /// A sequence of which only the run time knows the length: slices of a
  /// tensor along `axis`, each of `part` elements, the last one perhaps of
  /// fewer. Slices of one element need not keep the axis. Where each slice has
  /// a size of its own, `sizes` lists these as i64, and `part` says nothing.
  struct Stack {
    Value tensor;
    int64_t axis = 0;
    bool keepsAxis = false;
    int64_t part = 1;
    Value sizes = nullptr;
  };

  /// A value without a name: a tensor, a sequence of tensors, or an optional
  /// value that is not there.
  class Item {
  public:
    bool isTensor() const;
    bool isAbsent() const;

  private:
    friend class ValueTable;
    std::shared_ptr<Entry> entry;
  };

  ValueTable(OpBuilder &builder, const TensorData &data)
      : builder(builder), data(data) {}

  /// A table for a graph inside this one, whose values it sees, or for the body
  /// of a function, which sees none of them.
  std::unique_ptr<ValueTable> makeInner(bool seesValues) const {
    auto result = std::make_unique<ValueTable>(builder, data);
    result->outer = seesValues ? this : nullptr;
    result->isNested = true;
    return result;
  }

  /// Let `name` be what `other` is in the table `from`; fails if it is taken.
  LogicalResult alias(StringRef name, const ValueTable &from, StringRef other);

  /// Define a value; fails if the name is taken. A tensor of unknown rank can
  /// only be an output of the graph.
  LogicalResult define(StringRef name, Value value);
  LogicalResult define(StringRef name, SymbolicTensor integers);
  /// The tensor must pass `TensorData::check`; large data moves out of it.
  LogicalResult define(StringRef name, ::onnx::TensorProto &tensor,
                       RankedTensorType type);
  LogicalResult define(StringRef name, const Item &item);
  /// Define a value whose node was reported already.
  LogicalResult defineFailed(StringRef name);

  bool contains(StringRef name) const {
    return entries.contains(name) || (outer && outer->contains(name));
  }
  bool isFailed(StringRef name) const;

  /// The type of the value called `name`; null if its rank is unknown.
  RankedTensorType getType(StringRef name) const;

  /// The number that ONNX gives the value's element type, if that type is held
  /// as another: fewer than 8 bits in 8, strings as their places; else 0.
  int32_t getNarrowCode(StringRef name) const;
  void setNarrowCode(StringRef name, int32_t code);

  /// The value, whatever it is.
  Item getItem(StringRef name) const;
  static Item makeItem(Value value);
  static Item makeSequence(ArrayRef<Item> items);
  static Item makeStack(const Stack &stack);
  static Item makeAbsent();
  /// Whether the value is a tensor; only of such one may ask anything else.
  bool isTensor(StringRef name) const;
  /// The items of a sequence whose length import knows; none if the value is
  /// something else.
  std::optional<SmallVector<Item>> getItems(StringRef name) const;
  /// A sequence whose length only the run time knows.
  std::optional<Stack> getStack(StringRef name) const;
  /// An item, which is a tensor, as such.
  Value getTensor(const Item &item, Location loc);

  /// The value as a tensor; makes the op that gives it where there is none.
  /// Errors are reported at `loc`; a value is returned all the same.
  Value getTensor(StringRef name, Location loc);

  /// The elements if the value has at most `maxRank` axes, 2 or fewer, few
  /// elements and these are integers or bools known at import.
  std::optional<SymbolicTensor> getSymbolic(StringRef name, Location loc,
                                            int64_t maxRank = 1) const;

  /// The same for a constant of any rank, in row-major order.
  std::optional<SmallVector<int64_t>> getIntegers(StringRef name,
                                                  Location loc) const;

  /// The elements if the value is a small constant of floating-point type.
  std::optional<SmallVector<double>> getFloats(StringRef name,
                                               Location loc) const;

  /// The op that gives `integers` as a tensor.
  Value makeTensor(const SymbolicTensor &integers, Location loc);

  const TensorData &getData() const { return data; }

private:
  struct Entry {
    Value tensor;
    ::onnx::TensorProto *constant = nullptr;
    RankedTensorType type;
    std::optional<SymbolicTensor> symbolic;
    bool failed = false;
    int32_t narrowCode = 0;
    /// Whether another table has this value, too.
    bool isShared = false;
    /// For a sequence.
    std::shared_ptr<SmallVector<Item>> items;
    std::optional<Stack> stack;
    /// For an optional value that is not there.
    bool isAbsent = false;

    /// The same value in the table of a graph inside.
    Entry copyForInner() const;
  };
  /// The entry of a value that the table contains; that of an outer value is
  /// copied, so that a constant becomes an op where it is used.
  Entry &lookup(StringRef name) const;
  LogicalResult insert(StringRef name, Entry entry);
  Value materialize(const Entry &entry, Location loc);
  Value getTensor(Entry &entry, Location loc);

  OpBuilder &builder;
  const TensorData &data;
  const ValueTable *outer = nullptr;
  /// Whether the graph may be imported several times.
  bool isNested = false;
  mutable llvm::StringMap<Entry> entries;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_VALUETABLE_H
