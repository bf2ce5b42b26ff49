// Arithmetic on vectors, element by element, and what joins their elements.
// RUN: relax-interp %s | FileCheck %s

// CHECK: 3, -1, 7, 1
// CHECK: 10
// CHECK: 107
tir.func @main(%x: memref<4xf32>, %s: memref<1xf32>, %n: memref<1xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f1 = arith.constant 1.0 : f32
  %i100 = arith.constant 100 : i32
  %i5 = arith.constant 5 : i32
  %true = arith.constant true
  %a = arith.constant dense<[1.0, -1.0, 3.0, 0.0]> : vector<4xf32>
  %one = vector.broadcast %f1 : f32 to vector<4xf32>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %0 = arith.addf %a, %a : vector<4xf32>
  %1 = arith.addf %0, %one : vector<4xf32>
  %2 = arith.cmpf olt, %1, %zero : vector<4xf32>
  %3 = math.absf %1 : vector<4xf32>
  %4 = arith.select %2, %1, %3 : vector<4xi1>, vector<4xf32>
  %5 = arith.select %true, %4, %a : vector<4xf32>
  vector.store %5, %x[%c0] : memref<4xf32>, vector<4xf32>
  %sum = vector.reduction <add>, %5 : vector<4xf32> into f32
  memref.store %sum, %s[%c0] : memref<1xf32>
  %i = arith.fptosi %5 : vector<4xf32> to vector<4xi32>
  %most = vector.reduction <maxsi>, %i, %i5 : vector<4xi32> into i32
  %both = arith.addi %most, %i100 : i32
  memref.store %both, %n[%c0] : memref<1xi32>
  tir.return
}
