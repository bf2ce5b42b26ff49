// Operators of other domains, as nodes of the standard's operators.
#ifndef RELAX_LIB_IMPORT_DOMAINS_BODYTEXT_H
#define RELAX_LIB_IMPORT_DOMAINS_BODYTEXT_H

#include "NodeImport.h"

namespace mlir::relax {

/// The nodes that a node stands for, in ONNX's textual form: its inputs are
/// i0, i1, ..., its results o0, o1, ...
class BodyText {
public:
  explicit BodyText(NodeImport &node) : node(node) {}

  /// Add nodes; a line each.
  void add(const Twine &line) { text += (line + "\n").str(); }
  /// Add a constant float called `name`, of the element type of `like`.
  void addNumber(StringRef name, double value, StringRef like);
  /// Add the size of axis `axis` of `value`, a list of one, called `name`.
  void addSize(StringRef name, StringRef value, int64_t axis);
  /// Add a list of i64 called `name`.
  void addList(StringRef name, ArrayRef<int64_t> values);
  /// Add `result`, a value or the sum of it and input `index` if there is one.
  void addSum(StringRef result, StringRef value, unsigned index);
  /// Attributes of the node that those of an inner node are, too; in brackets
  /// if there are any. `more` comes in front.
  std::string forward(ArrayRef<StringRef> names, StringRef more = "");

  /// The input's name, or nothing where the node has none.
  std::string in(unsigned index) const {
    return node.hasInput(index) ? "i" + std::to_string(index) : "";
  }

  /// Make the nodes, and the node's results of what they give.
  void import();

private:
  NodeImport &node;
  std::string text;
};

/// Report inputs among `indices` that the node leaves out.
void requireInputs(NodeImport &node, ArrayRef<unsigned> indices);

/// `value` as an attribute of a node.
std::string toText(double value);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DOMAINS_BODYTEXT_H
