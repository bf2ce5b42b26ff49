// Boxes of tensors that a device copies to shared memory at once.
#ifndef RELAX_DIALECT_TIR_IR_TENSORMAPOPS_H
#define RELAX_DIALECT_TIR_IR_TENSORMAPOPS_H

#include "Relax/Dialect/TIR/IR/TIRDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/TensorMapOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_TENSORMAPOPS_H
