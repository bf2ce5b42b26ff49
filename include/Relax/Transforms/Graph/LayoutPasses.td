// Passes that choose in which order the axes of tensors stand.
#ifndef RELAX_TRANSFORMS_GRAPH_LAYOUTPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_LAYOUTPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLayoutPass : Pass<"relax-convert-layout", "::mlir::relax::FuncOp"> {
  let summary = "Give operators other layouts, and carry these along";
  let description = [{
    In each `relax.dataflow` the operators that `desired-layouts` names get these
    layouts. What follows takes its operands in the order in which they are, if
    it can: what it needs for that, its `LayoutInterface` says. Where one
    needs the order that it was written for, a `relax.permute_dims` makes it;
    so do the results of the region. An operator that was written for blocks of
    axes, such as `NCHW4c`, stays as it is. One that shall have blocks gets its
    operands by `relax.layout_transform`, and its result is moved back, unless an
    axis is not known to consist of whole blocks.

    An entry is the name of an operator and then, in the order of its
    attributes, the layouts it shall have: `relax.nn.conv2d:NHWC:OHWI` of data
    and weight. The result has the layout of the data, unless a last one is
    named.

    Requires: nothing.
    Ensures: operators of these names in such regions have these layouts.

    ```mlir
    // before: desired-layouts=relax.nn.conv2d:NHWC:OHWI
    relax.func @main(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, %w: tensor<6x4x1x1xf32>) -> tensor<?x6xf32, #relax.dims<[n, 6]>> {
      %0 = relax.dataflow -> tensor<?x6xf32, #relax.dims<[n, 6]>> {
        %1 = relax.nn.conv2d %x, %w : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<6x4x1x1xf32>) -> tensor<?x6x8x8xf32, #relax.dims<[n, 6, 8, 8]>>
        %2 = relax.nn.relu %1 : tensor<?x6x8x8xf32, #relax.dims<[n, 6, 8, 8]>>
        %3 = relax.mean %2 {axis = array<i64: 2, 3>} : (tensor<?x6x8x8xf32, #relax.dims<[n, 6, 8, 8]>>) -> tensor<?x6xf32, #relax.dims<[n, 6]>>
        relax.output %3 : tensor<?x6xf32, #relax.dims<[n, 6]>>
      }
      relax.return %0 : tensor<?x6xf32, #relax.dims<[n, 6]>>
    }
    // after
    relax.func @main(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, %w: tensor<6x4x1x1xf32>) -> tensor<?x6xf32, #relax.dims<[n, 6]>> {
      %0 = relax.dataflow -> tensor<?x6xf32, #relax.dims<[n, 6]>> {
        %1 = relax.permute_dims %x {axes = array<i64: 0, 2, 3, 1>} : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>) -> tensor<?x8x8x4xf32, #relax.dims<[n, 8, 8, 4]>>
        %2 = relax.permute_dims %w {axes = array<i64: 0, 2, 3, 1>} : (tensor<6x4x1x1xf32>) -> tensor<6x1x1x4xf32>
        %3 = relax.nn.conv2d %1, %2 {data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<?x8x8x4xf32, #relax.dims<[n, 8, 8, 4]>>, tensor<6x1x1x4xf32>) -> tensor<?x8x8x6xf32, #relax.dims<[n, 8, 8, 6]>>
        %4 = relax.nn.relu %3 : tensor<?x8x8x6xf32, #relax.dims<[n, 8, 8, 6]>>
        %5 = relax.mean %4 {axis = array<i64: 1, 2>} : (tensor<?x8x8x6xf32, #relax.dims<[n, 8, 8, 6]>>) -> tensor<?x6xf32, #relax.dims<[n, 6]>>
        relax.output %5 : tensor<?x6xf32, #relax.dims<[n, 6]>>
      }
      relax.return %0 : tensor<?x6xf32, #relax.dims<[n, 6]>>
    }
    ```
  }];
  let options = [
    ListOption<"desiredLayouts", "desired-layouts", "std::string",
               "operators with the layouts they shall have, such as "
               "relax.nn.conv2d:NHWC:OHWI">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def OptimizeLayoutTransformPass
    : Pass<"relax-optimize-layout-transform", "::mlir::relax::FuncOp"> {
  let summary = "Drop moves of elements that the next one undoes";
  let description = [{
    Requires: nothing.
    Ensures: there is no `relax.layout_transform` of another one that brings each
    element back to its place, in a tensor of the same known sizes.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
      %1 = relax.layout_transform %0 {index_map = affine_map<(i, j, k) -> (i, j * 4 + k)>} : (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
      %2 = relax.nn.relu %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    // after
    relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %2 = relax.nn.relu %x : tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_LAYOUTPASSES_TD
