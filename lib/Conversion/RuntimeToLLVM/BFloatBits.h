// Holds bf16 that is only moved as its bits.
#ifndef RELAX_LIB_CONVERSION_RUNTIMETOLLVM_BFLOATBITS_H
#define RELAX_LIB_CONVERSION_RUNTIMETOLLVM_BFLOATBITS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax::rt {

/// Makes the bf16 of functions in the llvm dialect i16, where nothing computes
/// with it and no parameter has it.
void holdBFloatAsBits(ModuleOp module);

} // namespace mlir::relax::rt

#endif // RELAX_LIB_CONVERSION_RUNTIMETOLLVM_BFLOATBITS_H
