// Tiles of a GPU, with primitives: the program of any size, fetched to shared
// memory by all threads, accumulated in registers.
// RUN: relax-opt %s --transform-interpreter --tir-default-gpu-schedule --tir-verify-scheduled -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: relax-opt %t.mlir --convert-tir-to-gpu --relax-gpu-remove-redundant-barriers | FileCheck %s --check-prefix=GPU
// RUN: %same-results=transform-interpreter,tir-default-gpu-schedule,convert-tir-to-gpu,relax-gpu-remove-redundant-barriers --tolerance=1e-3
// RUN: relax-compile %t.mlir --target=sm_90 --emit=cubin -o %t.cubin --kernel-report=- | FileCheck %s --check-prefix=CUBIN

// Buffers are as large as what one block uses of them.
// CHECK: tir.for thread_binding "blockIdx.y"
// CHECK-NEXT: tir.for thread_binding "blockIdx.x"
// CHECK: memref.alloc() : memref<64x64xf32, #gpu.address_space<private>>
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.for %
// CHECK: memref.alloc() : memref<16x64xf32, #gpu.address_space<workgroup>>
// CHECK: memref.alloc() : memref<64x16xf32, #gpu.address_space<workgroup>>
// CHECK-COUNT-4: tir.for thread_binding "threadIdx.x"

// And those of a thread as what it uses, at indices that are known.
// GPU: gpu.launch
// GPU-SAME: workgroup(%{{.*}} : memref<16x64xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<64x16xf32, #gpu.address_space<workgroup>>) private(%[[SUMS:.*]] : memref<4x4xf32, #gpu.address_space<private>>)
// GPU: memref.store %{{.*}}, %[[SUMS]][%c0{{.*}}, %c0
// GPU-COUNT-2: gpu.barrier
// GPU-NOT: gpu.barrier

// CUBIN: registers  frame  spill stores  spill loads
// CUBIN: {{^ *[0-9]+ +0 +0 +0 +8192 +1 }}mm
module attributes {transform.with_named_sequence} {
  tir.func @mm(%a: memref<?x?xf32> {tir.dims = #relax.dims<[m, k]>}, %b: memref<?x?xf32> {tir.dims = #relax.dims<[k, n]>}, %c: memref<?x?xf32> {tir.dims = #relax.dims<[m, n]>}) attributes {num_inputs = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %depth = memref.dim %a, %c1 : memref<?x?xf32>
    %rows = memref.dim %a, %c0 : memref<?x?xf32>
    %columns = memref.dim %b, %c1 : memref<?x?xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %rows {
      tir.for %j = %c0 to %columns {
        tir.for %k = %c0 to %depth {
          tir.block "C" iters(%x : spatial = %i in %rows, %y : spatial = %j in %columns, %z : reduce = %k in %depth) reads(%a, %b : memref<?x?xf32>, memref<?x?xf32>) writes(%c : memref<?x?xf32>) {
            tir.init {
              memref.store %f, %c[%x, %y] : memref<?x?xf32>
            }
            %0 = memref.load %a[%x, %z] : memref<?x?xf32>
            %1 = memref.load %b[%z, %y] : memref<?x?xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = memref.load %c[%x, %y] : memref<?x?xf32>
            %4 = arith.addf %3, %2 : f32
            memref.store %4, %c[%x, %y] : memref<?x?xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // Blocks of 64 x 64 elements, threads of 4 x 4 of them, steps of 16 terms:
    // the loop over steps is around the threads.
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %c
    %bi, %ti, %ri = transform.tir.split %i [?, 16, 4]
    %bj, %tj, %rj = transform.tir.split %j [?, 16, 4]
    %ko, %ki = transform.tir.split %k [?, 16]
    transform.tir.reorder %bi, %bj, %ko, %ti, %tj, %ki, %ri, %rj
    // Sums stay with their threads, factors are the block's.
    %out = transform.tir.cache_write %c[0] "local"
    transform.tir.reverse_compute_at %out, %bj
    %as = transform.tir.cache_read %c[0] "shared"
    %bs = transform.tir.cache_read %c[1] "shared"
    transform.tir.compute_at %as, %ko
    transform.tir.compute_at %bs, %ko
    %init = transform.tir.decompose_reduction %c before %ko
    transform.tir.bind %bi "blockIdx.y"
    transform.tir.bind %bj "blockIdx.x"
    // Whoever computes, starts and stores an element.
    %t = transform.tir.fuse %ti, %tj
    transform.tir.bind %t "threadIdx.x"
    transform.tir.unroll %ri
    transform.tir.unroll %rj
    %i0, %i1, %i2, %i3, %i4, %i5 = transform.tir.get_loops %init
    %it = transform.tir.fuse %i2, %i3
    transform.tir.bind %it "threadIdx.x"
    transform.tir.unroll %i4
    transform.tir.unroll %i5
    %o0, %o1, %o2, %o3 = transform.tir.get_loops %out
    %p0, %p1, %p2 = transform.tir.split %o2 [?, 16, 4]
    %q0, %q1, %q2 = transform.tir.split %o3 [?, 16, 4]
    transform.tir.reorder %p1, %q1, %p0, %q0, %p2, %q2
    %ot = transform.tir.fuse %p1, %q1
    transform.tir.bind %ot "threadIdx.x"
    transform.tir.unroll %p2
    transform.tir.unroll %q2
    // All threads fetch, neighbours what is side by side; a barrier comes where
    // a loop over threads ends, so these loops are outside.
    %a0, %a1, %a2, %a3, %a4 = transform.tir.get_loops %as
    %af = transform.tir.fuse %a3, %a4
    %af0, %af1 = transform.tir.split %af [?, 256]
    transform.tir.reorder %af1, %af0
    transform.tir.bind %af1 "threadIdx.x"
    %b0, %b1, %b2, %b3, %b4 = transform.tir.get_loops %bs
    %bf = transform.tir.fuse %b3, %b4
    %bf0, %bf1 = transform.tir.split %bf [?, 256]
    transform.tir.reorder %bf1, %bf0
    transform.tir.bind %bf1 "threadIdx.x"
    transform.yield
  }
}
