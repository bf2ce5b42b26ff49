// The default schedule of a CPU, as a script: it gives what the pass makes.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/schedule.mlir' --transform-interpreter --tir-verify-well-formed --verify-each > %t/script.mlir
// RUN: relax-opt %t/program.mlir '--tir-default-cpu-schedule=vector-bits=256' > %t/pass.mlir
// RUN: diff %t/script.mlir %t/pass.mlir
// RUN: relax-opt %t/program.mlir '--tir-default-cpu-schedule=vector-bits=256 show-steps' 2>&1 >/dev/null | FileCheck %s --check-prefix=STEPS
// RUN: FileCheck %s --input-file=%t/script.mlir
// RUN: relax-interp %t/program.mlir --before-after='transform-preload-library{transform-library-paths=%t/schedule.mlir},transform-interpreter'

// The pass says which steps these are.
// STEPS: remark: is scheduled as by 'transform.tir.tile_reduction %product with %bias lanes = 8 overlap'
// STEPS: remark: is scheduled as by 'transform.tir.vectorize_reduction %sum lanes = 8'
// STEPS: remark: is scheduled by primitives, which 'tir-write-default-cpu-schedule' writes

// A product with a bias, and a sum of rows of its result.
// CHECK-LABEL: @network
// CHECK-SAME: tir.is_scheduled
// CHECK-NOT: tir.block
// CHECK: tir.for unrolled
// CHECK: tir.for vectorized

//--- program.mlir
tir.func private @network(%x: memref<64x48xf32>, %w: memref<48x32xf32>, %b: memref<32xf32>, %y: memref<64x32xf32>, %z: memref<64xf32>, %u: memref<64x48xf32>) attributes {num_inputs = 3} {
  %c0 = arith.constant 0 : index
  %c30 = arith.constant 30 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<64x32xf32>
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %c32 {
      tir.for %k = %c0 to %c48 {
        tir.block "product" iters(%v : spatial = %i in %c64, %u1 : spatial = %j in %c32, %r : reduce = %k in %c48) reads(%x, %w : memref<64x48xf32>, memref<48x32xf32>) writes(%t : memref<64x32xf32>) {
          tir.init {
            memref.store %f, %t[%v, %u1] : memref<64x32xf32>
          }
          %0 = memref.load %t[%v, %u1] : memref<64x32xf32>
          %1 = memref.load %x[%v, %r] : memref<64x48xf32>
          %2 = memref.load %w[%r, %u1] : memref<48x32xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %t[%v, %u1] : memref<64x32xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %c32 {
      tir.block "bias" iters(%v : spatial = %i in %c64, %u1 : spatial = %j in %c32) reads(%t, %b : memref<64x32xf32>, memref<32xf32>) writes(%y : memref<64x32xf32>) {
        %0 = memref.load %t[%v, %u1] : memref<64x32xf32>
        %1 = memref.load %b[%u1] : memref<32xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v, %u1] : memref<64x32xf32>
      }
    }
  }
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %c30 {
      tir.block "sum" iters(%v : spatial = %i in %c64, %r : reduce = %j in %c30) reads(%y : memref<64x32xf32>) writes(%z : memref<64xf32>) {
        tir.init {
          memref.store %f, %z[%v] : memref<64xf32>
        }
        %0 = memref.load %z[%v] : memref<64xf32>
        %1 = memref.load %y[%v, %r] : memref<64x32xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %z[%v] : memref<64xf32>
      }
    }
  }
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %c48 {
      tir.block "double" iters(%v : spatial = %i in %c64, %u1 : spatial = %j in %c48) reads(%x : memref<64x48xf32>) writes(%u : memref<64x48xf32>) {
        %0 = memref.load %x[%v, %u1] : memref<64x48xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %u[%v, %u1] : memref<64x48xf32>
      }
    }
  }
  tir.return
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %product = transform.tir.get_block "product" in %root : !transform.any_op
    %bias = transform.tir.get_block "bias" in %root : !transform.any_op
    %sum = transform.tir.get_block "sum" in %root : !transform.any_op
    %double = transform.tir.get_block "double" in %root : !transform.any_op
    transform.tir.tile_reduction %product with %bias lanes = 8 overlap
    transform.tir.vectorize_reduction %sum lanes = 8
    transform.tir.simplify_iters %double
    %i = transform.tir.get_loops %double
    %vectors, %lane = transform.tir.split %i [?, 8]
    transform.tir.vectorize %lane
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}
