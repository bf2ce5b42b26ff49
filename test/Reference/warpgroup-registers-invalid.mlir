// A product overwrites sums that its thread has read since the last fence of
// registers: it may do so before the read is over.
// RUN: not relax-interp %s --each 2>&1 | FileCheck %s
// CHECK: 'tir.warpgroup_product' op writes registers that the thread has read; expected 'nvvm.wgmma.fence.aligned' in between
// RUN: sed "s,^ *// HERE,nvvm.wgmma.fence.aligned," %s > %t.mlir
// RUN: relax-interp %t.mlir --each

// None in front of the first product.
// RUN: sed "/^ *nvvm.wgmma.fence.aligned/d" %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: 'tir.warpgroup_product' op is the first product of its thread; expected 'nvvm.wgmma.fence.aligned' in front of it

tir.func @twice(%c: memref<128xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f16
  %m = memref.alloc() : memref<8192xf16, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c128 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    tir.for %k = %c0 to %c64 {
      %first = arith.muli %k, %c128 : index
      %i = arith.addi %first, %t : index
      memref.store %zero, %m[%i] : memref<8192xf16, #gpu.address_space<workgroup>>
    }
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    nvvm.wgmma.fence.aligned
    tir.warpgroup_product %s += %m[%c0] * %m[%c1024] {lhs_layout = array<i64: 128, 16, 1024>, overwrites, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32, #gpu.address_space<private>>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %0 = memref.load %s[%c0] : memref<8xf32, #gpu.address_space<private>>
    memref.store %0, %c[%t] : memref<128xf32>
    // HERE
    tir.warpgroup_product %s += %m[%c0] * %m[%c1024] {lhs_layout = array<i64: 128, 16, 1024>, overwrites, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32, #gpu.address_space<private>>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
  }
  tir.return
}
