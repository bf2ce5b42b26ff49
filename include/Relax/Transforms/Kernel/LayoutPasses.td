// Passes that change the layout of what tensor programs take.
#ifndef RELAX_TRANSFORMS_KERNEL_LAYOUTPASSES_TD
#define RELAX_TRANSFORMS_KERNEL_LAYOUTPASSES_TD

include "mlir/Pass/PassBase.td"

def AlterOpImplPass : Pass<"relax-alter-op-impl", "::mlir::ModuleOp"> {
  let summary = "Call other programs for operators, in layouts of their own";
  let description = [{
    A `tir.func` with the attribute `implements = "relax.exp"` is called in
    place of each whose `operator_name` is `relax.exp`. Its `buffer_layouts`
    have a map for each buffer: from the tensor that is given now to what it
    takes, and from what it gives to the tensor that was given before. Where
    that is not the identity, a `relax.layout_transform` is in between;
    `relax-optimize-layout-transform` drops those that undo each other.

    Requires: one program at most implements an operator; outputs in another
    layout have known sizes.
    Ensures: no `relax.call_tir` calls a program of an operator that another one
    implements.

    ```mlir
    // before
    relax.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = relax.call_tir @exp(%x) : (tensor<8xf32>) -> tensor<8xf32>
      relax.return %0 : tensor<8xf32>
    }
    tir.func private @exp(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 {
        %0 = memref.load %x[%i] : memref<8xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %y[%i] : memref<8xf32>
      }
      tir.return
    }
    tir.func private @tiled(%x: memref<2x4xf32>, %y: memref<2x4xf32>) attributes {num_inputs = 1 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i floordiv 4, i mod 4)>, affine_map<(a, b) -> (a * 4 + b)>]} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      tir.for parallel %a = %c0 to %c2 {
        tir.for vectorized %b = %c0 to %c4 {
          %0 = memref.load %x[%a, %b] : memref<2x4xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%a, %b] : memref<2x4xf32>
        }
      }
      tir.return
    }
    // after
    relax.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = relax.layout_transform %x {index_map = affine_map<(i) -> (i floordiv 4, i mod 4)>} : (tensor<8xf32>) -> tensor<2x4xf32>
      %1 = relax.call_tir @tiled(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %2 = relax.layout_transform %1 {index_map = affine_map<(a, b) -> (a * 4 + b)>} : (tensor<2x4xf32>) -> tensor<8xf32>
      relax.return %2 : tensor<8xf32>
    }
    tir.func private @exp(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 {
        %0 = memref.load %x[%i] : memref<8xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %y[%i] : memref<8xf32>
      }
      tir.return
    }
    tir.func private @tiled(%x: memref<2x4xf32>, %y: memref<2x4xf32>) attributes {num_inputs = 1 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i floordiv 4, i mod 4)>, affine_map<(a, b) -> (a * 4 + b)>]} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      tir.for parallel %a = %c0 to %c2 {
        tir.for vectorized %b = %c0 to %c4 {
          %0 = memref.load %x[%a, %b] : memref<2x4xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%a, %b] : memref<2x4xf32>
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def AttachAttrLayoutFreeBuffersPass
    : Pass<"relax-attach-attr-layout-free-buffers", "::mlir::ModuleOp"> {
  let summary = "Say which inputs of tensor programs may have another layout";
  let description = [{
    Requires: nothing.
    Ensures: each tensor program that `relax.call_tir` calls has the attribute
    `layout_free_buffers`, the numbers of the inputs for which its calls give
    constants or weights, the parameters behind `num_input`. Calls that differ
    in them call programs of their own.

    ```mlir
    // before
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
      %0 = relax.call_tir @copy(%w) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {layout_free_buffers = [0], num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
      %0 = relax.call_tir @copy(%w) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
}

def SplitLayoutRewritePreprocPass
    : Pass<"relax-split-layout-rewrite-preproc", "::mlir::ModuleOp"> {
  let summary = "Lay weights out in programs of their own";
  let description = [{
    A schedule of MetaSchedule can begin with statements that write a weight in
    another layout into a local buffer. Their blocks have the annotation
    `meta_schedule.layout_rewrite_preproc`. They become @NAME_weight_prepack,
    which callers call in front; what it gives is an input of @NAME.
    `relax-lift-transform-params` then computes it once.

    A statement stays if it uses more than inputs and constants, if something
    else fills the buffer, or if that has a symbolic size, a layout or a memory
    space.

    Requires: nothing.
    Ensures: no private tensor program that only `relax.call_tir` uses has such
    a statement that can go.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>, %w: tensor<2x2xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @f(%x, %w) : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    tir.func private @f(%x: memref<4xf32>, %w: memref<2x2xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %row = memref.alloc() : memref<4xf32>
      tir.for %i = %c0 to %c4 {
        tir.block "row" iters(%vi : spatial = %i in %c4) reads(%w : memref<2x2xf32>) writes(%row : memref<4xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
          %a = arith.divui %vi, %c2 : index
          %b = arith.remui %vi, %c2 : index
          %0 = memref.load %w[%b, %a] : memref<2x2xf32>
          memref.store %0, %row[%vi] : memref<4xf32>
        }
      }
      tir.for %i = %c0 to %c4 {
        tir.block "y" iters(%vi : spatial = %i in %c4) reads(%x, %row : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
          %0 = memref.load %x[%vi] : memref<4xf32>
          %1 = memref.load %row[%vi] : memref<4xf32>
          %2 = arith.mulf %0, %1 : f32
          memref.store %2, %y[%vi] : memref<4xf32>
        }
      }
      tir.return
    }
    // after
    relax.func @main(%x: tensor<4xf32>, %w: tensor<2x2xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @f_weight_prepack(%w) : (tensor<2x2xf32>) -> tensor<4xf32>
      %1 = relax.call_tir @f(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    tir.func private @f_weight_prepack(%w: memref<2x2xf32>, %row: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      tir.for %i = %c0 to %c4 {
        tir.block "row" iters(%vi : spatial = %i in %c4) reads(%w : memref<2x2xf32>) writes(%row : memref<4xf32>) {
          %a = arith.divui %vi, %c2 : index
          %b = arith.remui %vi, %c2 : index
          %0 = memref.load %w[%b, %a] : memref<2x2xf32>
          memref.store %0, %row[%vi] : memref<4xf32>
        }
      }
      tir.return
    }
    tir.func private @f(%x: memref<4xf32>, %row: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      tir.for %i = %c0 to %c4 {
        tir.block "y" iters(%vi : spatial = %i in %c4) reads(%x, %row : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
          %0 = memref.load %x[%vi] : memref<4xf32>
          %1 = memref.load %row[%vi] : memref<4xf32>
          %2 = arith.mulf %0, %1 : f32
          memref.store %2, %y[%vi] : memref<4xf32>
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect", "::mlir::tir::TIRDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_LAYOUTPASSES_TD
