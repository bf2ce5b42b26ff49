// Tensor programs whose every use is known to be a call.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_PRIVATEPROGRAMS_H
#define RELAX_LIB_TRANSFORMS_KERNEL_PRIVATEPROGRAMS_H

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// A tensor program whose signature may change, and all of its calls.
struct PrivateProgram {
  tir::FuncOp func;
  SmallVector<CallTIROp> calls;
};

/// The private tensor programs of `module` that nothing but `relax.call_tir`
/// uses, and that are called; in order. A program that a closure refers to may
/// get any tensor.
SmallVector<PrivateProgram> getPrivatePrograms(ModuleOp module);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_KERNEL_PRIVATEPROGRAMS_H
