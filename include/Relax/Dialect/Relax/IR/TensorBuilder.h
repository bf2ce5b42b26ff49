// Small steps over tensors, whose types follow from their operands.
#ifndef RELAX_DIALECT_RELAX_IR_TENSORBUILDER_H
#define RELAX_DIALECT_RELAX_IR_TENSORBUILDER_H

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Makes operators at the insertion point of a builder. A result type follows
/// from the operands; where it does not, the value is null, and so is what is
/// made of it.
class TensorBuilder {
public:
  TensorBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// The first result of an operator. Null operands give null results.
  template <typename OpT>
  Value emit(ValueRange operands, typename OpT::Properties properties = {}) {
    Operation *made = emitAll<OpT>(operands, std::move(properties));
    return made ? made->getResult(0) : Value();
  }
  /// The same for an op of several results.
  template <typename OpT>
  Operation *emitAll(ValueRange operands,
                     typename OpT::Properties properties = {}) {
    SmallVector<Type> types;
    if (llvm::is_contained(operands, Value()))
      return nullptr;
    OperationName(OpT::getOperationName(), getContext())
        .populateDefaultProperties(OpaqueProperties(&properties));
    if (mlir::failed(OpT::inferReturnTypes(
            getContext(), loc, operands, DictionaryAttr::get(getContext()),
            OpaqueProperties(&properties), RegionRange(), types)))
      return nullptr;
    OperationState state(loc, OpT::getOperationName(), operands, types);
    state.getOrAddProperties<typename OpT::Properties>() =
        std::move(properties);
    return builder.create(state);
  }

  Value add(Value lhs, Value rhs) { return emit<AddOp>({lhs, rhs}); }
  Value sub(Value lhs, Value rhs) { return emit<SubtractOp>({lhs, rhs}); }
  Value mul(Value lhs, Value rhs) { return emit<MultiplyOp>({lhs, rhs}); }
  Value div(Value lhs, Value rhs) { return emit<DivideOp>({lhs, rhs}); }
  Value add(Value lhs, double rhs) { return add(lhs, number(rhs, lhs)); }
  Value mul(Value lhs, double rhs) { return mul(lhs, number(rhs, lhs)); }
  Value negate(Value x);
  Value square(Value x) { return mul(x, x); }
  /// `number - x`.
  Value subFrom(double number, Value x) {
    return sub(this->number(number, x), x);
  }
  /// `yes` where the condition holds, else `no`.
  Value select(Value condition, Value yes, Value no);
  /// `x` where the condition holds, else 0.
  Value keepWhere(Value condition, Value x);
  /// `x` where the condition does not hold, else 0.
  Value dropWhere(Value condition, Value x);

  /// A constant of rank 0, of the element type of `like`.
  Value number(double value, Value like);
  /// How many elements there are of these sizes, as a number like `like`.
  Value count(ArrayRef<SymExprAttr> dims, Value like);
  Value zerosLike(Value x);
  Value cast(Value x, Type element);
  /// `x` summed over `axes`, which stay as axes of size 1 if `keep`.
  Value sum(Value x, ArrayRef<int64_t> axes, bool keep = false);
  Value mean(Value x, ArrayRef<int64_t> axes, bool keep = true);
  Value variance(Value x, ArrayRef<int64_t> axes, bool keep = true);

  /// The shape as a value.
  Value shape(ArrayRef<SymExprAttr> dims);
  Value shapeOf(Value x);
  Value reshape(Value x, ArrayRef<SymExprAttr> dims);
  Value reshapeLike(Value x, Value like);
  Value broadcast(Value x, ArrayRef<SymExprAttr> dims);
  Value broadcastLike(Value x, Value like);
  Value permute(Value x, ArrayRef<int64_t> axes);
  Value expand(Value x, ArrayRef<int64_t> axes);
  Value flip(Value x, int64_t axis);
  /// The elements from `begin` up to `end` of an axis.
  Value slice(Value x, int64_t axis, SymExprAttr begin, SymExprAttr end,
              int64_t stride = 1);
  Value concat(ArrayRef<Value> parts, int64_t axis);
  Value matmul(Value lhs, Value rhs);

  /// The dimensions of a tensor of known rank.
  static Dims dimsOf(Value x);
  static bool hasRank(Value x);
  static int64_t rankOf(Value x) { return int64_t(dimsOf(x).size()); }
  static Type elementOf(Value x);
  /// An axis counted from the front.
  static int64_t fromFront(int64_t axis, int64_t rank) {
    return axis < 0 ? axis + rank : axis;
  }
  SymExprAttr dim(int64_t value) { return getDim(getContext(), value); }

  MLIRContext *getContext() { return builder.getContext(); }
  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }

protected:
  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TENSORBUILDER_H
