// Operators of other domains, as nodes of the standard's operators.
// A body in ONNX's own notation is checked as any other model is, and its nodes
// have the importers, kernels and patterns that those of a model have.
#include "BodyText.h"
#include "NodeDispatch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <onnx/defs/parser.h>

namespace mlir::relax {

std::string toText(double value) {
  std::string text;
  // 9 digits tell floats apart, and an exponent makes the number a float.
  llvm::raw_string_ostream(text) << llvm::format("%.9e", value);
  return text;
}

void requireInputs(NodeImport &node, ArrayRef<unsigned> indices) {
  for (unsigned index : indices)
    if (!node.hasInput(index))
      node.error() << "input " << index << " is missing, expected it";
}

// CastLike and not a constant of the right type: the text is the same for f32,
// f16 and f64, and the cast of a constant folds.
void BodyText::addNumber(StringRef name, double value, StringRef like) {
  add(name + "_f = Constant <value_float = " + toText(value) + "> ()");
  add(name + " = CastLike (" + name + "_f, " + like + ")");
}

static std::string toText(ArrayRef<int64_t> values) {
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(values, os);
  return text + "]";
}

void BodyText::addSize(StringRef name, StringRef value, int64_t axis) {
  add(name + " = Shape <start = " + Twine(axis) + ", end = " + Twine(axis + 1) +
      "> (" + value + ")");
}

void BodyText::addList(StringRef name, ArrayRef<int64_t> values) {
  add(name + " = Constant <value_ints = " + toText(values) + "> ()");
}

// A name in either case, so that the next node need not know whether there was
// something to add. Identity leaves no op.
void BodyText::addSum(StringRef result, StringRef value, unsigned index) {
  if (node.hasInput(index))
    add(result + " = Add (" + value + ", " + in(index) + ")");
  else
    add(result + " = Identity (" + value + ")");
}

// Which attributes there are is up to the caller. Names tell types here,
// because an attribute has one type in all operators of the standard.
std::string BodyText::forward(ArrayRef<StringRef> names, StringRef more) {
  std::string list = more.str();
  auto append = [&](StringRef name, const Twine &value) {
    list += (list.empty() ? "" : ", ") + (name + " = " + value).str();
  };
  for (StringRef name : names) {
    if (!node.hasAttribute(name))
      continue;
    if (name == "auto_pad")
      append(name, "\"" + node.getString(name, "") + "\"");
    else if (name == "alpha" || name == "beta" || name == "epsilon")
      append(name, toText(node.getFloat(name, 0.0)));
    else if (name == "kernel_shape" || name == "pads" || name == "strides" ||
             name == "dilations" || name == "axes")
      append(name, toText(node.getInts(name).value_or(SmallVector<int64_t>())));
    else
      append(name, Twine(node.getInt(name, 0)));
  }
  return list.empty() ? "" : "<" + list + "> ";
}

// The text is parsed for each node, since it depends on attributes and types.
// The parser takes microseconds, and a model has a few hundred such nodes.
void BodyText::import() {
  if (node.hasFailed())
    return;
  ModelParts &parts = node.getDispatch().getParts();
  ::onnx::GraphProto &graph = parts.graphs.emplace_back();
  std::string whole = "body () => () {\n" + text + "}";
  ::onnx::OnnxParser parser(whole.c_str());
  if (!parser.Parse(graph).IsOK()) {
    node.error() << "body cannot be read: " << whole;
    return;
  }
  std::unique_ptr<ValueTable> inner =
      node.getValues().makeInner(/*seesValues=*/false);
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (node.hasInput(i))
      (void)inner->alias("i" + std::to_string(i), node.getValues(),
                         node.getInputName(i));
  NodeDispatch dispatch(node.getDispatch(), *inner, kLastOpset);
  if (failed(dispatch.countExpanded(graph.node_size(), node.getLoc())) ||
      failed(dispatch.importNodes(graph)))
    return node.setFailed();
  for (unsigned i = 0; i < node.getNumOutputs(); ++i) {
    std::string name = "o" + std::to_string(i);
    if (inner->contains(name))
      node.setResult(i, *inner, name);
  }
}

} // namespace mlir::relax
