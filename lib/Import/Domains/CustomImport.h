// Nodes that become calls of external functions.
#ifndef RELAX_LIB_IMPORT_DOMAINS_CUSTOMIMPORT_H
#define RELAX_LIB_IMPORT_DOMAINS_CUSTOMIMPORT_H

#include "CustomRules.h"
#include "NodeImport.h"

namespace mlir::relax {

/// Make of `node` a call of the external function `name`, which gets the
/// inputs, then the attributes as constants in the order of their names, and
/// fills results of the types that `rule` says. `proto` is the same node.
void importCustomNode(NodeImport &node, const ::onnx::NodeProto &proto,
                      StringRef name, const CustomRule &rule);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DOMAINS_CUSTOMIMPORT_H
