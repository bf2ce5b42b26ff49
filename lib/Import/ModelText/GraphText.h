// Graphs and attributes in the text of an ONNX model.
#ifndef RELAX_LIB_IMPORT_MODELTEXT_GRAPHTEXT_H
#define RELAX_LIB_IMPORT_MODELTEXT_GRAPHTEXT_H

#include "Proto.h"
#include "TextCursor.h"

namespace mlir::relax {

/// Read a graph with its name, inputs, outputs and nodes.
LogicalResult readGraph(TextCursor &cursor, ::onnx::GraphProto &graph);

/// Read a name with or without a type before it.
LogicalResult readValueInfo(TextCursor &cursor, ::onnx::ValueInfoProto &info);

/// Read nodes in braces.
LogicalResult
readNodes(TextCursor &cursor,
          google::protobuf::RepeatedPtrField<::onnx::NodeProto> &nodes);

/// Read what follows the name of `attribute`: a type or none, and the value.
LogicalResult readAttribute(TextCursor &cursor,
                            ::onnx::AttributeProto &attribute);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_MODELTEXT_GRAPHTEXT_H
