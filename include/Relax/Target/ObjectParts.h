// Generates object code in parts that threads work on in parallel.
#ifndef RELAX_TARGET_OBJECTPARTS_H
#define RELAX_TARGET_OBJECTPARTS_H

#include "Relax/Target/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::relax {

/// The bytes of an object file.
using ObjectCode = llvm::SmallVector<char, 0>;

/// Translates `module`, whose ops are all of the llvm dialect, to LLVM IR and
/// that to optimized object code, in as many parts as its size is worth. The
/// parts are those of the module, whatever the number of threads; they are
/// worked on by the threads of its context. What one part uses of another is
/// hidden, not local: the parts are for one library, or for one process.
LogicalResult generateObjects(ModuleOp module,
                              const HostMachineOptions &options,
                              llvm::SmallVectorImpl<ObjectCode> &objects);

} // namespace mlir::relax

#endif // RELAX_TARGET_OBJECTPARTS_H
