// Elements that relax has no type for, and that others stand for: strings,
// names of classes, fewer than 8 bits.
#ifndef RELAX_LIB_IMPORT_HELDELEMENTS_H
#define RELAX_LIB_IMPORT_HELDELEMENTS_H

#include "OperatorTable.h"
#include "Proto.h"

namespace mlir::relax {

/// Reject inputs that the operator would take for tensors of numbers.
LogicalResult checkTensors(const ::onnx::NodeProto &node, const Operator &op,
                           const ValueTable &values, Location loc);

/// Say of results that their elements stand for others as those of the input
/// do, where the operator moves them.
void keepNarrowCode(const ::onnx::NodeProto &node, const Operator &op,
                    ValueTable &values);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_HELDELEMENTS_H
