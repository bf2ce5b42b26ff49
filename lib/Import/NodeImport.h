// One node of a graph, as the code that imports its operator sees it.
#ifndef RELAX_LIB_IMPORT_NODEIMPORT_H
#define RELAX_LIB_IMPORT_NODEIMPORT_H

#include "ValueTable.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {

class NodeDispatch;
class SymbolNames;

/// A node with checked access to its inputs and attributes, and a builder of
/// ops. An access that fails reports an error and returns something harmless,
/// so that the code of an operator reads without checks: the driver looks at
/// `hasFailed`. A null value is passed on: ops over it are null.
class NodeImport {
public:
  NodeImport(const ::onnx::NodeProto &node, int64_t opset,
             NodeDispatch &dispatch, ValueTable &values, SymbolNames &symbols,
             OpBuilder &builder, Location loc)
      : node(node), opset(opset), dispatch(dispatch), values(values),
        symbols(symbols), builder(builder), loc(loc) {}

  /// The version of the operator set.
  int64_t getOpset() const { return opset; }
  Location getLoc() const { return loc; }
  OpBuilder &getBuilder() { return builder; }
  MLIRContext *getContext() const { return builder.getContext(); }
  StringRef getOperator() const { return node.op_type(); }

  /// What imports the nodes around this one, for graphs inside it.
  NodeDispatch &getDispatch() const { return dispatch; }
  ValueTable &getValues() const { return values; }
  StringRef getInputName(unsigned index) const;
  StringRef getOutputName(unsigned index) const;

  /// Report an error about this node.
  InFlightDiagnostic error();
  bool hasFailed() const { return failed; }
  /// What went wrong was reported elsewhere.
  void setFailed() { failed = true; }

  // Inputs. An optional input at the end may be missing or called "".
  unsigned getNumInputs() const { return node.input_size(); }
  bool hasInput(unsigned index) const;
  /// The input as a tensor; the driver made sure that required ones exist.
  Value getTensor(unsigned index);
  SmallVector<Value> getTensors();
  /// The input, which may be a sequence or an optional value.
  ValueTable::Item getItem(unsigned index) const;
  /// The items of a sequence; an error if the input is none.
  SmallVector<ValueTable::Item> requireItems(unsigned index);
  /// The input if it is a sequence whose length only the run time knows.
  std::optional<ValueTable::Stack> getStack(unsigned index) const {
    return values.getStack(getInputName(index));
  }
  RankedTensorType getType(unsigned index) const;
  Type getElementType(unsigned index) const;
  /// The number of the element type if it has fewer than 8 bits, else 0.
  int32_t getNarrowCode(unsigned index) const;
  int64_t getRank(unsigned index) const { return getType(index).getRank(); }
  SmallVector<SymExprAttr> getDims(unsigned index) const;
  /// What is known of the input at import; none if it is computed or has more
  /// than `maxRank` axes, which are 2 at most.
  std::optional<SymbolicTensor> getSymbolic(unsigned index,
                                            int64_t maxRank = 1) const;
  std::optional<SmallVector<int64_t>> getIntegers(unsigned index) const;
  std::optional<SmallVector<double>> getFloats(unsigned index) const;
  /// Integers of an input that must be constant, else an error: `what` says
  /// what they are.
  SmallVector<int64_t> requireIntegers(unsigned index, StringRef what);
  /// Expressions of an input that must be known at import, else an error.
  SmallVector<SymExprAttr> requireSymbolic(unsigned index, StringRef what);

  // Attributes. Each access marks the attribute as understood.
  bool hasAttribute(StringRef name) const;
  int64_t getInt(StringRef name, int64_t otherwise);
  double getFloat(StringRef name, double otherwise);
  StringRef getString(StringRef name, StringRef otherwise);
  std::optional<SmallVector<int64_t>> getInts(StringRef name);
  std::optional<SmallVector<double>> getFloatList(StringRef name);
  /// A tensor attribute of at most `limit` elements, of strings their hashes if
  /// `takesStrings`; null if it is not there.
  DenseElementsAttr getDense(StringRef name, int64_t limit = 256,
                             bool takesStrings = false);
  /// Several texts; empty if they are not there.
  SmallVector<StringRef> getStrings(StringRef name);
  /// A graph that must be there; null after an error.
  ::onnx::GraphProto *requireGraph(StringRef name);
  /// Say that an attribute is understood and changes nothing.
  void ignoreAttribute(StringRef name) { understood.insert(name); }
  /// Report attributes that no access has named.
  void checkAttributes();

  /// Integers from input `index` (from opset `since` on) or, before, from the
  /// attribute `name`; none if neither is there.
  std::optional<SmallVector<int64_t>>
  getIntsOrInput(StringRef name, unsigned index, int64_t since);

  /// `axis` counted from the front; an error if it lies outside `rank`.
  int64_t normalizeAxis(int64_t axis, int64_t rank);
  SmallVector<int64_t> normalizeAxes(ArrayRef<int64_t> axes, int64_t rank);

  // Results.
  unsigned getNumOutputs() const { return node.output_size(); }
  bool hasOutput(unsigned index) const;
  void setResult(unsigned index, Value value);
  void setResult(unsigned index, SymbolicTensor integers);
  void setResult(unsigned index, const ValueTable::Item &item);
  /// The result is the value `name` of another table.
  void setResult(unsigned index, const ValueTable &from, StringRef name);
  /// Say that the result, which is set, holds elements of fewer than 8 bits, or
  /// places of strings.
  void setNarrowCode(unsigned index, int32_t code);
  bool isDefined(unsigned index) const;

  /// A new symbol, named after this node's first output.
  SymExprAttr makeSymbol(StringRef suffix);

  /// Make an op whose result types follow from its operands; null if an
  /// operand is null or the op does not fit, which is then reported.
  template <typename OpT>
  OpT emitOp(ValueRange operands, typename OpT::Properties properties = {}) {
    SmallVector<Type> types;
    if (!checkOperands(operands))
      return nullptr;
    // Inference reads the attributes that have a default.
    OperationName(OpT::getOperationName(), getContext())
        .populateDefaultProperties(OpaqueProperties(&properties));
    // It takes for granted what the verifier, which comes later, says of them.
    DictionaryAttr none = DictionaryAttr::get(getContext());
    typename OpT::Adaptor adaptor(operands, none,
                                  OpaqueProperties(&properties));
    if (mlir::failed(adaptor.verify(loc)) ||
        mlir::failed(OpT::inferReturnTypes(getContext(), loc, operands, none,
                                           OpaqueProperties(&properties),
                                           RegionRange(), types))) {
      failed = true;
      return nullptr;
    }
    OperationState state(loc, OpT::getOperationName(), operands, types);
    state.getOrAddProperties<typename OpT::Properties>() =
        std::move(properties);
    return llvm::cast_or_null<OpT>(finish(state));
  }
  /// The same for an op of one result.
  template <typename OpT>
  Value emit(ValueRange operands, typename OpT::Properties properties = {}) {
    OpT op = emitOp<OpT>(operands, std::move(properties));
    return op ? op->getResult(0) : Value();
  }

  // Small values that many operators need.
  /// A constant.
  Value makeConstant(DenseElementsAttr value);
  /// A constant of one value everywhere.
  Value makeFilled(double value, ArrayRef<int64_t> shape, Type element);
  /// A constant of these numbers.
  Value makeNumbers(ArrayRef<double> values, ArrayRef<int64_t> shape,
                    Type element);
  /// A constant of rank 0.
  Value makeScalar(double value, Type element);
  /// A constant of rank 1 with elements i64.
  Value makeIntegers(ArrayRef<int64_t> values);
  /// The size `size` as a tensor of rank 0.
  Value makeSize(SymExprAttr size, Type element);
  /// A `!relax.shape` of these sizes, none of which is null.
  Value makeShape(ArrayRef<SymExprAttr> dims);
  /// `value` with elements of another type.
  Value castTo(Value value, Type element);
  /// A constant expression.
  SymExprAttr makeExpr(int64_t value);

private:
  const ::onnx::AttributeProto *find(StringRef name, int32_t type,
                                     StringRef typeName);
  bool checkOperands(ValueRange operands) const;
  Operation *finish(OperationState &state);

  const ::onnx::NodeProto &node;
  int64_t opset;
  NodeDispatch &dispatch;
  ValueTable &values;
  SymbolNames &symbols;
  OpBuilder &builder;
  Location loc;
  llvm::StringSet<> understood;
  bool failed = false;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_NODEIMPORT_H
