// Operators whose windows go over images: workers have images or channels of
// their own. Places are not split, since a window at the border of a part reads
// what the neighbour has.
#include "ImageLoops.h"

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

/// Loops over axes that layouts name. What has no loop is read whole.
class NamedLoops {
public:
  explicit NamedLoops(Operation *op) : context(op->getContext()) {
    for (Type type : op->getOperandTypes())
      loops.operands.emplace_back(cast<RankedTensorType>(type).getRank());
    loops.result.resize(
        cast<RankedTensorType>(op->getResult(0).getType()).getRank());
  }

  Image operand(unsigned number, StringRef layout) {
    return {&loops.operands[number], layout};
  }
  Image result(StringRef layout) { return {&loops.result, layout}; }

  /// A loop over the axes that have this letter in the images.
  void add(ArrayRef<std::pair<Image, char>> axes,
           IteratorType kind = IteratorType::parallel) {
    AffineExpr loop = getAffineDimExpr(loops.kinds.size(), context);
    loops.kinds.push_back(kind);
    loops.isWhole.push_back(false);
    for (const auto &[image, letter] : axes)
      (*image.indices)[image.layout.find(letter)] = loop;
  }

  OperatorLoops loops;

private:
  MLIRContext *context;
};
} // namespace

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
  NamedLoops named(op);
  for (char axis : {'N', 'C'})
    named.add({{named.operand(0, in), axis}, {named.result(out), axis}});
  return named.loops;
}

// The derivative of the result has the result's layout; that of the operand,
// and the operand, which says where the largest elements were, the other one.
template <typename Op>
static std::optional<OperatorLoops> makePoolBackward(Op op) {
  StringRef in = op.getLayout(), out = getOut(op.getOutLayout(), in);
  if (!areRanked(op) || !arePlain({in, out}))
    return std::nullopt;
  NamedLoops named(op);
  for (char axis : {'N', 'C'})
    named.add({{named.operand(0, out), axis},
               {named.operand(1, in), axis},
               {named.result(in), axis}});
  return named.loops;
}

// Channels of a group belong together, and a part of them may be of several.
template <typename Op>
static std::optional<OperatorLoops> makeTransposed(Op op) {
  StringRef in = op.getDataLayout(), kernel = op.getKernelLayout(),
            out = getOut(op.getOutLayout(), in);
  if (!areRanked(op) || !arePlain({in, kernel, out}))
    return std::nullopt;
  NamedLoops named(op);
  named.add({{named.operand(0, in), 'N'}, {named.result(out), 'N'}});
  if (op.getGroups() != 1)
    return named.loops;
  named.add({{named.operand(1, kernel), 'O'}, {named.result(out), 'C'}});
  named.add({{named.operand(0, in), 'C'}, {named.operand(1, kernel), 'I'}},
            IteratorType::reduction);
  return named.loops;
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
