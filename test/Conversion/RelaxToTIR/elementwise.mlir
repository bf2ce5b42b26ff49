// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Equal operators share one program.
// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @add(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #{{.*}}>, tensor<4xf32>)
// CHECK: relax.call_tir @add(%{{.*}}, %{{.*}})
// CHECK: tir.func private @add(%{{.*}}: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %{{.*}}: memref<4xf32>, %{{.*}}: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 2 : i64, op_pattern = 1 : i64}
// CHECK: tir.block "add"
// CHECK: arith.addf
// CHECK-NOT: tir.func
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.add %0, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @rank0
// CHECK: tir.block "exp"
relax.func @rank0(%x: tensor<f32>) -> tensor<f32> {
  %0 = relax.exp %x : tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// Half precision computes in f32.
// CHECK-LABEL: relax.func @half
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
relax.func @half(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = relax.exp %x : tensor<4xf16>
  relax.return %0 : tensor<4xf16>
}

// -----

// CHECK-LABEL: relax.func @matmul
// CHECK: tir.block "matmul" iters(%{{.*}} : spatial = {{.*}}, %{{.*}} : spatial = {{.*}}, %{{.*}} : reduce
// CHECK: tir.init
relax.func @matmul(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %y: tensor<8x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.matmul %x, %y : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// A convolution with padding: zeros, a copy into them, the computation.
// CHECK-LABEL: relax.func @conv
// CHECK: memref.alloc() : memref<1x3x10x10xf32>
// CHECK: tir.block "border"
// CHECK: tir.block "pad"
// CHECK: tir.block "conv"
relax.func @conv(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32>
  relax.return %0 : tensor<1x4x8x8xf32>
}

// -----

// CHECK-LABEL: relax.func @mean
// CHECK: tir.block "sum"
// CHECK: tir.block "mean"
relax.func @mean(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x1xf32, #relax.dims<[n, 1]>> {
  %0 = relax.mean %x {axis = array<i64: -1>, keepdims = true} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x1xf32, #relax.dims<[n, 1]>>
  relax.return %0 : tensor<?x1xf32, #relax.dims<[n, 1]>>
}

// -----

// Operators that only give another shape become reshapes, which move nothing.
// CHECK-LABEL: relax.func @views
// CHECK: relax.shape [n, 1, 4]
// CHECK: relax.reshape
// CHECK: relax.shape [n, 4]
// CHECK: relax.reshape
// CHECK-NOT: tir.func
relax.func @views(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.expand_dims %x {axis = array<i64: 1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x1x4xf32, #relax.dims<[n, 1, 4]>>
  %1 = relax.squeeze %0 {axis = array<i64: 1>} : (tensor<?x1x4xf32, #relax.dims<[n, 1, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// What LLVM has no function for: powers of integers are products, a step a bit;
// erf of f64 is a series; an f64 becomes bf16 by way of an f32 rounded to odd.
// CHECK-LABEL: relax.func @written_out
// CHECK-LABEL: tir.func private @power
// CHECK-NOT: math.ipowi
// CHECK-COUNT-15: arith.muli
// CHECK-LABEL: tir.func private @erf
// CHECK-NOT: math.erf
// CHECK: math.exp
// CHECK: math.copysign
// CHECK-LABEL: tir.func private @astype
// CHECK: arith.truncf {{.*}} : f64 to f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
relax.func @written_out(%x: tensor<4xi16>, %y: tensor<4xf64>) -> (tensor<4xi16>, tensor<4xf64>, tensor<4xbf16>) {
  %0 = relax.power %x, %x : tensor<4xi16>
  %1 = relax.erf %y : tensor<4xf64>
  %2 = relax.astype %y {dtype = bf16} : (tensor<4xf64>) -> tensor<4xbf16>
  relax.return %0, %1, %2 : tensor<4xi16>, tensor<4xf64>, tensor<4xbf16>
}
