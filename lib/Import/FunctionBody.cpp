// The nodes that a function stands for: a function of the model, or the body
// that the ONNX standard gives an operator.
#include "FunctionBody.h"
#include "ElementType.h"
#include "NodeDispatch.h"
#include <onnx/defs/schema.h>

namespace mlir::relax {

// Newer than the installed proto: what an attribute is if a call lacks it.
static constexpr int kDefaultsField = 11;

namespace {
/// Copies nodes of a function's body for one call.
class Instance {
public:
  Instance(const ::onnx::FunctionProto &function, const ::onnx::NodeProto &node,
           const ValueTable &values)
      : values(values),
        formals(function.input().begin(), function.input().end()) {
    readDefaults(function);
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
  for (std::string &input : *node.mutable_input())
    if (llvm::is_contained(formals, input) && !values.contains(input))
      input.clear();
  google::protobuf::RepeatedPtrField<::onnx::AttributeProto> bound;
  for (::onnx::AttributeProto &attribute : *node.mutable_attribute()) {
    if (!attribute.ref_attr_name().empty()) {
      auto given = attributes.find(attribute.ref_attr_name());
      // Then the operator's own default holds.
      if (given == attributes.end())
        continue;
      ::onnx::AttributeProto *copy = bound.Add();
      *copy = given->second;
      copy->set_name(attribute.name());
      continue;
    }
    if (attribute.has_g())
      bind(*attribute.mutable_g());
    *bound.Add() = std::move(attribute);
  }
  node.mutable_attribute()->Swap(&bound);
}

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
  return graph;
}

/// The type of a value, as the bodies of operators ask for it.
static ::onnx::TypeProto getTypeProto(RankedTensorType type,
                                      int32_t narrowCode) {
  ::onnx::TypeProto result;
  ::onnx::TypeProto::Tensor *tensor = result.mutable_tensor_type();
  tensor->set_elem_type(narrowCode ? narrowCode
                                   : getElementTypeCode(type.getElementType()));
  for (int64_t size : type.getShape()) {
    ::onnx::TensorShapeProto::Dimension *dim =
        tensor->mutable_shape()->add_dim();
    if (!ShapedType::isDynamic(size))
      dim->set_dim_value(size);
  }
  return result;
}

FailureOr<const ::onnx::FunctionProto *>
findStandardBody(ModelParts &parts, const ValueTable &values,
                 const ::onnx::NodeProto &node, int64_t opset, Location loc) {
  const ::onnx::OpSchema *schema = nullptr;
  if (opset > 0)
    schema = ::onnx::OpSchemaRegistry::Schema(node.op_type(), int(opset), "");
  bool hasBody = schema && (schema->HasFunction() ||
                            schema->HasContextDependentFunction());
  if (!hasBody || !getMissingReason(node.op_type()).empty())
    return nullptr;
  for (const ::onnx::AttributeProto &attribute : node.attribute())
    if (schema->attributes().count(attribute.name()) == 0)
      return emitError(loc) << "attribute " << quote(attribute.name())
                            << " is not one of this operator; remove it";
  // Attributes that the node leaves out have their defaults.
  ::onnx::FunctionProto function;
  if (schema->HasFunction()) {
    function = *schema->GetFunction();
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
    function.mutable_unknown_fields()->AddLengthDelimited(
        kDefaultsField, given.SerializeAsString());
  }
  return &parts.functions.emplace_back(std::move(function));
}

static constexpr StringLiteral kRandom =
    "random numbers have no generator at run time; give them as an input";
static constexpr StringLiteral kText =
    "strings are no numbers; prepare the text before the model";
static constexpr StringLiteral kImage =
    "files of images are decoded before the model; give the pixels";

static constexpr std::pair<StringLiteral, StringLiteral> kMissing[] = {
    {"Bernoulli", kRandom},      {"Multinomial", kRandom},
    {"RandomNormal", kRandom},   {"RandomNormalLike", kRandom},
    {"RandomUniform", kRandom},  {"RandomUniformLike", kRandom},
    {"RegexFullMatch", kText},   {"StringConcat", kText},
    {"StringNormalizer", kText}, {"StringSplit", kText},
    {"ImageDecoder", kImage},
};

ArrayRef<std::pair<StringLiteral, StringLiteral>> getMissingOperators() {
  return kMissing;
}

StringRef getMissingReason(StringRef name) {
  for (auto [missing, reason] : kMissing)
    if (missing == name)
      return reason;
  return "";
}

std::map<std::string, int64_t> getStandardBodies() {
  std::map<std::string, int64_t> result;
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
