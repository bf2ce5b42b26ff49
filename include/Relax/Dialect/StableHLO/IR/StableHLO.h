// The stablehlo and chlo dialects, as this project reads them.
#ifndef RELAX_DIALECT_STABLEHLO_IR_STABLEHLO_H
#define RELAX_DIALECT_STABLEHLO_IR_STABLEHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Relax/Dialect/StableHLO/IR/CHLODialect.h.inc"
#include "Relax/Dialect/StableHLO/IR/SdyDialect.h.inc"
#include "Relax/Dialect/StableHLO/IR/StableHLODialect.h.inc"
#include "Relax/Dialect/StableHLO/IR/StableHLOEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/StableHLOAttrs.h.inc"
#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/SdyAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/StableHLOTypes.h.inc"

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/MovementOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/ReductionOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/LinearAlgebraOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/ControlOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/CollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/CHLOOps.h.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/SdyOps.h.inc"

#endif // RELAX_DIALECT_STABLEHLO_IR_STABLEHLO_H
