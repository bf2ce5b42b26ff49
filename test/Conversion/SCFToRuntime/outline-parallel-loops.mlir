// Bodies of parallel loops become functions.
// RUN: relax-opt %s --relax-rt-outline-parallel-loops | FileCheck %s

// Constants are made again; a buffer that is used under two names is not
// called free of aliases.
// CHECK-LABEL: func.func private @views(
// CHECK: relax_rt.parallel_for @views_parallel(%{{.*}}) captures(
// CHECK-LABEL: func.func private @views_parallel(%arg0: index, %arg1: index,
// CHECK-SAME: memref<8xf32>, %{{[^{]*}}memref<4x2xf32>, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK-SAME: no_inline
// CHECK: arith.constant 1.0
func.func private @views(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %v = memref.expand_shape %a [[0, 1]] output_shape [4, 2] : memref<8xf32> into memref<4x2xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %one, %a[%i] : memref<8xf32>
    memref.store %one, %v[%i, %c1] : memref<4x2xf32>
    memref.store %one, %b[%i] : memref<8xf32>
  }
  return
}

// Only the first dimension of the outermost loop is cut.
// CHECK-LABEL: func.func private @nested(
// CHECK-COUNT-1: relax_rt.parallel_for
// CHECK-NOT: relax_rt.parallel_for
// CHECK-LABEL: func.func private @nested_parallel(
// CHECK-COUNT-3: scf.for
func.func private @nested(%a: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %x, %a[%i, %j, %k] : memref<?x?x?xf32>
    }
  }
  return
}

// A loop with a reduction stays.
// CHECK-LABEL: func.func private @reduction(
// CHECK: scf.parallel
func.func private @reduction(%a: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %y = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%y : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}
