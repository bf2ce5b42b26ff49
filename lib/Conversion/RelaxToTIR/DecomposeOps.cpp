// The rules that write an operator with others. Those are lowered in turn, and
// so get the schedules of what they are: products of matrices, reductions.
#include "Decomposition.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/LossOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using Values = SmallVector<Value>;

static Values decomposeDropout(DropoutOp op, Decomposition &rules) {
  // In inference dropout hands its data on and has a mask of ones.
  return {op.getData(), rules.emit<OnesLikeOp>(op.getData())};
}

static Values decomposeWrapParam(WrapParamOp op, Decomposition &rules) {
  return {rules.cast(op.getData(), op.getDtype())};
}

/// `x`, or `alpha * x` where `x` is negative.
static Values decomposePRelu(PReluOp op, Decomposition &rules) {
  Value x = op.getData();
  Dims slopes(Decomposition::dimsOf(x).size(), getDim(rules.getContext(), 1));
  int64_t axis = op.getAxis();
  slopes[axis < 0 ? axis + slopes.size() : axis] =
      Decomposition::dimsOf(op.getAlpha()).front();
  Value alpha = rules.reshape(op.getAlpha(), slopes);
  Value zero = rules.number(0, Decomposition::elementOf(x));
  // NaN is not less than 0 and passes.
  return {rules.emit<WhereOp>(
      {rules.emit<LessOp>({x, zero}), rules.emit<MultiplyOp>({x, alpha}), x})};
}

static Value sumOver(Decomposition &rules, Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  SumOp::Properties properties;
  properties.axis = rules.getBuilder().getDenseI64ArrayAttr(axes);
  return rules.emit<SumOp>(x, properties);
}

/// The tensor with the sizes of another, of which rules say that they are its
/// own. Operators that broadcast could not tell that of two names of sizes.
static Value castToSizesOf(Value like, Value value, Decomposition &rules) {
  auto model = dyn_cast<RankedTensorType>(like.getType());
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!model || !type || model.getRank() != type.getRank())
    return value;
  Dims wanted = getDims(model);
  bool isSame = true;
  for (auto [size, own] : llvm::zip_equal(wanted, getDims(type))) {
    size = size ? size : own;
    isSame &= size && compareDims(size, own) == Proof::Equal;
  }
  return isSame ? value
                : Value(MatchCastOp::create(rules.getBuilder(), value.getLoc(),
                                            getTensorType(wanted,
                                                          type.getElementType(),
                                                          getVDevice(type)),
                                            value));
}

/// Minus the sum of products, averaged over the batch.
/// TVM's operator: labels are probabilities, the batch axis is averaged if
/// there is one.
static Values decomposeCrossEntropy(CrossEntropyWithLogitsOp op,
                                    Decomposition &rules) {
  Value labels = castToSizesOf(op.getPredictions(), op.getLabels(), rules);
  Value x = rules.emit<MultiplyOp>({op.getPredictions(), labels});
  int64_t rank = Decomposition::dimsOf(op.getPredictions()).size();
  bool hasBatch = rank > 1;
  x = sumOver(rules, x,
              llvm::to_vector(llvm::seq<int64_t>(hasBatch ? 1 : 0, rank)));
  if (hasBatch)
    x = rules.emit<MeanOp>(x);
  return {rules.emit<NegativeOp>(x)};
}

/// Sum over the axes that the target lacks or has with size 1.
static Values decomposeCollapse(Value x, ArrayRef<SymExprAttr> target,
                                Decomposition &rules) {
  Dims dims = Decomposition::dimsOf(x);
  size_t added = dims.size() - target.size();
  SmallVector<int64_t> axes;
  // Axes that are missing in front count as absent; the others are summed if
  // they become 1.
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    SymExprAttr wanted = axis < added ? SymExprAttr() : target[axis - added];
    if (wanted && compareDims(dim, wanted) == Proof::Equal)
      continue;
    if (wanted && wanted.getConstant() != 1)
      return rules.notifyMatchFailure("expected axis " + Twine(axis) +
                                      " of size " + toString(dim) +
                                      " to be kept or to become 1, but "
                                      "found " +
                                      toString(wanted));
    axes.push_back(axis);
  }
  return {rules.reshape(sumOver(rules, x, axes), target)};
}

/// From channels of `r * r` to pixels: (C r r) H W to C (H r) (W r).
/// The order (C r r) is PyTorch's: channel outermost, then row and column in
/// the block.
static Values decomposePixelShuffle(PixelShuffleOp op, Decomposition &rules) {
  Dims dims = Decomposition::dimsOf(op.getData());
  size_t outer = dims.size() - 3;
  SymExprAttr factor = getDim(rules.getContext(), op.getUpscaleFactor());
  SymExprAttr channels = floorDiv(dims[outer], factor * factor);
  SymExprAttr height = dims[outer + 1], width = dims[outer + 2];
  Dims apart(ArrayRef<SymExprAttr>(dims).take_front(outer));
  apart.append({channels, factor, factor, height, width});
  auto axes = llvm::to_vector(llvm::seq<int64_t>(outer));
  for (int64_t axis : {0, 3, 1, 4, 2})
    axes.push_back(outer + axis);
  Dims together(ArrayRef<SymExprAttr>(dims).take_front(outer));
  together.append({channels, height * factor, width * factor});
  Value x = rules.permute(rules.reshape(op.getData(), apart), axes);
  return {rules.reshape(x, together)};
}

static Values decomposeMeshgrid(MeshgridOp op, Decomposition &rules) {
  Dims grid = Decomposition::dimsOf(op->getResult(0));
  Values results;
  for (auto [index, tensor] : llvm::enumerate(op.getTensors())) {
    size_t axis = index;
    // "xy" exchanges the first two axes, as numpy.
    if (op.getIndexing() == "xy" && grid.size() > 1 && index < 2)
      axis = 1 - index;
    Dims alone(grid.size(), getDim(rules.getContext(), 1));
    alone[axis] = grid[axis];
    results.push_back(rules.broadcast(rules.reshape(tensor, alone), grid));
  }
  return results;
}

/// The plain call: what it computes has nothing to do with its gradient.
/// The gradient is taken before this stage or never.
static Values decomposeCallWithGrad(CallTIRWithGradOp op,
                                    Decomposition &rules) {
  return CallTIROp::create(rules.getBuilder(), op.getLoc(), op.getResultTypes(),
                           op.getCalleeAttr(), op.getArgs(), op.getVarsAttr())
      .getResults();
}

bool isDecomposed(Operation *op) {
  return isa<DropoutOp, WrapParamOp, PReluOp, CrossEntropyWithLogitsOp,
             CollapseSumToOp, CollapseSumLikeOp, PixelShuffleOp, MeshgridOp,
             NoGradOp, StartCheckpointOp, EndCheckpointOp, StopLiftParamsOp,
             CallTIRWithGradOp>(op) ||
         isAttention(op) || isCounted(op) || isInOtherLayout(op);
}

SmallVector<Value> decompose(Operation *op, Decomposition &rules) {
  return llvm::TypeSwitch<Operation *, Values>(op)
      .Case([&](DropoutOp op) { return decomposeDropout(op, rules); })
      .Case([&](WrapParamOp op) { return decomposeWrapParam(op, rules); })
      .Case([&](PReluOp op) { return decomposePRelu(op, rules); })
      .Case([&](CrossEntropyWithLogitsOp op) {
        return decomposeCrossEntropy(op, rules);
      })
      .Case<CollapseSumToOp, CollapseSumLikeOp>([&](auto op) {
        return decomposeCollapse(op.getData(),
                                 Decomposition::dimsOf(op.getResult()), rules);
      })
      .Case([&](PixelShuffleOp op) { return decomposePixelShuffle(op, rules); })
      .Case([&](MeshgridOp op) { return decomposeMeshgrid(op, rules); })
      .Case<NoGradOp, StartCheckpointOp, EndCheckpointOp>(
          [&](auto op) { return Values{op.getX()}; })
      .Case([](StopLiftParamsOp op) { return Values{op.getX()}; })
      .Case([&](CallTIRWithGradOp op) {
        return decomposeCallWithGrad(op, rules);
      })
      .Default([&](Operation *op) {
        if (isInOtherLayout(op))
          return decomposeLayout(op, rules);
        // Attention is last, since it is the most general.
        return isCounted(op) ? decomposeDataDependent(op, rules)
                             : decomposeAttention(op, rules);
      });
}

} // namespace mlir::relax
