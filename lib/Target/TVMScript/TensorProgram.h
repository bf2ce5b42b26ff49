// Tensor programs in a script.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_TENSORPROGRAM_H
#define RELAX_LIB_TARGET_TVMSCRIPT_TENSORPROGRAM_H

#include "ModuleScript.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::relax::tvmscript {

/// Writes a tensor program as a function of TensorIR.
void writePrimFunc(ModuleScript &module, tir::FuncOp program);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_TENSORPROGRAM_H
