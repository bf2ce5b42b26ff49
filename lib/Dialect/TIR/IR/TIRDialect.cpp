// The tir dialect: what it registers, and the marks on functions.
#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"

#include "Relax/Dialect/Relax/IR/BytecodeVersion.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/RuleError.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "Relax/Dialect/TIR/IR/TIRDialect.cpp.inc"
#include "Relax/Dialect/TIR/IR/TIREnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/TIR/IR/TIRAttrs.cpp.inc"

namespace mlir::tir {

void TIRDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Relax/Dialect/TIR/IR/TIRAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/FunctionOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/LoopOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/BlockOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/IntrinsicOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/DotOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/TensorMapOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/TIR/IR/WarpgroupOps.cpp.inc"
      >();
  addInterfaces<relax::BytecodeVersion>();
}

LogicalResult TIRDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != kIsScheduled && attribute.getName() != kIsForHost)
    return success();
  // Dialect R1: only functions are scheduled, and for the host.
  if (!isa<FuncOp>(op) || !isa<UnitAttr>(attribute.getValue()))
    return relax::RuleError(op->emitOpError("has '"), "tir R1")
           << attribute.getName().getValue() << "' = " << attribute.getValue()
           << ", expected a unit attribute of 'tir.func'; remove it";
  return success();
}

} // namespace mlir::tir
