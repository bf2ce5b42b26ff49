// Ensembles of decision trees, as tables.
#ifndef RELAX_LIB_IMPORT_DOMAINS_FOREST_H
#define RELAX_LIB_IMPORT_DOMAINS_FOREST_H

#include "NodeImport.h"

namespace mlir::relax {

/// How a node compares.
enum class BranchMode {
  LessEqual,
  Less,
  GreaterEqual,
  Greater,
  Equal,
  NotEqual,
  Member,
  Leaf
};

/// What a node of a tree says.
struct TreeNode {
  BranchMode mode = BranchMode::Leaf;
  int64_t feature = 0;
  double value = 0.0;
  int64_t yes = 0, no = 0;
  /// Where a feature that is no number goes.
  bool missingIsYes = false;
  /// For a node that asks whether a feature is in a set.
  SmallVector<double> members;
};

enum class Aggregate { Sum, Average, Min, Max };

/// Trees, as tables of all their nodes.
struct Forest {
  std::vector<TreeNode> nodes;
  SmallVector<int64_t> roots;
  int64_t targets = 1;
  /// Node, target, weight.
  SmallVector<std::tuple<int64_t, int64_t, double>> weights;
  Aggregate aggregate = Aggregate::Sum;
  SmallVector<double> base;
};

/// Rows of one score a target for the features of input 0; null after an error.
Value emitForest(NodeImport &node, const Forest &forest);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DOMAINS_FOREST_H
