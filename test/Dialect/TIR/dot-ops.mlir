// Products of words of halves and of bf16, of one word and of vectors.
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

// CHECK-LABEL: func.func @bfloats
func.func @bfloats(%a: i32, %b: vector<4xi32>) -> (f32, vector<4xf32>) {
  // CHECK: tir.dot2_bf16 %{{.*}}, %{{.*}} : i32 to f32
  %0 = tir.dot2_bf16 %a, %a : i32 to f32
  // CHECK: tir.dot2_bf16 %{{.*}}, %{{.*}} : vector<4xi32> to vector<4xf32>
  %1 = tir.dot2_bf16 %b, %b : vector<4xi32> to vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}
