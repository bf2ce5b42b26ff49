// Matrices told apart by a diagonal, numbers at equal steps, one-hot vectors:
// tensor programs whose elements depend on their place.
#include "BlockMath.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

/// How a place's column compares with that of the diagonal in its row.
/// Column minus row tells the diagonal: column == row + k.
static Value compareColumn(OpBuilder &b, Location loc, ValueRange place,
                           int64_t diagonal, arith::CmpIPredicate predicate) {
  Value row = place[place.size() - 2], column = place.back();
  return arith::CmpIOp::create(b, loc, predicate, column,
                               IndexMath(b, loc).add(row, diagonal));
}

template <typename Op>
static LogicalResult legalizeEye(Op op, KernelBuilder &kernel) {
  return buildResult(
      kernel, "eye", [&](OpBuilder &b, Location loc, ValueRange at) {
        return compareColumn(b, loc, at, op.getK(), arith::CmpIPredicate::eq);
      });
}

template <typename Op>
static LogicalResult legalizeTriangle(Op op, KernelBuilder &kernel) {
  bool isLower = std::is_same_v<Op, TrilOp>;
  return buildResult(
      kernel, "triangle",
      [&](OpBuilder &b, Location loc, ValueRange at) -> Value {
        Value isKept = compareColumn(b, loc, at, op.getK(),
                                     isLower ? arith::CmpIPredicate::sle
                                             : arith::CmpIPredicate::sge);
        Value x = memref::LoadOp::create(b, loc, kernel.input(0), at);
        // Selecting: 0 * infinity in the part that is dropped would be NaN.
        return arith::SelectOp::create(b, loc, isKept, x,
                                       zeroOf(b, loc, x.getType()));
      });
}

/// `start + i * step` in f64, or as integers where both are expressions.
/// f64 holds integers up to 2^53, hence expressions are computed as integers; i
/// * step does not accumulate rounding errors.
static LogicalResult legalizeArange(ArangeOp op, KernelBuilder &kernel) {
  auto start = dyn_cast<SymExprAttr>(op.getStart());
  auto step = dyn_cast<SymExprAttr>(op.getStep());
  bool isWhole = start && step;
  Type compute = isWhole ? Type(IndexType::get(op.getContext()))
                         : Type(Float64Type::get(op.getContext()));
  auto read = [&](Attribute number, SymExprAttr expression) -> Value {
    if (!expression)
      return constantScalar(kernel.builder(), kernel.loc(), compute,
                            cast<FloatAttr>(number).getValueAsDouble());
    return castScalar(kernel.builder(), kernel.loc(), kernel.index(expression),
                      compute);
  };
  Value first = read(op.getStart(), start), stride = read(op.getStep(), step);
  return buildResult(
      kernel, "arange", [&](OpBuilder &b, Location loc, ValueRange at) {
        Value steps = castScalar(b, loc, at.front(), compute);
        return addScalar(b, loc, first, mulScalar(b, loc, steps, stride));
      });
}

static LogicalResult legalizeHammingWindow(HammingWindowOp op,
                                           KernelBuilder &kernel) {
  int64_t size = op.getWindowSize();
  // A periodic window divides by n, a symmetric one by n - 1; a window of one
  // element must not divide by 0.
  double steps = std::max<int64_t>(op.getPeriodic() ? size : size - 1, 1);
  return buildResult(
      kernel, "hamming_window", [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        Type wide = b.getF64Type();
        Value angle =
            math.times(math.cast(at.front(), wide),
                       math.number(2 * llvm::numbers::pi / steps, wide));
        Value wave = math::CosOp::create(b, loc, angle);
        return math.minus(
            math.number(op.getAlpha().convertToDouble(), wide),
            math.times(math.number(op.getBeta().convertToDouble(), wide),
                       wave));
      });
}

void populateDiagonalLegalizations(LegalizationTable &table) {
  table.add(legalizeEye<EyeOp>);
  table.add(legalizeEye<EyeLikeOp>);
  table.add(legalizeTriangle<TrilOp>);
  table.add(legalizeTriangle<TriuOp>);
  table.add(legalizeArange);
  table.add(legalizeHammingWindow);
}

} // namespace mlir::relax
