// Products of words of bytes, halves and bf16, of one word and of vectors.
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

// The pairs of the constants are (1, 127), (-128, 0), and (127, -128), (64, 64).
// CHECK-LABEL: func.func @pairs
func.func @pairs(%a: i32, %b: vector<2xi32>) -> (i32, vector<2xi32>) {
  %w = arith.constant 0x00807f01 : i32
  %v = arith.constant dense<[0, 0x4040807f]> : vector<2xi32>
  // CHECK: tir.dot4_u8s8 %{{.*}}, %{{.*}} {pairs_fit} : i32
  %0 = tir.dot4_u8s8 %a, %w {pairs_fit} : i32
  // CHECK: tir.dot4_u8s8 %{{.*}}, %{{.*}} {pairs_fit} : vector<2xi32>
  %1 = tir.dot4_u8s8 %b, %v {pairs_fit} : vector<2xi32>
  return %0, %1 : i32, vector<2xi32>
}
