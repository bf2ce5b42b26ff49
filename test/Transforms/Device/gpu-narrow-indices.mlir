// Indices are divided in 32 bits where the sizes of a launch show that they fit.
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(tir.func(relax-gpu-narrow-indices))' | FileCheck %s
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(tir.func(relax-gpu-narrow-indices,relax-gpu-narrow-indices))' | FileCheck %s
// RUN: %same-results=relax-gpu-narrow-indices

// A row and a column of each element: the host asks for the launch and the size.
// CHECK-LABEL: tir.func @rows(
// CHECK:         %[[END:.*]] = arith.constant 0x41E0000000000000 : f64
// CHECK-DAG:     arith.mulf
// CHECK-DAG:     arith.addf
// CHECK:         arith.cmpf olt, %{{.*}}, %{{.*}} : f64
// CHECK:         arith.cmpi sge, %dim_0, %{{.*}} : index
// CHECK:         scf.if
// CHECK:           gpu.launch {{.*}} function(@add)
// CHECK-NOT:         div{{.*}} : index
// CHECK:             arith.divui %{{.*}}, %{{.*}} : i32
// CHECK:             arith.remui %{{.*}}, %{{.*}} : i32
// CHECK:         } else {
// CHECK:           gpu.launch {{.*}} function(@add_wide)
// CHECK:             arith.divui %{{.*}}, %dim_0 : index
// CHECK:             arith.remui %{{.*}}, %dim_0 : index
// CHECK-NOT:     gpu.launch
tir.func @rows(%a: memref<?x?xf32>, %b: memref<?x?xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %dim = memref.dim %b, %c0 : memref<?x?xf32>
  %dim_0 = memref.dim %b, %c1 : memref<?x?xf32>
  %0 = arith.muli %dim, %dim_0 : index
  %1 = arith.ceildivsi %0, %c4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) module(@kernels) function(@add) {
    %2 = arith.muli %bx, %c4 : index
    %3 = arith.addi %2, %tx : index
    %4 = arith.cmpi slt, %3, %0 : index
    scf.if %4 {
      %5 = arith.divui %3, %dim_0 : index
      %6 = arith.remui %3, %dim_0 : index
      %7 = memref.load %a[%5, %6] : memref<?x?xf32>
      %8 = arith.addf %7, %7 : f32
      memref.store %8, %b[%5, %6] : memref<?x?xf32>
    }
    gpu.terminator
  }
  tir.return
}

// Numbers of loops, the smaller and the larger of two.
// CHECK-LABEL: tir.func @loops(
// CHECK:         arith.minimumf
// CHECK:         arith.maximumf
// CHECK:         scf.if
// CHECK:           gpu.launch
// CHECK:             arith.divui %{{.*}}, %{{.*}} : i32
// CHECK:         else
tir.func @loops(%a: memref<?xindex>, %n: index, %m: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    scf.for %i = %c0 to %n step %c1 {
      %0 = arith.minsi %i, %m : index
      %1 = arith.maxsi %m, %c1 : index
      %2 = arith.floordivsi %0, %1 : index
      memref.store %2, %a[%i] : memref<?xindex>
    }
    gpu.terminator
  }
  tir.return
}

// What may be below 0, what memory says, and what constants divide stays.
// CHECK-LABEL: tir.func @kept(
// CHECK-NOT:     scf.if
// CHECK:         gpu.launch
// CHECK:           arith.remui {{.*}} : index
// CHECK:           arith.divui {{.*}} : index
// CHECK:           arith.divui {{.*}} : index
tir.func @kept(%a: memref<?xindex>, %n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = arith.subi %n, %tx : index
    %1 = arith.remui %0, %n : index
    memref.store %1, %a[%tx] : memref<?xindex>
    %2 = memref.load %a[%tx] : memref<?xindex>
    %3 = arith.divui %2, %n : index
    memref.store %3, %a[%tx] : memref<?xindex>
    %4 = arith.divui %n, %c3 : index
    memref.store %4, %a[%tx] : memref<?xindex>
    gpu.terminator
  }
  tir.return
}

// -----

// Nothing to do, nor anybody who calls.
// CHECK-LABEL: tir.func private @empty(
// CHECK-NEXT:    tir.return
tir.func private @empty() attributes {num_inputs = 0 : i64} {
  tir.return
}
