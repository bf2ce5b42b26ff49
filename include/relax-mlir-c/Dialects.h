/* The dialects of relax-mlir in C: registration, types and attributes. */
#ifndef RELAX_MLIR_C_DIALECTS_H
#define RELAX_MLIR_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Relax, relax);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(RelaxRuntime, relax_rt);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TIR, tir);

/// Make the dialects of this project, with their interfaces and transform ops,
/// loadable on demand.
MLIR_CAPI_EXPORTED void mlirRegisterRelaxDialects(MlirDialectRegistry registry);
/// Make these and all of upstream's loadable on demand, with the translations
/// to LLVM IR that compilation needs.
MLIR_CAPI_EXPORTED void
mlirRegisterAllRelaxDialects(MlirDialectRegistry registry);

/* Types and attributes. `self` of a getter is of the class in its name; what is
 * null or of another class is for the tests `IsA` only. An array's elements may
 * be null where the C++ class allows it: sizes that are unknown. */
#include "relax-mlir-c/Dialects.h.inc"

/// Operators of symbolic expressions.
typedef enum MlirRelaxSymOperator {
  MlirRelaxSymOperatorSum,
  MlirRelaxSymOperatorProduct,
  MlirRelaxSymOperatorMin,
  MlirRelaxSymOperatorMax,
  MlirRelaxSymOperatorFloorDiv,
  MlirRelaxSymOperatorFloorMod,
  MlirRelaxSymOperatorCeilDiv
} MlirRelaxSymOperator;

/// The symbol `name`.
MLIR_CAPI_EXPORTED MlirAttribute
mlirRelaxSymExprAttrSymbolGet(MlirContext context, MlirStringRef name);
/// The constant `value`.
MLIR_CAPI_EXPORTED MlirAttribute
mlirRelaxSymExprAttrConstantGet(MlirContext context, int64_t value);
/// An operator's result in normal form. Null, which is "unknown", if an operand
/// is null or no expression, a division has not two operands or is by the
/// constant zero, or a minimum or maximum has no operand.
MLIR_CAPI_EXPORTED MlirAttribute
mlirRelaxSymExprAttrGet(MlirContext context, MlirRelaxSymOperator operation,
                        intptr_t numOperands, MlirAttribute const *operands);
/// The value of a constant, in `value`; false if it is none.
MLIR_CAPI_EXPORTED bool mlirRelaxSymExprAttrGetConstant(MlirAttribute self,
                                                        int64_t *value);
/// The name of a symbol; empty if it is none.
MLIR_CAPI_EXPORTED MlirStringRef
mlirRelaxSymExprAttrGetSymbol(MlirAttribute self);
/// The least and greatest value, in `value`; false if none is known.
MLIR_CAPI_EXPORTED bool mlirRelaxSymExprAttrGetLowerBound(MlirAttribute self,
                                                          int64_t *value);
MLIR_CAPI_EXPORTED bool mlirRelaxSymExprAttrGetUpperBound(MlirAttribute self,
                                                          int64_t *value);
/// Call `callback` with each symbol, once.
MLIR_CAPI_EXPORTED void
mlirRelaxSymExprAttrWalkSymbols(MlirAttribute self, MlirStringCallback callback,
                                void *userData);

/// The rank of a shape of which nothing is known.
#define MLIR_RELAX_UNKNOWN_RANK (-1)
/// A shape of known rank, null for an unknown size. Null after an error at
/// `location`.
MLIR_CAPI_EXPORTED MlirType mlirRelaxShapeTypeGetChecked(
    MlirLocation location, intptr_t numDims, MlirAttribute const *dims);
/// A shape of unknown sizes, and perhaps of unknown rank. Null after an error
/// at `location`.
MLIR_CAPI_EXPORTED MlirType
mlirRelaxShapeTypeRankedGetChecked(MlirLocation location, int64_t rank);

#ifdef __cplusplus
}
#endif

#endif // RELAX_MLIR_C_DIALECTS_H
