// Sizes of tensors, and indices computed from them, as symbolic expressions.
//
// Upstream's ValueBoundsConstraintSet answers questions of bounds; it has no
// names that outlive it, and kernels, calls and types share the names here.
#include "SymbolicSizes.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

SymbolicSizes::SymbolicSizes(FuncOp func) : context(func.getContext()) {
  auto add = [&](StringAttr symbol) { taken.insert(symbol.getValue()); };
  for (Type type : func.getArgumentTypes())
    walkSymbols(type, add);
  func.walk([&](Operation *op) {
    // Names that occur anywhere in the function: a new symbol must not bind
    // one of them by accident.
    for (StringAttr symbol : getSymbolsUsedBy(op))
      add(symbol);
  });
}

SymExprAttr SymbolicSizes::makeSymbol() {
  std::string name;
  do
    name = "s" + std::to_string(next++);
  while (!taken.insert(name).second);
  return SymExprAttr::symbol(context, name);
}

static bool isNegative(SymExprAttr expr) {
  return !expr || expr.getLowerBound().value_or(-1) < 0;
}

/// The quotient of numbers that are not negative: there all roundings to the
/// lower number are one.
/// DivSI rounds to zero, floorDiv down. For a dividend that may be negative
/// they differ, so nothing is said.
static SymExprAttr divide(SymExprAttr lhs, SymExprAttr rhs,
                          SymExprAttr (*rounded)(SymExprAttr, SymExprAttr)) {
  return isNegative(lhs) || isNegative(rhs) ? SymExprAttr() : rounded(lhs, rhs);
}

SymExprAttr SymbolicSizes::computeAffine(AffineExpr expr, ValueRange operands,
                                         unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return SymExprAttr::constant(context, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getExpr(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    // Upstream numbers affine symbols from 0 behind the dims.
    return getExpr(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  SymExprAttr lhs = computeAffine(binary.getLHS(), operands, numDims);
  SymExprAttr rhs = computeAffine(binary.getRHS(), operands, numDims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return floorMod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return floorDiv(lhs, rhs);
  default:
    return ceilDiv(lhs, rhs);
  }
}

// Not memoised: expressions are uniqued attributes, and chains are short. What
// has a name is found in `named` before.
SymExprAttr SymbolicSizes::computeExpr(Value value) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return SymExprAttr::constant(context, *number);
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  auto get = [&](unsigned operand) { return getExpr(op->getOperand(operand)); };
  return llvm::TypeSwitch<Operation *, SymExprAttr>(op)
      .Case([](PrimValueOp op) { return op.getValue(); })
      .Case([&](tensor::DimOp op) {
        std::optional<int64_t> axis = getConstantIntValue(op.getIndex());
        // dim of an axis out of range is undefined, and folding it would index
        // past the list.
        auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
        if (!axis || !type || *axis < 0 || *axis >= type.getRank())
          return SymExprAttr();
        return getDims(op.getSource())[*axis];
      })
      // index_cast of i64 and index keeps the number; the check of types in
      // getExpr excludes narrower ones.
      .Case([&](arith::IndexCastOp) { return get(0); })
      .Case([&](arith::AddIOp) { return get(0) + get(1); })
      .Case([&](arith::SubIOp) { return get(0) - get(1); })
      .Case([&](arith::MulIOp) { return get(0) * get(1); })
      .Case([&](arith::FloorDivSIOp) { return floorDiv(get(0), get(1)); })
      .Case([&](arith::CeilDivSIOp) { return ceilDiv(get(0), get(1)); })
      .Case<arith::DivSIOp, arith::DivUIOp>(
          [&](auto) { return divide(get(0), get(1), floorDiv); })
      .Case([&](arith::CeilDivUIOp) { return divide(get(0), get(1), ceilDiv); })
      .Case<arith::RemSIOp, arith::RemUIOp>(
          [&](auto) { return divide(get(0), get(1), floorMod); })
      .Case([&](arith::MinSIOp) { return min(get(0), get(1)); })
      .Case([&](arith::MaxSIOp) { return max(get(0), get(1)); })
      .Case([&](affine::AffineApplyOp op) {
        return computeAffine(op.getAffineMap().getResult(0),
                             op.getMapOperands(),
                             op.getAffineMap().getNumDims());
      })
      .Default([](Operation *) { return SymExprAttr(); });
}

SymExprAttr SymbolicSizes::getExpr(Value value) {
  // Arithmetic on fewer bits wraps where that of the integers does not.
  if (!value.getType().isIndex() && !value.getType().isInteger(64))
    return {};
  if (SymExprAttr known = named.lookup(value))
    return known;
  return computeExpr(value);
}

SymExprAttr SymbolicSizes::getSize(OpFoldResult size, OpBuilder &builder) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return SymExprAttr::constant(context, *number);
  auto value = cast<Value>(size);
  // A number from memory, for instance an extracted element: it gets a name by
  // a match_cast, and from then on types can mention it.
  if (SymExprAttr known = getExpr(value))
    return known;
  // The value as a shape of one size, which a match_cast names.
  Location loc = value.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  TensorBuilder tensors(builder, loc);
  Value number = ScalarToTensorOp::create(
      builder, loc, RankedTensorType::get({}, builder.getI64Type()), value);
  Value shape = TensorToShapeOp::create(
      builder, loc, ShapeType::get(context, 1),
      tensors.reshape(number, SymExprAttr::constant(context, 1)));
  SymExprAttr symbol = makeSymbol();
  MatchCastOp::create(builder, loc, ShapeType::get(context, ArrayRef(symbol)),
                      shape);
  return named[value] = symbol;
}

SmallVector<SymExprAttr> SymbolicSizes::getDims(Value tensor) {
  // Both have no value yet: what uses them says whether they need one.
  // Asking a fill for its sizes must not materialize it.
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return getDims(fill.getOutputs().front());
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>()) {
    OpBuilder builder(empty);
    return llvm::map_to_vector(empty.getMixedSizes(), [&](OpFoldResult size) {
      return getSize(size, builder);
    });
  }
  return relax::getDims(cast<RankedTensorType>(getNamed(tensor).getType()));
}

// Each `?` gets a name once; all later uses see the named value, so that two
// ops over one tensor agree about its size.
Value SymbolicSizes::getNamed(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<SymExprAttr> dims = relax::getDims(type);
  if (!llvm::is_contained(dims, SymExprAttr()))
    return tensor;
  for (SymExprAttr &dim : dims)
    if (!dim)
      dim = makeSymbol();
  OpBuilder builder(context);
  builder.setInsertionPointAfterValue(tensor);
  Value known = MatchCastOp::create(
      builder, tensor.getLoc(),
      getTensorType(dims, type.getElementType(), getVDevice(type)), tensor);
  // Including earlier uses would put them before the match_cast.
  tensor.replaceAllUsesExcept(known, known.getDefiningOp());
  return known;
}

// A static size in the declared type is a promise of upstream's verifier, and
// a number beats an expression.
RankedTensorType SymbolicSizes::getType(RankedTensorType declared,
                                        ArrayRef<SymExprAttr> dims) {
  SmallVector<SymExprAttr> sizes(dims);
  for (auto [size, number] : llvm::zip_equal(sizes, declared.getShape()))
    if (!ShapedType::isDynamic(number))
      size = SymExprAttr::constant(declared.getContext(), number);
  return getTensorType(sizes, declared.getElementType());
}

} // namespace mlir::relax
