// A loop around a barrier begins and ends at it, so that a barrier is seen that
// is missing in front of the loop or behind it.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=descending}))' -o %t.mlir
// RUN: relax-interp %t.mlir --function=call_right --input=2xf32=7 --output=- | FileCheck %s --check-prefix=SEVEN
// RUN: not relax-interp %t.mlir --function=call_before --input=2xf32=7 --output=- 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not relax-interp %t.mlir --function=call_behind --input=2xf32=7 --output=- 2>&1 | FileCheck %s --check-prefix=EARLY
// SEVEN: {{\[\[}}7, 7], [7, 7], [7, 7]]
// EARLY: 'memref.load' op reads what nobody has written

// In ascending order loops stay as they are.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | FileCheck %s --check-prefix=UP
// UP-LABEL: tir.func private @right
// UP-NOT: arith.subi
// UP: tir.for %{{.*}} = %c0 to %c2 {
// RUN: FileCheck %s --input-file=%t.mlir
// CHECK-LABEL: tir.func private @right
// The first piece; the steps but the last one, which is behind them.
// CHECK: %[[ANY:.*]] = arith.cmpi slt
// CHECK: scf.if %[[ANY]] {
// CHECK: %[[LAST:.*]] = arith.subi
// CHECK: tir.for %{{.*}} = %{{.*}} to %[[LAST]] {
tir.func private @right(%x: memref<2xf32>, %y: memref<3x2xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<1xf32, #gpu.address_space<workgroup>>, %e : memref<2xf32, #gpu.address_space<workgroup>>) {
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    scf.if %isFirst {
      %0 = memref.load %x[%c0] : memref<2xf32>
      memref.store %0, %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %i = %c0 to %c2 step %c1 {
      %at = arith.addi %i, %c0 : index
      %1 = memref.load %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
      memref.store %1, %y[%at, %tx] : memref<3x2xf32>
      gpu.barrier
      scf.if %isFirst {
        %2 = memref.load %y[%at, %tx] : memref<3x2xf32>
        memref.store %2, %e[%at] : memref<2xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.barrier
    %3 = memref.load %e[%c1] : memref<2xf32, #gpu.address_space<workgroup>>
    memref.store %3, %y[%c2, %tx] : memref<3x2xf32>
    gpu.terminator
  }
  tir.return
}
relax.func @call_right(%x: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = relax.call_tir @right(%x) : (tensor<2xf32>) -> tensor<3x2xf32>
  relax.return %0 : tensor<3x2xf32>
}

tir.func private @before(%x: memref<2xf32>, %y: memref<3x2xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<1xf32, #gpu.address_space<workgroup>>, %e : memref<2xf32, #gpu.address_space<workgroup>>) {
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    scf.if %isFirst {
      %0 = memref.load %x[%c0] : memref<2xf32>
      memref.store %0, %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    scf.for %i = %c0 to %c2 step %c1 {
      %at = arith.addi %i, %c0 : index
      %1 = memref.load %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
      memref.store %1, %y[%at, %tx] : memref<3x2xf32>
      gpu.barrier
      scf.if %isFirst {
        %2 = memref.load %y[%at, %tx] : memref<3x2xf32>
        memref.store %2, %e[%at] : memref<2xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.barrier
    %3 = memref.load %e[%c1] : memref<2xf32, #gpu.address_space<workgroup>>
    memref.store %3, %y[%c2, %tx] : memref<3x2xf32>
    gpu.terminator
  }
  tir.return
}
relax.func @call_before(%x: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = relax.call_tir @before(%x) : (tensor<2xf32>) -> tensor<3x2xf32>
  relax.return %0 : tensor<3x2xf32>
}

tir.func private @behind(%x: memref<2xf32>, %y: memref<3x2xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<1xf32, #gpu.address_space<workgroup>>, %e : memref<2xf32, #gpu.address_space<workgroup>>) {
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    scf.if %isFirst {
      %0 = memref.load %x[%c0] : memref<2xf32>
      memref.store %0, %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %i = %c0 to %c2 step %c1 {
      %at = arith.addi %i, %c0 : index
      %1 = memref.load %m[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
      memref.store %1, %y[%at, %tx] : memref<3x2xf32>
      gpu.barrier
      scf.if %isFirst {
        %2 = memref.load %y[%at, %tx] : memref<3x2xf32>
        memref.store %2, %e[%at] : memref<2xf32, #gpu.address_space<workgroup>>
      }
    }
    %3 = memref.load %e[%c1] : memref<2xf32, #gpu.address_space<workgroup>>
    memref.store %3, %y[%c2, %tx] : memref<3x2xf32>
    gpu.terminator
  }
  tir.return
}
relax.func @call_behind(%x: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = relax.call_tir @behind(%x) : (tensor<2xf32>) -> tensor<3x2xf32>
  relax.return %0 : tensor<3x2xf32>
}
