// Sorts for a GPU: rows that a block has room for are sorted in shared memory, by 8
// elements a thread, several short rows in one block, and stored by the same kernel;
// longer ones are runs of 2048, which others merge.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-write-default-gpu-schedule --transform-interpreter --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule=skip-rules=sort --split-input-file | FileCheck %s --check-prefix=SKIPPED

// SKIPPED-LABEL: tir.func private @sort
// SKIPPED-NOT: memref<2x132xi32
// SKIPPED-LABEL: tir.func private @topk

// CHECK-LABEL: tir.func private @sort
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c33
// CHECK: memref.alloc() : memref<8x132xi32, #gpu.address_space<workgroup>>
// CHECK: "threadIdx.y" %{{.*}} = %c0{{.*}} to %c8
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c16
// CHECK: gpu.barrier
// CHECK-NOT: "blockIdx.x"
// CHECK-LABEL: tir.func private @topk
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c3
// CHECK: memref.alloc() : memref<1x1028xi64, #gpu.address_space<workgroup>>
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c128
// Two neighbours of 64 bits are loaded at once, as 1000 is a multiple of 2.
// CHECK: tir.for vectorized %[[LANE:.*]] = %c0{{.*}} to %c2{{(_[0-9]+)?}} {
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<3x1000xi64>
// CHECK-NOT: "blockIdx.x"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @main(%x: tensor<263x125xf32>, %y: tensor<3x1000xi64>) -> (tensor<263x125xf32>, tensor<3x4xi64>, tensor<3x4xi32>) {
    %0 = relax.sort %x {axis = 1 : i64} : (tensor<263x125xf32>) -> tensor<263x125xf32>
    %1:2 = relax.topk %y {k = 4 : i64, axis = 1 : i64} : (tensor<3x1000xi64>) -> (tensor<3x4xi64>, tensor<3x4xi32>)
    relax.return %0, %1#0, %1#1 : tensor<263x125xf32>, tensor<3x4xi64>, tensor<3x4xi32>
  }
}

// -----

// CHECK-LABEL: tir.func private @argsort
// CHECK: memref.alloc() : memref<1x2052xi16, #gpu.address_space<workgroup>>
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK: gpu.barrier
// CHECK: "blockIdx.x"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @main(%x: tensor<?xf16, #relax.dims<[n]>>) -> tensor<?xi32, #relax.dims<[n]>> {
    %0 = relax.argsort %x {axis = 0 : i64} : (tensor<?xf16, #relax.dims<[n]>>) -> tensor<?xi32, #relax.dims<[n]>>
    relax.return %0 : tensor<?xi32, #relax.dims<[n]>>
  }
}
