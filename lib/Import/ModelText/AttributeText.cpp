// Reads attributes of the text of an ONNX model.
//
//   name = value        name: type = value        name = @parameter
//
// A value without a type says itself what it is: an integer, a number with a
// point or an exponent, a string, a tensor, a type, a graph, or a list of one
// of these. Only an empty list cannot, and so it needs a type; an integer is a
// float where the type says so.
#include "GraphText.h"
#include "TypeText.h"

namespace mlir::relax {

using AttributeProto = ::onnx::AttributeProto;
using AttributeType = ::onnx::AttributeProto::AttributeType;

namespace {
/// The types of one value and of a list of such.
struct ValueTypes {
  StringRef name;
  AttributeType one, many;
};
} // namespace

static constexpr ValueTypes kValueTypes[] = {
    {"float", AttributeProto::FLOAT, AttributeProto::FLOATS},
    {"int", AttributeProto::INT, AttributeProto::INTS},
    {"string", AttributeProto::STRING, AttributeProto::STRINGS},
    {"tensor", AttributeProto::TENSOR, AttributeProto::TENSORS},
    {"graph", AttributeProto::GRAPH, AttributeProto::GRAPHS},
    {"type_proto", AttributeProto::TYPE_PROTO, AttributeProto::TYPE_PROTOS},
};

// The name of a list's type is a plural.
static AttributeType getAttributeType(StringRef name) {
  bool isList = name.ends_with("s");
  StringRef element = isList ? name.drop_back() : name;
  for (const ValueTypes &types : kValueTypes)
    if (types.name == element)
      return isList ? types.many : types.one;
  return AttributeProto::UNDEFINED;
}

/// A value that begins with a type: a tensor, or the type itself.
static LogicalResult readTyped(TextCursor &cursor, AttributeProto &attribute) {
  ::onnx::TypeProto type;
  if (failed(readType(cursor, type)))
    return failure();
  char next = cursor.peek();
  bool hasName = next == '"' || !cursor.peekWord().empty();
  if (!hasName && next != '{' && next != '=') {
    attribute.set_type(AttributeProto::TYPE_PROTO);
    attribute.mutable_tp()->Swap(&type);
    return success();
  }
  attribute.set_type(AttributeProto::TENSOR);
  if (hasName &&
      failed(cursor.readName(*attribute.mutable_t()->mutable_name())))
    return failure();
  // The sign is optional here.
  (void)cursor.take("=");
  return readTensor(cursor, type, *attribute.mutable_t());
}

/// A number or a string. An integer is a float where one is `expected`.
static LogicalResult readPlain(TextCursor &cursor, AttributeType expected,
                               AttributeProto &attribute) {
  Literal literal;
  if (failed(cursor.readLiteral(literal)))
    return failure();
  if (literal.kind == Literal::Kind::kString) {
    attribute.set_type(AttributeProto::STRING);
    attribute.set_s(literal.text);
    return success();
  }
  int64_t integer = 0;
  if (literal.kind == Literal::Kind::kInteger &&
      expected != AttributeProto::FLOAT) {
    if (StringRef(literal.text).getAsInteger(10, integer))
      return cursor.expected("an integer of 64 bits before this");
    attribute.set_type(AttributeProto::INT);
    attribute.set_i(integer);
    return success();
  }
  std::optional<float> number = literal.getFloat();
  if (!number)
    return cursor.expected("a number before this");
  attribute.set_type(AttributeProto::FLOAT);
  attribute.set_f(*number);
  return success();
}

// Any other word is the name of a graph.
static bool isFloatWord(StringRef word) {
  return word.equals_insensitive("inf") ||
         word.equals_insensitive("infinity") || word.equals_insensitive("nan");
}

static LogicalResult readValue(TextCursor &cursor, AttributeType expected,
                               AttributeProto &attribute) {
  LogicalResult result = success();
  StringRef word = cursor.peekWord();
  if (isTypeNext(cursor)) {
    result = readTyped(cursor, attribute);
  } else if (!word.empty() && !isFloatWord(word)) {
    attribute.set_type(AttributeProto::GRAPH);
    result = readGraph(cursor, *attribute.mutable_g());
  } else {
    result = readPlain(cursor, expected, attribute);
  }
  if (failed(result))
    return failure();
  if (expected != AttributeProto::UNDEFINED && attribute.type() != expected)
    return cursor.expected("a value of the attribute's type before this");
  return success();
}

// Graphs and tensors may be large: they move.
static void append(AttributeProto &value, AttributeProto &list) {
  switch (value.type()) {
  case AttributeProto::FLOAT:
    return list.add_floats(value.f());
  case AttributeProto::INT:
    return list.add_ints(value.i());
  case AttributeProto::STRING:
    return list.add_strings(value.s());
  case AttributeProto::TENSOR:
    return list.add_tensors()->Swap(value.mutable_t());
  case AttributeProto::GRAPH:
    return list.add_graphs()->Swap(value.mutable_g());
  default:
    return list.add_type_protos()->Swap(value.mutable_tp());
  }
}

/// The values of a list have one type: `expected`, or that of the first one.
static LogicalResult readValues(TextCursor &cursor, AttributeType expected,
                                AttributeProto &list) {
  AttributeType element = AttributeProto::UNDEFINED;
  for (const ValueTypes &types : kValueTypes)
    if (types.many == expected)
      element = types.one;
  if (expected != AttributeProto::UNDEFINED &&
      element == AttributeProto::UNDEFINED)
    return cursor.expected("one value, as the attribute's type says");
  LogicalResult result = cursor.readList("[", "]", [&] {
    AttributeProto value;
    if (failed(readValue(cursor, element, value)))
      return failure();
    element = value.type();
    append(value, list);
    return success();
  });
  if (failed(result))
    return failure();
  for (const ValueTypes &types : kValueTypes)
    if (types.one == element)
      list.set_type(types.many);
  if (list.type() == AttributeProto::UNDEFINED)
    return cursor.expected(
        "the type of an empty list, as in \"axes: ints = []\"");
  return success();
}

LogicalResult readAttribute(TextCursor &cursor, AttributeProto &attribute) {
  AttributeType expected = AttributeProto::UNDEFINED;
  if (cursor.take(":")) {
    expected = getAttributeType(cursor.peekWord());
    if (expected == AttributeProto::UNDEFINED)
      return cursor.expected("the type of an attribute, such as \"ints\"");
    (void)cursor.takeWord();
  }
  if (failed(cursor.expect("=")))
    return failure();
  // A parameter of the function around, whose calls say what it is.
  if (cursor.take("@")) {
    attribute.set_type(expected);
    return cursor.readName(*attribute.mutable_ref_attr_name());
  }
  return cursor.peek() == '[' ? readValues(cursor, expected, attribute)
                              : readValue(cursor, expected, attribute);
}

} // namespace mlir::relax
