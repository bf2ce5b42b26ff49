// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Also `fast` reads inside the operand only.
// CHECK-LABEL: relax.func @take
// CHECK: tir.block "take" iters(%[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : spatial
// CHECK: %[[INDEX:.*]] = memref.load %{{.*}}[%[[I]]] : memref<?xi64>
// CHECK: arith.index_cast %[[INDEX]]
// CHECK: arith.minsi
// CHECK: %[[PLACE:.*]] = arith.maxsi
// CHECK: memref.load %{{.*}}[%[[PLACE]], %[[J]]]
relax.func @take(%x: tensor<10x4xf32>, %i: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.take %x, %i {axis = 0 : i64} : (tensor<10x4xf32>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @wrap
// CHECK: tir.block "take"
// CHECK: arith.remsi
relax.func @wrap(%x: tensor<10xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  %0 = relax.take %x, %i {mode = "wrap"} : (tensor<10xf32>, tensor<2xi32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: relax.func @nan
// CHECK: tir.block "take"
// CHECK: %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[NAN]]
relax.func @nan(%x: tensor<10xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  %0 = relax.take %x, %i {mode = "nan"} : (tensor<10xf32>, tensor<2xi32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// -----

// Bounds are expressions of the caller's sizes.
// CHECK-LABEL: relax.func @slice
// CHECK: tir.block "strided_slice"
// CHECK: arith.muli
// CHECK: arith.addi
relax.func @slice(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>> {
  %0 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<7>], strides = array<i64: 2>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  relax.return %0 : tensor<?x3xf32, #relax.dims<[n, 3]>>
}

// -----

// A begin of unknown sign: counted from the end where it is negative. A symbol
// that no buffer has comes with the call.
// CHECK-LABEL: relax.func @unknown_sign
// CHECK: relax.call_tir @strided_slice(%{{.*}}) vars [
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt
// CHECK: arith.select %[[NEGATIVE]]
// CHECK: tir.block "strided_slice"
relax.func @unknown_sign(%x: tensor<8xf32>, %y: tensor<?xf32, #relax.dims<[k]>>, %z: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
  %0 = relax.strided_slice %x {axes = array<i64: 0>, begin = [#relax.expr<k - 4>], end = [#relax.expr<8>]} : (tensor<8xf32>) -> tensor<?xf32, #relax.dims<[m]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
}
