// Attention as PyTorch exports it, with one batch axis in each
// product: one kernel.
// RUN: relax-compile %s --target=sm_90 --emulate --stop-at=schedule -o - | FileCheck %s
// RUN: relax-compile %s --stop-at=kernel -o - | FileCheck %s --check-prefix=KERNEL

// CHECK:     tir.func private @fused_matmul_multiply_where_nn_softmax_matmul
// CHECK:       "blockIdx.x"
// CHECK:       gpu.shuffle xor
// CHECK-NOT:   "blockIdx.x"
// CHECK:     tir.return
// KERNEL:     tir.func private @fused_matmul_multiply_where_nn_softmax_matmul
// KERNEL-NOT: tir.func
relax.func @main(%q: tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>>, %k: tensor<2x4x8x?xf32, #relax.dims<[2, 4, 8, n]>>, %v: tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>>, %hidden: tensor<?x?xi1, #relax.dims<[n, n]>>, %lowest: tensor<f32>, %scale: tensor<f32>) -> tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>> {
  %0 = relax.shape [8, n, 8] : !relax.shape<[8, n, 8]>
  %1 = relax.shape [8, 8, n] : !relax.shape<[8, 8, n]>
  %2 = relax.shape [2, 4, n, n] : !relax.shape<[2, 4, n, n]>
  %3 = relax.shape [8, n, n] : !relax.shape<[8, n, n]>
  %4 = relax.shape [2, 4, n, 8] : !relax.shape<[2, 4, n, 8]>
  %5 = relax.reshape %q, %0 : (tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>>, !relax.shape<[8, n, 8]>) -> tensor<8x?x8xf32, #relax.dims<[8, n, 8]>>
  %6 = relax.reshape %k, %1 : (tensor<2x4x8x?xf32, #relax.dims<[2, 4, 8, n]>>, !relax.shape<[8, 8, n]>) -> tensor<8x8x?xf32, #relax.dims<[8, 8, n]>>
  %7 = relax.matmul %5, %6 : (tensor<8x?x8xf32, #relax.dims<[8, n, 8]>>, tensor<8x8x?xf32, #relax.dims<[8, 8, n]>>) -> tensor<8x?x?xf32, #relax.dims<[8, n, n]>>
  %8 = relax.reshape %7, %2 : (tensor<8x?x?xf32, #relax.dims<[8, n, n]>>, !relax.shape<[2, 4, n, n]>) -> tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>
  %9 = relax.multiply %8, %scale : (tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>, tensor<f32>) -> tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>
  %10 = relax.where %hidden, %lowest, %9 : (tensor<?x?xi1, #relax.dims<[n, n]>>, tensor<f32>, tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>) -> tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>
  %11 = relax.nn.softmax %10 : tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>
  %12 = relax.reshape %11, %3 : (tensor<2x4x?x?xf32, #relax.dims<[2, 4, n, n]>>, !relax.shape<[8, n, n]>) -> tensor<8x?x?xf32, #relax.dims<[8, n, n]>>
  %13 = relax.reshape %v, %0 : (tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>>, !relax.shape<[8, n, 8]>) -> tensor<8x?x8xf32, #relax.dims<[8, n, 8]>>
  %14 = relax.matmul %12, %13 : (tensor<8x?x?xf32, #relax.dims<[8, n, n]>>, tensor<8x?x8xf32, #relax.dims<[8, n, 8]>>) -> tensor<8x?x8xf32, #relax.dims<[8, n, 8]>>
  %15 = relax.reshape %14, %4 : (tensor<8x?x8xf32, #relax.dims<[8, n, 8]>>, !relax.shape<[2, 4, n, 8]>) -> tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>>
  relax.return %15 : tensor<2x4x?x8xf32, #relax.dims<[2, 4, n, 8]>>
}
