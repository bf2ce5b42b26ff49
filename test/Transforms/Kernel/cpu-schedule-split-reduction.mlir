// Few, long rows: pieces of rows first, in threads, then what they give.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-cpu-schedule=vector-bits=256 --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-default-cpu-schedule=vector-bits=256 | relax-opt --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-default-cpu-schedule="vector-bits=256 show-steps" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS --implicit-check-not=split_reduction

// All of an image: its axes are one, cut into 16 pieces.
// STEPS: remark: is scheduled as by 'transform.tir.split_reduction %max partitions = 16'
// CHECK-LABEL: tir.func private @max(
// CHECK:       %[[ALL:.+]] = memref.collapse_shape {{.*}} into memref<802816xf32>
// CHECK:       memref.alloc() : memref<16xf32>
// CHECK:       tir.for parallel
// CHECK:         memref.load %[[ALL]]
// CHECK:       tir.return
relax.func @all(%x: tensor<1x64x112x112xf32>) -> tensor<f32> {
  %0 = relax.max %x : (tensor<1x64x112x112xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// Pieces of two rows.
// STEPS: remark: is scheduled as by 'transform.tir.split_reduction %sum partitions = 16'
// CHECK-LABEL: tir.func private @sum(
// CHECK:       memref.alloc() : memref<16x2xf32>
// CHECK:       tir.for parallel
// CHECK:       tir.return
relax.func @rows(%x: tensor<2x600000xf32>) -> tensor<2xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x600000xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// The largest element first, then the least place of one.
// STEPS: remark: is scheduled as by 'transform.tir.split_reduction %best partitions = 5'
// STEPS: remark: is scheduled as by 'transform.tir.split_reduction %argmax partitions = 5'
// CHECK-LABEL: tir.func private @argmax(
// CHECK:       tir.return
relax.func @places(%x: tensor<200000xf32>) -> tensor<i64> {
  %0 = relax.argmax %x : (tensor<200000xf32>) -> tensor<i64>
  relax.return %0 : tensor<i64>
}

// Short, many, of unknown length, and of a prime one: one nest.
// CHECK-LABEL: tir.func private @sum_0(
// CHECK-NOT:   memref<{{[0-9]+}}x1xf32>
// CHECK-LABEL: tir.func private @sum_1(
// CHECK-LABEL: tir.func private @sum_2(
// CHECK-LABEL: tir.func private @sum_3(
relax.func @short(%x: tensor<40000xf32>) -> tensor<f32> {
  %0 = relax.sum %x : (tensor<40000xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
relax.func @many(%x: tensor<64x70000xf32>) -> tensor<64xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<64x70000xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
relax.func @unknown(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32> {
  %0 = relax.sum %x : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

relax.func @prime(%x: tensor<600011xf32>) -> tensor<f32> {
  %0 = relax.sum %x : (tensor<600011xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
