// Loads and stores assert that they are inside of their buffers; shared memory
// holds NaN at first.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{check-accesses}))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | FileCheck %s --check-prefix=PLAIN
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{check-accesses}))' -o %t.mlir
// RUN: relax-interp %t.mlir --function=main --random=1 --dims=n=8 --quiet
// RUN: not relax-interp %t.mlir --function=main --random=1 --dims=n=9 --quiet 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 'vector.load' op of a kernel is outside of its buffer
// RUN: relax-interp %t.mlir --function=early --output=- | FileCheck %s --check-prefix=EARLY
// EARLY: nan, nan

// PLAIN-NOT: tir.assert
// CHECK-LABEL: tir.func private @copy
// CHECK: tir.for parallel
// The four last elements of a vector, and a size of run time.
// CHECK: %[[SIZE:.*]] = memref.dim %arg0
// CHECK: %[[FIRST_IN:.*]] = arith.cmpi ult, %[[AT:.*]], %[[SIZE]] : index
// CHECK: %[[LAST:.*]] = arith.addi %[[AT]], %c3{{.*}} : index
// CHECK: %[[LAST_IN:.*]] = arith.cmpi ult, %[[LAST]], %[[SIZE]] : index
// CHECK: %[[IN:.*]] = arith.andi %[[FIRST_IN]], %[[LAST_IN]] : i1
// CHECK: tir.assert %[[IN]], "'vector.load' op of a kernel is outside of its buffer"
// CHECK: vector.load %arg0[%[[AT]]]
// CHECK: tir.assert %{{.*}}, "'vector.store' op of a kernel is outside of its buffer"
// CHECK: vector.store
// Both axes; a buffer without any is not checked.
// CHECK: arith.cmpi ult
// CHECK: arith.cmpi ult
// CHECK: arith.andi
// CHECK: tir.assert %{{.*}}, "'memref.load' op of a kernel is outside of its buffer"
// CHECK: memref.load
// CHECK-NOT: tir.assert
// CHECK: memref.store
tir.func private @copy(%x: memref<?xf32>, %table: memref<2x2xf32>, %y: memref<?xf32>, %z: memref<f32>) attributes {num_inputs = 2 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %more = arith.addi %n, %c3 : index
  %blocks = arith.divui %more, %c4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %at = arith.muli %bx, %c4 : index
    %0 = vector.load %x[%at] : memref<?xf32>, vector<4xf32>
    vector.store %0, %y[%at] : memref<?xf32>, vector<4xf32>
    %1 = memref.load %table[%tx, %ty] : memref<2x2xf32>
    %isFirst = arith.cmpi eq, %bx, %c0 : index
    scf.if %isFirst {
      memref.store %1, %z[] : memref<f32>
    }
    gpu.terminator
  }
  tir.return
}
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>, %t: tensor<2x2xf32>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<f32>) {
  %0:2 = relax.call_tir @copy(%x, %t) : (tensor<?xf32, #relax.dims<[n]>>, tensor<2x2xf32>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<f32>)
  relax.return %0#0, %0#1 : tensor<?xf32, #relax.dims<[n]>>, tensor<f32>
}

tir.func private @unwritten(%y: memref<2xf16>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<2xf16, #gpu.address_space<workgroup>>) {
    %0 = memref.load %m[%tx] : memref<2xf16, #gpu.address_space<workgroup>>
    memref.store %0, %y[%tx] : memref<2xf16>
    gpu.terminator
  }
  tir.return
}
relax.func @early() -> tensor<2xf16> {
  %0 = relax.call_tir @unwritten() : () -> tensor<2xf16>
  relax.return %0 : tensor<2xf16>
}
