// Tile, vectorize and thread a tensor program for a CPU.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --verify-diagnostics --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: @exp(
// CHECK-SAME: tir.is_scheduled
// CHECK: tir.for vectorized
// CHECK-NOT: tir.block
tir.func private @exp(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    tir.block "exp" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
      %0 = memref.load %x[%v] : memref<8xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}

// A reduction in tiles of 6x16, its bias on the tile, rows in parallel; the
// symbolic rows may be fewer than a tile.
// CHECK-LABEL: @matmul(
// CHECK: tir.if
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<6x16xf32>
// CHECK: memref.alloc() : memref<257x16xf32>
// CHECK: tir.for unrolled
// CHECK: tir.for vectorized
// CHECK: memref.store %{{.*}} : memref<6x16xf32>
// CHECK: tir.for %
// CHECK: tir.for unrolled
// CHECK: tir.for vectorized
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: memref.store %{{.*}} : memref<6x16xf32>
// CHECK: tir.for unrolled
// CHECK: tir.for vectorized
// CHECK: arith.addf
// CHECK: memref.store %{{.*}} : memref<?x64xf32>
// CHECK: } else {
// CHECK: memref.alloc() : memref<1x16xf32>
tir.func private @matmul(%A: memref<?x257xf32> {tir.dims = #relax.dims<[n, 257]>}, %B: memref<257x64xf32>, %bias: memref<64xf32>,
                         %D: memref<?x64xf32> {tir.dims = #relax.dims<[n, 64]>}) attributes {num_inputs = 3} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c257 = arith.constant 257 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x257xf32>
  %C = memref.alloc(%n) : memref<?x64xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c64 {
      tir.for %k = %c0 to %c257 {
        tir.block "matmul" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %c64, %vk : reduce = %k in %c257)
            reads(%A, %B : memref<?x257xf32>, memref<257x64xf32>) writes(%C : memref<?x64xf32>) {
          tir.init {
            memref.store %zero, %C[%vi, %vj] : memref<?x64xf32>
          }
          %a = memref.load %A[%vi, %vk] : memref<?x257xf32>
          %b = memref.load %B[%vk, %vj] : memref<257x64xf32>
          %c = memref.load %C[%vi, %vj] : memref<?x64xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%vi, %vj] : memref<?x64xf32>
        }
      }
    }
  }
  // The dimension of the output is equal, as `tir.dims` says.
  %n2 = memref.dim %D, %c0 : memref<?x64xf32>
  tir.for %i = %c0 to %n2 {
    tir.for %j = %c0 to %c64 {
      tir.block "bias" iters(%vi : spatial = %i in %n2, %vj : spatial = %j in %c64)
          reads(%C, %bias : memref<?x64xf32>, memref<64xf32>) writes(%D : memref<?x64xf32>) {
        %c = memref.load %C[%vi, %vj] : memref<?x64xf32>
        %b = memref.load %bias[%vj] : memref<64xf32>
        %s = arith.addf %c, %b : f32
        memref.store %s, %D[%vi, %vj] : memref<?x64xf32>
      }
    }
  }
  tir.return
}

// A chain of elementwise blocks becomes one loop over all elements.
// CHECK-LABEL: @chain(
// CHECK-NOT: memref.alloc
// CHECK: tir.for parallel
// CHECK: tir.for vectorized
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: memref.store %{{.*}} : memref<131072xf32>
tir.func private @chain(%x: memref<512x256xf32>, %y: memref<512x256xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %c256 = arith.constant 256 : index
  %t = memref.alloc() : memref<512x256xf32>
  tir.for %i = %c0 to %c512 {
    tir.for %j = %c0 to %c256 {
      tir.block "square" iters(%a : spatial = %i in %c512, %b : spatial = %j in %c256) reads(%x : memref<512x256xf32>) writes(%t : memref<512x256xf32>) {
        %0 = memref.load %x[%a, %b] : memref<512x256xf32>
        %1 = arith.mulf %0, %0 : f32
        memref.store %1, %t[%a, %b] : memref<512x256xf32>
      }
    }
  }
  tir.for %i = %c0 to %c512 {
    tir.for %j = %c0 to %c256 {
      tir.block "double" iters(%a : spatial = %i in %c512, %b : spatial = %j in %c256) reads(%t : memref<512x256xf32>) writes(%y : memref<512x256xf32>) {
        %0 = memref.load %t[%a, %b] : memref<512x256xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%a, %b] : memref<512x256xf32>
      }
    }
  }
  tir.return
}

// Along a contiguous axis: one partial sum a lane, then a vector of them.
// CHECK-LABEL: @sum(
// CHECK: memref.alloc() : memref<1x32xf32>
// CHECK: tir.for vectorized
// CHECK: arith.addf
// CHECK: tir.for vectorized
// CHECK: arith.addf
tir.func private @sum(%A: memref<4x512xf32>, %C: memref<4xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c512 {
      tir.block "sum" iters(%vi : spatial = %i in %c4, %vj : reduce = %j in %c512) reads(%A : memref<4x512xf32>) writes(%C : memref<4xf32>) {
        tir.init {
          memref.store %zero, %C[%vi] : memref<4xf32>
        }
        %a = memref.load %A[%vi, %vj] : memref<4x512xf32>
        %c = memref.load %C[%vi] : memref<4xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%vi] : memref<4xf32>
      }
    }
  }
  tir.return
}

// What is read down its columns is walked in groups of columns, and tiles are
// transposed in registers: three exchanges of pairs for 8 x 8 elements.
// CHECK-LABEL: @transpose(
// CHECK: tir.for parallel
// CHECK-COUNT-8: vector.load %{{.*}} : memref<512x256xf32>, vector<8xf32>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.store %{{.*}} : memref<256x512xf32>, vector<8xf32>
tir.func private @transpose(%A: memref<512x256xf32>, %C: memref<256x512xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  tir.for %i = %c0 to %c256 {
    tir.for %j = %c0 to %c512 {
      tir.block "transpose" iters(%vi : spatial = %i in %c256, %vj : spatial = %j in %c512) reads(%A : memref<512x256xf32>) writes(%C : memref<256x512xf32>) {
        %a = memref.load %A[%vj, %vi] : memref<512x256xf32>
        memref.store %a, %C[%vi, %vj] : memref<256x512xf32>
      }
    }
  }
  tir.return
}

// What cannot be in vectors is computed row by row: only the innermost loop
// takes an index apart.
// CHECK-LABEL: @join(
// CHECK: tir.for parallel
// CHECK: tir.for
// CHECK: tir.for %[[X:.*]] = %{{.*}} to %{{.*}} {
// CHECK-NEXT: arith.remui %[[X]]
// CHECK-NEXT: arith.divui %[[X]]
// CHECK-NEXT: memref.load
tir.func private @join(%A: memref<2x64x?xf32> {tir.dims = #relax.dims<[2, 64, n]>}, %C: memref<64x?xf32> {tir.dims = #relax.dims<[64, n * 2]>}) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %C, %c1 : memref<64x?xf32>
  tir.for %i = %c0 to %c64 {
    tir.for %j = %c0 to %m {
      tir.block "join" iters(%vi : spatial = %i in %c64, %vj : spatial = %j in %m) reads(%A : memref<2x64x?xf32>) writes(%C : memref<64x?xf32>) {
        %rest = arith.remui %vj, %c2 : index
        %half = arith.divui %vj, %c2 : index
        %a = memref.load %A[%rest, %vi, %half] : memref<2x64x?xf32>
        memref.store %a, %C[%vi, %vj] : memref<64x?xf32>
      }
    }
  }
  tir.return
}

// An axis without elements: the loops are there and do not run.
// CHECK-LABEL: @no_rows(
// CHECK-SAME: tir.is_scheduled
tir.func private @no_rows(%A: memref<0x?xf64> {tir.dims = #relax.dims<[0, m]>}, %B: memref<?x?xf64> {tir.dims = #relax.dims<[m, m]>}, %C: memref<0x?xf64> {tir.dims = #relax.dims<[0, m]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %C, %c1 : memref<0x?xf64>
  tir.for %i = %c0 to %c0 {
    tir.for %j = %c0 to %m {
      tir.for %k = %c0 to %m {
        tir.block "matmul" iters(%vi : spatial = %i in %c0, %vj : spatial = %j in %m, %vk : reduce = %k in %m) reads(%A, %B : memref<0x?xf64>, memref<?x?xf64>) writes(%C : memref<0x?xf64>) {
          tir.init {
            memref.store %zero, %C[%vi, %vj] : memref<0x?xf64>
          }
          %a = memref.load %A[%vi, %vk] : memref<0x?xf64>
          %b = memref.load %B[%vk, %vj] : memref<?x?xf64>
          %c = memref.load %C[%vi, %vj] : memref<0x?xf64>
          %p = arith.mulf %a, %b : f64
          %s = arith.addf %c, %p : f64
          memref.store %s, %C[%vi, %vj] : memref<0x?xf64>
        }
      }
    }
  }
  tir.return
}

// A dynamic and an empty dimension are not made one.
// CHECK-LABEL: @empty_middle(
// CHECK-NOT: {{\[\[}}0, 1{{\]}}
tir.func private @empty_middle(%A: memref<?x0x3xf32> {tir.dims = #relax.dims<[n, 0, 3]>}, %B: memref<?x0x3xf32> {tir.dims = #relax.dims<[n, 0, 3]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %B, %c0 : memref<?x0x3xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c0 {
      tir.for %k = %c0 to %c3 {
        tir.block "copy" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %c0, %vk : spatial = %k in %c3) reads(%A : memref<?x0x3xf32>) writes(%B : memref<?x0x3xf32>) {
          %a = memref.load %A[%vi, %vj, %vk] : memref<?x0x3xf32>
          memref.store %a, %B[%vi, %vj, %vk] : memref<?x0x3xf32>
        }
      }
    }
  }
  tir.return
}
