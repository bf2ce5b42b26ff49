// Attributes that say which kernels are launched as a graph of CUDA.
#ifndef RELAX_DIALECT_RELAX_IR_CUDAGRAPHS_H
#define RELAX_DIALECT_RELAX_IR_CUDAGRAPHS_H

#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// Of a function, without a value: its kernels are launched as a graph. It
/// takes tensors of one device, and gives nothing but what it writes there.
inline constexpr StringLiteral kCUDAGraphName = "relax.cuda_graph";

/// Of a function: symbols that have the same value in each call, as TVM has it.
inline constexpr StringLiteral kCaptureSymbolicVarsName =
    "relax.rewrite_cuda_graph.capture_symbolic_vars";

/// How names of functions with `kCUDAGraphName` end, as in TVM.
inline constexpr StringLiteral kCUDAGraphCapture = "cuda_graph_capture";

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_CUDAGRAPHS_H
