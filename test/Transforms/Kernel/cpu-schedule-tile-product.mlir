// Sums of products of words by the tiles of AMX, where the CPU has them: 32 rows
// of whatever iterators, gathered to a panel, times two tiles of 16 columns.
// RUN: relax-opt %s --tir-default-cpu-schedule --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %s --tir-default-cpu-schedule=show-steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: relax-opt %s --tir-write-default-cpu-schedule='file=%t.schedule'
// RUN: FileCheck %s --check-prefix=SCRIPT --input-file=%t.schedule
// RUN: relax-opt %s --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %s --tir-default-cpu-schedule | diff - %t.script
// RUN: %same-results=tir-default-cpu-schedule --tolerance=1e-4 --dims=n=3
// RUN: %same-results=tir-default-cpu-schedule --tolerance=1e-4 --dims=n=33
// RUN: sed s/sapphirerapids/znver4/ %s | relax-opt --tir-default-cpu-schedule | FileCheck %s --check-prefix=VECTORS
// STEPS-COUNT-2: is scheduled as by 'transform.tir.tile_product'
// STEPS-NOT: tile_product
// SCRIPT: transform.tir.tile_product %{{[^ ]*}} with %{{.*}}
// SCRIPT: transform.tir.tile_product %{{[^ ]*}}{{$}}
// VECTORS-NOT: amx.

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "sapphirerapids">} {

// Rows of unknown number: behind the last one it comes again, and is not
// stored. Two steps of 16 words; 40 columns are two tiles and one, in blocks.
// CHECK-LABEL: tir.func private @bytes(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<2x32x16xi32>
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<32x32xi32>
// CHECK: tir.for vectorized
// CHECK-COUNT-4: amx.tile_zero : !amx.tile<16x16xi32>
// CHECK: scf.for
// CHECK: %[[A:.*]] = amx.tile_load %{{.*}} : memref<2x32x16xi32> into !amx.tile<16x64xi8>
// CHECK: %[[B:.*]] = amx.tile_load %{{.*}} : memref<3x32x16xi32> into !amx.tile<16x64xi8>
// CHECK: amx.tile_muli %[[A]] zext, %[[B]], %{{.*}}
// CHECK-COUNT-3: amx.tile_muli
// CHECK: scf.yield
// CHECK-COUNT-4: amx.tile_store
// CHECK: tir.for vectorized
// CHECK: arith.sitofp
// CHECK-COUNT-2: amx.tile_muli
// CHECK-NOT: amx.tile_muli
// CHECK: tir.return
tir.func private @bytes(%x: memref<?x32xi32> {tir.dims = #relax.dims<[n, 32]>}, %w: memref<3x32x16xi32>, %y: memref<?x40xf32> {tir.dims = #relax.dims<[n, 40]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?x32xi32>
  %sums = memref.alloc(%n) : memref<?x40xi32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c40 {
      tir.for %k = %c0 to %c32 {
        tir.block "dot4" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %c40, %vk : reduce = %k in %c32) reads(%x, %w : memref<?x32xi32>, memref<3x32x16xi32>) writes(%sums : memref<?x40xi32>) {
          tir.init {
            memref.store %zero, %sums[%vi, %vj] : memref<?x40xi32>
          }
          %0 = memref.load %sums[%vi, %vj] : memref<?x40xi32>
          %1 = memref.load %x[%vi, %vk] : memref<?x32xi32>
          %2 = arith.divui %vj, %c16 : index
          %3 = arith.remui %vj, %c16 : index
          %4 = memref.load %w[%2, %vk, %3] : memref<3x32x16xi32>
          %5 = tir.dot4_u8s8 %1, %4 : i32
          %6 = arith.addi %0, %5 : i32
          memref.store %6, %sums[%vi, %vj] : memref<?x40xi32>
        }
      }
    }
  }
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c40 {
      tir.block "convert" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %c40) reads(%sums : memref<?x40xi32>) writes(%y : memref<?x40xf32>) {
        %0 = memref.load %sums[%vi, %vj] : memref<?x40xi32>
        %1 = arith.sitofp %0 : i32 to f32
        memref.store %1, %y[%vi, %vj] : memref<?x40xf32>
      }
    }
  }
  tir.return
}

// Rows are places of an image, 16 of them: one tile of rows. Of 12 words each
// step takes all. What is packed are bf16, which the function's caller views as
// words.
// CHECK-LABEL: tir.func private @windows(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<4x16x12xi32>
// CHECK-COUNT-2: amx.tile_zero : !amx.tile<16x16xf32>
// CHECK-COUNT-3: scf.for
// CHECK: amx.tile_load %{{.*}} : memref<4x16x12xi32> into !amx.tile<16x24xbf16>
// CHECK: amx.tile_load %{{.*}} : memref<2x2x12x32xi32> into !amx.tile<12x32xbf16>
// CHECK-COUNT-2: amx.tile_mulf
// CHECK-NOT: amx.tile_mulf
// CHECK: tir.return
tir.func private @windows(%x: memref<1x5x5x12xi32>, %w: memref<2x2x12x32xi32>, %y: memref<1x4x4x32xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  tir.for %a = %c0 to %c1 {
    tir.for %b = %c0 to %c4 {
      tir.for %c = %c0 to %c4 {
        tir.for %d = %c0 to %c32 {
          tir.for %e = %c0 to %c2 {
            tir.for %f = %c0 to %c2 {
              tir.for %g = %c0 to %c12 {
                tir.block "dot2" iters(%n : spatial = %a in %c1, %h : spatial = %b in %c4, %v : spatial = %c in %c4, %o : spatial = %d in %c32, %r : reduce = %e in %c2, %s : reduce = %f in %c2, %i : reduce = %g in %c12) reads(%x, %w : memref<1x5x5x12xi32>, memref<2x2x12x32xi32>) writes(%y : memref<1x4x4x32xf32>) {
                  tir.init {
                    memref.store %zero, %y[%n, %h, %v, %o] : memref<1x4x4x32xf32>
                  }
                  %0 = memref.load %y[%n, %h, %v, %o] : memref<1x4x4x32xf32>
                  %1 = arith.addi %h, %r : index
                  %2 = arith.addi %v, %s : index
                  %3 = memref.load %x[%n, %1, %2, %i] : memref<1x5x5x12xi32>
                  %4 = memref.load %w[%r, %s, %i, %o] : memref<2x2x12x32xi32>
                  %5 = tir.dot2_bf16 %3, %4 : i32 to f32
                  %6 = arith.addf %0, %5 : f32
                  memref.store %6, %y[%n, %h, %v, %o] : memref<1x4x4x32xf32>
                }
              }
            }
          }
        }
      }
    }
  }
  tir.return
}

relax.func @image(%x: tensor<1x5x5x24xbf16>, %w: tensor<2x2x12x64xbf16>) -> tensor<1x4x4x32xf32> {
  %0 = relax.memory.view %x at [0] : tensor<1x5x5x24xbf16> to tensor<1x5x5x12xi32>
  %1 = relax.memory.view %w at [0] : tensor<2x2x12x64xbf16> to tensor<2x2x12x32xi32>
  %2 = relax.call_tir @windows(%0, %1) : (tensor<1x5x5x12xi32>, tensor<2x2x12x32xi32>) -> tensor<1x4x4x32xf32>
  relax.return %2 : tensor<1x4x4x32xf32>
}

relax.func @rows(%x: tensor<?x128xui8, #relax.dims<[n, 128]>>, %w: tensor<3x32x64xi8>) -> tensor<?x40xf32, #relax.dims<[n, 40]>> {
  %0 = relax.memory.view %x at [0] : tensor<?x128xui8, #relax.dims<[n, 128]>> to tensor<?x32xi32, #relax.dims<[n, 32]>>
  %1 = relax.memory.view %w at [0] : tensor<3x32x64xi8> to tensor<3x32x16xi32>
  %2 = relax.call_tir @bytes(%0, %1) : (tensor<?x32xi32, #relax.dims<[n, 32]>>, tensor<3x32x16xi32>) -> tensor<?x40xf32, #relax.dims<[n, 40]>>
  relax.return %2 : tensor<?x40xf32, #relax.dims<[n, 40]>>
}

// Not by tiles: four rows; 34 words, which nothing from 8 to 16 divides; 8
// columns; 40 that are in no blocks, so that the last tile would end behind its
// row.
// CHECK-LABEL: tir.func private @few_rows(
// CHECK-NOT: amx.
tir.func private @few_rows(%x: memref<4x32xi32>, %w: memref<32x32xi32>, %y: memref<4x32xi32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %rows = arith.constant 4 : index
  %words = arith.constant 32 : index
  %columns = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %k = %c0 to %words {
        tir.block "dot4" iters(%vi : spatial = %i in %rows, %vj : spatial = %j in %columns, %vk : reduce = %k in %words) reads(%x, %w : memref<4x32xi32>, memref<32x32xi32>) writes(%y : memref<4x32xi32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<4x32xi32>
          }
          %0 = memref.load %y[%vi, %vj] : memref<4x32xi32>
          %1 = memref.load %x[%vi, %vk] : memref<4x32xi32>
          %2 = memref.load %w[%vk, %vj] : memref<32x32xi32>
          %3 = tir.dot4_u8s8 %1, %2 : i32
          %4 = arith.addi %0, %3 : i32
          memref.store %4, %y[%vi, %vj] : memref<4x32xi32>
        }
      }
    }
  }
  tir.return
}

tir.func private @odd_words(%x: memref<8x34xi32>, %w: memref<34x32xi32>, %y: memref<8x32xi32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %rows = arith.constant 8 : index
  %words = arith.constant 34 : index
  %columns = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %k = %c0 to %words {
        tir.block "dot4" iters(%vi : spatial = %i in %rows, %vj : spatial = %j in %columns, %vk : reduce = %k in %words) reads(%x, %w : memref<8x34xi32>, memref<34x32xi32>) writes(%y : memref<8x32xi32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<8x32xi32>
          }
          %0 = memref.load %y[%vi, %vj] : memref<8x32xi32>
          %1 = memref.load %x[%vi, %vk] : memref<8x34xi32>
          %2 = memref.load %w[%vk, %vj] : memref<34x32xi32>
          %3 = tir.dot4_u8s8 %1, %2 : i32
          %4 = arith.addi %0, %3 : i32
          memref.store %4, %y[%vi, %vj] : memref<8x32xi32>
        }
      }
    }
  }
  tir.return
}

tir.func private @few_columns(%x: memref<8x16xi32>, %w: memref<16x8xi32>, %y: memref<8x8xi32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %rows = arith.constant 8 : index
  %words = arith.constant 16 : index
  %columns = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %k = %c0 to %words {
        tir.block "dot4" iters(%vi : spatial = %i in %rows, %vj : spatial = %j in %columns, %vk : reduce = %k in %words) reads(%x, %w : memref<8x16xi32>, memref<16x8xi32>) writes(%y : memref<8x8xi32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<8x8xi32>
          }
          %0 = memref.load %y[%vi, %vj] : memref<8x8xi32>
          %1 = memref.load %x[%vi, %vk] : memref<8x16xi32>
          %2 = memref.load %w[%vk, %vj] : memref<16x8xi32>
          %3 = tir.dot4_u8s8 %1, %2 : i32
          %4 = arith.addi %0, %3 : i32
          memref.store %4, %y[%vi, %vj] : memref<8x8xi32>
        }
      }
    }
  }
  tir.return
}

tir.func private @no_blocks(%x: memref<8x16xi32>, %w: memref<16x40xi32>, %y: memref<8x40xi32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %rows = arith.constant 8 : index
  %words = arith.constant 16 : index
  %columns = arith.constant 40 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %k = %c0 to %words {
        tir.block "dot4" iters(%vi : spatial = %i in %rows, %vj : spatial = %j in %columns, %vk : reduce = %k in %words) reads(%x, %w : memref<8x16xi32>, memref<16x40xi32>) writes(%y : memref<8x40xi32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<8x40xi32>
          }
          %0 = memref.load %y[%vi, %vj] : memref<8x40xi32>
          %1 = memref.load %x[%vi, %vk] : memref<8x16xi32>
          %2 = memref.load %w[%vk, %vj] : memref<16x40xi32>
          %3 = tir.dot4_u8s8 %1, %2 : i32
          %4 = arith.addi %0, %3 : i32
          memref.store %4, %y[%vi, %vj] : memref<8x40xi32>
        }
      }
    }
  }
  tir.return
}

}
