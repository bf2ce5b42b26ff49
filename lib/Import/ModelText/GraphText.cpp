// Reads graphs and nodes of the text of an ONNX model.
//
//   graph:  name (inputs) => (outputs) <initializers and types> { nodes }
//   node:   [label] outputs = domain.Op:overload <attributes> (inputs)
//
// Names of values are words, or anything in quotes: exporters write
// "/conv/Conv" and the like, which would be no words. A label is the node's
// name, which errors need; without one they have an empty name.
#include "GraphText.h"
#include "FunctionBody.h"
#include "TypeText.h"

namespace mlir::relax {

using Names = google::protobuf::RepeatedPtrField<std::string>;
using Tensors = google::protobuf::RepeatedPtrField<::onnx::TensorProto>;

/// Names with commas between them. What is left out is an empty name; a comma
/// behind the last name adds none.
static LogicalResult readNames(TextCursor &cursor, Names &names) {
  auto isName = [&] {
    return cursor.peek() == '"' || !cursor.peekWord().empty();
  };
  // `F(, x)` has two operands, of which the first one is left out, and `F(x,)`
  // has one.
  while (isName() || cursor.peek() == ',') {
    std::string *name = names.Add();
    if (isName() && failed(cursor.readName(*name)))
      return failure();
    if (!cursor.take(","))
      break;
  }
  return success();
}

static LogicalResult readAttributes(TextCursor &cursor,
                                    ::onnx::NodeProto &node) {
  if (cursor.peek() != '<')
    return success();
  return cursor.readList("<", ">", [&] {
    ::onnx::AttributeProto &attribute = *node.add_attribute();
    if (failed(cursor.readName(*attribute.mutable_name())))
      return failure();
    return readAttribute(cursor, attribute);
  });
}

/// The operator with its domain, as `com.microsoft.Gelu`, and its overload.
static LogicalResult readOperator(TextCursor &cursor, ::onnx::NodeProto &node) {
  // Quotes are for names of values only: an operator is a word behind the words
  // of its domain.
  std::string path, overload;
  if (failed(cursor.readPath(path)))
    return failure();
  auto [domain, name] = StringRef(path).rsplit('.');
  if (name.empty())
    std::swap(domain, name);
  node.set_domain(domain.str());
  node.set_op_type(name.str());
  if (!cursor.take(":"))
    return success();
  if (failed(cursor.readName(overload)))
    return failure();
  setOverload(node, overload);
  return success();
}

static LogicalResult readNode(TextCursor &cursor, ::onnx::NodeProto &node) {
  if (cursor.take("[") && (failed(cursor.readName(*node.mutable_name())) ||
                           failed(cursor.expect("]"))))
    return failure();
  if (failed(readNames(cursor, *node.mutable_output())) ||
      failed(cursor.expect("=")) || failed(readOperator(cursor, node)) ||
      failed(readAttributes(cursor, node)) || failed(cursor.expect("(")) ||
      failed(readNames(cursor, *node.mutable_input())) ||
      failed(cursor.expect(")")))
    return failure();
  // Attributes stand before the inputs or behind them.
  return node.attribute_size() == 0 ? readAttributes(cursor, node) : success();
}

LogicalResult
readNodes(TextCursor &cursor,
          google::protobuf::RepeatedPtrField<::onnx::NodeProto> &nodes) {
  if (failed(cursor.expect("{")))
    return failure();
  while (!cursor.take("}"))
    if (failed(readNode(cursor, *nodes.Add())))
      return failure();
  return success();
}

LogicalResult readValueInfo(TextCursor &cursor, ::onnx::ValueInfoProto &info) {
  // Values of graphs inside of others may have no type.
  if (isTypeNext(cursor) && failed(readType(cursor, *info.mutable_type())))
    return failure();
  return cursor.readName(*info.mutable_name());
}

/// The value behind `info`, if there is one: that of an initializer.
static LogicalResult readInitializer(TextCursor &cursor,
                                     const ::onnx::ValueInfoProto &info,
                                     Tensors &initializers) {
  ::onnx::TensorProto &tensor = *initializers.Add();
  tensor.set_name(info.name());
  return readTensor(cursor, info.type(), tensor);
}

static LogicalResult readGraphBody(TextCursor &cursor,
                                   ::onnx::GraphProto &graph) {
  Tensors &initializers = *graph.mutable_initializer();
  auto readInput = [&]() -> LogicalResult {
    ::onnx::ValueInfoProto &info = *graph.add_input();
    if (failed(readValueInfo(cursor, info)))
      return failure();
    return cursor.take("=") ? readInitializer(cursor, info, initializers)
                            : success();
  };
  // Beside the inputs there are initializers, and types of values inside.
  auto readInner = [&]() -> LogicalResult {
    ::onnx::ValueInfoProto info;
    if (failed(readValueInfo(cursor, info)))
      return failure();
    if (cursor.take("="))
      return readInitializer(cursor, info, initializers);
    graph.add_value_info()->Swap(&info);
    return success();
  };
  if (failed(cursor.readName(*graph.mutable_name())) ||
      failed(cursor.readList("(", ")", readInput)) ||
      failed(cursor.expect("=>")) || failed(cursor.readList("(", ")", [&] {
        return readValueInfo(cursor, *graph.add_output());
      })))
    return failure();
  if (cursor.peek() == '<' && failed(cursor.readList("<", ">", readInner)))
    return failure();
  return readNodes(cursor, *graph.mutable_node());
}

// Bodies of loops and branches are graphs inside of attributes.
LogicalResult readGraph(TextCursor &cursor, ::onnx::GraphProto &graph) {
  return cursor.nest([&] { return readGraphBody(cursor, graph); });
}

} // namespace mlir::relax
