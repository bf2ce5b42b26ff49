// The nodes that a function stands for: a function of the model, or the body
// that the ONNX standard gives an operator.
#include "FunctionBody.h"
#include "ElementType.h"
#include "NodeDispatch.h"
#include <onnx/defs/schema.h>

namespace mlir::relax {

// Newer than the installed proto: what an attribute is if a call lacks it.
// Field 11, attribute_proto, is not in the installed onnx.proto. Protobuf keeps
// fields that it does not know, so the bytes can still be decoded.
static constexpr int kDefaultsField = 11;
// Newer as well: `overload` of a node and of a function.
static constexpr int kNodeOverloadField = 8;
static constexpr int kFunctionOverloadField = 13;

namespace {
/// Copies nodes of a function's body for one call.
class Instance {
public:
  Instance(const ::onnx::FunctionProto &function, const ::onnx::NodeProto &node,
           const ValueTable &values)
      : values(values),
        formals(function.input().begin(), function.input().end()) {
    readDefaults(function);
    // The call's attributes come after the defaults and overwrite them.
    for (const ::onnx::AttributeProto &attribute : node.attribute())
      attributes[attribute.name()] = attribute;
  }

  void bind(::onnx::NodeProto &node);

private:
  void readDefaults(const ::onnx::FunctionProto &function);
  void bind(::onnx::GraphProto &graph) {
    for (::onnx::NodeProto &node : *graph.mutable_node())
      bind(node);
  }

  const ValueTable &values;
  llvm::SmallVector<std::string> formals;
  llvm::StringMap<::onnx::AttributeProto> attributes;
};
} // namespace

/// The last string of an unknown field, as protobuf reads one that occurs
/// twice.
static StringRef findText(const google::protobuf::UnknownFieldSet &fields,
                          int number) {
  StringRef text;
  for (int i = 0; i < fields.field_count(); ++i) {
    const google::protobuf::UnknownField &field = fields.field(i);
    if (field.number() == number &&
        field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      text = field.length_delimited();
  }
  return text;
}

StringRef getOverload(const ::onnx::NodeProto &node) {
  return findText(node.unknown_fields(), kNodeOverloadField);
}

StringRef getOverload(const ::onnx::FunctionProto &function) {
  return findText(function.unknown_fields(), kFunctionOverloadField);
}

void setOverload(::onnx::NodeProto &node, StringRef overload) {
  node.mutable_unknown_fields()->AddLengthDelimited(kNodeOverloadField,
                                                    overload.str());
}

void setOverload(::onnx::FunctionProto &function, StringRef overload) {
  function.mutable_unknown_fields()->AddLengthDelimited(kFunctionOverloadField,
                                                        overload.str());
}

void addDefault(::onnx::FunctionProto &function,
                const ::onnx::AttributeProto &attribute) {
  function.mutable_unknown_fields()->AddLengthDelimited(
      kDefaultsField, attribute.SerializeAsString());
}

// Protobuf drops nothing that it cannot name: an unknown length-delimited field
// holds the message as bytes. So defaults work without a newer proto, and the
// default attributes of the standard's operators take the same way
// (`findStandardBody`).
void Instance::readDefaults(const ::onnx::FunctionProto &function) {
  const google::protobuf::UnknownFieldSet &fields = function.unknown_fields();
  for (int i = 0; i < fields.field_count(); ++i) {
    const google::protobuf::UnknownField &field = fields.field(i);
    if (field.number() != kDefaultsField ||
        field.type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      continue;
    ::onnx::AttributeProto attribute;
    if (attribute.ParseFromString(field.length_delimited()))
      attributes[attribute.name()] = attribute;
  }
}

void Instance::bind(::onnx::NodeProto &node) {
  // An optional input that the call leaves out has no value in the body's
  // table. Clearing the name makes it left out for the inner node as well;
  // otherwise it would be an unknown value.
  for (std::string &input : *node.mutable_input())
    if (llvm::is_contained(formals, input) && !values.contains(input))
      input.clear();
  google::protobuf::RepeatedPtrField<::onnx::AttributeProto> bound;
  for (::onnx::AttributeProto &attribute : *node.mutable_attribute()) {
    if (!attribute.ref_attr_name().empty()) {
      // An attribute reference without a value vanishes, as the standard asks,
      // so that the inner operator's default holds.
      auto given = attributes.find(attribute.ref_attr_name());
      // Then the operator's own default holds.
      if (given == attributes.end())
        continue;
      ::onnx::AttributeProto *copy = bound.Add();
      *copy = given->second;
      copy->set_name(attribute.name());
      continue;
    }
    // References also occur in bodies of If and Loop inside of the function.
    if (attribute.has_g())
      bind(*attribute.mutable_g());
    *bound.Add() = std::move(attribute);
  }
  node.mutable_attribute()->Swap(&bound);
}

// The copy is of nodes only, weights of the body are in Constant nodes. It is
// needed since attributes are bound by value, and a function may be called with
// others elsewhere.
::onnx::GraphProto instantiate(const ::onnx::FunctionProto &function,
                               const ::onnx::NodeProto &node,
                               const ValueTable &values) {
  Instance instance(function, node, values);
  ::onnx::GraphProto graph;
  for (const ::onnx::NodeProto &inner : function.node()) {
    ::onnx::NodeProto *copy = graph.add_node();
    *copy = inner;
    instance.bind(*copy);
  }
  for (const std::string &output : function.output())
    graph.add_output()->set_name(output);
  return graph;
}

/// The type of a value, as the bodies of operators ask for it.
static ::onnx::TypeProto getTypeProto(RankedTensorType type,
                                      int32_t narrowCode) {
  ::onnx::TypeProto result;
  ::onnx::TypeProto::Tensor *tensor = result.mutable_tensor_type();
  // The body builders look at the element type that the model says. The 8 bits
  // in which a narrow type is held would make them choose the wrong constants.
  tensor->set_elem_type(narrowCode ? narrowCode
                                   : getElementTypeCode(type.getElementType()));
  for (int64_t size : type.getShape()) {
    ::onnx::TensorShapeProto::Dimension *dim =
        tensor->mutable_shape()->add_dim();
    // An unknown size has no value at all, since 0 would be a size.
    if (!ShapedType::isDynamic(size))
      dim->set_dim_value(size);
  }
  return result;
}

static bool hasBody(const ::onnx::OpSchema *schema) {
  return schema &&
         (schema->HasFunction() || schema->HasContextDependentFunction());
}

bool hasStandardBody(const std::string &name, int64_t opset) {
  return opset > 0 && getMissingReason(name).empty() &&
         hasBody(::onnx::OpSchemaRegistry::Schema(name, int(opset), ""));
}

int64_t getDefinitionOpset(const std::string &name, int64_t opset) {
  const ::onnx::OpSchema *schema =
      ::onnx::OpSchemaRegistry::Schema(name, int(opset), "");
  return schema ? schema->SinceVersion() : 0;
}

FailureOr<const ::onnx::FunctionProto *>
findStandardBody(ModelParts &parts, const ValueTable &values,
                 const ::onnx::NodeProto &node, int64_t opset, Location loc) {
  const ::onnx::OpSchema *schema = nullptr;
  if (opset > 0)
    // The registry gives the newest version of the operator that is not newer
    // than the opset: bodies change with the version.
    schema = ::onnx::OpSchemaRegistry::Schema(node.op_type(), int(opset), "");
  // What no importer reads may have a body of operators that none reads either.
  if (!hasBody(schema) || !getMissingReason(node.op_type()).empty())
    return nullptr;
  // `instantiate` would drop an attribute that no node of the body refers to,
  // so it is checked against the schema here.
  for (const ::onnx::AttributeProto &attribute : node.attribute())
    if (schema->attributes().count(attribute.name()) == 0)
      return emitError(loc) << "expected an attribute of this operator, found "
                            << quote(attribute.name()) << "; remove it";
  // Attributes that the node leaves out have their defaults.
  ::onnx::FunctionProto function;
  if (schema->HasFunction()) {
    function = *schema->GetFunction();
    // A context-dependent body is built from the types of the inputs, for
    // instance by their element type or rank.
  } else {
    std::vector<::onnx::TypeProto> types;
    for (const std::string &input : node.input())
      types.push_back(input.empty()
                          ? ::onnx::TypeProto()
                          : getTypeProto(values.getType(input),
                                         values.getNarrowCode(input)));
    ::onnx::FunctionBodyBuildContextImpl context(node, types);
    if (!schema->BuildContextDependentFunction(context, function))
      return nullptr;
  }
  for (const auto &[name, attribute] : schema->attributes()) {
    if (attribute.default_value.name().empty())
      continue;
    ::onnx::AttributeProto given = attribute.default_value;
    given.set_name(name);
    addDefault(function, given);
  }
  // A list with stable addresses: the caller keeps the pointer while it goes
  // through the body.
  return &parts.functions.emplace_back(std::move(function));
}

static constexpr StringLiteral kText =
    "strings are no numbers; prepare the text before the model";
static constexpr StringLiteral kImage =
    "files of images are decoded before the model; give the pixels";

static constexpr std::pair<StringLiteral, StringLiteral> kMissing[] = {
    {"RegexFullMatch", kText},   {"StringConcat", kText},
    {"StringNormalizer", kText}, {"StringSplit", kText},
    {"ImageDecoder", kImage},
};

ArrayRef<std::pair<StringLiteral, StringLiteral>> getMissingOperators() {
  return kMissing;
}

// A linear search: the table is short, and it is asked for nodes without an
// entry only.
StringRef getMissingReason(StringRef name) {
  // Weights lie in blocks of channels, whose size the file does not say.
  if (name.starts_with("com.microsoft.nchwc."))
    return "its layout is that of the machine where ONNX Runtime saved the "
           "model; save it at the optimization level \"extended\"";
  for (auto [missing, reason] : kMissing)
    if (missing == name)
      return reason;
  return "";
}

std::map<std::string, int64_t> getStandardBodies() {
  std::map<std::string, int64_t> result;
  // std::map, because the result is printed: the list of operators must be in
  // the same order in each run.
  for (const ::onnx::OpSchema &schema :
       ::onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
    bool hasBody = schema.HasFunction() || schema.HasContextDependentFunction();
    if (!schema.domain().empty() || !hasBody ||
        !getMissingReason(schema.Name()).empty())
      continue;
    int64_t since = schema.SinceVersion();
    auto [place, isNew] = result.try_emplace(schema.Name(), since);
    place->second = std::min(place->second, since);
  }
  return result;
}

} // namespace mlir::relax
