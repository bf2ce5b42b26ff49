// What goes over the same rows is one group, if asked to: reductions of the
// last axes, and element-wise work in front and behind.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=rows | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=rows --relax-fuse-ops=rows | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops | FileCheck %s --check-prefix=PLAIN
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops='rows max-depth=5' | FileCheck %s --check-prefix=PLAIN
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=rows --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s --check-prefix=LOOPS
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{rows} --tolerance=1e-5

// A root mean square norm in small ops is one call, and one loop over rows.
// CHECK-LABEL: relax.func @norm(
// CHECK-NOT:   call_tir
// CHECK:       %[[R:.*]] = relax.call @fused_multiply_mean_{{[a-z_0-9]*}}divide
// CHECK-NEXT:  relax.output %[[R]]
// PLAIN-LABEL: relax.func @norm(
// PLAIN:       relax.call @fused_multiply_mean
// PLAIN:       divide
// LOOPS-LABEL: tir.func private @fused_multiply_mean_{{[a-z_0-9]*}}divide_multiply_0(
// LOOPS:       tir.for parallel
// LOOPS-NOT:   tir.for parallel
// LOOPS:       tir.return
relax.func @norm(%x: tensor<512x256xf32>, %g: tensor<256xf32>) -> tensor<512x256xf32> {
  %e = relax.constant dense<1.0e-05> : tensor<f32>
  %0 = relax.dataflow -> tensor<512x256xf32> {
    %1 = relax.multiply %x, %x : (tensor<512x256xf32>, tensor<512x256xf32>) -> tensor<512x256xf32>
    %2 = relax.mean %1 {axis = array<i64: -1>, keepdims = true} : (tensor<512x256xf32>) -> tensor<512x1xf32>
    %3 = relax.add %2, %e : (tensor<512x1xf32>, tensor<f32>) -> tensor<512x1xf32>
    %4 = relax.sqrt %3 : tensor<512x1xf32>
    %5 = relax.divide %x, %4 : (tensor<512x256xf32>, tensor<512x1xf32>) -> tensor<512x256xf32>
    %6 = relax.multiply %5, %g : (tensor<512x256xf32>, tensor<256xf32>) -> tensor<512x256xf32>
    relax.output %6 : tensor<512x256xf32>
  }
  relax.return %0 : tensor<512x256xf32>
}

// Two reductions, of sizes that the run time tells.
// CHECK-LABEL: relax.func @center(
// CHECK-NOT:   call_tir
// CHECK:       %[[R:.*]] = relax.call @fused_mean_{{[a-z_0-9]*}}divide
// CHECK-NEXT:  relax.output %[[R]]
relax.func @center(%x: tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>) -> tensor<?x?x64xf32, #relax.dims<[n, m, 64]>> {
  %0 = relax.dataflow -> tensor<?x?x64xf32, #relax.dims<[n, m, 64]>> {
    %1 = relax.mean %x {axis = array<i64: 2>, keepdims = true} : (tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>) -> tensor<?x?x1xf32, #relax.dims<[n, m, 1]>>
    %2 = relax.subtract %x, %1 : (tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>, tensor<?x?x1xf32, #relax.dims<[n, m, 1]>>) -> tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>
    %3 = relax.multiply %2, %2 : (tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>, tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>) -> tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>
    %4 = relax.mean %3 {axis = array<i64: 2>, keepdims = true} : (tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>) -> tensor<?x?x1xf32, #relax.dims<[n, m, 1]>>
    %5 = relax.sqrt %4 : tensor<?x?x1xf32, #relax.dims<[n, m, 1]>>
    %6 = relax.divide %2, %5 : (tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>, tensor<?x?x1xf32, #relax.dims<[n, m, 1]>>) -> tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>
    relax.output %6 : tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>
  }
  relax.return %0 : tensor<?x?x64xf32, #relax.dims<[n, m, 64]>>
}

// Columns stay apart; so does a number of a row that something else needs.
// CHECK-LABEL: relax.func @columns(
// CHECK:       relax.call_tir @sum
// CHECK:       relax.call_tir @divide
// CHECK-LABEL: relax.func @escapes(
// CHECK:       relax.call_tir @sum
// CHECK:       relax.call_tir @divide
relax.func @columns(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = relax.dataflow -> tensor<16x8xf32> {
    %1 = relax.sum %x {axis = array<i64: 0>, keepdims = true} : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %2 = relax.divide %x, %1 : (tensor<16x8xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
    relax.output %2 : tensor<16x8xf32>
  }
  relax.return %0 : tensor<16x8xf32>
}
relax.func @escapes(%x: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x1xf32>) {
  %0:2 = relax.dataflow -> tensor<16x8xf32>, tensor<16x1xf32> {
    %1 = relax.sum %x {axis = array<i64: 1>, keepdims = true} : (tensor<16x8xf32>) -> tensor<16x1xf32>
    %2 = relax.divide %x, %1 : (tensor<16x8xf32>, tensor<16x1xf32>) -> tensor<16x8xf32>
    relax.output %2, %1 : tensor<16x8xf32>, tensor<16x1xf32>
  }
  relax.return %0#0, %0#1 : tensor<16x8xf32>, tensor<16x1xf32>
}

// What is the epilogue of a product stays that.
// CHECK-LABEL: relax.func @product(
// CHECK:       relax.call_tir @sum
// CHECK:       relax.call @fused_matmul_divide
relax.func @product(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = relax.dataflow -> tensor<8x8xf32> {
    %1 = relax.sum %x {axis = array<i64: 1>, keepdims = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
    %2 = relax.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = relax.divide %2, %1 : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
    relax.output %3 : tensor<8x8xf32>
  }
  relax.return %0 : tensor<8x8xf32>
}
