// Ensembles of decision trees, of the domain ai.onnx.ml: their attributes.
#include "Forest.h"
#include "OperatorTable.h"
#include "PostTransform.h"
#include "TensorMath.h"
#include <cmath>
#include <map>

namespace mlir::relax {

// The words of opset 1; opset 5 has numbers instead, in the same order.
static std::optional<BranchMode> getMode(StringRef word) {
  static constexpr std::pair<StringLiteral, BranchMode> kWords[] = {
      {"BRANCH_LEQ", BranchMode::LessEqual},
      {"BRANCH_LT", BranchMode::Less},
      {"BRANCH_GTE", BranchMode::GreaterEqual},
      {"BRANCH_GT", BranchMode::Greater},
      {"BRANCH_EQ", BranchMode::Equal},
      {"BRANCH_NEQ", BranchMode::NotEqual},
      {"LEAF", BranchMode::Leaf}};
  for (auto [name, mode] : kWords)
    if (name == word)
      return mode;
  return std::nullopt;
}

/// The most elements of a tensor attribute.
static constexpr int64_t kMaxElements = int64_t(1) << 26;

/// A tensor attribute whose elements are of `Element`; null if it is not there,
/// or behind an error.
// Reading elements as what they are not is checked nowhere below.
template <typename Element>
static DenseElementsAttr getTensorOf(NodeImport &node, StringRef name) {
  if (!node.hasAttribute(name))
    return {};
  DenseElementsAttr dense = node.getDense(name, kMaxElements);
  if (!dense || isa<Element>(dense.getElementType()))
    return dense;
  node.error() << "attribute '" << name << "' has elements of "
               << dense.getElementType() << ", expected "
               << (std::is_same_v<Element, FloatType> ? "floats" : "integers");
  return {};
}

/// The floats of a tensor attribute; none if it is not there.
// Lists of attributes are f32, so models that were trained in f64 have tensors
// instead, since rounding a threshold would send a row to the other side.
static SmallVector<double> getTensorNumbers(NodeImport &node, StringRef name) {
  SmallVector<double> result;
  if (auto dense = getTensorOf<FloatType>(node, name))
    for (APFloat number : dense.getValues<APFloat>()) {
      bool losesInfo;
      number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      result.push_back(number.convertToDouble());
    }
  return result;
}

/// Numbers of a list, or of a tensor of 64 bits that replaces it.
static SmallVector<double> getNumbers(NodeImport &node, StringRef name) {
  if (std::optional<SmallVector<double>> numbers = node.getFloatList(name))
    return *numbers;
  return getTensorNumbers(node, (name + "_as_tensor").str());
}

static SmallVector<int64_t> getList(NodeImport &node, StringRef name) {
  return node.getInts(name).value_or(SmallVector<int64_t>());
}

/// Whether lists describe trees, an error if not.
static bool reportFit(NodeImport &node, bool fits, const Twine &found) {
  if (!fits && !node.hasFailed())
    node.error() << "lists of nodes and leaves fit no trees: " << found.str();
  return fits && !node.hasFailed();
}

namespace {
/// The attributes of operators that number trees and nodes.
class ForestReader {
public:
  ForestReader(NodeImport &node, Forest &forest) : node(node), forest(forest) {}
  /// What leaves say has names that begin with `prefix`. False after an error.
  bool read(StringRef prefix);

private:
  bool readNodes();
  void readLeaves(StringRef prefix);
  int64_t find(int64_t tree, int64_t id) {
    auto found = places.find({tree, id});
    fits &= found != places.end();
    return fits ? found->second : 0;
  }

  NodeImport &node;
  Forest &forest;
  /// The place of each node, by tree and number.
  std::map<std::pair<int64_t, int64_t>, int64_t> places;
  bool fits = true;
};
} // namespace

/// False if a mode is none.
// Nodes are numbered in each tree anew, so a map from tree and number to the
// place in the lists is needed; exporters also leave numbers out.
bool ForestReader::readNodes() {
  SmallVector<int64_t> trees = getList(node, "nodes_treeids"),
                       ids = getList(node, "nodes_nodeids"),
                       features = getList(node, "nodes_featureids"),
                       yes = getList(node, "nodes_truenodeids"),
                       no = getList(node, "nodes_falsenodeids"),
                       missing =
                           getList(node, "nodes_missing_value_tracks_true");
  SmallVector<StringRef> modes = node.getStrings("nodes_modes");
  SmallVector<double> values = getNumbers(node, "nodes_values");
  node.ignoreAttribute("nodes_hitrates");
  node.ignoreAttribute("nodes_hitrates_as_tensor");
  size_t size = trees.size();
  fits = size > 0 && ids.size() == size && features.size() == size &&
         yes.size() == size && no.size() == size && modes.size() == size &&
         values.size() == size;
  for (size_t i = 0; i < size && fits; ++i) {
    fits = places.try_emplace({trees[i], ids[i]}, int64_t(i)).second;
    // The first node of a tree is its root.
    if (i == 0 || trees[i] != trees[i - 1])
      forest.roots.push_back(int64_t(i));
  }
  for (size_t i = 0; i < size && fits; ++i) {
    TreeNode &at = forest.nodes.emplace_back();
    std::optional<BranchMode> mode = getMode(modes[i]);
    if (!mode) {
      node.error() << "mode of a node is " << quote(modes[i])
                   << ", expected BRANCH_LEQ, LT, GTE, GT, EQ, NEQ or LEAF";
      return false;
    }
    at.mode = *mode;
    at.feature = features[i];
    at.value = values[i];
    fits &= features[i] >= 0;
    at.missingIsYes = i < missing.size() && missing[i] != 0;
    if (at.mode == BranchMode::Leaf)
      continue;
    at.yes = find(trees[i], yes[i]);
    at.no = find(trees[i], no[i]);
  }
  return true;
}

// A leaf may have weights for several targets, or none: each is an entry of its
// own, in any order.
void ForestReader::readLeaves(StringRef prefix) {
  SmallVector<int64_t> trees = getList(node, (prefix + "_treeids").str()),
                       ids = getList(node, (prefix + "_nodeids").str()),
                       targets = getList(node, (prefix + "_ids").str());
  SmallVector<double> weights = getNumbers(node, (prefix + "_weights").str());
  fits &= trees.size() == weights.size() && ids.size() == weights.size() &&
          targets.size() == weights.size();
  for (size_t i = 0; i < weights.size() && fits; ++i) {
    fits = targets[i] >= 0 && targets[i] < forest.targets;
    forest.weights.emplace_back(find(trees[i], ids[i]), targets[i], weights[i]);
  }
}

bool ForestReader::read(StringRef prefix) {
  if (!readNodes())
    return false;
  readLeaves(prefix);
  forest.base = getNumbers(node, "base_values");
  return reportFit(node, fits,
                   Twine(forest.nodes.size()) + " nodes, " +
                       Twine(forest.weights.size()) + " weights, " +
                       Twine(forest.targets) + " results");
}

// The sum over trees is f32 if the features are, as in ONNX Runtime; results
// are f32 in any case, because the standard says so.
static void importTreeEnsembleRegressor(NodeImport &node) {
  Forest forest;
  forest.targets = node.getInt("n_targets", 1);
  StringRef aggregate = node.getString("aggregate_function", "SUM");
  PostTransform transform = getPostTransform(node);
  if (aggregate == "AVERAGE")
    forest.aggregate = Aggregate::Average;
  else if (aggregate == "MIN")
    forest.aggregate = Aggregate::Min;
  else if (aggregate == "MAX")
    forest.aggregate = Aggregate::Max;
  if (!ForestReader(node, forest).read("target"))
    return;
  Value scores = emitForest(node, forest);
  scores = node.castTo(scores, node.getBuilder().getF32Type());
  node.setResult(0, transformScores(node, scores, transform));
}

// The standard does not say what one score for two classes means. ONNX
// Runtime's way is the one that exporters are tested with, so it is followed
// here.
static void importTreeEnsembleClassifier(NodeImport &node) {
  Forest forest;
  SmallVector<int64_t> labels = getLabels(node, "classlabels_int64s");
  PostTransform transform = getPostTransform(node);
  forest.targets = int64_t(labels.size());
  if (node.hasFailed() || !ForestReader(node, forest).read("class"))
    return;
  // Two classes may have the scores of one, which the leaves name. Weights that
  // are not negative are taken for parts of 1.
  SmallVector<int64_t> used;
  bool isShare = true;
  for (auto [place, target, weight] : forest.weights) {
    if (!llvm::is_contained(used, target))
      used.push_back(target);
    isShare &= weight >= 0;
  }
  bool isBinary = labels.size() == 2 && used.size() == 1;
  if (isBinary) {
    forest.targets = 1;
    for (auto &[place, target, weight] : forest.weights)
      target = 0;
    if (forest.base.size() == 2)
      forest.base = {forest.base[1]};
  }
  Value scores = emitForest(node, forest);
  scores = node.castTo(scores, node.getBuilder().getF32Type());
  Value places;
  if (isBinary) {
    FirstClass first = used.front() == 1 ? FirstClass::Zero
                       : isShare         ? FirstClass::Rest
                                         : FirstClass::Opposite;
    places = findBinary(node, scores, isShare ? 0.5 : 0.0);
    scores = splitBinary(node, scores, first, transform);
  } else if (scores) {
    places = findGreatest(node, scores);
    scores = transformScores(node, scores, transform);
  }
  setClasses(node, labels, places);
  node.setResult(1, scores);
}

//===-- TreeEnsemble ------------------------------------------------------===//

/// The values of each set, which a NaN ends.
static SmallVector<SmallVector<double>> getSets(NodeImport &node) {
  SmallVector<SmallVector<double>> sets(1);
  for (double value : getTensorNumbers(node, "membership_values")) {
    if (std::isnan(value))
      sets.emplace_back();
    else
      sets.back().push_back(value);
  }
  return sets;
}

/// The operator of opset 5 numbers branches and leaves apart: here leaves lie
/// behind branches.
static bool readEnsemble(NodeImport &node, Forest &forest) {
  SmallVector<int64_t> features = getList(node, "nodes_featureids"),
                       yes = getList(node, "nodes_truenodeids"),
                       no = getList(node, "nodes_falsenodeids"),
                       yesLeaf = getList(node, "nodes_trueleafs"),
                       noLeaf = getList(node, "nodes_falseleafs"),
                       missing =
                           getList(node, "nodes_missing_value_tracks_true"),
                       targets = getList(node, "leaf_targetids");
  SmallVector<double> values = getTensorNumbers(node, "nodes_splits");
  SmallVector<double> weights = getTensorNumbers(node, "leaf_weights");
  SmallVector<int64_t> modes;
  if (auto dense = getTensorOf<IntegerType>(node, "nodes_modes"))
    for (APInt mode : dense.getValues<APInt>())
      modes.push_back(int64_t(mode.getZExtValue()));
  node.ignoreAttribute("nodes_hitrates");
  forest.roots = getList(node, "tree_roots");
  SmallVector<SmallVector<double>> sets = getSets(node);
  size_t size = values.size(), nextSet = 0;
  bool fits = size > 0 && modes.size() == size && features.size() == size &&
              yes.size() == size && no.size() == size &&
              yesLeaf.size() == size && noLeaf.size() == size &&
              targets.size() == weights.size();
  auto find = [&](int64_t place, bool isLeaf) {
    int64_t most = int64_t(isLeaf ? weights.size() : size);
    fits &= place >= 0 && place < most;
    return isLeaf ? int64_t(size) + place : place;
  };
  for (size_t i = 0; i < size && fits; ++i) {
    TreeNode &at = forest.nodes.emplace_back();
    fits = modes[i] >= 0 && modes[i] < int64_t(BranchMode::Leaf) &&
           features[i] >= 0;
    at.mode = fits ? BranchMode(modes[i]) : BranchMode::Leaf;
    at.feature = features[i];
    at.value = values[i];
    at.missingIsYes = i < missing.size() && missing[i] != 0;
    if (at.mode == BranchMode::Member && nextSet < sets.size())
      at.members = sets[nextSet++];
    at.yes = find(yes[i], yesLeaf[i] != 0);
    at.no = find(no[i], noLeaf[i] != 0);
  }
  for (size_t i = 0; i < weights.size() && fits; ++i) {
    forest.nodes.emplace_back();
    fits = targets[i] >= 0 && targets[i] < forest.targets;
    forest.weights.emplace_back(int64_t(size + i), targets[i], weights[i]);
  }
  for (int64_t root : forest.roots)
    fits &= root >= 0 && root < int64_t(size);
  fits &= !forest.roots.empty();
  return reportFit(node, fits,
                   Twine(size) + " nodes, " + Twine(weights.size()) +
                       " leaves, " + Twine(forest.targets) + " results");
}

static void importTreeEnsemble(NodeImport &node) {
  Forest forest;
  forest.targets = node.getInt("n_targets", 1);
  int64_t aggregate = node.getInt("aggregate_function", 1);
  int64_t transform = node.getInt("post_transform", 0);
  if (aggregate < 0 || aggregate > 3 || transform < 0 || transform > 3) {
    node.error() << "attributes 'aggregate_function' and 'post_transform' are "
                 << aggregate << " and " << transform << ", expected 0 to 3";
    return;
  }
  static constexpr Aggregate kAggregates[] = {
      Aggregate::Average, Aggregate::Sum, Aggregate::Min, Aggregate::Max};
  static constexpr PostTransform kTransforms[] = {
      PostTransform::None, PostTransform::Softmax, PostTransform::Logistic,
      PostTransform::SoftmaxZero};
  forest.aggregate = kAggregates[aggregate];
  if (readEnsemble(node, forest))
    node.setResult(0, transformScores(node, emitForest(node, forest),
                                      kTransforms[transform]));
}

void addTreeOperators(OperatorTable &table) {
  table.add({
      {"ai.onnx.ml.TreeEnsemble", 5, 5, 1, 1, importTreeEnsemble},
      {"ai.onnx.ml.TreeEnsembleClassifier", 1, 5, 1, 1,
       importTreeEnsembleClassifier, 2},
      {"ai.onnx.ml.TreeEnsembleRegressor", 1, 5, 1, 1,
       importTreeEnsembleRegressor},
  });
}

} // namespace mlir::relax
