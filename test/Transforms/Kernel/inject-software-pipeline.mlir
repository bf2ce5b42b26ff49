// RUN: relax-opt %s --tir-inject-software-pipeline --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --tir-inject-software-pipeline --tir-inject-software-pipeline | FileCheck %s
// RUN: %same-results=tir-inject-software-pipeline
// RUN: relax-opt %s --tir-inject-software-pipeline -o %t.mlir
// RUN: relax-interp %t.mlir --function=run --input=1xf32=1 --output=- | FileCheck %s --check-prefix=ONE
// RUN: relax-interp %t.mlir --function=run --input=3xf32=1 --output=- | FileCheck %s --check-prefix=THREE
// RUN: relax-interp %t.mlir --function=run --input=5xf32=1 --output=- | FileCheck %s --check-prefix=FIVE
// ONE: f32[1] = [3]
// THREE: f32[3] = [3, 3, 3]
// FIVE: f32[5] = [3, 3, 3, 3, 3]

// Three stages of a size that is not known: whether an iteration is there is
// asked in the first and last steps. Other annotations stay.
// CHECK-LABEL: @sized
// CHECK: %[[T:.*]] = memref.alloc() : memref<3x1xf32>
// CHECK: %[[U:.*]] = memref.alloc() : memref<2x1xf32>
// CHECK: tir.for unrolled
// CHECK: tir.if
// CHECK: tir.for %[[I:.*]] = %{{.*}} annotations {keep = 1 : i64}
// CHECK-NOT: tir.if
// CHECK: memref.load %[[U]]
// CHECK: arith.addi %[[I]], %c3
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: memref.store %{{.*}}, %[[U]]
// CHECK: arith.maxsi
// CHECK: tir.for unrolled
// CHECK: tir.if
tir.func @sized(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n annotations {keep = 1 : i64, software_pipeline_order = array<i64: 1, 2, 0>, software_pipeline_stage = array<i64: 0, 1, 3>} {
    %t = memref.alloc() : memref<1xf32>
    %u = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    %2 = arith.addf %1, %1 : f32
    memref.store %2, %u[%c0] : memref<1xf32>
    %3 = memref.load %u[%c0] : memref<1xf32>
    %4 = arith.addf %3, %1 : f32
    memref.store %4, %y[%i] : memref<?xf32>
  }
  tir.return
}

relax.func @run(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_tir @sized(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// Fewer iterations than stages; no iteration; a start that is not 0.
// CHECK-LABEL: @few
// CHECK-NOT: software_pipeline
tir.func @few(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c8 {
    memref.store %zero, %y[%i] : memref<8xf32>
  }
  tir.for %i = %c3 to %c5 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 4]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
    memref.dealloc %t : memref<1xf32>
  }
  tir.for %i = %c5 to %c5 annotations {software_pipeline_order = [0], software_pipeline_stage = [1]} {
    memref.store %zero, %y[%i] : memref<8xf32>
  }
  tir.return
}

// A start that is only known when it runs.
// CHECK-LABEL: @later
// CHECK: memref.alloc() : memref<2x1xf32>
tir.func @later(%s: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %x: memref<?xf32> {tir.dims = #relax.dims<[n + 3]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n + 3]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %s, %c0 : memref<?xf32>
  %m = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %y[%i] : memref<?xf32>
  }
  tir.for %i = %n to %m annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<?xf32>
  }
  tir.return
}

// The reader is first in a step: one version is enough, and a sum of all
// iterations is no obstacle where one statement has it.
// CHECK-LABEL: @first
// CHECK: memref.alloc() : memref<4xf32>
tir.func @first(%x: memref<6x4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  tir.for %j = %c0 to %c4 {
    memref.store %zero, %y[%j] : memref<4xf32>
  }
  tir.for %i = %c0 to %c6 annotations {software_pipeline_order = [1, 0], software_pipeline_stage = [0, 1]} {
    %t = memref.alloc(%c4) : memref<?xf32>
    %s = memref.alloc() : memref<4xf32>
    tir.for %j = %c0 to %c4 {
      %0 = memref.load %x[%i, %j] : memref<6x4xf32>
      memref.store %0, %s[%j] : memref<4xf32>
    }
    tir.for %j = %c0 to %c4 {
      %0 = memref.load %s[%j] : memref<4xf32>
      %1 = memref.load %y[%j] : memref<4xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%j] : memref<4xf32>
    }
  }
  tir.return
}

// Each iteration has other elements of what is not its own; an op that is no
// load or store sees a version through a view.
// CHECK-LABEL: @apart
// CHECK: %[[T:.*]] = memref.alloc() : memref<2x4xf32>
// CHECK: %[[V:.*]] = memref.subview %[[T]][%{{.*}}, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK: memref.copy %{{.*}}, %[[V]]
tir.func @apart(%x: memref<4xf32>, %y: memref<32xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1, 2], software_pipeline_stage = [0, 0, 1]} {
    %t = memref.alloc() : memref<4xf32>
    memref.copy %x, %t : memref<4xf32> to memref<4xf32>
    %first = arith.muli %i, %c4 : index
    tir.for %j = %c0 to %c4 {
      %at = arith.addi %first, %j : index
      %0 = memref.load %t[%j] : memref<4xf32>
      memref.store %0, %y[%at] : memref<32xf32>
    }
    %size = memref.dim %t, %c0 : memref<4xf32>
    %isFour = arith.cmpi eq, %size, %c4 : index
    tir.if %isFour {
      tir.for %j = %c1 to %c4 {
        %at = arith.addi %first, %j : index
        %0 = memref.load %t[%j] : memref<4xf32>
        %1 = memref.load %y[%at] : memref<32xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%at] : memref<32xf32>
      }
    }
  }
  tir.return
}

// The parts of the inner pipeline are three statements of the outer one; its
// first step has two statements, and stays one.
// CHECK-LABEL: @nested
// CHECK: tir.for unrolled
// CHECK-NOT: software_pipeline
tir.func @nested(%x: memref<5x6xf32>, %y: memref<5x6xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  tir.for %i = %c0 to %c5 annotations {software_pipeline_order = [0, 2, 3, 1], software_pipeline_stage = [0, 0, 0, 1]} {
    %t = memref.alloc() : memref<6xf32>
    tir.for %j = %c0 to %c6 {
      %0 = memref.load %x[%i, %j] : memref<5x6xf32>
      memref.store %0, %t[%j] : memref<6xf32>
    }
    tir.for %j = %c0 to %c6 annotations {software_pipeline_order = [0, 1, 2], software_pipeline_stage = [0, 0, 1]} {
      %u = memref.alloc() : memref<1xf32>
      %v = memref.alloc() : memref<1xf32>
      %0 = memref.load %t[%j] : memref<6xf32>
      memref.store %0, %u[%c0] : memref<1xf32>
      memref.store %0, %v[%c0] : memref<1xf32>
      %1 = memref.load %u[%c0] : memref<1xf32>
      %2 = memref.load %v[%c0] : memref<1xf32>
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %y[%i, %j] : memref<5x6xf32>
    }
  }
  tir.return
}

// CHECK-LABEL: @dead
tir.func private @dead(%x: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [], software_pipeline_stage = []} {
    gpu.barrier
  }
  tir.return
}

// CHECK-LABEL: @external
tir.func private @external(memref<8xf32>) attributes {num_inputs = 0 : i64}
