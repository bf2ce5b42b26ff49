// Threads run in another order between barriers, so that what lacks a barrier
// gives another result.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=descending}))' | FileCheck %s --check-prefixes=CHECK,DOWN
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=shuffled}))' | FileCheck %s --check-prefixes=CHECK,MIXED
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | FileCheck %s --check-prefix=UP
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=sideways}))' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: Cannot find option named 'sideways'

// Each order computes the same where a barrier stands; without one, the last
// thread reads what only the first one writes.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=descending}))' -o %t.down.mlir
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=shuffled}))' -o %t.mixed.mlir
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -o %t.up.mlir
// RUN: relax-interp %t.up.mlir --function=right --input=2x3xf32=7 --output=- | FileCheck %s --check-prefix=SEVEN
// RUN: relax-interp %t.down.mlir --function=right --input=2x3xf32=7 --output=- | FileCheck %s --check-prefix=SEVEN
// RUN: relax-interp %t.mixed.mlir --function=right --input=2x3xf32=7 --output=- | FileCheck %s --check-prefix=SEVEN
// RUN: relax-interp %t.up.mlir --function=wrong --input=2x3xf32=7 --output=- | FileCheck %s --check-prefix=SEVEN
// RUN: not relax-interp %t.down.mlir --function=wrong --input=2x3xf32=7 --output=- 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not relax-interp %t.mixed.mlir --function=wrong --input=2x3xf32=7 --output=- 2>&1 | FileCheck %s --check-prefix=EARLY
// SEVEN: 7, 7, 7
// EARLY: 'memref.load' op reads what nobody has written

// UP-LABEL: tir.func private @wait
// UP-NOT: arith.remui
// CHECK-LABEL: tir.func private @wait
// CHECK-DAG: %[[COUNT:.*]] = arith.constant 6 : index
// DOWN-DAG: %[[LAST:.*]] = arith.constant 5 : index
// CHECK: tir.for %[[I:.*]] = %{{.*}} to %[[COUNT]] {
// DOWN-NEXT: %[[SCALED:.*]] = arith.muli %[[I]], %[[LAST]]
// DOWN-NEXT: %[[MOVED:.*]] = arith.addi %[[SCALED]], %[[LAST]]
// MIXED: %[[SCALED:.*]] = arith.muli %[[I]], %c1637
// MIXED: %[[MOVED:.*]] = arith.addi %[[SCALED]], %{{.*}}
// CHECK-NEXT: %[[NUMBER:.*]] = arith.remui %[[MOVED]], %[[COUNT]]
// CHECK-NEXT: arith.remui %[[NUMBER]], %{{.*}}
// CHECK-NEXT: arith.divui %[[NUMBER]], %{{.*}}
tir.func private @wait(%x: memref<2x3xf32>, %y: memref<2x3xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c2, %sz = %c1)
      workgroup(%m : memref<1xf32, #gpu.address_space<workgroup>>) {
    %number = arith.addi %tx, %ty : index
    %isFirst = arith.cmpi eq, %number, %c0 : index
    scf.if %isFirst {
      %0 = memref.load %x[%ty, %tx] : memref<2x3xf32>
      memref.store %0, %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %1 = memref.load %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    memref.store %1, %y[%ty, %tx] : memref<2x3xf32>
    gpu.terminator
  }
  tir.return
}
relax.func @right(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = relax.call_tir @wait(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  relax.return %0 : tensor<2x3xf32>
}

tir.func private @hurry(%x: memref<2x3xf32>, %y: memref<2x3xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c2, %sz = %c1)
      workgroup(%m : memref<1xf32, #gpu.address_space<workgroup>>) {
    %number = arith.addi %tx, %ty : index
    %isFirst = arith.cmpi eq, %number, %c0 : index
    scf.if %isFirst {
      %0 = memref.load %x[%ty, %tx] : memref<2x3xf32>
      memref.store %0, %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    memref.store %1, %y[%ty, %tx] : memref<2x3xf32>
    gpu.terminator
  }
  tir.return
}
relax.func @wrong(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = relax.call_tir @hurry(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  relax.return %0 : tensor<2x3xf32>
}
