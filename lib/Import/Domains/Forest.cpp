// Ensembles of decision trees, as ops over tables.
// All rows go down all trees at once, without a branch: a step looks the node's
// feature and threshold up in tables, compares, and looks the next node up. A
// leaf leads to itself, so that as many steps as the deepest tree has do for
// all.
#include "Forest.h"
#include "Broadcasting.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "TensorMath.h"
#include <cmath>
#include <limits>

namespace mlir::relax {

namespace {
/// The ops of a forest.
class ForestEmitter {
public:
  ForestEmitter(NodeImport &node, const Forest &forest)
      : node(node), math(node), forest(forest) {}
  /// Rows of one score a target; null after an error.
  Value run();

private:
  std::optional<int64_t> getDepth();
  bool readRows();
  void makeTables();
  Value step(Value place);
  Value isMember(Value place, Value feature);
  Value getScores(Value leaf);
  Value look(Value table, Value place) { return math.take(table, place, 0); }

  NodeImport &node;
  TensorMath math;
  const Forest &forest;
  Type element;
  Value x;
  Value features, least, greatest, yes, no, missing, members;
};
} // namespace

/// The steps from the roots to the deepest leaf; none where nodes lie in a
/// circle.
std::optional<int64_t> ForestEmitter::getDepth() {
  int64_t depth = 0;
  SmallVector<int64_t> level = forest.roots;
  while (true) {
    SmallVector<int64_t> next;
    for (int64_t place : level) {
      const TreeNode &at = forest.nodes[size_t(place)];
      if (at.mode != BranchMode::Leaf)
        next.append({at.yes, at.no});
    }
    if (next.empty())
      return depth;
    if (++depth > int64_t(forest.nodes.size()))
      return std::nullopt;
    // Both sides of a node may lead to one leaf.
    llvm::sort(next);
    next.erase(llvm::unique(next), next.end());
    level = std::move(next);
  }
}

bool ForestEmitter::readRows() {
  // Floats of 64 bits are compared as such; integers as floats, as thresholds
  // are.
  element = node.getElementType(0);
  if (!element.isF64())
    element = node.getBuilder().getF32Type();
  int64_t columns = node.getRank(0) == 2 ? node.getType(0).getDimSize(1) : 0;
  int64_t last = 0;
  for (const TreeNode &at : forest.nodes)
    last = std::max(last, at.mode == BranchMode::Leaf ? 0 : at.feature);
  // The look-up of a feature has no check of its own when it runs: a model that
  // asks for feature 9 of 4 would read beyond.
  bool isUnknown = ShapedType::isDynamic(columns);
  if (!isUnknown && columns <= last) {
    node.error() << "expected rows of more than " << last << " features, found "
                 << node.getType(0);
    return false;
  }
  x = giveSymbols(node, node.castTo(node.getTensor(0), element));
  if (!x || !isUnknown)
    return bool(x);
  // Of more features those that no node asks for are left, fewer stop the call.
  SmallVector<SymExprAttr> dims = math.dims(x);
  dims[1] = node.makeExpr(last + 1);
  x = castDims(node, math.slice(x, 1, 0, last + 1), dims);
  return true;
}

/// Each way to compare is one of an interval: x is at most `greatest` and at
/// least `least`. The opposite ways exchange what follows.
void ForestEmitter::makeTables() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  SmallVector<double> low, high, sets;
  SmallVector<int64_t> where, then, otherwise;
  SmallVector<double> goesYes;
  size_t most = 0;
  for (const TreeNode &at : forest.nodes)
    most = std::max(most, at.members.size());
  bool hasLow = false, hasMissing = false;
  for (auto [place, at] : llvm::enumerate(forest.nodes)) {
    // Three comparisons and their opposites would be six kernels and a choice
    // among them for each step. As intervals they are one comparison, two if a
    // model asks for equality.
    bool isOpposite = at.mode == BranchMode::Greater ||
                      at.mode == BranchMode::GreaterEqual ||
                      at.mode == BranchMode::NotEqual;
    bool isStrict =
        at.mode == BranchMode::Less || at.mode == BranchMode::GreaterEqual;
    bool isPoint =
        at.mode == BranchMode::Equal || at.mode == BranchMode::NotEqual;
    bool isLeaf = at.mode == BranchMode::Leaf;
    // Below a threshold is up to the number before it.
    double value = at.value;
    if (isStrict)
      value = element.isF64()
                  ? std::nextafter(value, -kInfinity)
                  : double(std::nextafter(float(value), float(-kInfinity)));
    high.push_back(isLeaf || at.mode == BranchMode::Member ? kInfinity : value);
    low.push_back(isPoint ? value : -kInfinity);
    hasLow |= isPoint;
    where.push_back(isLeaf ? 0 : at.feature);
    int64_t self = int64_t(place);
    then.push_back(isLeaf ? self : isOpposite ? at.no : at.yes);
    otherwise.push_back(isLeaf ? self : isOpposite ? at.yes : at.no);
    // No number compares as false in each way.
    bool isYes = !isLeaf && (at.missingIsYes ||
                             at.mode == BranchMode::NotEqual) != isOpposite;
    goesYes.push_back(isYes);
    hasMissing |= isYes;
    // A node without a set has one that nothing is in.
    for (size_t i = 0; i < most; ++i)
      sets.push_back(at.mode != BranchMode::Member || at.members.empty()
                         ? std::nan("")
                         : at.members[std::min(i, at.members.size() - 1)]);
  }
  // Tables are constants of the module and small: a node takes 32 bytes, so a
  // thousand trees of depth 6 are about 4 MB, which the second-level cache
  // holds for the upper levels, where all rows pass.
  int64_t size = int64_t(forest.nodes.size());
  features = node.makeIntegers(where);
  greatest = node.makeNumbers(high, {size}, element);
  least = hasLow ? node.makeNumbers(low, {size}, element) : Value();
  yes = node.makeIntegers(then);
  no = node.makeIntegers(otherwise);
  Type i1 = node.getBuilder().getI1Type();
  missing = hasMissing ? node.makeNumbers(goesYes, {size}, i1) : Value();
  if (most > 0)
    members = node.makeNumbers(sets, {size, int64_t(most)}, element);
}

/// Whether a feature is in the set of its node, or the node has none.
// Sets are short in models, so each value is compared. The list of a node is
// filled up with its last value, because rows of a table have one length.
Value ForestEmitter::isMember(Value place, Value feature) {
  Value sets = look(members, place);
  Value same = math.binary<EqualOp>(math.expand(feature, 2), sets);
  Type f32 = node.getBuilder().getF32Type();
  MaxOp::Properties most;
  most.axis = node.getBuilder().getDenseI64ArrayAttr(2);
  Value any = node.emit<MaxOp>(node.castTo(same, f32), most);
  any = math.less(math.number(0, any), any);
  SmallVector<double> isPlain;
  for (const TreeNode &at : forest.nodes)
    isPlain.push_back(at.mode != BranchMode::Member);
  Value plain = look(node.makeNumbers(isPlain, {int64_t(isPlain.size())},
                                      node.getBuilder().getI1Type()),
                     place);
  return math.binary<LogicalOrOp>(any, plain);
}

// The two sides of a node are looked up both and one is chosen, since that has
// no branch: rows of a vector take different ways.
Value ForestEmitter::step(Value place) {
  // Each row looks at a feature of its own in each tree: a gather along the
  // features, whose index has the shape of rows and trees.
  GatherElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  Value feature =
      node.emit<GatherElementsOp>({x, look(features, place)}, properties);
  Value holds = math.binary<LessEqualOp>(feature, look(greatest, place));
  if (least)
    holds = math.binary<LogicalAndOp>(
        holds, math.binary<GreaterEqualOp>(feature, look(least, place)));
  if (members)
    holds = math.binary<LogicalAndOp>(holds, isMember(place, feature));
  // NaN is the only number that differs from itself. Models without missing
  // values skip the comparison, since no node sends them anywhere else.
  if (missing)
    holds = math.binary<LogicalOrOp>(
        holds,
        math.binary<LogicalAndOp>(math.binary<NotEqualOp>(feature, feature),
                                  look(missing, place)));
  return math.where(holds, look(yes, place), look(no, place));
}

/// What the leaves say: rows, trees and targets become rows and targets.
Value ForestEmitter::getScores(Value leaf) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  int64_t size = int64_t(forest.nodes.size()), targets = forest.targets;
  bool isLeast = forest.aggregate == Aggregate::Min;
  bool isMost = forest.aggregate == Aggregate::Max;
  // A leaf that says nothing of a target takes no part.
  double nothing = isLeast ? kInfinity : isMost ? -kInfinity : 0.0;
  // Weights are looked up by node, as leaves are numbered among all nodes. Rows
  // of inner nodes are never read, but without them another table would have to
  // map leaves to rows.
  SmallVector<double> table(size_t(size * targets), nothing);
  llvm::DenseSet<int64_t> set;
  for (auto [place, target, weight] : forest.weights) {
    double &entry = table[size_t(place * targets + target)];
    entry =
        set.insert(place * targets + target).second ? weight : entry + weight;
  }
  Value all = look(node.makeNumbers(table, {size, targets}, element), leaf);
  DenseI64ArrayAttr trees = node.getBuilder().getDenseI64ArrayAttr(1);
  Value scores;
  if (isLeast) {
    MinOp::Properties properties;
    properties.axis = trees;
    scores = node.emit<MinOp>(all, properties);
  } else if (isMost) {
    MaxOp::Properties properties;
    properties.axis = trees;
    scores = node.emit<MaxOp>(all, properties);
  } else {
    SumOp::Properties properties;
    properties.axis = trees;
    scores = node.emit<SumOp>(all, properties);
  }
  if (forest.aggregate == Aggregate::Average)
    scores = math.div(scores, math.number(double(forest.roots.size()), scores));
  if (int64_t(forest.base.size()) == targets)
    scores =
        math.add(scores, node.makeNumbers(forest.base, {targets}, element));
  return scores;
}

Value ForestEmitter::run() {
  constexpr int64_t kDeepest = 4096;
  std::optional<int64_t> depth = getDepth();
  if (!depth || *depth > kDeepest) {
    node.error() << "nodes form no trees of at most " << kDeepest
                 << " levels, expected each node to have one parent";
    return nullptr;
  }
  if (!readRows())
    return nullptr;
  makeTables();
  int64_t trees = int64_t(forest.roots.size());
  Value place =
      math.broadcast(math.expand(node.makeIntegers(forest.roots), int64_t(0)),
                     {getKnownDim(node, x, 0), node.makeExpr(trees)});
  for (int64_t i = 0; i < *depth; ++i)
    place = step(place);
  return getScores(place);
}

Value emitForest(NodeImport &node, const Forest &forest) {
  return ForestEmitter(node, forest).run();
}

} // namespace mlir::relax
