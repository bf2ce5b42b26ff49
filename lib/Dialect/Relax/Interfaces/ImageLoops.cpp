// Operators whose windows go over images: workers have images or channels of
// their own. Places are not split, since a window at the border of a part reads
// what the neighbour has.
#include "ImageLoops.h"
#include "RowLoops.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using utils::IteratorType;

namespace {
/// A tensor, by its number among the operands, or the result; and its layout.
struct Image {
  SmallVector<AffineExpr> *indices;
  StringRef layout;
};

} // namespace

static Image getOperand(RowLoops &rows, unsigned number, StringRef layout) {
  return {&rows.loops.operands[number], layout};
}

static Image getResult(RowLoops &rows, StringRef layout) {
  return {&rows.loops.result, layout};
}

/// A loop over the axes that have this letter in the images.
static void addAxis(RowLoops &rows, ArrayRef<std::pair<Image, char>> axes,
                    IteratorType kind = IteratorType::parallel) {
  AffineExpr loop = rows.add(kind);
  for (const auto &[image, letter] : axes)
    (*image.indices)[image.layout.find(letter)] = loop;
}

/// Whether each letter is an axis: a small one stands for a block of an axis,
/// whose parts would not follow each other.
static bool arePlain(ArrayRef<StringRef> layouts) {
  return llvm::all_of(layouts, [](StringRef layout) {
    return llvm::all_of(layout, llvm::isUpper);
  });
}

static bool areRanked(Operation *op) {
  return op->getNumResults() == 1 &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

static StringRef getOut(StringRef out, StringRef layout) {
  return out.empty() ? layout : out;
}

template <typename Op>
static std::optional<OperatorLoops> makePool(Op op) {
  StringRef in = op.getLayout(), out = getOut(op.getOutLayout(), in);
  if (!areRanked(op) || !arePlain({in, out}))
    return std::nullopt;
  RowLoops rows(op);
  for (char axis : {'N', 'C'})
    addAxis(rows,
            {{getOperand(rows, 0, in), axis}, {getResult(rows, out), axis}});
  return rows.loops;
}

// The derivative of the result has the result's layout; that of the operand,
// and the operand, which says where the largest elements were, the other one.
template <typename Op>
static std::optional<OperatorLoops> makePoolBackward(Op op) {
  StringRef in = op.getLayout(), out = getOut(op.getOutLayout(), in);
  if (!areRanked(op) || !arePlain({in, out}))
    return std::nullopt;
  RowLoops rows(op);
  for (char axis : {'N', 'C'})
    addAxis(rows, {{getOperand(rows, 0, out), axis},
                   {getOperand(rows, 1, in), axis},
                   {getResult(rows, in), axis}});
  return rows.loops;
}

// Channels of a group belong together, and a part of them may be of several.
template <typename Op>
static std::optional<OperatorLoops> makeTransposed(Op op) {
  StringRef in = op.getDataLayout(), kernel = op.getKernelLayout(),
            out = getOut(op.getOutLayout(), in);
  if (!areRanked(op) || !arePlain({in, kernel, out}))
    return std::nullopt;
  RowLoops rows(op);
  addAxis(rows, {{getOperand(rows, 0, in), 'N'}, {getResult(rows, out), 'N'}});
  if (op.getGroups() != 1)
    return rows.loops;
  addAxis(rows,
          {{getOperand(rows, 1, kernel), 'O'}, {getResult(rows, out), 'C'}});
  addAxis(rows,
          {{getOperand(rows, 0, in), 'C'}, {getOperand(rows, 1, kernel), 'I'}},
          IteratorType::reduction);
  return rows.loops;
}

std::optional<OperatorLoops> getImageLoops(Operation *op) {
  return TypeSwitch<Operation *, std::optional<OperatorLoops>>(op)
      .Case<MaxPool1dOp, MaxPool2dOp, MaxPool3dOp, AvgPool1dOp, AvgPool2dOp,
            AvgPool3dOp, AdaptiveAvgPool1dOp, AdaptiveAvgPool2dOp,
            AdaptiveAvgPool3dOp>([](auto op) { return makePool(op); })
      .Case<MaxPool2dBackwardOp, AvgPool2dBackwardOp>(
          [](auto op) { return makePoolBackward(op); })
      .Case<Conv1dTransposeOp, Conv2dTransposeOp, Conv3dTransposeOp>(
          [](auto op) { return makeTransposed(op); })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace mlir::relax
