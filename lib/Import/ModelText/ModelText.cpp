// Reads the text of an ONNX model: what the model says of itself, its graph and
// its functions.
//
//   <ir_version: 10, opset_import: ["" : 21, "own" : 1]>
//   name (float[N, 4] x) => (float[N, 4] y) <float[4] w = {1, 2, 3, 4}> {
//     a = own.Scaled:twice <factor = 0.5> (x)
//     y = Add (a, w)
//   }
//   <domain: "own", overload: "twice", opset_import: ["" : 21]>
//   Scaled <factor: float = 1> (p) => (q) { ... }
//
// The installed library has a parser of this, which must not be used: it is
// older than labels of nodes, overloads, defaults of attributes, external data
// and types of 4 and 8 bits, and it ends the process at a number that is too
// large, since it is built with exceptions and this is not. So a text is read
// here, as the newest version of the syntax is, and what the installed proto
// lacks goes into unknown fields, as if it came from a newer file.
#include "ModelText.h"
#include "FunctionBody.h"
#include "GraphText.h"
#include "TypeText.h"

namespace mlir::relax {

using OperatorSets =
    google::protobuf::RepeatedPtrField<::onnx::OperatorSetIdProto>;

// A message cannot begin like this: `<` ends a group that none began.
bool isModelText(StringRef data, Location loc) {
  TextCursor cursor(data, loc);
  return cursor.peek() == '<';
}

static LogicalResult readOperatorSets(TextCursor &cursor, OperatorSets &sets) {
  return cursor.readList("[", "]", [&] {
    ::onnx::OperatorSetIdProto &set = *sets.Add();
    int64_t version = 0;
    if (failed(cursor.readString(*set.mutable_domain())) ||
        failed(cursor.expect(":")) || failed(cursor.readInteger(version)))
      return failure();
    set.set_version(version);
    return success();
  });
}

/// The value of an entry that says nothing of what is computed.
static LogicalResult skipEntry(TextCursor &cursor, StringRef key) {
  static constexpr StringLiteral kTexts[] = {
      "producer_name", "producer_version", "domain", "doc_string"};
  // They are read all the same: the text behind them has to be found.
  std::string text;
  int64_t integer = 0;
  if (llvm::is_contained(kTexts, key))
    return cursor.readString(text);
  if (key == "model_version")
    return cursor.readInteger(integer);
  google::protobuf::RepeatedPtrField<::onnx::StringStringEntryProto> pairs;
  if (key == "metadata_props")
    return readPairs(cursor, pairs);
  return cursor.expected("the value of an entry that the syntax of ONNX has, "
                         "such as \"opset_import\"");
}

/// Entries in angle brackets, each a word, a colon and a value that `read`
/// reads.
static LogicalResult
readHeader(TextCursor &cursor,
           function_ref<LogicalResult(StringRef key)> read) {
  if (cursor.peek() != '<')
    return success();
  return cursor.readList("<", ">", [&] {
    StringRef key = cursor.takeWord();
    if (failed(cursor.expect(":")))
      return failure();
    return read(key);
  });
}

/// Names of attributes of a function, or attributes with what they are if a
/// call lacks them.
static LogicalResult readFormalAttribute(TextCursor &cursor,
                                         ::onnx::FunctionProto &function) {
  ::onnx::AttributeProto attribute;
  if (failed(cursor.readName(*attribute.mutable_name())))
    return failure();
  char next = cursor.peek();
  if (next != ':' && next != '=') {
    function.add_attribute(attribute.name());
    return success();
  }
  if (failed(readAttribute(cursor, attribute)))
    return failure();
  addDefault(function, attribute);
  return success();
}

/// Types of parameters say nothing that those of a call do not.
static LogicalResult
readParameters(TextCursor &cursor,
               google::protobuf::RepeatedPtrField<std::string> &names) {
  return cursor.readList("(", ")", [&] {
    ::onnx::ValueInfoProto info;
    if (failed(readValueInfo(cursor, info)))
      return failure();
    *names.Add() = info.name();
    return success();
  });
}

static LogicalResult readFunction(TextCursor &cursor,
                                  ::onnx::FunctionProto &function) {
  auto readEntry = [&](StringRef key) -> LogicalResult {
    std::string text;
    if (key == "opset_import")
      return readOperatorSets(cursor, *function.mutable_opset_import());
    if (key == "domain")
      return cursor.readString(*function.mutable_domain());
    if (key != "overload")
      return skipEntry(cursor, key);
    if (failed(cursor.readString(text)))
      return failure();
    setOverload(function, text);
    return success();
  };
  // Types of the function's values, which the importer finds itself.
  ::onnx::ValueInfoProto info;
  if (failed(readHeader(cursor, readEntry)) ||
      failed(cursor.readName(*function.mutable_name())))
    return failure();
  if (cursor.peek() == '<' && failed(cursor.readList("<", ">", [&] {
        return readFormalAttribute(cursor, function);
      })))
    return failure();
  if (failed(readParameters(cursor, *function.mutable_input())) ||
      failed(cursor.expect("=>")) ||
      failed(readParameters(cursor, *function.mutable_output())))
    return failure();
  if (cursor.peek() == '<' && failed(cursor.readList("<", ">", [&] {
        info.Clear();
        return readValueInfo(cursor, info);
      })))
    return failure();
  return readNodes(cursor, *function.mutable_node());
}

LogicalResult readModelText(StringRef text, Location loc,
                            ::onnx::ModelProto &model) {
  TextCursor cursor(text, loc);
  auto readEntry = [&](StringRef key) -> LogicalResult {
    int64_t version = 0;
    if (key == "opset_import")
      return readOperatorSets(cursor, *model.mutable_opset_import());
    if (key != "ir_version")
      return skipEntry(cursor, key);
    if (failed(cursor.readInteger(version)))
      return failure();
    model.set_ir_version(version);
    return success();
  };
  if (failed(readHeader(cursor, readEntry)) ||
      failed(readGraph(cursor, *model.mutable_graph())))
    return failure();
  // Functions follow the graph that calls them.
  while (cursor.peek() != 0)
    if (failed(readFunction(cursor, *model.add_functions())))
      return failure();
  return success();
}

} // namespace mlir::relax
