// How many operations on floats a tensor program does.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_FLOATOPERATIONS_H
#define RELAX_DIALECT_TIR_ANALYSIS_FLOATOPERATIONS_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::tir {

/// The operations on floats of one call, in the symbols of the parameters: each
/// elementwise op with floats as results is one, a fused multiply-add two;
/// casts, choices and comparisons are none, nor is what starts a reduction. Of
/// two branches the larger counts. Null where a loop's extent is none that the
/// symbols say, and for a scheduled program, whose operations may be those of
/// whole tiles.
relax::SymExprAttr countFloatOperations(FuncOp func);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_FLOATOPERATIONS_H
