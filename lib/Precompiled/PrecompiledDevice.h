// What the libraries near the machine include besides: the dialects that
// programs are lowered to. A second header, since the others would pay for
// reading it without using it.
#include "Precompiled.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
