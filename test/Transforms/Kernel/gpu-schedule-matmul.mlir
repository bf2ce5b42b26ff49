// Products of matrices in tiles: even, ragged, of sizes that are known when the
// program runs, transposed, of integers, with casts before and an end behind;
// and what is left to other rules.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-3
// RUN: relax-compile %s --target=sm_75 --emit=cubin -o %t.cubin --kernel-report=- | FileCheck %s --check-prefix=SPILLS

// SPILLS: registers  frame  spill stores  spill loads
// SPILLS-COUNT-8: {{^ *[0-9]+ +0 +0 +0 }}

// The second matrix is read along its rows, with the terms; the first axis of
// the result is that of the second matrix, so the columns are the first's.
// CHECK-LABEL: tir.func private @transposed(
// CHECK: software_pipeline_stage
// CHECK-COUNT-2: memref.alloc() {tir.storage_align = array<i64: 0, 32, 4>} : memref<16x36xf32, #gpu.address_space<workgroup>>
// CHECK: tir.for vectorized
// CHECK: memref.load %arg1
// CHECK: tir.for vectorized
// CHECK: memref.load %arg0
tir.func private @transposed(%a: memref<32x64xf32>, %b: memref<64x64xf32>, %c: memref<64x32xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  tir.for %i = %c0 to %c32 {
    tir.for %j = %c0 to %c64 {
      tir.for %k = %c0 to %c64 {
        tir.block "product" iters(%x : spatial = %i in %c32, %y : spatial = %j in %c64, %z : reduce = %k in %c64) reads(%a, %b : memref<32x64xf32>, memref<64x64xf32>) writes(%c : memref<64x32xf32>) {
          tir.init {
            memref.store %f, %c[%y, %x] : memref<64x32xf32>
          }
          %0 = memref.load %a[%x, %z] : memref<32x64xf32>
          %1 = memref.load %b[%y, %z] : memref<64x64xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = memref.load %c[%y, %x] : memref<64x32xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %c[%y, %x] : memref<64x32xf32>
        }
      }
    }
  }
  tir.return
}

// A start that is not the same for all, as only a schedule makes it.
// CHECK-LABEL: tir.func private @starts_differ(
// CHECK-NOT: workgroup
tir.func private @starts_differ(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  tir.for %i = %c0 to %c16 {
    tir.for %j = %c0 to %c16 {
      tir.for %k = %c0 to %c16 {
        tir.block "product" iters(%x : spatial = %i in %c16, %y : spatial = %j in %c16, %z : reduce = %k in %c16) reads(%a, %b : memref<16x16xf32>, memref<16x16xf32>) writes(%c : memref<16x16xf32>) {
          tir.init {
            %5 = memref.load %a[%x, %y] : memref<16x16xf32>
            memref.store %5, %c[%x, %y] : memref<16x16xf32>
          }
          %0 = memref.load %a[%x, %z] : memref<16x16xf32>
          %1 = memref.load %b[%z, %y] : memref<16x16xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = memref.load %c[%x, %y] : memref<16x16xf32>
          %4 = arith.addf %3, %2 : f32
          memref.store %4, %c[%x, %y] : memref<16x16xf32>
        }
      }
    }
  }
  tir.return
}

// 64 rows and columns: tiles of 32, vectors of two, nothing to guard; composed
// of primitives.
// CHECK-LABEL: tir.func private @matmul(
// CHECK: tir.for thread_binding "blockIdx.y" %{{.*}} = %c0{{.*}} to %c2
// CHECK: tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c2
// CHECK: memref.alloc() : memref<32x32xf32, #gpu.address_space<private>>
// CHECK: tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK-NOT: cmpi
// CHECK: tir.for %{{.*}} annotations {software_pipeline_order = [0 : i32, 3 : i32, 1 : i32, 4 : i32, 2 : i32], software_pipeline_stage = [0 : i32, 0 : i32, 0 : i32, 0 : i32, 1 : i32]}
// CHECK-DAG: memref<16x36xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: memref<16x32xf32, #gpu.address_space<workgroup>>
// CHECK: tir.for vectorized
// CHECK: memref.load %arg0
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK: tir.for vectorized
// CHECK: memref.store %{{.*}}, %arg2
// CHECK-NOT: tir.block
relax.func @even(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = relax.matmul %a, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  relax.return %0 : tensor<64x64xf32>
}

// What sticks out is 0 where it is read, and not written.
// CHECK-LABEL: tir.func private @matmul_0(
// CHECK: arith.cmpi ult
// CHECK: arith.select
// CHECK: memref.store %cst
// CHECK: tir.if
// CHECK: memref.load %arg0
relax.func @ragged(%a: tensor<33x19xf32>, %b: tensor<19x21xf32>) -> tensor<33x21xf32> {
  %0 = relax.matmul %a, %b : (tensor<33x19xf32>, tensor<19x21xf32>) -> tensor<33x21xf32>
  relax.return %0 : tensor<33x21xf32>
}

// CHECK-LABEL: tir.func private @matmul_1(
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: workgroup
relax.func @symbolic(%a: tensor<?x?xf32, #relax.dims<[m, k]>>, %b: tensor<?x?xf32, #relax.dims<[k, n]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>> {
  %0 = relax.matmul %a, %b : (tensor<?x?xf32, #relax.dims<[m, k]>>, tensor<?x?xf32, #relax.dims<[k, n]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[m, n]>>
}

// Integers, in a batch, the second matrix of which is the same for all.
// CHECK-LABEL: tir.func private @matmul_2(
// CHECK: workgroup
// CHECK: arith.extsi
// CHECK: arith.muli
relax.func @bytes(%a: tensor<2x9x16xi8>, %b: tensor<16x17xi8>) -> tensor<2x9x17xi32> {
  %0 = relax.matmul %a, %b {out_dtype = i32} : (tensor<2x9x16xi8>, tensor<16x17xi8>) -> tensor<2x9x17xi32>
  relax.return %0 : tensor<2x9x17xi32>
}

// A row times a matrix has no rows to share: threads share the columns.
// CHECK-LABEL: tir.func private @matmul_3(
// CHECK: memref.alloc() : memref<32x8xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloc() : memref<{{.*}}#gpu.address_space<workgroup>>
relax.func @row(%a: tensor<1x16xf32>, %b: tensor<16x17xf32>) -> tensor<1x17xf32> {
  %0 = relax.matmul %a, %b : (tensor<1x16xf32>, tensor<16x17xf32>) -> tensor<1x17xf32>
  relax.return %0 : tensor<1x17xf32>
}

// Nothing is done where there is nothing to sum.
// CHECK-LABEL: tir.func private @matmul_4(
// CHECK-NOT: workgroup
relax.func @no_terms(%a: tensor<16x0xf32>, %b: tensor<0x16xf32>) -> tensor<16x16xf32> {
  %0 = relax.matmul %a, %b : (tensor<16x0xf32>, tensor<0x16xf32>) -> tensor<16x16xf32>
  relax.return %0 : tensor<16x16xf32>
}

// One kernel, with a bias and an activation that the host's schedule has too.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]}}_add_nn_relu(
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: workgroup
// CHECK: tir.for vectorized
// CHECK: arith.extf
// CHECK: arith.truncf
// CHECK: arith.maximumf
// CHECK-NOT: blockIdx
relax.func @epilogue(%a: tensor<3x?x24xf16, #relax.dims<[3, m, 24]>>, %b: tensor<24x40xf16>, %c: tensor<40xf16>) -> tensor<3x?x40xf16, #relax.dims<[3, m, 40]>> {
  %r = relax.dataflow -> tensor<3x?x40xf16, #relax.dims<[3, m, 40]>> {
    %0 = relax.matmul %a, %b : (tensor<3x?x24xf16, #relax.dims<[3, m, 24]>>, tensor<24x40xf16>) -> tensor<3x?x40xf16, #relax.dims<[3, m, 40]>>
    %1 = relax.add %0, %c : (tensor<3x?x40xf16, #relax.dims<[3, m, 40]>>, tensor<40xf16>) -> tensor<3x?x40xf16, #relax.dims<[3, m, 40]>>
    %2 = relax.nn.relu %1 : tensor<3x?x40xf16, #relax.dims<[3, m, 40]>>
    relax.output %2 : tensor<3x?x40xf16, #relax.dims<[3, m, 40]>>
  }
  relax.return %r : tensor<3x?x40xf16, #relax.dims<[3, m, 40]>>
}

// Much code behind the sums stays a loop.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]}}_nn_gelu_nn_gelu_tanh(
// CHECK: workgroup
// CHECK-COUNT-2: memref.alloc() : memref<2x2xf32, #gpu.address_space<private>>
// CHECK: tir.for %{{.*}} = %c0{{.*}} to %c2
// CHECK: math.erf
relax.func @heavy(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = relax.dataflow -> tensor<32x32xf32> {
    %1 = relax.matmul %a, %b : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    %2 = relax.nn.gelu %1 : tensor<32x32xf32>
    %3 = relax.nn.gelu %2 : tensor<32x32xf32>
    %4 = relax.tanh %3 : tensor<32x32xf32>
    relax.output %4 : tensor<32x32xf32>
  }
  relax.return %r : tensor<32x32xf32>
}
