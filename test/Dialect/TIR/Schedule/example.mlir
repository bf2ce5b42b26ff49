// The schedule in examples/, for a small product.
// RUN: relax-opt %s --transform-preload-library='transform-library-paths=%relax_src_root/examples/schedules/matmul-cpu.mlir' --transform-interpreter --tir-verify-well-formed --verify-each --tir-compact-buffers | FileCheck %s
// RUN: relax-interp %s --before-after='transform-preload-library{transform-library-paths=%relax_src_root/examples/schedules/matmul-cpu.mlir},transform-interpreter' --tolerance=1e-5

// CHECK-LABEL: @matmul
// CHECK-SAME: tir.is_scheduled
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<24x16xf32>
// CHECK: memref.alloc() : memref<8x16xf32, #gpu.address_space<private>>
// CHECK: tir.for unrolled
// CHECK-NEXT: tir.for vectorized
// CHECK-NOT: tir.block
tir.func @matmul(%x: memref<16x24xf32>, %w: memref<24x32xf32>, %y: memref<16x32xf32>) attributes {num_inputs = 2} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c16 {
    tir.for %j = %c0 to %c32 {
      tir.for %k = %c0 to %c24 {
        tir.block "product" iters(%v : spatial = %i in %c16, %u : spatial = %j in %c32, %r : reduce = %k in %c24) reads(%x, %w : memref<16x24xf32>, memref<24x32xf32>) writes(%y : memref<16x32xf32>) {
          tir.init {
            memref.store %zero, %y[%v, %u] : memref<16x32xf32>
          }
          %0 = memref.load %y[%v, %u] : memref<16x32xf32>
          %1 = memref.load %x[%v, %r] : memref<16x24xf32>
          %2 = memref.load %w[%r, %u] : memref<24x32xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %y[%v, %u] : memref<16x32xf32>
        }
      }
    }
  }
  tir.return
}
