// Passes that simplify relax functions and leave them relax functions.
#ifndef RELAX_TRANSFORMS_GRAPH_PASSES_TD
#define RELAX_TRANSFORMS_GRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeOpsForInferencePass
    : Pass<"relax-decompose-ops-for-inference", "::mlir::relax::FuncOp"> {
  let summary = "Write composite operators with simpler ones";
  let description = [{
    Requires: nothing.
    Ensures: no batch norm for inference with constant statistics, and no
    dropout whose mask is unused, is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %g = relax.constant dense<2.0> : tensor<2xf32>
      %b = relax.constant dense<1.0> : tensor<2xf32>
      %m = relax.constant dense<0.0> : tensor<2xf32>
      %v = relax.constant dense<1.0> : tensor<2xf32>
      %0:3 = relax.nn.batch_norm %x, %g, %b, %m, %v {axis = 1 : i64, epsilon = 0.0} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
      relax.return %0#0 : tensor<1x2x4x4xf32>
    }
    // after
    relax.func @main(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %s = relax.constant dense<2.0> : tensor<1x2x1x1xf32>
      %0 = relax.multiply %x, %s : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
      %t = relax.constant dense<1.0> : tensor<1x2x1x1xf32>
      %1 = relax.add %0, %t : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
      relax.return %1 : tensor<1x2x4x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def FoldBatchNormToConv2DPass
    : Pass<"relax-fold-batch-norm-to-conv2d", "::mlir::relax::FuncOp"> {
  let summary = "Multiply a batch norm's scale into the convolution before it";
  let description = [{
    Requires: nothing.
    Ensures: a batch norm for inference with constant statistics after a
    convolution of its own with a constant weight (NCHW, OIHW, f32) is an
    addition.

    ```mlir
    // before
    relax.func @main(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %w = relax.constant dense<3.0> : tensor<2x1x1x1xf32>
      %g = relax.constant dense<2.0> : tensor<2xf32>
      %b = relax.constant dense<1.0> : tensor<2xf32>
      %m = relax.constant dense<0.0> : tensor<2xf32>
      %v = relax.constant dense<1.0> : tensor<2xf32>
      %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
      %1:3 = relax.nn.batch_norm %0, %g, %b, %m, %v {axis = 1 : i64, epsilon = 0.0} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
      relax.return %1#0 : tensor<1x2x4x4xf32>
    }
    // after
    relax.func @main(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
      %w = relax.constant dense<6.0> : tensor<2x1x1x1xf32>
      %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
      %t = relax.constant dense<1.0> : tensor<1x2x1x1xf32>
      %1 = relax.add %0, %t : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
      relax.return %1 : tensor<1x2x4x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_PASSES_TD
