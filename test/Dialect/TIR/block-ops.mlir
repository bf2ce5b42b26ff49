// Blocks: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @matmul
tir.func private @matmul(%A: memref<?x128xf32>, %B: memref<128x64xf32>,
                         %C: memref<?x64xf32>) attributes {num_inputs = 2} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x128xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c64 {
      tir.for %k = %c0 to %c128 {
        // CHECK: tir.block "matmul" iters(%[[I:.*]] : spatial = %{{.*}} in %{{.*}}, %[[J:.*]] : spatial = %{{.*}} in %{{.*}}, %[[K:.*]] : reduce = %{{.*}} in %{{.*}}) reads(%{{.*}}, %{{.*}} : memref<?x128xf32>, memref<128x64xf32>) writes(%{{.*}} : memref<?x64xf32>) {
        tir.block "matmul" iters(%vi : spatial = %i in %n,
                                 %vj : spatial = %j in %c64,
                                 %vk : reduce = %k in %c128)
            reads(%A, %B : memref<?x128xf32>, memref<128x64xf32>)
            writes(%C : memref<?x64xf32>) {
          // CHECK-NEXT: tir.init {
          // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
          // CHECK-NEXT: }
          tir.init {
            memref.store %zero, %C[%vi, %vj] : memref<?x64xf32>
          }
          %a = memref.load %A[%vi, %vk] : memref<?x128xf32>
          %b = memref.load %B[%vk, %vj] : memref<128x64xf32>
          %c = memref.load %C[%vi, %vj] : memref<?x64xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%vi, %vj] : memref<?x64xf32>
        }
      }
    }
  }
  tir.return
}

// CHECK-LABEL: @forms
tir.func private @forms(%m: memref<f32>, %c: index) attributes {num_inputs = 0} {
  %f = arith.constant 1.0 : f32
  %t = arith.constant true
  // A computation of rank 0.
  // CHECK: tir.block "scalar" writes(%{{.*}} : memref<f32>) {
  tir.block "scalar" writes(%m : memref<f32>) {
    memref.store %f, %m[] : memref<f32>
  }
  // CHECK: tir.block "all" iters(%{{.*}} : ordered = %{{.*}} in %{{.*}}, %{{.*}} : opaque = %{{.*}} in %{{.*}}) where %{{.*}} annotations {hint = 1 : i64} attributes {tag} {
  tir.block "all" iters(%a : ordered = %c in %c, %b : opaque = %c in %c)
      where %t annotations {hint = 1 : i64} attributes {tag} {
    // CHECK-NEXT: arith.addi
    %s = arith.addi %a, %b : index
  }
  tir.return
}
