// Whole warps reduce by shuffles.
// RUN: relax-opt %s -tir-lower-cross-thread-reduction | FileCheck %s
// RUN: relax-opt %s -tir-lower-cross-thread-reduction | relax-opt -tir-lower-cross-thread-reduction -tir-convert-blocks-to-opaque -tir-verify-well-formed -o /dev/null
// RUN: %same-results=tir-lower-cross-thread-reduction --tolerance=1e-5
// RUN: %same-results='tir-lower-cross-thread-reduction,tir-convert-blocks-to-opaque,convert-tir-to-gpu,convert-gpu-to-tir' --tolerance=1e-5

// One warp a row needs no shared memory. Lengths are only known at run time.
// CHECK-LABEL: @warp
// CHECK-NOT:  workgroup
// CHECK:      tir.for thread_binding "threadIdx.y"
// CHECK:        tir.for thread_binding "threadIdx.x"
// CHECK:          tir.for %
// CHECK-COUNT-5:  gpu.shuffle{{ +}}xor
// CHECK-NOT:      gpu.shuffle
// CHECK:          tir.if
// CHECK-NOT:  tir.for
tir.func private @warp(%x: memref<?x?xf16>, %y: memref<?xf16>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 0xFC00 : f16
  %n = memref.dim %x, %c0 : memref<?x?xf16>
  %m = memref.dim %x, %c1 : memref<?x?xf16>
  %b = arith.ceildivui %n, %c2 : index
  %p = arith.ceildivui %m, %c32 : index
  tir.for thread_binding "blockIdx.x" %i = %c0 to %b {
    tir.for thread_binding "threadIdx.y" %r = %c0 to %c2 {
      tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
        tir.for %o = %c0 to %p {
          %first = arith.muli %i, %c2 : index
          %row = arith.addi %first, %r : index
          %0 = arith.muli %o, %c32 : index
          %k = arith.addi %0, %t : index
          %is_row = arith.cmpi ult, %row, %n : index
          %is_step = arith.cmpi ult, %k, %m : index
          %in = arith.andi %is_row, %is_step : i1
          tir.block "most" iters(%v : spatial = %row in %n, %w : reduce = %k in %m) where %in reads(%x : memref<?x?xf16>) writes(%y : memref<?xf16>) {
            tir.init {
              memref.store %f, %y[%v] : memref<?xf16>
            }
            %1 = memref.load %y[%v] : memref<?xf16>
            %2 = memref.load %x[%v, %w] : memref<?x?xf16>
            %3 = arith.maximumf %1, %2 : f16
            memref.store %3, %y[%v] : memref<?xf16>
          }
        }
      }
    }
  }
  tir.return
}

// Three warps: what each has goes through shared memory, and each joins it.
// CHECK-LABEL: @warps
// CHECK:      %[[PARTS:.*]] = memref.alloc() : memref<3xf32, #gpu.address_space<workgroup>>
// CHECK:      tir.for thread_binding "threadIdx.x"
// CHECK-COUNT-5: gpu.shuffle{{ +}}xor
// CHECK:        tir.if
// CHECK:          memref.store %{{.*}}, %[[PARTS]]
// CHECK:      tir.for thread_binding "threadIdx.x"
// CHECK:        %[[PART:.*]] = memref.load %[[PARTS]]
// CHECK:        arith.select %{{.*}}, %[[PART]]
// CHECK-COUNT-2: gpu.shuffle{{ +}}xor
// CHECK-NOT:    gpu.shuffle
// CHECK:        tir.if
tir.func private @warps(%x: memref<4x200xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %c200 = arith.constant 200 : index
  %f = arith.constant 2.0 : f32
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c4 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c96 {
      tir.for %o = %c0 to %c3 {
        %0 = arith.muli %o, %c96 : index
        %k = arith.addi %0, %t : index
        %in = arith.cmpi ult, %k, %c200 : index
        tir.block "sum" iters(%v : spatial = %i in %c4, %w : reduce = %k in %c200) where %in reads(%x : memref<4x200xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = memref.load %x[%v, %w] : memref<4x200xf32>
          %3 = arith.addf %1, %2 : f32
          memref.store %3, %y[%v] : memref<4xf32>
        }
      }
    }
  }
  tir.return
}
