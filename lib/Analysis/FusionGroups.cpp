// Which calls of tensor programs can run as one kernel.
//
// As in TVM's FuseOps, a call may join the call that all paths from it reach,
// its immediate post-dominator, if the patterns on the paths allow it. Then
// nothing in between is needed outside of the group, so the kernel has one
// result.
#include "Relax/Analysis/FusionGroups.h"

#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {

namespace {
constexpr int kNone = -1;

/// One call in the graph of a block.
struct Node {
  CallTIROp call;
  OpPatternKind pattern;
  /// The nodes that use a result, without repetition.
  SmallVector<int, 2> users;
  /// Whether something that is no node uses a result.
  bool escapes = false;
  /// The immediate post-dominator, or none.
  int postDominator = kNone;
  /// The number of post-dominators above it.
  unsigned depth = 0;
  /// Union-find: the parent; a root has itself.
  int parent;
  /// At a root: the pattern and the size of the group.
  OpPatternKind groupPattern;
  unsigned groupSize = 1;
  /// At a root: whether the group has reductions, all of the last axes.
  bool reducesRows = false;
};

/// The unions are of indices into a vector in program order, so a node's
/// post-dominator has a greater index and one pass from the end computes all.
class Partition {
public:
  Partition(Block &block, unsigned maxDepth,
            llvm::function_ref<OpPatternKind(CallTIROp)> pattern)
      : maxDepth(maxDepth) {
    collect(block, pattern);
    computePostDominators();
  }

  void joinCalls();
  void joinAttention(llvm::function_ref<bool(CallTIROp)> isSoftmax);
  void joinRows();
  void joinDecoded();
  SmallVector<FusionGroup> getGroups();

private:
  void collect(Block &block,
               llvm::function_ref<OpPatternKind(CallTIROp)> pattern);
  void computePostDominators();
  int commonPostDominator(int lhs, int rhs) const;

  // Path halving: near constant time per query.
  int find(int node) {
    while (nodes[node].parent != node)
      node = nodes[node].parent = nodes[nodes[node].parent].parent;
    return node;
  }
  OpPatternKind groupPattern(int node) {
    return nodes[find(node)].groupPattern;
  }

  /// The nodes on the paths from `source` up to and without `sink`.
  SmallVector<int> nodesBetween(int source, int sink) const;
  /// Whether each node between has a group of at most `inner`, and the sink's
  /// group fits `atSink`.
  bool pathAllows(int source, int sink, OpPatternKind inner,
                  llvm::function_ref<bool(OpPatternKind)> atSink);
  bool sameShape(int lhs, int rhs);
  bool canJoin(int node, int sink, bool injectivePhase);
  bool joinPath(int source, int sink);
  int findNode(Value value) const;
  void joinFactors(int sink);
  void joinResult(int node);
  bool canJoinRows(int source, int sink);

  SmallVector<Node> nodes;
  /// The numbers of calls.
  llvm::DenseMap<Operation *, int> indices;
  unsigned maxDepth;
};
} // namespace

void Partition::collect(Block &block,
                        llvm::function_ref<OpPatternKind(CallTIROp)> pattern) {
  for (Operation &op : block)
    if (auto call = dyn_cast<CallTIROp>(op)) {
      int index = nodes.size();
      indices[&op] = index;
      OpPatternKind found = pattern(call);
      nodes.push_back({call, found, {}, false, kNone, 0, index, found});
    }
  // A user that is no call of this block, also one within a nested region,
  // needs the value as a tensor.
  for (Node &node : nodes)
    for (Operation *user : node.call->getUsers()) {
      auto found = indices.find(user);
      if (found == indices.end())
        node.escapes = true;
      else if (!llvm::is_contained(node.users, found->second))
        node.users.push_back(found->second);
    }
}

/// The lowest common ancestor in the tree of post-dominators, found by depth as
/// in a tree.
int Partition::commonPostDominator(int lhs, int rhs) const {
  while (lhs != rhs) {
    if (lhs == kNone || rhs == kNone)
      return kNone;
    int &deeper = nodes[lhs].depth >= nodes[rhs].depth ? lhs : rhs;
    deeper = nodes[deeper].postDominator;
  }
  return lhs;
}

/// In reverse order of the program each node's users are done. A node that
/// escapes has no post-dominator: its value leaves here.
void Partition::computePostDominators() {
  for (Node &node : llvm::reverse(nodes)) {
    if (node.escapes || node.users.empty())
      continue;
    int common = node.users.front();
    for (int user : node.users)
      common = commonPostDominator(common, user);
    node.postDominator = common;
    if (common != kNone)
      node.depth = nodes[common].depth + 1;
  }
}

/// Every path from `source` ends in `sink`, as that post-dominates it; so the
/// walk needs no other bound.
SmallVector<int> Partition::nodesBetween(int source, int sink) const {
  SmallVector<int> found = {source};
  llvm::SmallDenseSet<int> seen = {source, sink};
  for (size_t next = 0; next < found.size(); ++next)
    for (int user : nodes[found[next]].users)
      if (seen.insert(user).second)
        found.push_back(user);
  return found;
}

bool Partition::pathAllows(int source, int sink, OpPatternKind inner,
                           llvm::function_ref<bool(OpPatternKind)> atSink) {
  if (!atSink(groupPattern(sink)))
    return false;
  return llvm::all_of(ArrayRef(nodesBetween(source, sink)).drop_front(),
                      [&](int node) { return groupPattern(node) <= inner; });
}

/// Types of elements may differ: a cast behind a product is elementwise.
bool Partition::sameShape(int lhs, int rhs) {
  auto from =
      dyn_cast<RankedTensorType>(nodes[lhs].call.getResult(0).getType());
  auto to = dyn_cast<RankedTensorType>(nodes[rhs].call.getResult(0).getType());
  return from && to &&
         compareTypes(from, to.clone(from.getElementType())) == Proof::Equal;
}

bool Partition::canJoin(int node, int sink, bool injectivePhase) {
  OpPatternKind own = groupPattern(node);
  if (own == OpPatternKind::Opaque)
    return false;
  // Finish a computation's result, element by element. A product's or
  // reduction's result stays in registers only if each element is finished at
  // its own place; a broadcast to a larger shape would recompute it.
  if (own == OpPatternKind::OutFusable || own == OpPatternKind::Reduction)
    return !injectivePhase && sameShape(node, sink) &&
           llvm::all_of(nodesBetween(node, sink),
                        [&](int each) { return sameShape(node, each); }) &&
           pathAllows(node, sink, OpPatternKind::Broadcast,
                      [](OpPatternKind pattern) {
                        return pattern <= OpPatternKind::Broadcast;
                      });
  // Compute an operand where it is used; a reduction uses each element once. A
  // reduction reads each element of such an operand once (`readsEachOnce`), so
  // computing it there costs nothing. An out-fusable op, a product, would
  // compute it once per column.
  if (own <= OpPatternKind::Broadcast)
    return !injectivePhase &&
           pathAllows(node, sink, OpPatternKind::Injective,
                      [](OpPatternKind pattern) {
                        return pattern <= OpPatternKind::Reduction;
                      });
  // Injective ones come second, as in TVM: joined first, a transposition would
  // claim an elementwise op that a product could have had as its epilogue.
  return injectivePhase &&
         pathAllows(node, sink, OpPatternKind::Injective,
                    [](OpPatternKind pattern) {
                      return pattern <= OpPatternKind::Injective;
                    });
}

/// The group's size is bounded, as a kernel of hundreds of calls takes long to
/// schedule and more buffers than a launch has parameters.
bool Partition::joinPath(int source, int sink) {
  llvm::SmallDenseSet<int> roots = {find(sink)};
  for (int node : nodesBetween(source, sink))
    roots.insert(find(node));
  unsigned size = 0;
  OpPatternKind pattern = OpPatternKind::Elementwise;
  bool reducesRows = false;
  for (int root : roots) {
    size += nodes[root].groupSize;
    pattern = std::max(pattern, nodes[root].groupPattern);
    reducesRows |= nodes[root].reducesRows;
  }
  if (size > maxDepth)
    return false;
  int target = find(sink);
  for (int root : roots)
    nodes[root].parent = target;
  nodes[target].groupSize = size;
  nodes[target].groupPattern = pattern;
  nodes[target].reducesRows = reducesRows;
  return true;
}

/// The first pass joins by post-dominators from the front; a node joined to its
/// sink may be between another pair, whose group then counts as a whole.
void Partition::joinCalls() {
  for (bool injectivePhase : {false, true})
    for (int node = 0, end = nodes.size(); node < end; ++node) {
      int sink = nodes[node].postDominator;
      if (sink != kNone && find(node) != find(sink) &&
          canJoin(node, sink, injectivePhase))
        joinPath(node, sink);
    }
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

int Partition::findNode(Value value) const {
  auto found = indices.find(value.getDefiningOp());
  return found == indices.end() ? kNone : found->second;
}

/// What computes an operand of the group of `sink`, and nothing else. Repeated
/// until nothing changes: an operand's producer has a producer. Each round
/// joins at least one.
void Partition::joinFactors(int sink) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int node = 0, end = nodes.size(); node < end; ++node) {
      int user = nodes[node].postDominator;
      if (user == kNone || find(user) != find(sink) ||
          find(node) == find(sink) ||
          groupPattern(node) > OpPatternKind::Injective)
        continue;
      bool allowed = llvm::all_of(nodesBetween(node, user), [&](int each) {
        return find(each) == find(sink) ||
               groupPattern(each) <= OpPatternKind::Injective;
      });
      changed |= allowed && joinPath(node, user);
    }
  }
}

/// What only moves or finishes the result of the group of `node`. Only the one
/// call behind, if all users are that call. One that broadcasts or reduces
/// would see parts of rows only.
void Partition::joinResult(int node) {
  int last = node;
  while (nodes[last].postDominator != kNone &&
         find(nodes[last].postDominator) == find(node))
    last = nodes[last].postDominator;
  int user = nodes[last].postDominator;
  if (user != kNone && groupPattern(user) <= OpPatternKind::Injective &&
      llvm::equal(nodes[last].users, ArrayRef<int>(user)))
    joinPath(last, user);
}

/// Scores, what finishes them, their softmax and the sums of values. The
/// general rules never join two products. The kernel for attention
/// (docs/CPUAttention.md) does exist, so this rule is for what it takes, and is
/// off where no schedule has it.
void Partition::joinAttention(llvm::function_ref<bool(CallTIROp)> isSoftmax) {
  // The product that alone uses what a softmax gives, through calls that are
  // element-wise enough, as a dropout, cast or transposition; or none.
  auto findProductBehind = [&](int softmax) {
    int node = nodes[softmax].postDominator;
    while (node != kNone && nodes[node].pattern <= OpPatternKind::Injective)
      node = nodes[node].postDominator;
    return node != kNone && nodes[node].pattern == OpPatternKind::OutFusable
               ? node
               : kNone;
  };
  for (int node = 0, end = nodes.size(); node < end; ++node) {
    if (!isSoftmax(nodes[node].call))
      continue;
    int scores = findNode(nodes[node].call.getArgs().front());
    int values = findProductBehind(node);
    if (scores == kNone || values == kNone ||
        nodes[scores].postDominator != node ||
        groupPattern(scores) != OpPatternKind::OutFusable ||
        find(scores) == find(node) || !joinPath(scores, values))
      continue;
    joinFactors(values);
    joinResult(values);
  }
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Whether the one has the sizes of the other but for the last axes, which are
/// 1: a number for each row. Types of elements may differ.
static bool hasNumberOfRows(Type numbers, Type rows) {
  auto reduced = dyn_cast<RankedTensorType>(numbers);
  auto full = dyn_cast<RankedTensorType>(rows);
  if (!reduced || !full || reduced.getRank() != full.getRank())
    return false;
  SmallVector<SymExprAttr> left = getDims(reduced), right = getDims(full);
  while (!left.empty() && reduced.getDimSize(left.size() - 1) == 1) {
    left.pop_back();
    right.pop_back();
  }
  return left.size() != size_t(full.getRank()) &&
         llvm::all_of(llvm::zip_equal(left, right), [](auto pair) {
           auto [one, other] = pair;
           return one && other && compareDims(one, other) == Proof::Equal;
         });
}

/// Whether all between two nodes goes over rows of the sink's result, and some
/// of it reduces them. What has been joined to the group of a product is in
/// registers already, and stays there.
bool Partition::canJoinRows(int source, int sink) {
  // Elementwise calls and reductions of rows only.
  auto goesOverRows = [&](int node) {
    const Node &root = nodes[find(node)];
    return root.groupPattern <= OpPatternKind::Broadcast ||
           (root.groupPattern == OpPatternKind::Reduction && root.reducesRows);
  };
  if (nodes[sink].pattern > OpPatternKind::Broadcast || !goesOverRows(sink))
    return false;
  Type rows = nodes[sink].call.getResult(0).getType();
  SmallVector<int> between = nodesBetween(source, sink);
  return llvm::all_of(between,
                      [&](int node) {
                        Type type = nodes[node].call.getResult(0).getType();
                        return goesOverRows(node) &&
                               (sameShape(node, sink) ||
                                hasNumberOfRows(type, rows));
                      }) &&
         llvm::any_of(between,
                      [&](int node) { return nodes[find(node)].reducesRows; });
}

/// Norms and softmaxes that are written in small ops: a reduction never joins
/// what uses its result for all elements of a row, by the general rules, as a
/// kernel would go through memory once for each of them. A schedule that keeps
/// a row in the nearest cache, or in registers, does not.
void Partition::joinRows() {
  // A group has one reduction here: the general rules join no second one.
  for (Node &node : nodes)
    if (node.pattern == OpPatternKind::Reduction)
      nodes[find(node.parent)].reducesRows =
          llvm::any_of(node.call.getArgs(), [&](Value arg) {
            return hasNumberOfRows(node.call.getResult(0).getType(),
                                   arg.getType());
          });
  // From the front: a sum of rows joins what is left of its mean before that
  // joins what the variance is of.
  for (int node = 0, end = nodes.size(); node < end; ++node) {
    int sink = nodes[node].postDominator;
    if (sink != kNone && find(node) != find(sink) && canJoinRows(node, sink))
      joinPath(node, sink);
  }
}

//===----------------------------------------------------------------------===//
// Operands of fewer bits
//===----------------------------------------------------------------------===//

int64_t countBits(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape() && type.getElementType().isIntOrFloat()
             ? type.getNumElements() * type.getElementTypeBitWidth()
             : 0;
}

/// A product reads an operand once a tile, so that what decodes it is done as
/// often as there are tiles along the other axis; written to memory it would
/// cost more bytes than it saves (TVM: FuseDequantizeMatmulEwise). A matrix in
/// another order, as a weight that is stored transposed, is read where it lies:
/// what is injective and nothing less only moves elements. Tensors of higher
/// rank are given another layout for the sake of the product.
void Partition::joinDecoded() {
  // Groups of cheap calls stay as they are: they only join products.
  std::vector<SmallVector<int, 1>> members(nodes.size());
  for (int node = 0, end = nodes.size(); node < end; ++node)
    members[find(node)].push_back(node);
  // The bits of all that the group of a node reads; 0 if that is not known.
  auto countRead = [&](int node) {
    int64_t bits = 0;
    for (int other : members[find(node)])
      for (Value arg : nodes[other].call.getArgs()) {
        int source = findNode(arg);
        if (source != kNone && find(source) == find(node))
          continue;
        int64_t own = countBits(arg);
        if (own == 0)
          return int64_t(0);
        bits += own;
      }
    return bits;
  };
  for (int node = 0, end = nodes.size(); node < end; ++node) {
    int sink = nodes[node].postDominator;
    if (sink == kNone || find(node) == find(sink) ||
        nodes[sink].pattern != OpPatternKind::OutFusable ||
        groupPattern(node) > OpPatternKind::Injective ||
        !llvm::equal(nodes[node].users, ArrayRef<int>(sink)))
      continue;
    int64_t read = countRead(node);
    Value result = nodes[node].call.getResult(0);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    bool moves = type && type.getRank() == 2 &&
                 members[find(node)].size() == 1 &&
                 nodes[node].pattern == OpPatternKind::Injective;
    if (read != 0 &&
        (moves ? read <= countBits(result) : read < countBits(result)))
      joinPath(node, sink);
  }
}

SmallVector<FusionGroup> Partition::getGroups() {
  llvm::SmallMapVector<int, FusionGroup, 16> groups;
  for (int node = 0, end = nodes.size(); node < end; ++node)
    // By the map's insertion order, the program's: groups and names come out
    // the same in each run.
    groups[find(node)].push_back(nodes[node].call);
  SmallVector<FusionGroup> result;
  for (auto &entry : groups)
    if (entry.second.size() > 1)
      result.push_back(std::move(entry.second));
  return result;
}

SmallVector<FusionGroup>
computeFusionGroups(Block &block, unsigned maxDepth,
                    llvm::function_ref<OpPatternKind(CallTIROp)> pattern,
                    llvm::function_ref<bool(CallTIROp)> isSoftmax,
                    FusionExtras extras) {
  Partition partition(block, maxDepth, pattern);
  partition.joinCalls();
  if (isSoftmax)
    partition.joinAttention(isSoftmax);
  if (extras.rows)
    partition.joinRows();
  if (extras.decoded)
    partition.joinDecoded();
  return partition.getGroups();
}

} // namespace mlir::relax
