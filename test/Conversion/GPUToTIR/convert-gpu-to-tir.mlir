// Launches become loops; what comes after a barrier is a loop of its own.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -split-input-file | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -split-input-file | relax-opt --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -split-input-file | FileCheck %s
// RUN: %same-results=convert-gpu-to-tir

// One phase; blocks run side by side.
// CHECK-LABEL: @double
// CHECK: tir.for parallel %{{.*}} = %{{.*}} to %[[ONE:.*]] {
// CHECK: tir.for parallel %{{.*}} = %{{.*}} to %[[ONE]] {
// CHECK: tir.for parallel %[[B:.*]] = %{{.*}} to %{{.*}} {
// CHECK: tir.for %{{.*}} to %[[ONE]] {
// CHECK: tir.for %{{.*}} to %[[ONE]] {
// CHECK: tir.for %[[T:.*]] = %{{.*}} to %c2 {
// CHECK: %[[F:.*]] = arith.muli %[[B]], %c2
// CHECK: arith.addi %[[F]], %[[T]]
// CHECK-NOT: gpu
tir.func private @double(%a: memref<?xf32> {tir.dims = #relax.dims<[n * 2]>}, %b: memref<?xf32> {tir.dims = #relax.dims<[n * 2]>}) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %size = memref.dim %a, %c0 : memref<?xf32>
  %n = arith.divui %size, %c2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %bx, %sx : index
    %1 = arith.addi %0, %tx : index
    %2 = memref.load %a[%1] : memref<?xf32>
    %3 = arith.addf %2, %2 : f32
    memref.store %3, %b[%1] : memref<?xf32>
    gpu.terminator
  }
  tir.return
}

// -----

// What is read before a barrier is kept, what is computed is computed again; a
// loop around a barrier is around the loops over threads; buffers of the block
// are there once, those of threads for each.
// CHECK-LABEL: @phases
// CHECK-DAG: %[[M:.*]] = memref.alloc() : memref<6xi32>
// CHECK-DAG: %[[KEPT:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK-DAG: %[[OWN:.*]] = memref.alloc(%{{.*}}) : memref<?x2xi32>
// CHECK: tir.for
// CHECK: %[[V:.*]] = memref.load %arg0
// CHECK: memref.store %[[V]], %[[KEPT]][%[[I:.*]]]
// CHECK: tir.for %[[R:.*]] = %c0 to %c3 {
// CHECK: tir.for
// CHECK: %[[PART:.*]] = memref.subview %[[OWN]]
// CHECK: memref.store %{{.*}}, %[[PART]]
// CHECK: memref.store %{{.*}}, %[[M]]
// CHECK: tir.for
// CHECK: arith.subi %c5
// CHECK: tir.if %{{.*}} {
// CHECK: tir.for
// CHECK: memref.load %[[KEPT]]
// CHECK-NOT: gpu
tir.func @phases(%x: memref<2x3xi32>, %y: memref<2x3xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %i0 = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c2, %sz = %c1)
      workgroup(%m : memref<6xi32, #gpu.address_space<workgroup>>) private(%own : memref<2xi32, #gpu.address_space<private>>) {
    %row = arith.muli %ty, %c3 : index
    %i = arith.addi %row, %tx : index
    %v = memref.load %x[%ty, %tx] : memref<2x3xi32>
    memref.store %i0, %own[%c1] : memref<2xi32, #gpu.address_space<private>>
    gpu.barrier
    scf.for %r = %c0 to %c3 step %c1 {
      %1 = memref.load %own[%c1] : memref<2xi32, #gpu.address_space<private>>
      %2 = arith.addi %1, %v : i32
      memref.store %2, %own[%c1] : memref<2xi32, #gpu.address_space<private>>
      memref.store %2, %m[%i] : memref<6xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %3 = arith.subi %c5, %i : index
      %4 = memref.load %m[%3] : memref<6xi32, #gpu.address_space<workgroup>>
      %5 = memref.load %own[%c1] : memref<2xi32, #gpu.address_space<private>>
      %6 = arith.addi %5, %4 : i32
      memref.store %6, %own[%c1] : memref<2xi32, #gpu.address_space<private>>
      gpu.barrier
    }
    %first = arith.cmpi eq, %bx, %c0 : index
    scf.if %first {
      %1 = memref.load %own[%c1] : memref<2xi32, #gpu.address_space<private>>
      memref.store %1, %m[%i] : memref<6xi32, #gpu.address_space<workgroup>>
      gpu.barrier
    } else {
      memref.store %i0, %m[%i] : memref<6xi32, #gpu.address_space<workgroup>>
    }
    %7 = memref.load %m[%i] : memref<6xi32, #gpu.address_space<workgroup>>
    %8 = arith.subi %7, %v : i32
    %positive = arith.cmpi eq, %8, %8 : i32
    cf.assert %positive, "equal"
    memref.store %8, %y[%ty, %tx] : memref<2x3xi32>
    gpu.terminator
  }
  tir.return
}

// -----

// Memory of the device is the host's; assertions are those of tir.
// CHECK-LABEL: @shared
// CHECK: %[[T:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: memref.dealloc %[[T]]
// CHECK-NOT: gpu
tir.func @shared(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %t = gpu.alloc (%n) : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = memref.load %x[%bx] : memref<?xf32>
    %1 = arith.negf %0 : f32
    memref.store %1, %t[%bx] : memref<?xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = memref.load %t[%bx] : memref<?xf32>
    memref.store %0, %y[%bx] : memref<?xf32>
    gpu.terminator
  }
  gpu.dealloc %t : memref<?xf32>
  tir.return
}
// CHECK: tir.func private @outside(memref<4xf32>)
tir.func private @outside(memref<4xf32>) attributes {num_inputs = 1 : i64}

// -----

// What was computed of something read before a barrier, which is written then:
// what was read is kept.
// CHECK-LABEL: @written
// CHECK-DAG: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK-DAG: %[[B:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: memref.load %arg1
// CHECK: tir.for
// CHECK-NOT: memref.load %arg
// CHECK: memref.load %[[A]]
// CHECK-NOT: memref.load %arg
// CHECK: memref.load %[[B]]
// CHECK-NOT: memref.load
// CHECK: memref.store %{{.*}}, %arg2
tir.func private @written(%x: memref<4xi32>, %y: memref<4xi32>, %z: memref<4xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %0 = memref.load %x[%tx] : memref<4xi32>
    memref.store %0, %y[%tx] : memref<4xi32>
    %1 = memref.load %y[%tx] : memref<4xi32>
    %2 = arith.addi %1, %0 : i32
    memref.store %2, %y[%tx] : memref<4xi32>
    gpu.barrier
    memref.store %2, %z[%tx] : memref<4xi32>
    gpu.terminator
  }
  tir.return
}
