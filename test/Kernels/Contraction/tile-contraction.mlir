// Sums of products by tiles of a GPU: what the pass makes, and other tiles.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/cores.mlir' --transform-interpreter --tir-verify-well-formed --verify-each > %t/script.mlir
// RUN: relax-opt %t/program.mlir '--tir-default-gpu-schedule=chip=sm_80' > %t/pass.mlir
// RUN: diff %t/script.mlir %t/pass.mlir
// RUN: FileCheck %s --input-file=%t/script.mlir
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/threads.mlir' --transform-interpreter | FileCheck %s --check-prefix=THREADS
// RUN: relax-interp %t/program.mlir --before-after='transform-preload-library{transform-library-paths=%t/threads.mlir},transform-interpreter'

// CHECK-LABEL: @products
// CHECK-SAME: tir.is_scheduled
// CHECK-NOT: tir.block
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c128
// CHECK: nvgpu.device_async_copy
// CHECK: nvgpu.mma.sync

// Four steps have room.
// THREADS-COUNT-2: memref.alloc() : memref<4x16x{{[0-9]+}}xf32, #gpu.address_space<workgroup>>

//--- program.mlir
tir.func private @products(%x0: memref<40x64xf32>, %w0: memref<64x24xf32>, %x1: memref<64x64xf16>, %w1: memref<64x32xf16>, %y0: memref<40x24xf32>, %y1: memref<64x32xf32>) attributes {num_inputs = 4} {
  %c0 = arith.constant 0 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 0.0 : f32
  %t0 = memref.alloc() : memref<40x24xf32>
  tir.for %i = %c0 to %c40 {
    tir.for %j = %c0 to %c24 {
      tir.for %k = %c0 to %c64 {
        tir.block "product0" iters(%v : spatial = %i in %c40, %u : spatial = %j in %c24, %r : reduce = %k in %c64) reads(%x0, %w0 : memref<40x64xf32>, memref<64x24xf32>) writes(%t0 : memref<40x24xf32>) {
          tir.init {
            memref.store %f, %t0[%v, %u] : memref<40x24xf32>
          }
          %0 = memref.load %t0[%v, %u] : memref<40x24xf32>
          %1 = memref.load %x0[%v, %r] : memref<40x64xf32>
          %2 = memref.load %w0[%r, %u] : memref<64x24xf32>
          %5 = arith.mulf %1, %2 : f32
          %6 = arith.addf %0, %5 : f32
          memref.store %6, %t0[%v, %u] : memref<40x24xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c40 {
    tir.for %j = %c0 to %c24 {
      tir.block "double0" iters(%v : spatial = %i in %c40, %u : spatial = %j in %c24) reads(%t0 : memref<40x24xf32>) writes(%y0 : memref<40x24xf32>) {
        %0 = memref.load %t0[%v, %u] : memref<40x24xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y0[%v, %u] : memref<40x24xf32>
      }
    }
  }
  %t1 = memref.alloc() : memref<64x32xf32>
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %c32 {
      tir.for %k = %c0 to %c64 {
        tir.block "product1" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c32, %r : reduce = %k in %c64) reads(%x1, %w1 : memref<64x64xf16>, memref<64x32xf16>) writes(%t1 : memref<64x32xf32>) {
          tir.init {
            memref.store %f, %t1[%v, %u] : memref<64x32xf32>
          }
          %0 = memref.load %t1[%v, %u] : memref<64x32xf32>
          %1 = memref.load %x1[%v, %r] : memref<64x64xf16>
          %2 = memref.load %w1[%r, %u] : memref<64x32xf16>
          %3 = arith.extf %1 : f16 to f32
          %4 = arith.extf %2 : f16 to f32
          %5 = arith.mulf %3, %4 : f32
          %6 = arith.addf %0, %5 : f32
          memref.store %6, %t1[%v, %u] : memref<64x32xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %c32 {
      tir.block "double1" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c32) reads(%t1 : memref<64x32xf32>) writes(%y1 : memref<64x32xf32>) {
        %0 = memref.load %t1[%v, %u] : memref<64x32xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y1[%v, %u] : memref<64x32xf32>
      }
    }
  }
  tir.return
}

//--- cores.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.tir.get_block "product0" in %root : !transform.any_op
    %p1 = transform.tir.get_block "product1" in %root : !transform.any_op
    %d0 = transform.tir.get_block "double0" in %root : !transform.any_op
    %d1 = transform.tir.get_block "double1" in %root : !transform.any_op
    transform.tir.tile_contraction %p0 with %d0 tile = [32, 32, 16] stages = 2
    transform.tir.tile_contraction %p1 with %d1 tile = [32, 32, 64] stages = 2 tensor_cores = 16 async_copies
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- threads.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.tir.get_block "product0" in %root : !transform.any_op
    %p1 = transform.tir.get_block "product1" in %root : !transform.any_op
    %d0 = transform.tir.get_block "double0" in %root : !transform.any_op
    %d1 = transform.tir.get_block "double1" in %root : !transform.any_op
    transform.tir.tile_contraction %p0 with %d0 tile = [32, 32, 16] stages = 2
    transform.tir.tile_contraction %p1 with %d1 tile = [16, 16, 16] stages = 4
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}
