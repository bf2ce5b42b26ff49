// Loops and iterators print with TVM's names.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s | relax-opt | FileCheck %s

// CHECK-LABEL: tir.func @matmul
// CHECK:      tir.for %i = %c0 to %c8 {
// CHECK-NEXT:   tir.for %j = %c0 to %c8 {
// CHECK-NEXT:     tir.for %k = %c0 to %c8 {
// CHECK-NEXT:       tir.block "sum" iters(%vi : spatial = %i in %c8, %vj : spatial = %j in %c8, %vk : reduce = %k in %c8)
tir.func @matmul(%m: memref<8x8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %a = %c0 to %c8 {
    tir.for %b = %c0 to %c8 {
      tir.for %c = %c0 to %c8 {
        tir.block "sum" iters(%x : spatial = %a in %c8, %y : spatial = %b in %c8, %z : reduce = %c in %c8)
            reads(%m : memref<8x8xf32>) writes(%m : memref<8x8xf32>) {
          %f = memref.load %m[%x, %y] : memref<8x8xf32>
          memref.store %f, %m[%x, %y] : memref<8x8xf32>
        }
      }
    }
  }
  tir.return
}

// Axes of threads have their own names, and are no level of the loops.
// CHECK-LABEL: tir.func @threads
// CHECK:      thread_binding "blockIdx.y" %by = %c0
// CHECK-NEXT:   thread_binding "vthread.x" %vx = %c0
// CHECK-NEXT:     thread_binding "threadIdx.x" %tx = %c0
// CHECK-NEXT:       tir.for unrolled %i = %c0
tir.func @threads(%n: index) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  tir.for thread_binding "blockIdx.y" %a = %c0 to %n {
    tir.for thread_binding "vthread.x" %b = %c0 to %n {
      tir.for thread_binding "threadIdx.x" %c = %c0 to %n {
        tir.for unrolled %d = %c0 to %n {
        }
      }
    }
  }
  tir.return
}

// Deeper loops share the last letter; so do more iterators.
// CHECK-LABEL: tir.func @deep
// CHECK: tir.for %n = %c0
// CHECK-NEXT: tir.for %n_{{[0-9]+}} = %c0
// CHECK: iters(%vi : spatial = %i in %c1, %vk : reduce = %j in %c1, %vk_{{[0-9]+}} : reduce = %k in %c1, %vj : spatial = %l in %c1)
tir.func @deep(%p: memref<1xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tir.for %a = %c0 to %c1 {
    tir.for %b = %c0 to %c1 {
      tir.for %c = %c0 to %c1 {
        tir.for %d = %c0 to %c1 {
          tir.for %e = %c0 to %c1 {
            tir.for %f = %c0 to %c1 {
              tir.for %g = %c0 to %c1 {
              }
            }
          }
          tir.block "b" iters(%w : spatial = %a in %c1, %x : reduce = %b in %c1, %y : reduce = %c in %c1, %z : spatial = %d in %c1)
              writes(%p : memref<1xf32>) {
            %v = arith.constant 0.0 : f32
            memref.store %v, %p[%w] : memref<1xf32>
          }
        }
      }
    }
  }
  tir.return
}
