// Derivatives of products of matrices.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// The last two axes exchanged.
static Value transpose(Gradient &g, Value x) {
  auto axes = llvm::to_vector(llvm::seq<int64_t>(Gradient::rankOf(x)));
  std::swap(axes[axes.size() - 2], axes[axes.size() - 1]);
  return g.permute(x, axes);
}

/// A vector is a row on the left and a column on the right; the axis that it
/// lacks is missing in the adjoint, too.
static void ruleMatmul(MatmulOp op, Gradient &g) {
  Value lhs = g.operand(0), rhs = g.operand(1), adjoint = g.adjoint();
  if (!g.expectDims(lhs) || !g.expectDims(rhs))
    return;
  adjoint = g.cast(adjoint, Gradient::elementOf(lhs));
  bool isRow = Gradient::rankOf(lhs) == 1,
       isColumn = Gradient::rankOf(rhs) == 1;
  if (isColumn)
    adjoint = g.expand(adjoint, -1);
  if (isRow)
    adjoint = g.expand(adjoint, -2);
  Value left = isRow ? g.expand(lhs, 0) : lhs;
  Value right = isColumn ? g.expand(rhs, 1) : rhs;
  if (g.needs(0)) {
    Value sum = g.matmul(adjoint, transpose(g, right));
    g.giveCollapsed(0,
                    isRow && sum ? g.sum(sum, Gradient::rankOf(sum) - 2) : sum);
  }
  if (g.needs(1)) {
    Value sum = g.matmul(transpose(g, left), adjoint);
    g.giveCollapsed(1, isColumn && sum ? g.sum(sum, Gradient::rankOf(sum) - 1)
                                       : sum);
  }
}

static void ruleOuter(OuterOp, Gradient &g) {
  if (g.needs(0))
    g.give(0, g.matmul(g.adjoint(), g.operand(1)));
  if (g.needs(1))
    g.give(1, g.matmul(g.operand(0), g.adjoint()));
}

namespace {
/// The letters of an einsum.
struct Subscripts {
  SmallVector<StringRef> operands;
  StringRef result;
};
} // namespace

/// Reads `ij,jk->ik`; rejects letters that stand twice in one operand, dots and
/// results that are not written.
static std::optional<Subscripts> readSubscripts(StringRef text, Gradient &g) {
  auto [left, right] = text.split("->");
  Subscripts letters;
  left.split(letters.operands, ',');
  letters.result = right;
  SmallVector<StringRef> all(letters.operands);
  all.push_back(right);
  bool isPlain = text.contains("->") && !text.contains_insensitive(" ") &&
                 !text.contains('.');
  for (StringRef word : all)
    for (size_t place = 0; place < word.size(); ++place)
      isPlain = isPlain && !word.drop_front(place + 1).contains(word[place]);
  if (isPlain)
    return letters;
  g.notifyMatchFailure(
      "only subscripts with a result, without dots, and with each letter "
      "once an operand have one, found \"" +
      text + "\"");
  return std::nullopt;
}

/// The einsum of the adjoint with all other operands; along letters that only
/// this operand has, which were summed, it is repeated.
static void ruleEinsum(EinsumOp op, Gradient &g) {
  std::optional<Subscripts> letters = readSubscripts(op.getSubscripts(), g);
  if (!letters)
    return;
  for (auto [index, own] : llvm::enumerate(letters->operands)) {
    if (!g.needs(index))
      continue;
    if (!g.expectDims(g.operand(index)))
      return;
    std::string words = letters->result.str();
    SmallVector<Value> operands{g.adjoint()};
    for (auto [other, word] : llvm::enumerate(letters->operands))
      if (other != index) {
        words += ("," + word).str();
        operands.push_back(g.operand(other));
      }
    std::string kept;
    SmallVector<int64_t> missing;
    for (auto [axis, letter] : llvm::enumerate(own)) {
      if (StringRef(words).contains(letter))
        kept += letter;
      else
        missing.push_back(axis);
    }
    EinsumOp::Properties properties;
    properties.subscripts = g.getBuilder().getStringAttr(words + "->" + kept);
    Value sum = g.expand(g.emit<EinsumOp>(operands, properties), missing);
    g.give(index, g.broadcastLike(sum, g.operand(index)));
  }
}

void attachLinearAlgebraGradients(MLIRContext &context) {
  attachGradient<EinsumOp, ruleEinsum>(context);
  attachGradient<MatmulOp, ruleMatmul>(context);
  attachGradient<OuterOp, ruleOuter>(context);
}

} // namespace mlir::relax
