// Attention of a query or a few: each block goes over a piece of the keys, and a
// second kernel joins what the pieces give.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program --tir-default-gpu-schedule=chip=sm_80 --tir-verify-scheduled --tir-verify-well-formed > %t.scheduled
// RUN: FileCheck %s --input-file=%t.scheduled
// RUN: relax-opt %t.scheduled --tir-default-gpu-schedule=chip=sm_80 | diff %t.scheduled -
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-3
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-3 --dims=b=2,m=300
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-3 --dims=b=1,m=0
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_80 file=%t.schedule' | diff - %t.program
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter | diff %t.scheduled -
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t.schedule

// STEPS: transform.tir.bind_attention {{.*}} rows = 16 keys = 64 partitions = 4
// STEPS: transform.tir.bind_attention {{.*}} rows = 16 keys = 64 partitions = 32

// One row a head: no axis is of rows.
// CHECK-LABEL: tir.func private @fused_permute_dims_
// CHECK:       %[[MOST:.*]] = memref.alloc() : memref<2x4x1xf32>
// CHECK:       %[[TOTALS:.*]] = memref.alloc() : memref<2x4x1xf32>
// CHECK:       %[[RESULTS:.*]] = memref.alloc() : memref<2x4x1x32xf32>
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c8{{.*}} {
// CHECK:         memref.store %{{.*}}, %[[MOST]]
// CHECK:         memref.store %{{.*}}, %[[TOTALS]]
// CHECK:         memref.store %{{.*}}, %[[RESULTS]]
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c1{{.*}} {
// CHECK:         math.exp
// CHECK:         arith.divf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @one(%q: tensor<1x1x2x16xf32>, %k: tensor<1x515x2x16xf32>, %v: tensor<1x515x2x32xf32>) -> tensor<1x1x2x32xf32> {
  %1 = relax.dataflow -> tensor<1x1x2x32xf32> {
    %0 = relax.nn.attention %q, %k, %v : (tensor<1x1x2x16xf32>, tensor<1x515x2x16xf32>, tensor<1x515x2x32xf32>) -> tensor<1x1x2x32xf32>
    relax.output %0 : tensor<1x1x2x32xf32>
  }
  relax.return %1 : tensor<1x1x2x32xf32>
}

// Three rows, the first of which do not see the last keys; any number of keys,
// also none; halves.
// CHECK-LABEL: tir.func private @fused
// CHECK:       memref.alloc({{.*}}) : memref<?x32x3xf32>
// CHECK:       "blockIdx.x"
// CHECK:       "blockIdx.x"
// CHECK:       arith.truncf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @causal(%q: tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>>, %k: tensor<?x?x2x16xf16, #relax.dims<[b, m, 2, 16]>>) -> tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>> {
  %1 = relax.dataflow -> tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>> {
    %0 = relax.nn.attention %q, %k, %k {causal_mask = "BottomRight"} : (tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>>, tensor<?x?x2x16xf16, #relax.dims<[b, m, 2, 16]>>, tensor<?x?x2x16xf16, #relax.dims<[b, m, 2, 16]>>) -> tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>>
    relax.output %0 : tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>>
  }
  relax.return %1 : tensor<?x3x2x16xf16, #relax.dims<[b, 3, 2, 16]>>
}
