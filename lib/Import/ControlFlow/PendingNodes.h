// The nodes of a graph that are still to be imported.
#ifndef RELAX_LIB_IMPORT_CONTROLFLOW_PENDINGNODES_H
#define RELAX_LIB_IMPORT_CONTROLFLOW_PENDINGNODES_H

#include "Proto.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

namespace mlir::relax {

/// The nodes of a graph behind the one that is imported, values before uses. A
/// node may let others go first, or take nodes that use its results.
class PendingNodes {
public:
  PendingNodes(const ::onnx::GraphProto &graph,
               ArrayRef<const ::onnx::NodeProto *> nodes)
      : graph(graph), nodes(nodes.begin(), nodes.end()) {}

  const ::onnx::GraphProto &getGraph() const { return graph; }

  /// The next node, which is no longer pending; null behind the last one.
  const ::onnx::NodeProto *takeNext();

  /// Let all nodes go first that do not depend on the one that was taken last,
  /// which is then pending again; false if there are none, or it let others go
  /// first before: two such nodes would wait for each other.
  bool postpone();
  bool isPending(const ::onnx::NodeProto &node) const {
    return llvm::is_contained(nodes, &node);
  }

  /// Take the nodes that use a value of `names`, and the pending nodes that
  /// these need.
  SmallVector<const ::onnx::NodeProto *>
  takeUsers(const llvm::StringSet<> &names);

  /// The graph that nodes which were taken are put into, while it is imported:
  /// what it gives may have an unknown rank.
  void setTaken(const ::onnx::GraphProto *into) { taken = into; }
  const ::onnx::GraphProto *getTaken() const { return taken; }

  /// Whether `name` is an output of the graph.
  bool isOutput(StringRef name) const;
  /// Whether a pending node or an output of the graph uses `name`.
  bool isUsed(StringRef name) const;

private:
  const ::onnx::GraphProto &graph;
  std::deque<const ::onnx::NodeProto *> nodes;
  /// What was taken last.
  const ::onnx::NodeProto *current = nullptr;
  const ::onnx::GraphProto *taken = nullptr;
  /// What let others go first.
  llvm::SmallPtrSet<const ::onnx::NodeProto *, 4> postponed;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_CONTROLFLOW_PENDINGNODES_H
