// Elements that relax has no type for, and that others stand for.
#include "HeldElements.h"
#include "ElementType.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::relax {

/// Casts set the code of their result themselves.
static bool isCast(const Operator &op) {
  return op.name == "Cast" || op.name == "CastLike";
}

// A hash can be moved and compared with another one. Whatever else an operator
// does with a string, its result would be a number that means nothing: so these
// are listed, and not those that are rejected.
static constexpr StringLiteral kMoveStrings[] = {
    "Concat",    "Expand",         "Flatten",
    "Gather",    "GatherElements", "GatherND",
    "Identity",  "Reshape",        "Slice",
    "Split",     "Squeeze",        "Tile",
    "Transpose", "Unsqueeze",      "ai.onnx.ml.ArrayFeatureExtractor"};

// What is looked up by a string is a number, or a bool. Two strings of one hash
// are taken for one: of a million strings that happens once in 37 million sets.
static constexpr StringLiteral kReadStrings[] = {
    "Equal", "ai.onnx.ml.LabelEncoder", "ai.onnx.ml.OneHotEncoder"};

/// Sequences and optional values are for few operators, and so are strings and
/// names of classes, which are held as numbers: what computes would take them
/// for these.
/// Checked here once for all operators: `getTensor` and `getType` on a sequence
/// would be undefined.
LogicalResult checkTensors(const ::onnx::NodeProto &node, const Operator &op,
                           const ValueTable &values, Location loc) {
  bool takesStrings = llvm::is_contained(kMoveStrings, op.name) ||
                      llvm::is_contained(kReadStrings, op.name);
  for (int i = 0; i < node.input_size() && !op.takesItems; ++i) {
    if (node.input(i).empty())
      continue;
    if (!values.isTensor(node.input(i)))
      return emitError(loc)
             << "input " << i
             << " is a sequence or an optional value, expected a tensor";
    int32_t code = values.getNarrowCode(node.input(i));
    if (code == kString && !takesStrings)
      return emitError(loc)
             << "input " << i
             << " has strings, of which only hashes are known, expected "
                "numbers; prepare the text before the model";
    if (code == kClassName && !isCast(op))
      return emitError(loc) << "input " << i
                            << " has names of classes, expected numbers; "
                               "number the classes before the export";
  }
  return success();
}

/// What moves elements, and computes nothing, leaves them as they are. For all
/// but casts and what reads strings the rule is: equal element type, equal
/// code. A comparison gives i1, so it loses the code by itself; a place that
/// was found for a string is an i64 as its hash is.
void keepNarrowCode(const ::onnx::NodeProto &node, const Operator &op,
                    ValueTable &values) {
  if (node.input_size() == 0 || node.input(0).empty() || isCast(op) ||
      !values.isTensor(node.input(0)) ||
      llvm::is_contained(kReadStrings, op.name))
    return;
  int32_t code = values.getNarrowCode(node.input(0));
  RankedTensorType from = values.getType(node.input(0));
  for (const std::string &output : node.output())
    if (code != 0 && !output.empty() && values.isTensor(output) &&
        values.getType(output).getElementType() == from.getElementType())
      values.setNarrowCode(output, code);
}

} // namespace mlir::relax
