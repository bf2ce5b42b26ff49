// RUN: relax-opt %s --relax-fuse-ops --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-fuse-ops --relax-fuse-ops --split-input-file | FileCheck %s
// RUN: %same-results=relax-fuse-ops

// A computation takes the element-wise work on its result along, up to the
// next computation; equal groups share a function.
tir.func private @matmul(%x: memref<4x4xf32>, %w: memref<4x4xf32>, %y: memref<4x4xf32>) attributes {num_inputs = 2 : i64, op_pattern = 4 : i64} {
  tir.return
}
tir.func private @relu(%x: memref<4x4xf32>, %y: memref<4x4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  tir.return
}
// CHECK-LABEL: relax.func @chain
// CHECK: relax.call @fused_matmul_relu(%{{.*}}, %{{.*}})
// CHECK: relax.call @fused_matmul_relu(%{{.*}}, %{{.*}})
// CHECK: relax.func private @fused_matmul_relu({{.*}}) -> tensor<4x4xf32> attributes {relax.primitive}
// CHECK: relax.call_tir @matmul
// CHECK: relax.call_tir @relu
// CHECK-NOT: relax.func
relax.func @chain(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.dataflow -> tensor<4x4xf32> {
    %1 = relax.call_tir @matmul(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = relax.call_tir @relu(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = relax.call_tir @matmul(%2, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = relax.call_tir @relu(%3) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %4 : tensor<4x4xf32>
  }
  relax.return %0 : tensor<4x4xf32>
}

// -----

// A value that is used twice joins where its users meet; one that leaves the
// region does not join.
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  tir.return
}
tir.func private @add(%a: memref<4xf32>, %b: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64, op_pattern = 0 : i64} {
  tir.return
}
// CHECK-LABEL: relax.func @diamond
// CHECK: relax.call_tir @exp
// CHECK: relax.call @fused_exp_exp_add
relax.func @diamond(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = relax.dataflow -> tensor<4xf32>, tensor<4xf32> {
    %1 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.call_tir @exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = relax.call_tir @exp(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = relax.call_tir @add(%2, %3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    relax.output %1, %4 : tensor<4xf32>, tensor<4xf32>
  }
  relax.return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Opaque programs and calls outside dataflow regions stay.
tir.func private @sort(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 8 : i64} {
  tir.return
}
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  tir.return
}
// CHECK-LABEL: relax.func @apart
// CHECK-NOT: relax.call @
relax.func @apart(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call_tir @sort(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.call_tir @exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  %3 = relax.call_tir @exp(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = relax.call_tir @exp(%3) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}

// CHECK-LABEL: relax.func private @empty
relax.func private @empty() {
  relax.dataflow {
    relax.output
  }
  relax.return
}

// -----

// A symbol that no input of the group defines is passed as a shape.
tir.func private @half(%x: memref<?xf32> {tir.dims = #relax.dims<[n * 2]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n * 2]>}) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  tir.return
}
// CHECK-LABEL: relax.func @symbolic
// CHECK: relax.shape [n] : !relax.shape<[n]>
// CHECK: relax.call @fused_half_half(%{{.*}}, %{{.*}}) : (tensor<?xf32, #{{.*}}>, !relax.shape<[n]>)
// CHECK: relax.func private @fused_half_half(%{{.*}}: tensor<?xf32, #{{.*}}>, %{{.*}}: !relax.shape<[n]>)
relax.func @symbolic(%s: !relax.shape<[n]>, %x: tensor<?xf32, #relax.dims<[n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 2]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n * 2]>> {
    %1 = relax.call_tir @half(%x) : (tensor<?xf32, #relax.dims<[n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 2]>>
    %2 = relax.call_tir @half(%1) : (tensor<?xf32, #relax.dims<[n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 2]>>
    relax.output %2 : tensor<?xf32, #relax.dims<[n * 2]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n * 2]>>
}
