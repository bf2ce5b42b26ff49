// Stores past the caches are of aligned vectors: a program that has some is
// there twice, and looks at the addresses of its results first.
// RUN: relax-opt %s --convert-tir-to-scf | FileCheck %s

// CHECK-LABEL: func.func @aligned(
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %arg1
// CHECK: %[[MASK:.*]] = arith.constant 63 : index
// CHECK: %[[REST:.*]] = arith.andi %[[ADDRESS]], %[[MASK]]
// CHECK: %[[CHECK:.*]] = arith.cmpi eq, %[[REST]]
// CHECK: scf.if %[[CHECK]] {
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : memref<4x64xf32>, vector<32xf32>
// CHECK: } else {
// CHECK: vector.store {{.*}}] : memref<4x64xf32>, vector<32xf32>
// CHECK: }
tir.func @aligned(%x: memref<4x64xf32>, %y: memref<4x64xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c2 {
      %0 = arith.muli %j, %c32 : index
      tir.for vectorized %k = %c0 to %c32 {
        %1 = arith.addi %0, %k : index
        %2 = memref.load %x[%i, %1] : memref<4x64xf32>
        memref.store %2, %y[%i, %1] {nontemporal = true} : memref<4x64xf32>
      }
    }
  }
  tir.return
}

// Rows of 60 do not begin with a line; the last tile of one of 64 is moved by a
// number that nobody knows; a buffer that the program makes may be anywhere.
// CHECK-LABEL: func.func @not_aligned(
// CHECK-NOT: nontemporal
tir.func @not_aligned(%x: memref<64xf32>, %y: memref<4x60xf32>, %z: memref<64xf32>, %w: memref<64xf32>, %first: index) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %own = memref.alloc() : memref<64xf32>
  tir.for vectorized %k = %c0 to %c16 {
    %0 = memref.load %x[%k] : memref<64xf32>
    memref.store %0, %y[%c1, %k] {nontemporal = true} : memref<4x60xf32>
    %1 = arith.addi %first, %k : index
    memref.store %0, %z[%1] {nontemporal = true} : memref<64xf32>
    memref.store %0, %own[%k] {nontemporal = true} : memref<64xf32>
    memref.store %0, %w[%k] : memref<64xf32>
  }
  tir.return
}
