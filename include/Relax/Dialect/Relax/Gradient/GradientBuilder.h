// What the rules of derivatives are written with.
#ifndef RELAX_DIALECT_RELAX_GRADIENT_GRADIENTBUILDER_H
#define RELAX_DIALECT_RELAX_GRADIENT_GRADIENTBUILDER_H

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Makes the adjoints of one op's operands. A result type follows from the
/// operands; where it does not, the value is null, and so is what is made of
/// it.
class GradientBuilder {
public:
  /// Gives a value of the forward program where derivatives are made.
  using Recall = llvm::function_ref<Value(Value)>;

  /// For an op whose results have these adjoints (null for a result that has
  /// none), and of whose operands those that `needed` marks want one.
  GradientBuilder(OpBuilder &builder, Operation *op, ArrayRef<Value> adjoints,
                  ArrayRef<bool> needed, Recall recall);

  // What a rule starts from.
  Value operand(unsigned index = 0) { return recall(op->getOperand(index)); }
  Value result(unsigned index = 0) { return recall(op->getResult(index)); }
  /// The adjoint of a result; zeros if it has none.
  Value adjoint(unsigned index = 0);
  bool hasAdjoint(unsigned index) const { return bool(adjoints[index]); }
  bool needs(unsigned operand) const { return needed[operand]; }

  // What a rule ends with.
  /// The adjoint of an operand. One of another element type is cast.
  void give(unsigned operand, Value adjoint);
  /// The same from the adjoint of what the operand was broadcast to.
  void giveCollapsed(unsigned operand, Value adjoint);
  /// Says why there is no derivative.
  void refuse(const Twine &why);
  /// Whether the rank of a value is known; if not the op is refused.
  bool expectRank(Value value);
  /// Whether the rank and all sizes of a value are known; if not it is refused.
  bool expectDims(Value value);

  // What the pass asks afterwards.
  bool isRefused() const { return !reason.empty(); }
  StringRef getRefusal() const { return reason; }
  /// The adjoints of the operands; null for those that none was given to.
  ArrayRef<Value> getGiven() const { return given; }

  // Tensors. Null operands give null results.
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
  Value mean(Value x, ArrayRef<int64_t> axes);

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

private:
  OpBuilder &builder;
  Operation *op;
  Location loc;
  SmallVector<Value> adjoints, given;
  SmallVector<bool> needed;
  Recall recall;
  std::string reason;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_GRADIENT_GRADIENTBUILDER_H
