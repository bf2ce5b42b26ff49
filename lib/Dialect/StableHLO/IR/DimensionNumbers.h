// How attributes that say what the axes of operands are are written.
#ifndef RELAX_LIB_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_H
#define RELAX_LIB_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_H

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

namespace mlir::relax::hlo {

/// `[0, 1]`
ParseResult parseAxes(AsmParser &parser, SmallVectorImpl<int64_t> &axes);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
ParseResult parseConvDims(AsmParser &parser, ConvDimsAttr &dims);
void printConvDims(AsmPrinter &printer, ConvDimsAttr dims);

} // namespace mlir::relax::hlo

#endif // RELAX_LIB_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_H
