// A dead function without blocks is no error of any schedule.
// RUN: relax-opt %s -tir-default-gpu-schedule -tir-verify-scheduled 2>/dev/null | FileCheck %s
// RUN: relax-opt %s -tir-default-cpu-schedule -tir-verify-scheduled 2>/dev/null | FileCheck %s --check-prefix=CPU
// RUN: relax-opt %s -tir-default-gpu-schedule 2>/dev/null | relax-interp - | FileCheck %s --check-prefix=RESULT

// RESULT: [2, 2, 2, 2]
// CHECK: @dead({{.*}}tir.is_scheduled
// CHECK: thread_binding "blockIdx.x"
// CHECK: @live({{.*}}tir.is_scheduled
// CPU: @dead({{.*}}tir.is_scheduled
tir.func private @dead(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  tir.block "root" writes(%y : memref<4xf32>) {
    tir.for %i = %c0 to %c4 {
      memref.store %f, %y[%i] : memref<4xf32>
    }
  }
  tir.return
}
tir.func private @live(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    tir.block "double" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %y[%v] : memref<4xf32>
    }
  }
  tir.return
}
relax.func @main() -> tensor<4xf32> {
  %x = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.call_tir @live(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
