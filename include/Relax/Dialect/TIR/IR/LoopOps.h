// Loops and branches.
#ifndef RELAX_DIALECT_TIR_IR_LOOPOPS_H
#define RELAX_DIALECT_TIR_IR_LOOPOPS_H

#include "Relax/Dialect/TIR/IR/TIRAttrs.h"
#include "Relax/Dialect/TIR/IR/TIRDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tir {
class BlockOp;
class InitOp;
} // namespace mlir::tir

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/LoopOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_LOOPOPS_H
