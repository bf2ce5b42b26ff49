// RUN: relax-opt %s --relax-split-layout-rewrite-preproc | FileCheck %s
// RUN: relax-opt %s --relax-split-layout-rewrite-preproc --relax-split-layout-rewrite-preproc | FileCheck %s
// RUN: relax-opt %s --relax-split-layout-rewrite-preproc --relax-lift-transform-params | FileCheck %s --check-prefix=LIFT
// RUN: %same-results=relax-split-layout-rewrite-preproc

// Both calls get the program's buffer from a call of their own; the weight,
// which is read no more, goes, and so does the dealloc.
// CHECK-LABEL: relax.func @main(
// CHECK: %[[P:.*]] = relax.call_tir @tiled_weight_prepack(%{{.*}}) : (tensor<2x2xf32>) -> tensor<4xf32>
// CHECK: relax.call_tir @tiled(%{{.*}}, %[[P]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.call_tir @tiled_weight_prepack(
// CHECK: relax.call_tir @tiled(
// LIFT-LABEL: relax.func @main_transform_params(
// LIFT: relax.call_tir @tiled_weight_prepack(
relax.func @main(%x: tensor<4xf32>, %w: tensor<2x2xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call_tir @tiled(%x, %w) : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<4xf32>
    %2 = relax.call_tir @tiled(%1, %w) : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: tir.func private @tiled_weight_prepack(
// CHECK-SAME: %[[W:.*]]: memref<2x2xf32>, %[[ROW:.*]]: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled}
// CHECK: tir.block "row"
// CHECK-NOT: annotations
// CHECK: memref.store %{{.*}}, %[[ROW]]
// CHECK: tir.return
// CHECK-LABEL: tir.func private @tiled(
// CHECK-SAME: %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) attributes {num_inputs = 2 : i64, tir.is_scheduled}
// CHECK-NOT: memref.alloc
// CHECK-NOT: "row"
// CHECK: tir.block "y"
// CHECK-NOT: memref.dealloc
tir.func private @tiled(%x: memref<4xf32>, %w: memref<2x2xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64, tir.is_scheduled} {
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
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%vi] : memref<4xf32>
    }
  }
  memref.dealloc %row : memref<4xf32>
  tir.return
}

// A weight that the program reads besides stays; sizes of inputs may be
// symbols, those of the buffer are known.
// CHECK-LABEL: relax.func @besides(
// CHECK: %[[P:.*]] = relax.call_tir @first_weight_prepack(%{{.*}}) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<2xf32>
// CHECK: relax.call_tir @first(%{{.*}}, %[[P]]) : (tensor<?xf32, #relax.dims<[n]>>, tensor<2xf32>) -> tensor<2xf32>
relax.func @besides(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<2xf32> {
  %0 = relax.call_tir @first(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
// CHECK-LABEL: tir.func private @first_weight_prepack(
tir.func private @first(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32>
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%x : memref<?xf32>) writes(%row : memref<2xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = 1 : i64} {
      %0 = memref.load %x[%c0] : memref<?xf32>
      memref.store %0, %row[%vi] : memref<2xf32>
    }
  }
  tir.for %i = %c0 to %c2 {
    %0 = memref.load %x[%c0] : memref<?xf32>
    %1 = memref.load %row[%i] : memref<2xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i] : memref<2xf32>
  }
  tir.return
}

relax.func @empty() {
  relax.return
}
