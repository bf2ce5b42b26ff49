// Convolutions of 8-bit numbers less their zero points, windows of 3x3, have 16
// products a tile of 2x2 results in place of 36, and give the same integers.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute | FileCheck %s
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=0
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s --check-prefix=SCHEDULE
// RUN: %same-results="relax-pack-integer-products{permute},relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=0

// The weight is four times what it is for floats: sums of channels are whole.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// CHECK-LABEL: relax.func @differences
// CHECK-SAME: (%[[X:.*]]: tensor<1x16x16x32xui8>
// CHECK: %[[LESS:.*]] = relax.subtract
// CHECK: %[[W:.*]] = relax.constant dense_resource<winograd> : tensor<16x2x16x16xi32>
// CHECK: %[[Y:.*]] = relax.call_tir @conv2d_winograd(%[[LESS]], %[[W]]) : {{.*}} -> tensor<1x16x16x32xi32>
// CHECK: relax.return %[[Y]]
// Four terms, without a multiplication.
// CHECK: tir.func private @conv2d_winograd
// CHECK-SAME: op_pattern = 4
// CHECK: "winograd_input"
// CHECK: arith.subi %{{.*}}, %{{.*}} : i16
// CHECK-NOT: arith.muli %{{.*}} : i16
// Two neighbours are a word.
// CHECK: %[[HIGH:.*]] = arith.shli
// CHECK: %[[WORD:.*]] = arith.ori %{{.*}}, %[[HIGH]] : i32
// CHECK: tir.dot2_s16 %[[WORD]]
// CHECK: arith.shrsi %{{.*}}, %{{.*}} : i32
// A task has one block of what is between the nests.
// SCHEDULE: tir.func private @conv2d_winograd
// SCHEDULE: tir.for parallel
// SCHEDULE: memref.alloc() : memref<16x16x32xi16>
// SCHEDULE: memref.alloc() : memref<16x16x32xi32>
// SCHEDULE-NOT: tir.for parallel
// SCHEDULE: tir.dot2_s16
relax.func @differences(%x: tensor<1x16x16x32xui8>, %z: tensor<ui8>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<-7> : tensor<32x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x16x16x32xui8>) -> tensor<1x16x16x32xi16>
  %1 = relax.astype %z {dtype = i16} : (tensor<ui8>) -> tensor<i16>
  %2 = relax.subtract %0, %1 : (tensor<1x16x16x32xi16>, tensor<i16>) -> tensor<1x16x16x32xi16>
  %3 = relax.nn.conv2d %2, %w {data_layout = "NHWC", out_dtype = i32, padding = array<i64: 1, 1, 1, 1>} : (tensor<1x16x16x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %3 : tensor<1x16x16x32xi32>
}
}

// -----

// The data's layout was chosen, their zero point is known, and so is that of an
// unknown number of images.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// CHECK-LABEL: relax.func @batch
// CHECK: relax.call_tir @conv2d_winograd({{.*}}) : {{.*}} -> tensor<?x8x8x32xi32, #relax.dims<[n, 8, 8, 32]>>
// CHECK: memref<?x1x16x16x64xi16>
relax.func @batch(%x: tensor<?x64x10x10xi8, #relax.dims<[n, 64, 10, 10]>>) -> tensor<?x8x8x32xi32, #relax.dims<[n, 8, 8, 32]>> {
  %w = relax.constant dense<127> : tensor<3x3x64x32xi16>
  %z = relax.constant dense<-128> : tensor<i16>
  %0 = relax.astype %x {dtype = i16} : (tensor<?x64x10x10xi8, #relax.dims<[n, 64, 10, 10]>>) -> tensor<?x64x10x10xi16, #relax.dims<[n, 64, 10, 10]>>
  %1 = relax.subtract %0, %z : (tensor<?x64x10x10xi16, #relax.dims<[n, 64, 10, 10]>>, tensor<i16>) -> tensor<?x64x10x10xi16, #relax.dims<[n, 64, 10, 10]>>
  %2 = relax.permute_dims %1 {axes = array<i64: 0, 2, 3, 1>} : (tensor<?x64x10x10xi16, #relax.dims<[n, 64, 10, 10]>>) -> tensor<?x10x10x64xi16, #relax.dims<[n, 10, 10, 64]>>
  %3 = relax.nn.conv2d %2, %w {data_layout = "NHWC", kernel_layout = "HWIO", out_dtype = i32} : (tensor<?x10x10x64xi16, #relax.dims<[n, 10, 10, 64]>>, tensor<3x3x64x32xi16>) -> tensor<?x8x8x32xi32, #relax.dims<[n, 8, 8, 32]>>
  relax.return %3 : tensor<?x8x8x32xi32, #relax.dims<[n, 8, 8, 32]>>
}
}

// -----

// What the channels of a group share is one word for a vector of them.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// CHECK-LABEL: relax.func @groups
// CHECK: relax.call_tir @conv2d_winograd
// SCHEDULE: tir.func private @conv2d_winograd
// SCHEDULE: memref.alloc() : memref<{{[0-9]+}}x16xi32>
// SCHEDULE: tir.dot2_s16
relax.func @groups(%x: tensor<1x16x16x64xui8>) -> tensor<1x16x16x64xi32> {
  %w = relax.constant dense<5> : tensor<64x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x16x16x64xui8>) -> tensor<1x16x16x64xi16>
  %1 = relax.nn.conv2d %0, %w {groups = 2 : i64, data_layout = "NHWC", out_dtype = i32, padding = array<i64: 1, 1, 1, 1>} : (tensor<1x16x16x64xi16>, tensor<64x32x3x3xi16>) -> tensor<1x16x16x64xi32>
  relax.return %1 : tensor<1x16x16x64xi32>
}
}
