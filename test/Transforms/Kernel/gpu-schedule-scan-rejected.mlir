// What looks like a scan and is none that threads can share: a thread a row.
// RUN: relax-opt %s --tir-default-gpu-schedule --tir-verify-scheduled | FileCheck %s
// RUN: %same-results=tir-default-gpu-schedule --tolerance=1e-5

// Steps whose order matters.
// CHECK-LABEL: tir.func private @order(
// CHECK-NOT:   gpu.shuffle
// CHECK:       tir.return
tir.func private @order(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c40 = arith.constant 40 : index
  tir.for %i = %c0 to %c3 {
    tir.block "scan" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
      %n = arith.addi %c40, %c0 : index
      %0 = arith.cmpi sgt, %n, %c0 : index
      tir.if %0 {
        %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
        memref.store %1, %y[%a, %c0] : memref<3x40xf32>
      }
      tir.for %k = %c1 to %n {
        %b = arith.subi %k, %c1 : index
        %2 = memref.load %y[%a, %b] : memref<3x40xf32>
        %3 = memref.load %x[%a, %k] : memref<3x40xf32>
        %4 = arith.subf %2, %3 : f32
        memref.store %4, %y[%a, %k] : memref<3x40xf32>
      }
    }
  }
  tir.return
}

// Rows of different lengths.
// CHECK-LABEL: tir.func private @lengths(
// CHECK-NOT:   gpu.shuffle
// CHECK:       tir.return
tir.func private @lengths(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c40 = arith.constant 40 : index
  tir.for %i = %c0 to %c3 {
    tir.block "scan" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
      %n = arith.muli %a, %c3 : index
      %0 = arith.cmpi sgt, %n, %c0 : index
      tir.if %0 {
        %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
        memref.store %1, %y[%a, %c0] : memref<3x40xf32>
      }
      tir.for %k = %c1 to %n {
        %b = arith.subi %k, %c1 : index
        %2 = memref.load %y[%a, %b] : memref<3x40xf32>
        %3 = memref.load %x[%a, %k] : memref<3x40xf32>
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %y[%a, %k] : memref<3x40xf32>
      }
    }
  }
  tir.return
}

// A step that is of what was computed before.
// CHECK-LABEL: tir.func private @itself(
// CHECK-NOT:   gpu.shuffle
// CHECK:       tir.return
tir.func private @itself(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c40 = arith.constant 40 : index
  tir.for %i = %c0 to %c3 {
    tir.block "scan" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
      %n = arith.addi %c40, %c0 : index
      %0 = arith.cmpi sgt, %n, %c0 : index
      tir.if %0 {
        %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
        memref.store %1, %y[%a, %c0] : memref<3x40xf32>
      }
      tir.for %k = %c1 to %n {
        %b = arith.subi %k, %c1 : index
        %2 = memref.load %y[%a, %b] : memref<3x40xf32>
        %3 = memref.load %x[%a, %k] : memref<3x40xf32>
        %5 = memref.load %y[%a, %c0] : memref<3x40xf32>
        %6 = arith.mulf %3, %5 : f32
        %4 = arith.addf %2, %6 : f32
        memref.store %4, %y[%a, %k] : memref<3x40xf32>
      }
    }
  }
  tir.return
}

// Each element is joined with the first one.
// CHECK-LABEL: tir.func private @start(
// CHECK-NOT:   gpu.shuffle
// CHECK:       tir.return
tir.func private @start(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c40 = arith.constant 40 : index
  tir.for %i = %c0 to %c3 {
    tir.block "scan" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
      %n = arith.addi %c40, %c0 : index
      %0 = arith.cmpi sgt, %n, %c0 : index
      tir.if %0 {
        %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
        memref.store %1, %y[%a, %c0] : memref<3x40xf32>
      }
      tir.for %k = %c1 to %n {
        %b = arith.subi %k, %c1 : index
        %2 = memref.load %y[%a, %c0] : memref<3x40xf32>
        %3 = memref.load %x[%a, %k] : memref<3x40xf32>
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %y[%a, %k] : memref<3x40xf32>
      }
    }
  }
  tir.return
}

// The block does something else as well.
// CHECK-LABEL: tir.func private @also(
// CHECK-NOT:   gpu.shuffle
// CHECK:       tir.return
tir.func private @also(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c40 = arith.constant 40 : index
  tir.for %i = %c0 to %c3 {
    tir.block "scan" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
      %n = arith.addi %c40, %c0 : index
      %0 = arith.cmpi sgt, %n, %c0 : index
      tir.if %0 {
        %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
        memref.store %1, %y[%a, %c0] : memref<3x40xf32>
      }
      %f = arith.constant 1.0 : f32
      memref.store %f, %y[%a, %c3] : memref<3x40xf32>
      tir.for %k = %c1 to %n {
        %b = arith.subi %k, %c1 : index
        %2 = memref.load %y[%a, %b] : memref<3x40xf32>
        %3 = memref.load %x[%a, %k] : memref<3x40xf32>
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %y[%a, %k] : memref<3x40xf32>
      }
    }
  }
  tir.return
}
