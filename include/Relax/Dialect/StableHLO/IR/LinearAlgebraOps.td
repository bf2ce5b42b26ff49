// Ops that factor, solve and transform along whole axes.
#ifndef RELAX_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_CholeskyOp : StableHLO_Op<"cholesky", [Pure]> {
  let summary = "The triangular factor of symmetric matrices";
  let description = [{
    ```mlir
    %0 = stablehlo.cholesky %x, lower = true : tensor<2x4x4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$a, BoolAttr:$lower);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $a `,` `lower` `=` $lower attr-dict `:`
    custom<SameTypes>(type($a), type($result))
  }];
}

def StableHLO_TriangularSolveOp : StableHLO_Op<"triangular_solve", [Pure]> {
  let summary = "Solve linear equations with triangular matrices";
  let description = [{
    ```mlir
    %0 = "stablehlo.triangular_solve"(%x, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$a, AnyTensor:$b, BoolAttr:$left_side,
      BoolAttr:$lower, BoolAttr:$unit_diagonal,
      StableHLO_TransposeAttr:$transpose_a);
  let results = (outs AnyTensor:$result);
}

def StableHLO_FftOp : StableHLO_Op<"fft", [Pure]> {
  let summary = "Fourier transform of the last axes, or its inverse";
  let description = [{
    ```mlir
    %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, StableHLO_FftTypeAttr:$fft_type,
      DenseI64ArrayAttr:$fft_length);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RELAX_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD
