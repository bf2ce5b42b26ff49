// What rules that write an operator with others are made of.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_DECOMPOSITION_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_DECOMPOSITION_H

#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "mlir/IR/Builders.h"

namespace mlir {
class SymbolTable;
} // namespace mlir

namespace mlir::relax {

/// Makes operators before one that they replace. A result type follows from the
/// operands; where it does not, the value is null, and so is what is made of
/// it.
class Decomposition {
public:
  explicit Decomposition(Operation *op) : builder(op), loc(op->getLoc()) {}

  OpBuilder &getBuilder() { return builder; }
  MLIRContext *getContext() { return builder.getContext(); }

  template <typename OpT>
  Value emit(ValueRange operands, typename OpT::Properties properties = {}) {
    SmallVector<Type> types;
    if (llvm::is_contained(operands, Value()))
      return {};
    OperationName(OpT::getOperationName(), getContext())
        .populateDefaultProperties(OpaqueProperties(&properties));
    if (mlir::failed(OpT::inferReturnTypes(
            getContext(), loc, operands, DictionaryAttr::get(getContext()),
            OpaqueProperties(&properties), RegionRange(), types)))
      return {};
    noteByteSizes(OpT::getOperationName(), types);
    OperationState state(loc, OpT::getOperationName(), operands, types);
    state.getOrAddProperties<typename OpT::Properties>() =
        std::move(properties);
    return made.emplace_back(builder.create(state))->getResult(0);
  }

  /// A constant of rank 0.
  Value number(double value, Type element);
  /// The shape as a value.
  Value shape(ArrayRef<SymExprAttr> dims);
  /// The tensor in another shape, with its axes in another order, along new
  /// axes.
  Value reshape(Value value, ArrayRef<SymExprAttr> dims);
  Value permute(Value value, ArrayRef<int64_t> axes);
  Value broadcast(Value value, ArrayRef<SymExprAttr> dims);
  Value cast(Value value, Type element);
  /// The i64 numbers of `[from, to)`.
  Value range(SymExprAttr from, SymExprAttr to);

  /// The dimensions of a tensor of known rank.
  static Dims dimsOf(Value value);
  static Type elementOf(Value value);

  /// The operators that were made, in order.
  ArrayRef<Operation *> getMade() const { return made; }

  /// Says why the op cannot be written with others; gives no values.
  SmallVector<Value> notifyMatchFailure(const Twine &why) {
    reason = why.str();
    return {};
  }
  StringRef getMatchFailure() const { return reason; }

  /// Whether one of them breaks TYPE-5. The operator that is written with
  /// others is the one to report then.
  bool isTooLarge() const { return tooLarge; }

private:
  void noteByteSizes(StringRef name, TypeRange types);

  OpBuilder builder;
  Location loc;
  SmallVector<Operation *> made;
  std::string reason = "the operators that it stands for do not fit";
  bool tooLarge = false;
};

/// The values that an op which `isDecomposed` can be replaced by; none if it is
/// rejected.
SmallVector<Value> decompose(Operation *op, Decomposition &rules);

/// The same for operators whose results' sizes the data decides.
bool isCounted(Operation *op);
SmallVector<Value> decomposeDataDependent(Operation *op, Decomposition &rules);

/// The same for operators in a layout that their programs do not know, of
/// blocks or of axes in another order.
bool isInOtherLayout(Operation *op);
SmallVector<Value> decomposeLayout(Operation *op, Decomposition &rules);

/// The same for operators that become calls of functions outside the module,
/// which `symbols` gets. An operator of which nothing comes was reported.
SmallVector<Value> callExternal(Operation *op, Decomposition &rules,
                                SymbolTable &symbols);

/// The same for the attention family.
bool isAttention(Operation *op);
SmallVector<Value> decomposeAttention(Operation *op, Decomposition &rules);

/// Puts in front of an operator, or after what makes a shape, the comparisons
/// of sizes that it takes for granted and types do not show.
void checkSizes(Operation *op);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_DECOMPOSITION_H
