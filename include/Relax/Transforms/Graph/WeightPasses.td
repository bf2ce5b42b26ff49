// Passes that lay images and constants out as kernels of a CPU read them.
#ifndef RELAX_TRANSFORMS_GRAPH_WEIGHTPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_WEIGHTPASSES_TD

include "mlir/Pass/PassBase.td"

def AlignRanksPass : Pass<"relax-align-ranks", "::mlir::relax::FuncOp"> {
  let summary = "Give constants the rank of what they are broadcast to";
  let description = [{
    An operator that broadcasts its operands takes a constant of fewer axes, but
    not a single number, as one with leading axes of one element. So the axes of
    all operands can stand in another order.

    Requires: nothing.
    Ensures: constants that are broadcast have as many axes as the result, or
    none.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>> {
      %w = relax.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
      %0 = relax.multiply %x, %w : (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, tensor<2x1xf32>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
      relax.return %0 : tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
    }
    // after
    relax.func @main(%x: tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>> {
      %w = relax.constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
      %0 = relax.multiply %x, %w : (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, tensor<1x2x1xf32>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
      relax.return %0 : tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ExpandConv1DPass : Pass<"relax-expand-conv1d", "::mlir::relax::FuncOp"> {
  let summary = "Make convolutions along one axis such along two";
  let description = [{
    The new axis stands in front and has one place, so the data only get another
    shape. Layouts and packed weights are chosen for convolutions along two
    axes. Weights are constants, and a result sums several channels; what has
    another layout than `NCW` and `OIW`, or a type that says less than follows
    from the operands, stays.

    Requires: nothing.
    Ensures: no such convolution is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<1x2x8xf32>) -> tensor<1x1x8xf32> {
      %w = relax.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf32>
      %0 = relax.nn.conv1d %x, %w {padding = array<i64: 1, 1>} : (tensor<1x2x8xf32>, tensor<1x2x3xf32>) -> tensor<1x1x8xf32>
      relax.return %0 : tensor<1x1x8xf32>
    }
    // after
    relax.func @main(%x: tensor<1x2x8xf32>) -> tensor<1x1x8xf32> {
      %w = relax.constant dense<[[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]]> : tensor<1x2x1x3xf32>
      %0 = relax.expand_dims %x {axis = array<i64: 2>} : (tensor<1x2x8xf32>) -> tensor<1x2x1x8xf32>
      %1 = relax.nn.conv2d %0, %w {padding = array<i64: 0, 1, 0, 1>} : (tensor<1x2x1x8xf32>, tensor<1x2x1x3xf32>) -> tensor<1x1x1x8xf32>
      %2 = relax.squeeze %1 {axis = array<i64: 2>} : (tensor<1x1x1x8xf32>) -> tensor<1x1x8xf32>
      relax.return %2 : tensor<1x1x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ChooseLayoutPass : Pass<"relax-choose-layout", "::mlir::relax::FuncOp"> {
  let summary = "Let images have the layout that suits vectors, or tensor cores";
  let description = [{
    Vectors of channels are always full, whatever the sizes of images are, and
    need no copies of what a window reads. So the convolutions over two axes of
    a function get channels last, by `relax-align-ranks` and
    `relax-convert-layout`. Groups of several channels fit if they give vectors
    of results by a constant weight, as `relax-pack-weights` says; convolutions
    of others keep their layout, where four times as many gain, else all do.

    For a GPU with async copies weights are `OHWI`, too, so that memory has what
    both operands of a product are in chunks of 16 bytes. The function's target
    (`relax.target`) says so, or `tensor-cores`, whatever the target. Nothing
    changes then unless a convolution of f16, bf16 or i8 has such chunks only in
    that layout: over windows of several points, or with strides, of whole
    chunks of channels. Other GPUs gain nothing.

    Requires: nothing.
    Ensures: all convolutions over two axes in dataflow regions of a function,
    but for those of such groups, are over `NHWC`, or none has changed.

    ```mlir
    // before
    relax.func @main(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x1x1xf32>) -> tensor<1x6x8x8xf32> {
      %0 = relax.dataflow -> tensor<1x6x8x8xf32> {
        %1 = relax.nn.conv2d %x, %w : (tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>) -> tensor<1x6x8x8xf32>
        relax.output %1 : tensor<1x6x8x8xf32>
      }
      relax.return %0 : tensor<1x6x8x8xf32>
    }
    // after
    relax.func @main(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x1x1xf32>) -> tensor<1x6x8x8xf32> {
      %0 = relax.dataflow -> tensor<1x6x8x8xf32> {
        %1 = relax.permute_dims %x {axes = array<i64: 0, 2, 3, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x8x8x4xf32>
        %2 = relax.nn.conv2d %1, %w {data_layout = "NHWC"} : (tensor<1x8x8x4xf32>, tensor<6x4x1x1xf32>) -> tensor<1x8x8x6xf32>
        %3 = relax.permute_dims %2 {axes = array<i64: 0, 3, 1, 2>} : (tensor<1x8x8x6xf32>) -> tensor<1x6x8x8xf32>
        relax.output %3 : tensor<1x6x8x8xf32>
      }
      relax.return %0 : tensor<1x6x8x8xf32>
    }
    ```
  }];
  let options = [
    Option<"tensorCores", "tensor-cores", "bool", /*default=*/"false",
           "choose for the tensor cores of a GPU, not for a CPU">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def PackWeightsPass : Pass<"relax-pack-weights", "::mlir::relax::FuncOp"> {
  let summary = "Lay weights of convolutions out as vectors of output channels";
  let description = [{
    A convolution whose data has the channels last computes vectors of output
    channels. Where its weight is a constant that nobody else uses, the weight
    gets the layout in which such vectors follow each other as the convolution
    reads them: `OHWI16o`, blocks of `block` output channels, where there are
    whole blocks; else `HWIO`. A block lies in one group, and is shorter where
    groups are, down to 8 channels. Constants in layouts with blocks stay.

    Requires: nothing.
    Ensures: constant weights of convolutions over `NHWC`, used once, are
    `OHWI16o`, `OHWI8o` or `HWIO`.

    ```mlir
    // before: block=2
    relax.func @main(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x4xf32> {
      %w = relax.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]> : tensor<4x2x1x1xf32>
      %y = relax.concat %x, %x {axis = 3 : i64} : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32>
      %0 = relax.nn.conv2d %y, %w {data_layout = "NHWC"} : (tensor<1x4x4x2xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x4x4xf32>
      relax.return %0 : tensor<1x4x4x4xf32>
    }
    // after
    relax.func @main(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x4xf32> {
      %w = relax.constant dense<[[[[[1.0, 3.0], [2.0, 4.0]]]], [[[[5.0, 7.0], [6.0, 8.0]]]]]> : tensor<2x1x1x2x2xf32>
      %y = relax.concat %x, %x {axis = 3 : i64} : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32>
      %0 = relax.nn.conv2d %y, %w {data_layout = "NHWC", kernel_layout = "OHWI2o"} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2x2xf32>) -> tensor<1x4x4x4xf32>
      relax.return %0 : tensor<1x4x4x4xf32>
    }
    ```
  }];
  let options = [
    Option<"block", "block", "unsigned", /*default=*/"16",
           "how many output channels are contiguous">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_WEIGHTPASSES_TD
