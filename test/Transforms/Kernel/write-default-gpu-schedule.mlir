// The default schedule as a script: what it is, and that it gives the same.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_80 file=%t.schedule' | diff - %t.program
// RUN: FileCheck %s --input-file=%t.schedule
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-gpu-schedule=chip=sm_80' | diff - %t.script

// Beside the functions, which stay as they are; once.
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_80' > %t.both
// RUN: FileCheck %s --check-prefix=BESIDE --input-file=%t.both
// RUN: relax-opt %t.both '--tir-write-default-gpu-schedule=chip=sm_80' | diff - %t.both
// RUN: relax-opt %t.both --transform-interpreter | FileCheck %s --check-prefix=DONE

// BESIDE: module attributes {transform.with_named_sequence}
// BESIDE: tir.block
// BESIDE: transform.named_sequence @__transform_main(%{{.*}}: !transform.any_op {transform.readonly})
// DONE-NOT: tir.block
// DONE: tir.is_scheduled

// CHECK: transform.tir.tile_contraction {{.*}} tile = [32, 32, 64] stages = 2 tensor_cores = 16 async_copies
// CHECK: transform.tir.tile_contraction {{.*}} tile = [64, 64, 16] stages = 2
// CHECK: transform.tir.tile_transpose
// CHECK: transform.tir.bind_scan {{.*}} rows = 2 lanes = 64 neighbours = 2 chunks = 1 vectors
// CHECK: transform.tir.bind_scan {{.*}} rows = 1 lanes = 256 neighbours = 7 chunks = 4
// CHECK: transform.tir.bind_scan {{.*}} rows = 1 lanes = 256 neighbours = 3 chunks = 256
// CHECK: %[[FUNC:.*]] = transform.tir.get_function @fused_matmul_0_nn_relu in
// CHECK: %[[PRODUCT:.*]] = transform.tir.get_block "matmul" in %[[FUNC]]
// CHECK: %[[END:.*]] = transform.tir.get_block "relu" in %[[FUNC]]
// CHECK: transform.tir.tile_contraction %[[PRODUCT]] with %[[END]] tile = [32, 32, 16] stages = 2
// CHECK: transform.tir.lower_blocks %[[FUNC]]
// CHECK: transform.apply_dce to %[[FUNC]]
// CHECK: transform.tir.compute_inline
// CHECK: transform.apply_cse to
// CHECK: transform.tir.simplify_iters %[[BLOCK:.*]]
// CHECK: %[[ROWS:.*]], %[[COLUMNS:.*]] = transform.tir.get_loops %[[BLOCK]]
// CHECK: %[[VECTORS:.*]], %[[LANES:.*]] = transform.tir.split %[[COLUMNS]] [?, 4]
// CHECK: %[[ALL:.*]] = transform.tir.fuse %[[ROWS]], %[[VECTORS]]
// CHECK: %[[BLOCKS:.*]], %[[THREADS:.*]] = transform.tir.split %[[ALL]] [?, 256]
// CHECK: transform.tir.bind %[[BLOCKS]] "blockIdx.x"
// CHECK: transform.tir.bind %[[THREADS]] "threadIdx.x"
// CHECK: transform.tir.vectorize %[[LANES]]
// CHECK: transform.tir.inline_padding
// CHECK: transform.tir.tile_contraction

// A function with no body to schedule, and one that is scheduled already.
// CHECK-NOT: @external
// CHECK-NOT: @done
tir.func private @external(%x: memref<4xf32>) attributes {num_inputs = 0}
tir.func private @done(%x: memref<4xf32>) attributes {num_inputs = 0, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  memref.store %f, %x[%c0] : memref<4xf32>
  tir.return
}

relax.func @matmul(%x: tensor<64x96xf32>, %w: tensor<96x80xf32>) -> tensor<64x80xf32> {
  %r = relax.dataflow -> tensor<64x80xf32> {
    %0 = relax.matmul %x, %w : (tensor<64x96xf32>, tensor<96x80xf32>) -> tensor<64x80xf32>
    %1 = relax.nn.relu %0 : tensor<64x80xf32>
    relax.output %1 : tensor<64x80xf32>
  }
  relax.return %r : tensor<64x80xf32>
}
relax.func @half(%x: tensor<64x96xf16>, %w: tensor<96x80xf16>) -> tensor<64x80xf16> {
  %0 = relax.matmul %x, %w : (tensor<64x96xf16>, tensor<96x80xf16>) -> tensor<64x80xf16>
  relax.return %0 : tensor<64x80xf16>
}
relax.func @symbolic(%x: tensor<?x?xf32, #relax.dims<[n, k]>>, %w: tensor<?x?xf32, #relax.dims<[k, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.matmul %x, %w : (tensor<?x?xf32, #relax.dims<[n, k]>>, tensor<?x?xf32, #relax.dims<[k, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}
relax.func @transpose(%x: tensor<64x96xf32>) -> tensor<96x64xf32> {
  %0 = relax.permute_dims %x : (tensor<64x96xf32>) -> tensor<96x64xf32>
  relax.return %0 : tensor<96x64xf32>
}
relax.func @elementwise(%x: tensor<256x256xf32>, %y: tensor<256xf32>) -> tensor<256x256xf32> {
  %r = relax.dataflow -> tensor<256x256xf32> {
    %0 = relax.add %x, %y : (tensor<256x256xf32>, tensor<256xf32>) -> tensor<256x256xf32>
    %1 = relax.exp %0 : tensor<256x256xf32>
    relax.output %1 : tensor<256x256xf32>
  }
  relax.return %r : tensor<256x256xf32>
}
relax.func @conv(%x: tensor<1x16x14x14xf32>, %w: tensor<24x16x3x3xf32>, %b: tensor<24x1x1xf32>) -> tensor<1x24x14x14xf32> {
  %r = relax.dataflow -> tensor<1x24x14x14xf32> {
    %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x16x14x14xf32>, tensor<24x16x3x3xf32>) -> tensor<1x24x14x14xf32>
    %1 = relax.add %0, %b : (tensor<1x24x14x14xf32>, tensor<24x1x1xf32>) -> tensor<1x24x14x14xf32>
    relax.output %1 : tensor<1x24x14x14xf32>
  }
  relax.return %r : tensor<1x24x14x14xf32>
}
relax.func @softmax(%x: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %0 = relax.nn.softmax %x : tensor<64x96xf32>
  relax.return %0 : tensor<64x96xf32>
}
relax.func @norm(%x: tensor<4x64x9xf32>, %s: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<4x64x9xf32> {
  %0 = relax.nn.group_norm %x, %s, %b {num_groups = 8 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<4x64x9xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x64x9xf32>
  relax.return %0 : tensor<4x64x9xf32>
}
relax.func @scan(%x: tensor<198x70xf32>) -> tensor<198x70xf32> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<198x70xf32>) -> tensor<198x70xf32>
  relax.return %0 : tensor<198x70xf32>
}
relax.func @long_scan(%x: tensor<2x33001xi32>) -> tensor<2x33001xi32> {
  %0 = relax.cumprod %x {axis = 1 : i64, exclusive = true} : (tensor<2x33001xi32>) -> tensor<2x33001xi32>
  relax.return %0 : tensor<2x33001xi32>
}
relax.func @flat_scan(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>> {
  %0 = relax.cumsum %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * m]>>
}
