// Symbolic expressions as arithmetic on index values.
#include "Relax/Dialect/Relax/IR/SymExprLowering.h"

#include "SymbolicExprStorage.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

using detail::ExprKey;
using detail::ExprKind;

namespace {
/// Emits one expression; common parts once.
class Lowering {
public:
  Lowering(OpBuilder &builder, Location location,
           llvm::function_ref<Value(StringAttr)> value)
      : builder(builder), location(location), value(value) {}

  Value lower(SymExprAttr expr) {
    if (Value known = lowered.lookup(expr))
      return known;
    Value result = emit(expr);
    lowered[expr] = result;
    return result;
  }

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, location, number);
  }

  template <typename Op>
  Value binary(Value lhs, Value rhs) {
    return Op::create(builder, location, lhs, rhs);
  }

  /// A divisor that is never zero.
  Value divisor(SymExprAttr expr, Value lowered) {
    if (expr.getLowerBound().value_or(0) >= 1)
      return lowered;
    return binary<arith::MaxSIOp>(lowered, constant(1));
  }

  Value emitSum(const ExprKey &key, ArrayRef<Value> operands) {
    Value total = key.value || operands.empty() ? constant(key.value) : Value();
    for (auto [operand, coefficient] : llvm::zip(operands, key.coefficients)) {
      Value term = coefficient == 1
                       ? operand
                       : binary<arith::MulIOp>(operand, constant(coefficient));
      total = total ? binary<arith::AddIOp>(total, term) : term;
    }
    return total;
  }

  Value emitDivision(const ExprKey &key, ArrayRef<Value> operands) {
    Value by = divisor(key.operands[1], operands[1]);
    if (key.kind == ExprKind::CeilDiv)
      return binary<arith::CeilDivSIOp>(operands[0], by);
    Value quotient = binary<arith::FloorDivSIOp>(operands[0], by);
    if (key.kind == ExprKind::FloorDiv)
      return quotient;
    return binary<arith::SubIOp>(operands[0],
                                 binary<arith::MulIOp>(quotient, by));
  }

  template <typename Op>
  Value chain(ArrayRef<Value> operands) {
    Value result = operands.front();
    for (Value operand : operands.drop_front())
      result = binary<Op>(result, operand);
    return result;
  }

  Value emit(SymExprAttr expr) {
    const ExprKey &key = detail::storageOf(expr).key;
    if (key.kind == ExprKind::Symbol)
      return value(key.name);
    SmallVector<Value> operands;
    for (SymExprAttr operand : key.operands) {
      operands.push_back(lower(operand));
      if (!operands.back())
        return {};
    }
    switch (key.kind) {
    case ExprKind::Symbol:
      break;
    case ExprKind::Constant:
      return constant(key.value);
    case ExprKind::Sum:
      return emitSum(key, operands);
    case ExprKind::OpenSum:
      return chain<arith::AddIOp>(operands);
    case ExprKind::Product:
    case ExprKind::OpenProduct:
      return chain<arith::MulIOp>(operands);
    case ExprKind::Min:
      return chain<arith::MinSIOp>(operands);
    case ExprKind::Max:
      return chain<arith::MaxSIOp>(operands);
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod:
    case ExprKind::CeilDiv:
      return emitDivision(key, operands);
    }
    return {};
  }

  OpBuilder &builder;
  Location location;
  llvm::function_ref<Value(StringAttr)> value;
  DenseMap<SymExprAttr, Value> lowered;
};
} // namespace

Value lowerSymExpr(OpBuilder &builder, Location location, SymExprAttr expr,
                   llvm::function_ref<Value(StringAttr)> value) {
  return expr ? Lowering(builder, location, value).lower(expr) : Value();
}

} // namespace mlir::relax
