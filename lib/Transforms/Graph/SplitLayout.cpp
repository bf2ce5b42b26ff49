// Moves operands of operators into layouts with blocks, and results back.
//
// Nothing carries blocks on from one operator to the next: what lies between
// two of them sees whole axes, and relax-optimize-layout-transform drops moves
// that undo each other. An elementwise operator between two moves keeps both,
// because a LayoutPlan has orders of axes only and cannot say what blocks are.
#include "SplitLayout.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

bool splitsAxes(ArrayRef<StringRef> layouts) {
  return llvm::any_of(layouts, [](StringRef layout) {
    return llvm::any_of(layout, llvm::isLower);
  });
}

namespace {
/// How a tensor gets from one layout without blocks to another one, and back.
struct Move {
  AffineMap split, join;
  /// The type in the other layout.
  Type type;
};
} // namespace

/// The text of an attribute; empty if the op has none of this name.
static StringRef getText(Operation *op, StringRef name) {
  auto text = dyn_cast_or_null<StringAttr>(
      op->getInherentAttr(name).value_or(Attribute()));
  return text ? text.getValue() : StringRef();
}

/// The maps between a layout and another one of the same axes, each of which
/// has at most one block there.
static Move getMaps(MLIRContext *context, StringRef written, StringRef wanted,
                    MutableArrayRef<int64_t> blockOf) {
  // Axis, and the size of its block or 0 for the axis itself. The layout was
  // parsed, so each axis stands once, with one block at most.
  SmallVector<std::pair<size_t, int64_t>> parts;
  for (StringRef rest = wanted; !rest.empty(); rest = rest.drop_front()) {
    int64_t block = 0;
    (void)rest.consumeInteger(10, block);
    size_t axis = written.find(llvm::toUpper(rest.front()));
    parts.push_back({axis, block});
    if (block != 0)
      blockOf[axis] = block;
  }
  SmallVector<AffineExpr> split,
      join(written.size(), getAffineConstantExpr(0, context));
  // A block stands for the rest of a division, wherever it is; so the way back
  // is a sum for each axis, and both maps are affine.
  for (auto [at, part] : llvm::enumerate(parts)) {
    auto [axis, block] = part;
    AffineExpr whole = getAffineDimExpr(axis, context);
    AffineExpr own = getAffineDimExpr(at, context);
    split.push_back(block != 0 ? whole % block : whole.floorDiv(blockOf[axis]));
    join[axis] = join[axis] + (block != 0 ? own : own * blockOf[axis]);
  }
  return {AffineMap::get(written.size(), 0, split, context),
          AffineMap::get(parts.size(), 0, join, context),
          {}};
}

/// The move of a value; nothing if an axis is not known to consist of whole
/// blocks.
static FailureOr<std::optional<Move>>
getMove(Operation *op, Type type, StringRef written, StringRef wanted) {
  FailureOr<TensorLayout> layout =
      TensorLayout::parse(wanted, written, EmitError(op));
  if (failed(layout))
    return failure();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != static_cast<int64_t>(written.size()))
    return std::optional<Move>();
  SmallVector<int64_t> blockOf(written.size(), 1);
  Move move = getMaps(op->getContext(), written, wanted, blockOf);
  SmallVector<SymExprAttr> sizes = getDims(tensor);
  // A transform would fill the last block with zeros. For operands these could
  // be harmless, but a result would have elements that the program has not.
  for (auto [size, block] : llvm::zip_equal(sizes, blockOf))
    if (block != 1 && (!size || compareDims(floorDiv(size, block) * block,
                                            size) != Proof::Equal))
      return std::optional<Move>();
  move.type = getTensorType(layout->fromAxes(sizes), tensor.getElementType(),
                            getVDevice(tensor));
  return std::optional<Move>(move);
}

static Value transform(OpBuilder &builder, Value value, AffineMap map,
                       Type type) {
  return LayoutTransformOp::create(builder, value.getLoc(), type, value,
                                   AffineMapAttr::get(map), Attribute());
}

FailureOr<bool> splitLayouts(Operation *op, ArrayRef<StringRef> layouts) {
  StringRef data =
      op->getInherentAttr("data_layout") ? "data_layout" : "layout";
  SmallVector<StringRef> names = {data};
  if (!getText(op, "kernel_layout").empty())
    names.push_back("kernel_layout");
  size_t numOperands = names.size();
  bool hasOut = op->getInherentAttr("out_layout").has_value();
  if (layouts.size() > numOperands + hasOut || op->getNumResults() != 1)
    return op->emitOpError("expects at most ")
           << numOperands + hasOut << " layouts, found " << layouts.size();
  StringRef out = getText(op, "out_layout");
  SmallVector<StringRef> written = llvm::map_to_vector(
      names, [&](StringRef name) { return getText(op, name); });
  written.push_back(out.empty() ? written.front() : out);
  // The program's own blocks are a choice already; their maps would have to be
  // undone first.
  if (splitsAxes(written))
    return false;
  SmallVector<StringRef> wanted(written);
  llvm::copy(layouts.take_front(numOperands), wanted.begin());
  wanted.back() = layouts.size() > numOperands ? layouts.back() : layouts[0];

  // All moves are known before the first op is made: an operator stays as it is
  // as a whole.
  SmallVector<Move> moves;
  SmallVector<Type> types(op->getOperands().take_front(numOperands).getTypes());
  types.push_back(op->getResult(0).getType());
  for (auto [type, from, to] : llvm::zip_equal(types, written, wanted)) {
    FailureOr<std::optional<Move>> move = getMove(op, type, from, to);
    if (failed(move))
      return failure();
    if (!*move)
      return false;
    moves.push_back(**move);
  }
  // The clone keeps what this file does not know: strides, groups, location.
  OpBuilder builder(op);
  Operation *made = builder.clone(*op);
  for (size_t i = 0; i < numOperands; ++i) {
    made->setAttr(names[i], builder.getStringAttr(wanted[i]));
    builder.setInsertionPoint(made);
    if (written[i] != wanted[i])
      made->setOperand(i, transform(builder, op->getOperand(i), moves[i].split,
                                    moves[i].type));
  }
  // Absent, it would be the layout of the data, which is another one now.
  if (hasOut)
    made->setAttr("out_layout", builder.getStringAttr(wanted.back()));
  made->getResult(0).setType(moves.back().type);
  builder.setInsertionPointAfter(made);
  op->getResult(0).replaceAllUsesWith(transform(builder, made->getResult(0),
                                                moves.back().join,
                                                op->getResult(0).getType()));
  op->erase();
  return true;
}

} // namespace mlir::relax
