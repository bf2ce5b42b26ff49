// Which ops of graphs become host code.
#ifndef RELAX_CONVERSION_RELAXTORUNTIME_HOSTCODE_H
#define RELAX_CONVERSION_RELAXTORUNTIME_HOSTCODE_H

#include "mlir/IR/OperationSupport.h"

namespace mlir::relax {

/// Whether `convert-relax-to-runtime` makes host code of ops of this kind.
bool hasHostCode(OperationName name);

} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTORUNTIME_HOSTCODE_H
