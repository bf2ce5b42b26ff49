// A view of a buffer that stands behind the accesses that shall use it.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=128 | FileCheck %s
// RUN: relax-interp %s --before-after=tir-default-cpu-schedule{vector-bits=128}

// CHECK: %[[BUFFER:.*]] = memref.alloc() : memref<1xi32>
// CHECK-NEXT: %[[VIEW:.*]] = memref.collapse_shape %[[BUFFER]]
// CHECK: memref.store %{{.*}}, %[[VIEW]][] : memref<i32>
tir.func @view(%x: memref<1xi8>, %y: memref<2xi1>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = memref.alloc() : memref<1xi32>
  tir.for %i = %c0 to %c1 {
    tir.block "astype" iters(%a : spatial = %i in %c1) reads(%x : memref<1xi8>) writes(%t : memref<1xi32>) {
      %0 = memref.load %x[%a] : memref<1xi8>
      %1 = arith.extsi %0 : i8 to i32
      memref.store %1, %t[%a] : memref<1xi32>
    }
  }
  %v = memref.collapse_shape %t [] : memref<1xi32> into memref<i32>
  tir.for vectorized %i = %c0 to %c2 {
    %0 = memref.load %v[] : memref<i32>
    %1 = arith.cmpi sle, %0, %0 : i32
    memref.store %1, %y[%i] : memref<2xi1>
  }
  tir.return
}
