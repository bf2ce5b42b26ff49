// Derivatives of operators that move elements of one tensor: back again, with a
// sum where an element was copied.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

template <typename OpT>
static void ruleReshape(OpT, Gradient &g) {
  g.give(0, g.reshapeLike(g.adjoint(), g.operand()));
}

static void rulePermute(PermuteDimsOp op, Gradient &g) {
  Value adjoint = g.adjoint();
  if (!g.expectRank(adjoint))
    return;
  int64_t rank = Gradient::rankOf(adjoint);
  SmallVector<int64_t> back(rank);
  for (int64_t place = 0; place < rank; ++place) {
    int64_t axis = op.getAxes() ? (*op.getAxes())[place] : rank - 1 - place;
    back[Gradient::fromFront(axis, rank)] = place;
  }
  g.give(0, g.permute(adjoint, back));
}

static void ruleBroadcast(BroadcastToOp, Gradient &g) {
  g.giveCollapsed(0, g.adjoint());
}

template <typename OpT>
static void ruleCollapse(OpT, Gradient &g) {
  g.give(0, g.broadcastLike(g.adjoint(), g.operand()));
}

static void ruleFlip(FlipOp op, Gradient &g) {
  g.give(0, g.flip(g.adjoint(), op.getAxis()));
}

/// Copies of an element are contiguous.
static void ruleRepeat(RepeatOp op, Gradient &g) {
  Value x = g.operand();
  if (!g.expectDims(x))
    return;
  Dims dims = Gradient::dimsOf(x);
  if (!op.getAxis())
    dims = {relax::getNumElements(g.getContext(), dims)};
  int64_t axis = Gradient::fromFront(op.getAxis().value_or(0), dims.size());
  dims.insert(dims.begin() + axis + 1, g.dim(op.getRepeats()));
  g.give(0, g.reshapeLike(g.sum(g.reshape(g.adjoint(), dims), axis + 1), x));
}

/// Along each axis the copies follow each other.
static void ruleTile(TileOp op, Gradient &g) {
  Value x = g.operand();
  if (!g.expectDims(x))
    return;
  Dims dims = Gradient::dimsOf(x), apart;
  ArrayRef<int64_t> repeats = op.getRepeats();
  SmallVector<int64_t> copies;
  for (size_t place = std::max(dims.size(), repeats.size()); place > 0;
       --place) {
    if (place <= repeats.size()) {
      copies.push_back(int64_t(apart.size()));
      apart.push_back(g.dim(repeats[repeats.size() - place]));
    }
    if (place <= dims.size())
      apart.push_back(dims[dims.size() - place]);
  }
  g.give(0, g.reshapeLike(g.sum(g.reshape(g.adjoint(), apart), copies), x));
}

static void rulePad(PadOp op, Gradient &g) {
  if (op.getPadMode() != "constant")
    return g.notifyMatchFailure(
        "only padding by a constant has one, found pad_mode \"" +
        op.getPadMode() + "\"");
  Value x = g.operand(), inner = g.adjoint();
  if (!g.expectDims(x))
    return;
  for (auto [axis, dim] : llvm::enumerate(Gradient::dimsOf(x))) {
    int64_t before = op.getPadWidth()[2 * axis];
    int64_t after = op.getPadWidth()[2 * axis + 1];
    if (before < 0 || after < 0)
      return g.notifyMatchFailure("only padding by 0 or more elements has one");
    if (before != 0 || after != 0)
      inner = g.slice(inner, axis, g.dim(before), dim + before);
  }
  g.give(0, inner);
}

/// From pixels to channels of `r * r`: C (H r) (W r) to (C r r) H W.
static void rulePixelShuffle(PixelShuffleOp op, Gradient &g) {
  Value x = g.operand();
  if (!g.expectDims(x))
    return;
  Dims dims = Gradient::dimsOf(x);
  size_t outer = dims.size() - 3;
  SymExprAttr factor = g.dim(op.getUpscaleFactor());
  Dims apart(ArrayRef<SymExprAttr>(dims).take_front(outer));
  apart.append({floorDiv(dims[outer], factor * factor), dims[outer + 1], factor,
                dims[outer + 2], factor});
  auto axes = llvm::to_vector(llvm::seq<int64_t>(outer));
  for (int64_t axis : {0, 2, 4, 1, 3})
    axes.push_back(outer + axis);
  g.give(0, g.reshapeLike(g.permute(g.reshape(g.adjoint(), apart), axes), x));
}

/// Doing it twice is doing nothing.
static void ruleReverseSequence(ReverseSequenceOp op, Gradient &g) {
  g.give(0, g.emit<ReverseSequenceOp>({g.adjoint(), g.operand(1)},
                                      op.getProperties()));
}

template <typename OpT>
static void ruleTriangle(OpT op, Gradient &g) {
  g.give(0, g.emit<OpT>(g.adjoint(), op.getProperties()));
}

void attachRearrangeGradients(MLIRContext &context) {
  attachGradient<BatchFlattenOp, ruleReshape<BatchFlattenOp>>(context);
  attachGradient<BroadcastToOp, ruleBroadcast>(context);
  attachGradient<CollapseSumLikeOp, ruleCollapse<CollapseSumLikeOp>, 0>(
      context);
  attachGradient<CollapseSumToOp, ruleCollapse<CollapseSumToOp>>(context);
  attachGradient<ExpandDimsOp, ruleReshape<ExpandDimsOp>>(context);
  attachGradient<FlattenOp, ruleReshape<FlattenOp>>(context);
  attachGradient<FlipOp, ruleFlip>(context);
  attachGradient<PadOp, rulePad>(context);
  attachGradient<PermuteDimsOp, rulePermute>(context);
  attachGradient<PixelShuffleOp, rulePixelShuffle>(context);
  attachGradient<RepeatOp, ruleRepeat>(context);
  attachGradient<ReshapeOp, ruleReshape<ReshapeOp>>(context);
  attachGradient<ReverseSequenceOp, ruleReverseSequence>(context);
  attachGradient<SqueezeOp, ruleReshape<SqueezeOp>>(context);
  attachGradient<TileOp, ruleTile>(context);
  attachGradient<TrilOp, ruleTriangle<TrilOp>>(context);
  attachGradient<TriuOp, ruleTriangle<TriuOp>>(context);
}

} // namespace mlir::relax
