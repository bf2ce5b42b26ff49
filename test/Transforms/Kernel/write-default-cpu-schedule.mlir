// The default schedule as a script: what it is, and that it gives the same.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' | diff - %t.program
// RUN: FileCheck %s --input-file=%t.schedule
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' | diff - %t.script

// Beside the functions, which stay as they are; once.
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256' > %t.both
// RUN: FileCheck %s --check-prefix=BESIDE --input-file=%t.both
// RUN: relax-opt %t.both '--tir-write-default-cpu-schedule=vector-bits=256' | diff - %t.both
// RUN: relax-opt %t.both --transform-interpreter | FileCheck %s --check-prefix=DONE

// BESIDE: module attributes {transform.with_named_sequence}
// BESIDE: tir.block
// BESIDE: transform.named_sequence @__transform_main(%{{.*}}: !transform.any_op {transform.readonly})
// DONE-NOT: tir.block
// DONE: tir.is_scheduled

// CHECK: transform.tir.tile_reduction %{{.*}} with %{{.*}} lanes = 8 overlap
// CHECK: transform.tir.tile_spatial
// CHECK: transform.tir.rfactor
// CHECK: %[[FUNC:.*]] = transform.tir.get_function @fused_matmul_0_nn_relu in
// CHECK: %[[PRODUCT:.*]] = transform.tir.get_block "matmul" in %[[FUNC]]
// CHECK: %[[END:.*]] = transform.tir.get_block "relu" in %[[FUNC]]
// CHECK: transform.tir.tile_reduction %[[PRODUCT]] with %[[END]] lanes = 8 overlap
// CHECK: transform.tir.lower_blocks %[[FUNC]]
// CHECK: transform.apply_dce to %[[FUNC]]
// CHECK: transform.tir.compute_inline
// CHECK: transform.apply_cse to

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
relax.func @mean(%x: tensor<64x96xf32>) -> tensor<64xf32> {
  %0 = relax.mean %x {axis = array<i64: 1>} : (tensor<64x96xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
relax.func @softmax(%x: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %0 = relax.nn.softmax %x : tensor<64x96xf32>
  relax.return %0 : tensor<64x96xf32>
}
