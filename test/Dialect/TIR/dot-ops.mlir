// Products of words of halves, of one word and of vectors.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @dot2
tir.func private @dot2(%m: memref<i32>, %v: memref<4xi32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %a = memref.load %m[] : memref<i32>
  // CHECK: tir.dot2_s16 %{{.*}}, %{{.*}} : i32
  %r = tir.dot2_s16 %a, %a : i32
  memref.store %r, %m[] : memref<i32>
  %b = vector.load %v[%c0] : memref<4xi32>, vector<4xi32>
  // CHECK: tir.dot2_s16 %{{.*}}, %{{.*}} : vector<4xi32>
  %s = tir.dot2_s16 %b, %b : vector<4xi32>
  vector.store %s, %v[%c0] : memref<4xi32>, vector<4xi32>
  tir.return
}
