// The default schedule of a GPU, as a script: it gives what the pass makes.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/schedule.mlir' --transform-interpreter --tir-verify-well-formed --verify-each > %t/script.mlir
// RUN: relax-opt %t/program.mlir --tir-default-gpu-schedule > %t/pass.mlir
// RUN: diff %t/script.mlir %t/pass.mlir
// RUN: FileCheck %s --input-file=%t/script.mlir
// RUN: relax-interp %t/program.mlir --before-after='transform-preload-library{transform-library-paths=%t/schedule.mlir},transform-interpreter'

// Tiles between, vectors, elements, and what no threads can share.
// CHECK-LABEL: @network
// CHECK-SAME: tir.is_scheduled
// CHECK-NOT: tir.block
// CHECK: "blockIdx.x"
// CHECK: memref.alloc() : memref<32x33xf32, #gpu.address_space<workgroup>>
// CHECK: "blockIdx.x"
// CHECK: tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK: "blockIdx.x"
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c1

//--- program.mlir
tir.func private @network(%x: memref<?x64xf32> {tir.dims = #relax.dims<[n, 64]>}, %a: memref<256x256xf32>, %y: memref<64x?xf32> {tir.dims = #relax.dims<[64, n]>}, %b: memref<256x256xf32>, %s: memref<64xf32>, %p: memref<8xf32>) attributes {num_inputs = 3} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %n = memref.dim %x, %c0 : memref<?x64xf32>
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %n {
      tir.block "transpose" iters(%ii : spatial = %i in %c64, %jj : spatial = %j in %n) reads(%x : memref<?x64xf32>) writes(%y : memref<64x?xf32>) {
        %0 = memref.load %x[%jj, %ii] : memref<?x64xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%ii, %jj] : memref<64x?xf32>
      }
    }
  }
  tir.for %i = %c0 to %c256 {
    tir.for %j = %c0 to %c256 {
      tir.block "double" iters(%ii : spatial = %i in %c256, %jj : spatial = %j in %c256) reads(%a : memref<256x256xf32>) writes(%b : memref<256x256xf32>) {
        %0 = memref.load %a[%ii, %jj] : memref<256x256xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %b[%ii, %jj] : memref<256x256xf32>
      }
    }
  }
  tir.for %i = %c0 to %c64 {
    tir.block "few" iters(%ii : spatial = %i in %c64) reads(%a : memref<256x256xf32>) writes(%s : memref<64xf32>) {
      %0 = memref.load %a[%ii, %c0] : memref<256x256xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %s[%ii] : memref<64xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    %0 = memref.load %a[%c0, %i] : memref<256x256xf32>
    memref.store %0, %p[%i] : memref<8xf32>
  }
  tir.return
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %loops = transform.structured.match ops{["tir.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %others:5, %copy = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %transpose = transform.tir.get_block "transpose" in %root : !transform.any_op
    %double = transform.tir.get_block "double" in %root : !transform.any_op
    %few = transform.tir.get_block "few" in %root : !transform.any_op
    transform.tir.tile_transpose %transpose
    transform.tir.simplify_iters %double
    %all = transform.tir.get_loops %double
    %vectors, %lanes = transform.tir.split %all [?, 4]
    %blocks, %threads = transform.tir.split %vectors [?, 256]
    transform.tir.bind %blocks "blockIdx.x"
    transform.tir.bind %threads "threadIdx.x"
    transform.tir.vectorize %lanes
    %elements = transform.tir.get_loops %few
    %few_blocks, %few_threads = transform.tir.split %elements [?, 256]
    transform.tir.bind %few_blocks "blockIdx.x"
    transform.tir.bind %few_threads "threadIdx.x"
    transform.tir.bind_one_thread %copy : !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}
