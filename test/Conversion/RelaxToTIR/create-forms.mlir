// What operators of CreateOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @arange() : () -> tensor<?xi64, #relax.dims<[n]>>
// CHECK: tir.block "arange" iters({{.*}} : spatial
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.arange {start = #relax.expr<0>, end = #relax.expr<n>, step = #relax.expr<1>, dtype = i64} : () -> tensor<?xi64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @eye() : () -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "eye" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.uitofp
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.eye {n = #relax.expr<n>, m = #relax.expr<4>, dtype = f32} : () -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @eye_like(%{{.*}}) : (tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "eye" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.uitofp
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.eye_like %x {k = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @full_like(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: tir.block "fill" iters({{.*}} : spatial
relax.func @main(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %0 = relax.full_like %x, %v : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @hamming_window() : () -> tensor<8xf32>
// CHECK: tir.block "hamming_window" iters({{.*}} : spatial
// CHECK: arith.mulf
// CHECK: math.cos
// CHECK: arith.subf
// CHECK: arith.truncf
relax.func @main() -> tensor<8xf32> {
  %0 = relax.hamming_window {window_size = 8 : i64, dtype = f32} : () -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @ones() : () -> tensor<2x4xf32>
// CHECK: tir.block "fill" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main() -> tensor<2x4xf32> {
  %s = relax.shape [2, 4] : !relax.shape<[2, 4]>
  %0 = relax.ones %s {dtype = f32} : (!relax.shape<[2, 4]>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @ones_like(%{{.*}}) : (tensor<4xf32>) -> tensor<4xi32>
// CHECK: tir.block "fill" iters({{.*}} : spatial
relax.func @main(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = relax.ones_like %x {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @tril(%{{.*}}) : (tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "triangle" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.select
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.tril %x {k = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @triu(%{{.*}}) : (tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "triangle" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.select
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.triu %x {k = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @zeros() : () -> tensor<2x4xf32>
// CHECK: tir.block "fill" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main() -> tensor<2x4xf32> {
  %s = relax.shape [2, 4] : !relax.shape<[2, 4]>
  %0 = relax.zeros %s {dtype = f32} : (!relax.shape<[2, 4]>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @zeros_like(%{{.*}}) : (tensor<4xf32>) -> tensor<4xi32>
// CHECK: tir.block "fill" iters({{.*}} : spatial
relax.func @main(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = relax.zeros_like %x {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}
