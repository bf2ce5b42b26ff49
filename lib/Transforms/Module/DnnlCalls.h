// Calls of oneDNN in place of composite functions.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_DNNLCALLS_H
#define RELAX_LIB_TRANSFORMS_MODULE_DNNLCALLS_H

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// What oneDNN is asked for: a matmul or a convolution, what is added to its
/// result, and a function of that.
struct DnnlCall {
  /// The run time's function.
  StringRef function;
  /// Values of the composite function: operands, then the bias, if any.
  SmallVector<Value> operands;
  /// What the function gets as a shape behind them (runtime/DnnlFunctions.cpp).
  SmallVector<int64_t> numbers;
};

/// Reads what the body of a composite function computes; where oneDNN has no
/// function for it, `reason` says why.
FailureOr<DnnlCall> readDnnlCall(LambdaOp composite, std::string &reason);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_DNNLCALLS_H
