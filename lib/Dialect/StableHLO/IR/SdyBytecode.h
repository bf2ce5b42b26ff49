// Byte code of the sdy dialect.
#ifndef RELAX_LIB_DIALECT_STABLEHLO_IR_SDYBYTECODE_H
#define RELAX_LIB_DIALECT_STABLEHLO_IR_SDYBYTECODE_H

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

namespace mlir::relax::sdy {

/// Lets the dialect read its attributes from byte code.
void addBytecodeInterface(SdyDialect &dialect);

} // namespace mlir::relax::sdy

#endif // RELAX_LIB_DIALECT_STABLEHLO_IR_SDYBYTECODE_H
