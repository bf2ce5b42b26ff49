// Reads types and tensors of the text of an ONNX model.
//
//   float            a scalar             seq(float[N, 4])   a sequence
//   float[]          of unknown rank      optional(int64)    there or not
//   float[N, ?, 4]   of three sizes       map(int64, float)  a map
//
// Elements of a tensor lie in the field that the standard has for their type,
// as in a file whose tensors have no raw data: the importer reads both, so that
// nothing needs to be converted here.
#include "TypeText.h"

#include "../ElementType.h"

namespace mlir::relax {

static bool isContainer(StringRef name) {
  return name == "seq" || name == "map" || name == "optional" ||
         name == "sparse_tensor";
}

// No value can have such a name without quotes, as the syntax is.
bool isTypeNext(TextCursor &cursor) {
  StringRef word = cursor.peekWord();
  return findElementType(word) != 0 || isContainer(word);
}

// A size, the name of one, or `?`. Exporters write expressions as names, which
// are in quotes.
static LogicalResult readDim(TextCursor &cursor,
                             ::onnx::TensorShapeProto::Dimension &dim) {
  if (cursor.take("?"))
    return success();
  if (cursor.peek() == '"' || !cursor.peekWord().empty())
    return cursor.readName(*dim.mutable_dim_param());
  int64_t size = 0;
  if (failed(cursor.readInteger(size)))
    return failure();
  dim.set_dim_value(size);
  return success();
}

/// The element type is read; `tensor` is one of a tensor, or of a sparse one.
template <typename TensorType>
static LogicalResult readShape(TextCursor &cursor, TensorType &tensor) {
  // A type without brackets is a scalar, and one with empty brackets a tensor
  // of unknown rank.
  if (cursor.peek() != '[') {
    (void)tensor.mutable_shape();
    return success();
  }
  return cursor.readList("[", "]", [&] {
    return readDim(cursor, *tensor.mutable_shape()->add_dim());
  });
}

static LogicalResult readElementCode(TextCursor &cursor, int32_t &code) {
  code = findElementType(cursor.peekWord());
  if (code == 0)
    return cursor.expected("an element type, such as \"float\"");
  (void)cursor.takeWord();
  return success();
}

static LogicalResult readContainer(TextCursor &cursor, StringRef name,
                                   ::onnx::TypeProto &type) {
  int32_t code = 0;
  if (failed(cursor.expect("(")))
    return failure();
  LogicalResult result = success();
  if (name == "seq") {
    result =
        readType(cursor, *type.mutable_sequence_type()->mutable_elem_type());
  } else if (name == "optional") {
    result =
        readType(cursor, *type.mutable_optional_type()->mutable_elem_type());
  } else if (name == "map") {
    if (failed(readElementCode(cursor, code)) || failed(cursor.expect(",")))
      return failure();
    type.mutable_map_type()->set_key_type(code);
    result = readType(cursor, *type.mutable_map_type()->mutable_value_type());
  } else {
    if (failed(readElementCode(cursor, code)))
      return failure();
    type.mutable_sparse_tensor_type()->set_elem_type(code);
    result = readShape(cursor, *type.mutable_sparse_tensor_type());
  }
  return failed(result) ? failure() : cursor.expect(")");
}

LogicalResult readType(TextCursor &cursor, ::onnx::TypeProto &type) {
  if (!isTypeNext(cursor))
    return cursor.expected("a type, such as \"float[2, 3]\"");
  StringRef name = cursor.takeWord();
  if (isContainer(name))
    return cursor.nest([&] { return readContainer(cursor, name, type); });
  type.mutable_tensor_type()->set_elem_type(findElementType(name));
  return readShape(cursor, *type.mutable_tensor_type());
}

/// Elements go into the field that holds their type.
static LogicalResult readElement(TextCursor &cursor,
                                 ::onnx::TensorProto &tensor) {
  int64_t integer = 0;
  switch (tensor.data_type()) {
  case ::onnx::TensorProto::INT64:
    return cursor.readInteger(*tensor.mutable_int64_data()->Add());
  case ::onnx::TensorProto::UINT32:
  case ::onnx::TensorProto::UINT64:
    return cursor.readUnsigned(*tensor.mutable_uint64_data()->Add());
  case ::onnx::TensorProto::FLOAT:
  case ::onnx::TensorProto::COMPLEX64:
    return cursor.readFloat(*tensor.mutable_float_data()->Add());
  case ::onnx::TensorProto::DOUBLE:
  case ::onnx::TensorProto::COMPLEX128:
    return cursor.readDouble(*tensor.mutable_double_data()->Add());
  case ::onnx::TensorProto::STRING:
    return cursor.readString(*tensor.add_string_data());
  default:
    // Floats of at most 16 bits are the integers of their bits.
    if (failed(cursor.readInteger(integer)))
      return failure();
    if (!llvm::isInt<32>(integer))
      return cursor.expected("an integer of 32 bits before this");
    tensor.add_int32_data(int32_t(integer));
    return success();
  }
}

LogicalResult readPairs(
    TextCursor &cursor,
    google::protobuf::RepeatedPtrField<::onnx::StringStringEntryProto> &pairs) {
  return cursor.readList("[", "]", [&] {
    ::onnx::StringStringEntryProto &pair = *pairs.Add();
    if (failed(cursor.readString(*pair.mutable_key())) ||
        failed(cursor.expect(":")))
      return failure();
    return cursor.readString(*pair.mutable_value());
  });
}

LogicalResult readTensor(TextCursor &cursor, const ::onnx::TypeProto &type,
                         ::onnx::TensorProto &tensor) {
  if (!type.has_tensor_type() || !type.tensor_type().has_shape())
    return cursor.expected("a type of known sizes before this");
  tensor.set_data_type(type.tensor_type().elem_type());
  for (const ::onnx::TensorShapeProto::Dimension &dim :
       type.tensor_type().shape().dim()) {
    if (!dim.has_dim_value())
      return cursor.expected("a type of known sizes before this");
    tensor.add_dims(dim.dim_value());
  }
  // The file's name, and where in it the elements lie.
  if (cursor.peek() == '[') {
    tensor.set_data_location(::onnx::TensorProto::EXTERNAL);
    return readPairs(cursor, *tensor.mutable_external_data());
  }
  return cursor.readList("{", "}", [&] { return readElement(cursor, tensor); });
}

} // namespace mlir::relax
