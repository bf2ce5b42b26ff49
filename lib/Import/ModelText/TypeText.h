// Types and tensors in the text of an ONNX model.
#ifndef RELAX_LIB_IMPORT_MODELTEXT_TYPETEXT_H
#define RELAX_LIB_IMPORT_MODELTEXT_TYPETEXT_H

#include "Proto.h"
#include "TextCursor.h"

namespace mlir::relax {

/// Whether a type comes next.
bool isTypeNext(TextCursor &cursor);

/// Read a type, as `float[N, 4]` or `seq(float[])`.
LogicalResult readType(TextCursor &cursor, ::onnx::TypeProto &type);

/// Read what a tensor of `type` holds: elements in braces, or in brackets the
/// place of a file that has them.
LogicalResult readTensor(TextCursor &cursor, const ::onnx::TypeProto &type,
                         ::onnx::TensorProto &tensor);

/// Read pairs of strings in brackets.
LogicalResult readPairs(
    TextCursor &cursor,
    google::protobuf::RepeatedPtrField<::onnx::StringStringEntryProto> &pairs);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_MODELTEXT_TYPETEXT_H
