// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: relax.func @softmax
// CHECK: tir.block "maximum"
// CHECK: arith.maximumf
// CHECK: tir.block "exp"
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: tir.block "sum"
// CHECK: tir.block "softmax"
// CHECK: arith.divf
relax.func @softmax(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.softmax %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// Half precision: the maximum is exact, the rest is computed in f32.
// CHECK-LABEL: relax.func @log_softmax
// CHECK: memref.alloc() : memref<8xf16>
// CHECK: tir.block "maximum"
// CHECK: memref.alloc() : memref<4x8xf32>
// CHECK: tir.block "exp"
// CHECK: tir.block "sum"
// CHECK: tir.block "log"
// CHECK: math.log
// CHECK: tir.block "log_softmax"
// CHECK: arith.truncf
relax.func @log_softmax(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %0 = relax.nn.log_softmax %x {axis = 0 : i64} : tensor<4x8xf16>
  relax.return %0 : tensor<4x8xf16>
}
