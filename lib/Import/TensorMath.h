// The small steps that operators are put together from.
#ifndef RELAX_LIB_IMPORT_TENSORMATH_H
#define RELAX_LIB_IMPORT_TENSORMATH_H

#include "Broadcasting.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "RuntimeShape.h"

namespace mlir::relax {

/// Ops over tensors of one node. Null operands give null results.
class TensorMath {
public:
  explicit TensorMath(NodeImport &node)
      : node(node), builder(node.getBuilder()) {}

  // Arithmetic, broadcasting.
  Value add(Value lhs, Value rhs) { return binary<AddOp>(lhs, rhs); }
  Value sub(Value lhs, Value rhs) { return binary<SubtractOp>(lhs, rhs); }
  Value mul(Value lhs, Value rhs) { return binary<MultiplyOp>(lhs, rhs); }
  Value div(Value lhs, Value rhs) { return binary<DivideOp>(lhs, rhs); }
  Value max(Value lhs, Value rhs) { return binary<MaximumOp>(lhs, rhs); }
  Value min(Value lhs, Value rhs) { return binary<MinimumOp>(lhs, rhs); }
  Value less(Value lhs, Value rhs) { return binary<LessOp>(lhs, rhs); }
  Value where(Value condition, Value yes, Value no) {
    return emitBroadcast<WhereOp>(node, {condition, yes, no});
  }
  template <typename OpT>
  Value binary(Value lhs, Value rhs) {
    return emitBroadcast<OpT>(node, lhs, rhs);
  }
  template <typename OpT>
  Value unary(Value x) {
    return node.emit<OpT>(x);
  }
  Value matmul(Value lhs, Value rhs);

  // Shapes. Axes count from the front.
  SmallVector<SymExprAttr> dims(Value x) { return getKnownDims(node, x); }
  int64_t rank(Value x);
  Value reshape(Value x, ArrayRef<SymExprAttr> sizes);
  Value permute(Value x, ArrayRef<int64_t> axes);
  /// The last two axes exchanged.
  Value transpose(Value x);
  Value expand(Value x, ArrayRef<int64_t> axes);
  Value squeeze(Value x, ArrayRef<int64_t> axes);
  Value broadcast(Value x, ArrayRef<SymExprAttr> sizes);
  Value concat(ArrayRef<Value> values, int64_t axis);
  Value flip(Value x, int64_t axis);
  /// The elements from `begin` to `end` of an axis, each `step`-th one.
  Value slice(Value x, int64_t axis, SymExprAttr begin, SymExprAttr end,
              int64_t step = 1);
  Value slice(Value x, int64_t axis, int64_t begin, int64_t end) {
    return slice(x, axis, node.makeExpr(begin), node.makeExpr(end));
  }
  /// What lies at one place of an axis, which goes away.
  Value element(Value x, int64_t axis, int64_t place);
  /// The same for a place that is computed, an integer of rank 0.
  Value take(Value x, Value place, int64_t axis);
  /// Elements of constant value around an axis.
  Value pad(Value x, int64_t axis, int64_t before, int64_t after,
            double fill = 0.0);

  // New tensors.
  /// The numbers from `begin` to `end`.
  Value range(SymExprAttr begin, SymExprAttr end, Type element);
  /// A number of rank 0, of the element type of `like`.
  Value number(double value, Value like);
  Value zeros(ArrayRef<SymExprAttr> sizes, Type element);

private:
  NodeImport &node;
  OpBuilder &builder;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_TENSORMATH_H
