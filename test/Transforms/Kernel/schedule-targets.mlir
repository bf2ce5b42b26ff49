// Default schedules obey the nearest target; an option goes before it.
// RUN: relax-opt %s --tir-default-gpu-schedule --tir-default-cpu-schedule --mlir-print-local-scope | FileCheck %s
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=128 --mlir-print-local-scope | FileCheck %s --check-prefix=OPTION
// RUN: relax-opt %s --tir-default-gpu-schedule=chip=sm_90 --mlir-print-local-scope | FileCheck %s --check-prefix=CHIP
// RUN: not relax-opt %s --tir-default-gpu-schedule=chip=sm_5 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: relax-interp %s --before-after=tir-default-gpu-schedule,tir-default-cpu-schedule --tolerance=1e-5

// WRONG: error: expected a target of kind cuda with a chip such as "sm_90", from sm_75 on, found "sm_5"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", host = <cpu, vector_bits = 512>>} {
  // CHECK-LABEL: tir.func private @on_gpu
  // CHECK: tir.for thread_binding "blockIdx.x"
  tir.func private @on_gpu(%x: memref<1000xf32>, %y: memref<1000xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1000 = arith.constant 1000 : index
    tir.for %i = %c0 to %c1000 {
      tir.block "exp" iters(%v : spatial = %i in %c1000) reads(%x : memref<1000xf32>) writes(%y : memref<1000xf32>) {
        %0 = memref.load %x[%v] : memref<1000xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %y[%v] : memref<1000xf32>
      }
    }
    tir.return
  }
  // What is for the host is as wide as the host.
  // CHECK-LABEL: tir.func private @on_host
  // CHECK-NOT: thread_binding
  // CHECK: memref.alloc() : memref<1x64xf32>
  // OPTION-LABEL: tir.func private @on_host
  // OPTION: memref.alloc() : memref<1x16xf32>
  // CHIP-LABEL: tir.func private @on_host
  // CHIP-NOT: thread_binding
  tir.func private @on_host(%x: memref<4x1024xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_for_host} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1024 = arith.constant 1024 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c1024 {
        tir.block "sum" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c1024) reads(%x : memref<4x1024xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %w] : memref<4x1024xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  // A function that is for a CPU is for no GPU, unless a chip is asked for.
  // CHECK-LABEL: tir.func private @own
  // CHECK-NOT: thread_binding
  // CHECK: memref.alloc() : memref<1x16xf32>
  // CHIP-LABEL: tir.func private @own
  // CHIP: thread_binding
  tir.func private @own(%x: memref<4x1024xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, relax.target = #relax.target<cpu, vector_bits = 128>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1024 = arith.constant 1024 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c1024 {
        tir.block "sum" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c1024) reads(%x : memref<4x1024xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %w] : memref<4x1024xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
}
