// What operators meant until opset 6, where later ones mean another thing.
#ifndef RELAX_LIB_IMPORT_FORMERDEFINITIONS_H
#define RELAX_LIB_IMPORT_FORMERDEFINITIONS_H

#include "NodeImport.h"

namespace mlir::relax {

/// Input 1 so that it broadcasts to input 0 from the right. An attribute says
/// at which axis of input 0 it begins.
Value getBroadcastOperand(NodeImport &node);

/// Input 1 as above: of rank 1, it is one number for each channel, or for all.
Value getChannelOperand(NodeImport &node);

/// Report a node of training, which an attribute tells from inference.
void checkIsTest(NodeImport &node);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_FORMERDEFINITIONS_H
