// The stablehlo and chlo dialects: what they register.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

#include "Relax/Dialect/StableHLO/IR/CHLODialect.cpp.inc"
#include "Relax/Dialect/StableHLO/IR/StableHLODialect.cpp.inc"
#include "Relax/Dialect/StableHLO/IR/StableHLOEnums.cpp.inc"

namespace mlir::relax::hlo {

void StableHLODialect::initialize() {
  // What has no definition here is an obstacle of the conversion, with all
  // others of the program.
  allowUnknownOperations();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/ElementwiseOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/MovementOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/ReductionOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/ControlOps.cpp.inc"
      >();
}

} // namespace mlir::relax::hlo

namespace mlir::relax::chlo {

void CHLODialect::initialize() {
  allowUnknownOperations();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/CHLOOps.cpp.inc"
      >();
}

} // namespace mlir::relax::chlo
