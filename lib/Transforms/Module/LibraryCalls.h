// Calls of functions of libraries in place of composite functions.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_LIBRARYCALLS_H
#define RELAX_LIB_TRANSFORMS_MODULE_LIBRARYCALLS_H

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Transforms/Module/Libraries.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// What a library is asked for: a matmul or a convolution, what is added to its
/// result, and a function of that.
struct LibraryCall {
  /// The run time's function.
  std::string function;
  /// Values of the composite function: operands, then the bias, if any.
  SmallVector<Value> operands;
  /// What the function gets as a shape behind them
  /// (runtime/Libraries/ProductCalls.h).
  SmallVector<int64_t> numbers;
};

/// Reads what the body of a composite function computes; where the library has
/// no function for it, `reason` says why.
FailureOr<LibraryCall> readLibraryCall(const Library &library,
                                       LambdaOp composite, std::string &reason);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_LIBRARYCALLS_H
