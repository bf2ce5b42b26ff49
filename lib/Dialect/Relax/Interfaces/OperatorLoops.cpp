// The loops that an operator stands for, and what it reads in each iteration.
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorFamilies.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using utils::IteratorType;
using Dimensions = SmallVector<SymExprAttr>;

static bool isOne(SymExprAttr dim) { return dim && dim.getConstant() == 1; }

namespace {
/// Loops under construction.
class LoopsBuilder {
public:
  explicit LoopsBuilder(Operation *op) : context(op->getContext()) {
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      isRanked &= bool(type);
      dims.push_back(type ? relax::getDims(type) : Dimensions());
      loops.operands.emplace_back(dims.back().size());
    }
  }

  MLIRContext *getContext() { return context; }
  bool areRanked() const { return isRanked; }
  const Dimensions &getDims(unsigned operand) const { return dims[operand]; }

  /// Adds a loop over an axis of an operand, or over an expression of its size.
  AffineExpr addLoop(IteratorType kind, unsigned operand, int64_t axis,
                     AffineExpr size = {}) {
    loops.kinds.push_back(kind);
    loops.extents.push_back(
        {operand, axis, size ? size : getAffineSymbolExpr(0, context)});
    loops.isWhole.push_back(false);
    return getAffineDimExpr(loops.kinds.size() - 1, context);
  }

  void setIndex(unsigned operand, int64_t axis, AffineExpr index) {
    loops.operands[operand][axis] = index;
  }

  /// A loop over axes that are broadcast together, an axis of each operand; -1
  /// where it has none. None if it does not show which ones are broadcast.
  AffineExpr addBroadcast(ArrayRef<int64_t> axes);

  OperatorLoops loops;

private:
  MLIRContext *context;
  bool isRanked = true;
  SmallVector<Dimensions> dims;
};
} // namespace

AffineExpr LoopsBuilder::addBroadcast(ArrayRef<int64_t> axes) {
  std::optional<unsigned> longest;
  for (auto [operand, axis] : llvm::enumerate(axes)) {
    if (axis < 0 || (longest && isOne(dims[operand][axis])))
      continue;
    if (longest && !isOne(dims[*longest][axes[*longest]])) {
      if (compareDims(dims[*longest][axes[*longest]], dims[operand][axis]) !=
          Proof::Equal)
        return {};
      continue;
    }
    longest = operand;
  }
  AffineExpr loop = addLoop(IteratorType::parallel, *longest, axes[*longest]);
  bool isBroadcast = !isOne(dims[*longest][axes[*longest]]);
  for (auto [operand, axis] : llvm::enumerate(axes))
    if (axis >= 0)
      setIndex(operand, axis,
               isBroadcast && isOne(dims[operand][axis])
                   ? getAffineConstantExpr(0, context)
                   : loop);
  return loop;
}

/// One operand, of any type of elements, whose sizes need not be known; or
/// several that are broadcast together.
static bool addElementwise(Operation *op, LoopsBuilder &builder) {
  size_t rank = 0;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    rank = std::max(rank, builder.getDims(i).size());
  for (size_t axis = 0; axis < rank; ++axis) {
    SmallVector<int64_t> axes;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      axes.push_back(int64_t(builder.getDims(i).size()) - int64_t(rank) +
                     int64_t(axis));
    AffineExpr loop = builder.addBroadcast(axes);
    if (!loop)
      return false;
    builder.loops.result.push_back(loop);
  }
  return true;
}

/// Whether an element of the result is made of those at the same place,
/// wherever that is: no sum along an axis, no window, no order, no scale of an
/// axis.
static bool isElementwise(Operation *op) {
  if (isa<FullLikeOp, OnesLikeOp, ZerosLikeOp, NoGradOp, StartCheckpointOp,
          EndCheckpointOp>(op))
    return true;
  auto pattern = dyn_cast<OpPatternInterface>(op);
  auto order = dyn_cast<AxisOrderInterface>(op);
  if (!pattern || !order || order.getAxisOrder() != AxisOrder::Any)
    return false;
  return pattern.getOpPattern() == OpPatternKind::Elementwise ||
         pattern.getOpPattern() == OpPatternKind::Broadcast;
}

static bool addMatmul(LoopsBuilder &builder) {
  int64_t left = builder.getDims(0).size(), right = builder.getDims(1).size();
  if (left == 0 || right == 0)
    return false;
  int64_t leftBatch = std::max<int64_t>(left - 2, 0);
  int64_t rightBatch = std::max<int64_t>(right - 2, 0);
  int64_t batch = std::max(leftBatch, rightBatch);
  SmallVector<AffineExpr> &result = builder.loops.result;
  for (int64_t axis = 0; axis < batch; ++axis) {
    AffineExpr loop = builder.addBroadcast(
        {leftBatch - batch + axis, rightBatch - batch + axis});
    if (!loop)
      return false;
    result.push_back(loop);
  }
  if (left > 1) {
    result.push_back(builder.addLoop(IteratorType::parallel, 0, left - 2));
    builder.setIndex(0, left - 2, result.back());
  }
  if (right > 1) {
    result.push_back(builder.addLoop(IteratorType::parallel, 1, right - 1));
    builder.setIndex(1, right - 1, result.back());
  }
  AffineExpr depth = builder.addLoop(IteratorType::reduction, 0, left - 1);
  builder.setIndex(0, left - 1, depth);
  builder.setIndex(1, std::max<int64_t>(right - 2, 0), depth);
  return true;
}

template <typename Op>
static bool addReduction(Op op, LoopsBuilder &builder) {
  int64_t rank = builder.getDims(0).size();
  SmallVector<bool> reduces(rank, !op.getAxis().has_value());
  for (int64_t axis : op.getAxis().value_or(ArrayRef<int64_t>()))
    reduces[axis < 0 ? axis + rank : axis] = true;
  for (int64_t axis = 0; axis < rank; ++axis) {
    AffineExpr loop = builder.addLoop(reduces[axis] ? IteratorType::reduction
                                                    : IteratorType::parallel,
                                      0, axis);
    builder.setIndex(0, axis, loop);
    if (!reduces[axis])
      builder.loops.result.push_back(loop);
    else if (op.getKeepdims())
      builder.loops.result.push_back(
          getAffineConstantExpr(0, builder.getContext()));
  }
  return true;
}

/// Where a layout has an axis; -1 if it is not of single letters.
static int64_t findAxis(StringRef layout, char axis) {
  if (!llvm::all_of(layout, llvm::isUpper))
    return -1;
  size_t at = layout.find(axis);
  return at == StringRef::npos ? -1 : int64_t(at);
}

template <typename Op>
static bool addConvolution(Op op, StringRef window, LoopsBuilder &builder) {
  StringRef data = op.getDataLayout(), kernel = op.getKernelLayout();
  StringRef out = op.getOutLayout().empty() ? data : op.getOutLayout();
  MLIRContext *context = builder.getContext();
  if (findAxis(data, 'N') < 0 || findAxis(kernel, 'O') < 0 ||
      findAxis(out, 'N') < 0)
    return false;
  int64_t count = window.size();
  SmallVector<AffineExpr> &result = builder.loops.result;
  result.resize(out.size());
  AffineExpr image =
      builder.addLoop(IteratorType::parallel, 0, findAxis(data, 'N'));
  builder.setIndex(0, findAxis(data, 'N'), image);
  result[findAxis(out, 'N')] = image;
  AffineExpr channel =
      builder.addLoop(IteratorType::parallel, 1, findAxis(kernel, 'O'));
  builder.setIndex(1, findAxis(kernel, 'O'), channel);
  result[findAxis(out, 'C')] = channel;
  builder.loops.isWhole.back() = op.getGroups() != 1;
  auto get = [](std::optional<ArrayRef<int64_t>> numbers, int64_t i,
                int64_t missing) { return numbers ? (*numbers)[i] : missing; };
  SmallVector<AffineExpr> places;
  AffineExpr size = getAffineSymbolExpr(0, context);
  for (auto [i, letter] : llvm::enumerate(window)) {
    SymExprAttr width = builder.getDims(1)[findAxis(kernel, letter)];
    if (!width || !width.getConstant())
      return false;
    int64_t padding =
        get(op.getPadding(), i, 0) + get(op.getPadding(), i + count, 0);
    int64_t span = (*width.getConstant() - 1) * get(op.getDilation(), i, 1) + 1;
    places.push_back(builder.addLoop(
        IteratorType::parallel, 0, findAxis(data, letter),
        (size + padding - span).floorDiv(get(op.getStrides(), i, 1)) + 1));
    builder.loops.isWhole.back() = padding != 0;
    result[findAxis(out, letter)] = places.back();
  }
  AffineExpr input =
      builder.addLoop(IteratorType::reduction, 1, findAxis(kernel, 'I'));
  builder.setIndex(1, findAxis(kernel, 'I'), input);
  // The channels of a group are some of the data's.
  builder.loops.isWhole.back() = op.getGroups() != 1;
  if (op.getGroups() == 1)
    builder.setIndex(0, findAxis(data, 'C'), input);
  for (auto [i, letter] : llvm::enumerate(window)) {
    AffineExpr step =
        builder.addLoop(IteratorType::reduction, 1, findAxis(kernel, letter));
    builder.setIndex(1, findAxis(kernel, letter), step);
    // What is read of an axis with padding depends on where it is, and so does
    // what a part of the kernel would be for.
    bool isPadded =
        get(op.getPadding(), i, 0) + get(op.getPadding(), i + count, 0) != 0;
    builder.loops.isWhole.back() = isPadded;
    if (!isPadded)
      builder.setIndex(0, findAxis(data, letter),
                       places[i] * get(op.getStrides(), i, 1) +
                           step * get(op.getDilation(), i, 1));
  }
  return true;
}

std::optional<OperatorLoops> getOperatorLoops(Operation *op) {
  LoopsBuilder builder(op);
  if (!builder.areRanked() || op->getNumResults() != 1 ||
      op->getNumOperands() == 0)
    return std::nullopt;
  bool isKnown =
      TypeSwitch<Operation *, bool>(op)
          .Case([&](MatmulOp) { return addMatmul(builder); })
          .Case([&](Conv1dOp op) { return addConvolution(op, "W", builder); })
          .Case([&](Conv2dOp op) { return addConvolution(op, "HW", builder); })
          .Case([&](Conv3dOp op) { return addConvolution(op, "DHW", builder); })
          .Case<SumOp, ProdOp, MaxOp, MinOp, MeanOp, VarianceOp, StdOp>(
              [&](auto op) { return addReduction(op, builder); })
          .Default([&](Operation *op) {
            return isElementwise(op) && addElementwise(op, builder);
          });
  if (!isKnown)
    return std::nullopt;
  return builder.loops;
}

OpFoldResult getLoopSize(OpBuilder &builder, Location loc,
                         const LoopExtent &extent, ValueRange operands) {
  Value operand = operands[extent.operand];
  OpFoldResult size =
      isa<TensorType>(operand.getType())
          ? tensor::getMixedSize(builder, loc, operand, extent.axis)
          : memref::getMixedSize(builder, loc, operand, extent.axis);
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(0, 1, extent.size), size);
}

SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder, Location loc,
                                         const OperatorLoops &loops,
                                         ValueRange operands) {
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr index : loops.result) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    sizes.push_back(loop ? getLoopSize(builder, loc,
                                       loops.extents[loop.getPosition()],
                                       operands)
                         : OpFoldResult(builder.getIndexAttr(1)));
  }
  return sizes;
}

} // namespace mlir::relax
