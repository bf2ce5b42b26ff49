// Nests over the same rows are one loop over rows, with buffers of one row.
// RUN: relax-opt %s --relax-legalize-ops > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256 show-steps' 2>&1 >/dev/null | FileCheck %s --check-prefix=STEPS
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-5
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=512}' --tolerance=1e-5
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s

// STEPS: is scheduled as by 'transform.tir.tile_row_reduction %maximum, %exp, %sum, %softmax bits = 256'
// STEPS: is scheduled as by 'transform.tir.tile_row_reduction %maximum, %sum, %log, %log_softmax bits = 256'
// STEPS: is scheduled as by 'transform.tir.tile_row_reduction %sum, %mean, %square_sum, %factor, %normalize bits = 256'
// STEPS: is scheduled as by 'transform.tir.tile_row_reduction %square_sum, %factor, %normalize bits = 256'
// STEPS: is scheduled as by 'transform.tir.tile_row_reduction %best, %argmax bits = 256'

// The terms of a row, its maximum and its sum, in a task of several rows.
// CHECK-LABEL: tir.func private @nn_softmax(
// CHECK-NOT: memref.alloc
// CHECK: tir.for parallel
// CHECK-DAG: memref.alloc() : memref<1xf32>
// CHECK-DAG: memref.alloc() : memref<1001xf32>
// CHECK: tir.for %
// CHECK: arith.maximumf
// CHECK: math.exp
// One quotient for all of a row.
// CHECK: %[[INVERSE:.*]] = arith.divf %{{cst.*}}, %{{.*}}
// CHECK: arith.mulf %{{.*}}, %[[INVERSE]]
// CHECK-NOT: tir.for parallel
// CHECK: tir.return
relax.func @softmax(%x: tensor<400x1001xf32>) -> tensor<400x1001xf32> {
  %0 = relax.nn.softmax %x : tensor<400x1001xf32>
  relax.return %0 : tensor<400x1001xf32>
}

// Sizes that the run time tells.
// CHECK-LABEL: tir.func private @nn_log_softmax(
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<1xf32>
// CHECK-NOT: tir.for parallel
// CHECK: tir.return
relax.func @logarithm(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.nn.log_softmax %x : tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}

// Several axes of rows; too little for threads. Numbers of a row need no room
// for others.
// CHECK-LABEL: tir.func private @nn_layer_norm(
// CHECK-NOT: parallel
// CHECK-NOT: memref<3x5xf32>
// CHECK: tir.return
relax.func @norm(%x: tensor<3x5x37xf32>, %g: tensor<37xf32>) -> tensor<3x5x37xf32> {
  %0 = relax.nn.layer_norm %x, %g, %g {axes = array<i64: -1>} : (tensor<3x5x37xf32>, tensor<37xf32>, tensor<37xf32>) -> tensor<3x5x37xf32>
  relax.return %0 : tensor<3x5x37xf32>
}

// CHECK-LABEL: tir.func private @nn_rms_norm(
// CHECK-NOT: memref<9xf32>
// CHECK: tir.return
relax.func @root(%x: tensor<9x4x32xf32>, %g: tensor<4x32xf32>) -> tensor<9x4x32xf32> {
  %0 = relax.nn.rms_norm %x, %g {axes = array<i64: -2, -1>} : (tensor<9x4x32xf32>, tensor<4x32xf32>) -> tensor<9x4x32xf32>
  relax.return %0 : tensor<9x4x32xf32>
}

// CHECK-LABEL: tir.func private @argmax(
// CHECK: tir.for parallel
// CHECK-NOT: tir.for parallel
// CHECK: tir.return
relax.func @place(%x: tensor<512x1000xf32>) -> tensor<512xi64> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<512x1000xf32>) -> tensor<512xi64>
  relax.return %0 : tensor<512xi64>
}

// Not these: few rows, columns, short rows, one pass.
// STEPS-NOT: tile_row_reduction
relax.func @few(%x: tensor<3x4000xf32>) -> tensor<3x4000xf32> {
  %0 = relax.nn.softmax %x : tensor<3x4000xf32>
  relax.return %0 : tensor<3x4000xf32>
}
relax.func @columns(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = relax.nn.softmax %x {axis = 0 : i64} : tensor<64x128xf32>
  relax.return %0 : tensor<64x128xf32>
}
relax.func @short(%x: tensor<400x5xf32>) -> tensor<400x5xf32> {
  %0 = relax.nn.softmax %x : tensor<400x5xf32>
  relax.return %0 : tensor<400x5xf32>
}
relax.func @once(%x: tensor<400x100xf32>) -> tensor<400xf32> {
  %0 = relax.mean %x {axis = array<i64: 1>} : (tensor<400x100xf32>) -> tensor<400xf32>
  relax.return %0 : tensor<400xf32>
}
