// All types, attributes and enums that the C API covers; what mlir-tblgen knows
// of them becomes functions of C (utils/generate-capi.py).
#ifndef RELAX_MLIR_C_DIALECTS_TD
#define RELAX_MLIR_C_DIALECTS_TD

include "Relax/Dialect/Relax/IR/DialectAttrs.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "Relax/Dialect/TIR/IR/TIRAttrs.td"

#endif // RELAX_MLIR_C_DIALECTS_TD
