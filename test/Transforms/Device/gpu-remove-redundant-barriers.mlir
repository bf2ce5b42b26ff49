// Barriers that order nothing go, the others stay.
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(tir.func(relax-gpu-remove-redundant-barriers))' | FileCheck %s
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(tir.func(relax-gpu-remove-redundant-barriers,relax-gpu-remove-redundant-barriers))' | FileCheck %s
// RUN: %same-results=relax-gpu-remove-redundant-barriers

// Two buffers are filled one after the other, and read in turn: the last
// iteration's reads come before the next one's writes.
// CHECK-LABEL: tir.func @tiles(
// CHECK: scf.for
// CHECK: memref.store {{.*}}#gpu.address_space<workgroup>>
// CHECK-NOT: gpu.barrier
// CHECK: memref.store {{.*}}#gpu.address_space<workgroup>>
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: memref.store {{.*}}memref<4xf32, #gpu.address_space<private>>
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NOT: gpu.barrier
tir.func @tiles(%a: memref<?x4xf32>, %b: memref<?x4xf32>, %c: memref<4xf32>) attributes {num_inputs = 2 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?x4xf32>
  %o = memref.dim %b, %c0 : memref<?x4xf32>
  %m = arith.minui %n, %o : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>>, %t : memref<4xf32, #gpu.address_space<workgroup>>)
      private(%own : memref<4xf32, #gpu.address_space<private>>) {
    memref.store %zero, %own[%c0] : memref<4xf32, #gpu.address_space<private>>
    gpu.barrier
    scf.for %k = %c0 to %m step %c1 {
      %0 = memref.load %a[%k, %tx] : memref<?x4xf32>
      memref.store %0, %s[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %1 = memref.load %b[%k, %tx] : memref<?x4xf32>
      memref.store %1, %t[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %2 = arith.subi %c3, %tx : index
      %3 = memref.load %s[%2] : memref<4xf32, #gpu.address_space<workgroup>>
      %4 = memref.load %t[%2] : memref<4xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %5 = memref.load %own[%c0] : memref<4xf32, #gpu.address_space<private>>
      %6 = arith.mulf %3, %4 : f32
      %7 = arith.addf %5, %6 : f32
      memref.store %7, %own[%c0] : memref<4xf32, #gpu.address_space<private>>
      gpu.barrier
    }
    gpu.barrier
    %8 = memref.load %own[%c0] : memref<4xf32, #gpu.address_space<private>>
    memref.store %8, %c[%tx] : memref<4xf32>
    gpu.terminator
  }
  tir.return
}

// -----

// Parameters may be the same buffer, and what a thread writes another may read.
// CHECK-LABEL: tir.func @parameters(
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT: gpu.barrier
tir.func @parameters(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %0 = memref.load %a[%tx] : memref<4xf32>
    gpu.barrier
    memref.store %0, %b[%tx] : memref<4xf32>
    gpu.barrier
    gpu.barrier
    %1 = arith.subi %c3, %tx : index
    %2 = memref.load %b[%1] : memref<4xf32>
    memref.store %2, %c[%tx] : memref<4xf32>
    gpu.terminator
  }
  tir.return
}

// -----

// A barrier in a branch that all threads take, or none, may be missing.
// CHECK-LABEL: tir.func private @dead(
// CHECK: scf.if
// CHECK: gpu.barrier
// CHECK: }
// CHECK: gpu.barrier
// CHECK: memref.load
tir.func private @dead(%b: memref<4xf32>, %n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %flag = arith.cmpi eq, %n, %c3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>>) {
    memref.store %zero, %s[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.if %flag {
      gpu.barrier
      %0 = arith.subi %c3, %tx : index
      %1 = memref.load %s[%0] : memref<4xf32, #gpu.address_space<workgroup>>
      memref.store %1, %b[%tx] : memref<4xf32>
    }
    gpu.barrier
    %2 = arith.subi %c3, %tx : index
    %3 = memref.load %s[%2] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %3, %b[%2] : memref<4xf32>
    gpu.terminator
  }
  tir.return
}

// -----

// A loop that is no `scf.for` may come to its beginning again.
// CHECK-LABEL: tir.func private @unknown(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK: scf.while
// CHECK-COUNT-2: gpu.barrier
tir.func private @unknown(%b: memref<4xf32>, %n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>>) {
    memref.store %zero, %s[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = scf.while (%i = %c0) : (index) -> index {
      %more = arith.cmpi ult, %i, %c2 : index
      scf.condition(%more) %i : index
    } do {
    ^bb0(%i: index):
      %0 = memref.load %s[%i] : memref<4xf32, #gpu.address_space<workgroup>>
      memref.store %0, %b[%tx] : memref<4xf32>
      gpu.barrier
      memref.store %0, %s[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.terminator
  }
  tir.return
}

// -----

// What has no launch stays.
// CHECK-LABEL: tir.func private @host(
// CHECK-NEXT: memref.copy
tir.func private @host(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
