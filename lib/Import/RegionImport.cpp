// Pooling of regions: the greatest element of each cell of a grid over each
// region, whose borders are rounded to whole elements.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Sampling.h"
#include "mlir/IR/TypeUtilities.h"
#include <limits>

namespace mlir::relax {

namespace {
class RegionPool {
public:
  RegionPool(NodeImport &node, ArrayRef<int64_t> cells, double scale)
      : node(node), math(node), cells(cells), scale(scale),
        dims(node.getDims(0)) {}
  void run();

private:
  Value getBorder(int64_t column);
  Value getMask(int64_t axis);
  Value reduce(Value x, int64_t axis);

  NodeImport &node;
  TensorMath math;
  ArrayRef<int64_t> cells;
  double scale;
  SmallVector<SymExprAttr> dims;
  SymExprAttr count;
};
} // namespace

/// A border of each region as a whole number of elements, halves away from
/// zero: a column.
/// std::round of the reference: halves away from zero, not to even. There is no
/// such op, hence sign * floor(|x| + 0.5).
Value RegionPool::getBorder(int64_t column) {
  Value border = math.slice(node.getTensor(1), 1, column, column + 1);
  border = math.mul(border, math.number(scale, border));
  Value size = math.unary<AbsOp>(border);
  size = math.unary<FloorOp>(math.add(size, math.number(0.5, border)));
  return math.mul(math.unary<SignOp>(border), size);
}

/// Which elements of an axis belong to which cell: regions, cells, elements.
/// Cells of one region have different sizes and may overlap by an element, so a
/// mask says which elements belong where. Rows and columns are independent: two
/// reductions by masks of one axis instead of one over height times width.
Value RegionPool::getMask(int64_t axis) {
  // The regions have x before y, after the number of the image.
  Value start = getBorder(2 - axis), end = getBorder(4 - axis);
  Value one = math.number(1, start);
  // Regions have inclusive borders, and one that is malformed has size 1.
  Value size = math.max(math.add(math.sub(end, start), one), one);
  Value step = math.div(size, math.number(double(cells[axis]), start));
  if (!step)
    return nullptr;
  Type element = getElementTypeOrSelf(step.getType());
  Value cell =
      math.range(node.makeExpr(0), node.makeExpr(cells[axis]), element);
  Value low = math.add(start, math.unary<FloorOp>(math.mul(cell, step)));
  Value high =
      math.add(start, math.unary<CeilOp>(math.mul(math.add(cell, one), step)));
  Value place = math.range(node.makeExpr(0), dims[axis + 2], element);
  return math.binary<LogicalAndOp>(
      math.binary<GreaterEqualOp>(place, math.expand(low, int64_t(2))),
      math.less(place, math.expand(high, int64_t(2))));
}

/// The last axis of `x`, regions first, becomes that of the cells of `axis`.
Value RegionPool::reduce(Value x, int64_t axis) {
  // Behind the regions come channels and the other axis.
  Value mask = math.expand(getMask(axis), {1, 2});
  // The identity of max. Elements outside of the cell do not count.
  Value least = math.number(-std::numeric_limits<double>::infinity(), x);
  Value inside = math.where(mask, math.expand(x, int64_t(3)), least);
  MaxOp::Properties greatest;
  greatest.axis = node.getBuilder().getDenseI64ArrayAttr(4);
  return node.emit<MaxOp>(inside, greatest);
}

void RegionPool::run() {
  SmallVector<SymExprAttr> regions = node.getDims(1);
  // Only sizes up to 2^16: each reduction has a temporary of regions x channels
  // x other axis x cells x elements, unless it is fused.
  bool fits = dims.size() == 4 && !llvm::is_contained(dims, SymExprAttr()) &&
              regions.size() == 2 && regions[0] && cells.size() == 2 &&
              llvm::all_of(cells, [](int64_t size) {
                return size > 0 && size <= 1 << 16;
              });
  if (!fits) {
    node.error() << "expected images and regions of known size and attribute "
                    "'pooled_shape' with two sizes, found "
                 << node.getType(0) << " and " << node.getType(1);
    return;
  }
  // The image's number is a float in the first column.
  count = regions[0];
  Value number = math.reshape(math.slice(node.getTensor(1), 1, 0, 1), count);
  Value images =
      math.take(node.getTensor(0),
                node.castTo(number, node.getBuilder().getI64Type()), 0);
  // The columns first, then the transposed rows; the last transposition
  // restores the order.
  Value result = reduce(math.transpose(reduce(images, 1)), 0);
  result = math.transpose(result);
  // A cell without elements is 0.
  Value isEmpty = math.binary<EqualOp>(
      result, math.number(-std::numeric_limits<double>::infinity(), result));
  node.setResult(0, math.where(isEmpty, math.number(0, result), result));
}

static void importMaxRoiPool(NodeImport &node) {
  SmallVector<int64_t> cells =
      node.getInts("pooled_shape").value_or(SmallVector<int64_t>());
  double scale = node.getFloat("spatial_scale", 1.0);
  RegionPool(node, cells, scale).run();
}

void addRegionOperators(OperatorTable &table) {
  table.add({
      {"MaxRoiPool", 7, kLastOpset, 2, 2, importMaxRoiPool},
  });
}

} // namespace mlir::relax
