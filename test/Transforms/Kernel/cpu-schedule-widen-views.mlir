// A buffer that a view takes keeps its type.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --verify-diagnostics | FileCheck %s
// CHECK: memref.alloc() : memref<8x64xf16>
// CHECK: memref.expand_shape %{{.*}} : memref<8x64xf16> into memref<8x8x8xf16>
tir.func private @f(%x: memref<8x64xf16>, %k: memref<64x64xf16>, %y: memref<8x64xf32>, %z: memref<8x8x8xf16>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<8x64xf16>
  tir.for %i = %c0 to %c8 {
    tir.for %j = %c0 to %c64 {
      tir.block "s" iters(%vi : spatial = %i in %c8, %vj : spatial = %j in %c64) reads(%x : memref<8x64xf16>) writes(%s : memref<8x64xf16>) {
        %1 = memref.load %x[%vi, %vj] : memref<8x64xf16>
        %2 = math.exp %1 : f16
        memref.store %2, %s[%vi, %vj] : memref<8x64xf16>
      }
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.for %j = %c0 to %c64 {
      tir.for %l = %c0 to %c64 {
        tir.block "y" iters(%vi : spatial = %i in %c8, %vj : spatial = %j in %c64, %vl : reduce = %l in %c64) reads(%s, %k : memref<8x64xf16>, memref<64x64xf16>) writes(%y : memref<8x64xf32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<8x64xf32>
          }
          %1 = memref.load %s[%vi, %vl] : memref<8x64xf16>
          %2 = memref.load %k[%vl, %vj] : memref<64x64xf16>
          %3 = memref.load %y[%vi, %vj] : memref<8x64xf32>
          %a = arith.extf %1 : f16 to f32
          %b = arith.extf %2 : f16 to f32
          %4 = arith.mulf %a, %b : f32
          %5 = arith.addf %3, %4 : f32
          memref.store %5, %y[%vi, %vj] : memref<8x64xf32>
        }
      }
    }
  }
  %e = memref.expand_shape %s [[0], [1, 2]] output_shape [8, 8, 8] : memref<8x64xf16> into memref<8x8x8xf16>
  memref.copy %e, %z : memref<8x8x8xf16> to memref<8x8x8xf16>
  tir.return
}
