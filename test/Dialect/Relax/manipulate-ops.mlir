// Ops that move elements: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>, %r: tensor<*xf32>, %d: tensor<f32>, %o: tensor<1x?x1xf32, #relax.dims<[1, n, 1]>>, %o1: tensor<1x4x1xf32>, %s: !relax.shape<[n * 4]>, %s2: !relax.shape<rank 2>, %s3: !relax.shape<?>, %s4: !relax.shape<[2, n, 4, 5]>) {
  // CHECK: relax.reshape {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.reshape {{.*}} -> tensor<?xf32, #relax.dims<[n * 4]>>
  %0 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n * 4]>) -> tensor<*xf32>
  // CHECK: relax.reshape {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.reshape {{.*}} -> tensor<?x?xf32>
  %1 = relax.reshape %x, %s2 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<rank 2>) -> tensor<*xf32>
  // CHECK: relax.reshape {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.reshape {{.*}} -> tensor<*xf32>
  %2 = relax.reshape %x, %s3 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<?>) -> tensor<*xf32>
  // CHECK: relax.reshape {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.reshape {{.*}} -> tensor<?xf32, #relax.dims<[n * 4]>>
  %3 = relax.reshape %r, %s : (tensor<*xf32>, !relax.shape<[n * 4]>) -> tensor<*xf32>
  // CHECK: relax.flatten {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.flatten {{.*}} -> tensor<?xf32, #relax.dims<[n * 4]>>
  %4 = relax.flatten %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.flatten {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.flatten {{.*}} -> tensor<1xf32>
  %5 = relax.flatten %d : (tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.flatten {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.flatten {{.*}} -> tensor<?xf32>
  %6 = relax.flatten %r : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.batch_flatten {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.batch_flatten {{.*}} -> tensor<?x20xf32, #relax.dims<[n, 20]>>
  %7 = relax.nn.batch_flatten %y : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.nn.batch_flatten {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.batch_flatten {{.*}} -> tensor<?x?xf32>
  %8 = relax.nn.batch_flatten %r : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.permute_dims {{.*}}{axes = array<i64: 2, 0, -2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.permute_dims {{.*}} -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
  %9 = relax.permute_dims %y {axes = array<i64: 2, 0, -2>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.permute_dims {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.permute_dims {{.*}} -> tensor<5x4x?xf32, #relax.dims<[5, 4, n]>>
  %10 = relax.permute_dims %y : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.permute_dims {{.*}}{axes = array<i64: 1, 0>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.permute_dims {{.*}} -> tensor<?x?xf32>
  %11 = relax.permute_dims %r {axes = array<i64: 1, 0>} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.permute_dims {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.permute_dims {{.*}} -> tensor<*xf32>
  %12 = relax.permute_dims %r : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.expand_dims {{.*}}{axis = array<i64: 0, -1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.expand_dims {{.*}} -> tensor<1x?x4x1xf32, #relax.dims<[1, n, 4, 1]>>
  %13 = relax.expand_dims %x {axis = array<i64: 0, -1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.expand_dims {{.*}}{axis = array<i64: 0>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.expand_dims {{.*}} -> tensor<*xf32>
  %14 = relax.expand_dims %r {axis = array<i64: 0>} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.squeeze {{.*}}{axis = array<i64: -3>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.squeeze {{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
  %15 = relax.squeeze %o {axis = array<i64: -3>} : (tensor<1x?x1xf32, #relax.dims<[1, n, 1]>>) -> tensor<*xf32>
  // CHECK: relax.squeeze {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.squeeze {{.*}} -> tensor<4xf32>
  %16 = relax.squeeze %o1 : (tensor<1x4x1xf32>) -> tensor<*xf32>
  // CHECK: relax.squeeze {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.squeeze {{.*}} -> tensor<*xf32>
  %17 = relax.squeeze %o : (tensor<1x?x1xf32, #relax.dims<[1, n, 1]>>) -> tensor<*xf32>
  // CHECK: relax.squeeze {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.squeeze {{.*}} -> tensor<*xf32>
  %18 = relax.squeeze %r : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.broadcast_to {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.broadcast_to {{.*}} -> tensor<2x?x4x5xf32, #relax.dims<[2, n, 4, 5]>>
  %19 = relax.broadcast_to %o1, %s4 : (tensor<1x4x1xf32>, !relax.shape<[2, n, 4, 5]>) -> tensor<*xf32>
  // CHECK: relax.broadcast_to {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.broadcast_to {{.*}} -> tensor<*xf32>
  %20 = relax.broadcast_to %r, %s3 : (tensor<*xf32>, !relax.shape<?>) -> tensor<*xf32>
  // CHECK: relax.flip {{.*}}{axis = -1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.flip {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %21 = relax.flip %x {axis = -1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.repeat {{.*}}{axis = 0 : i64, repeats = 3 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.repeat {{.*}} -> tensor<?x4xf32, #relax.dims<[n * 3, 4]>>
  %22 = relax.repeat %x {axis = 0 : i64, repeats = 3 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.repeat {{.*}}{repeats = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.repeat {{.*}} -> tensor<?xf32, #relax.dims<[n * 8]>>
  %23 = relax.repeat %x {repeats = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.repeat {{.*}}{repeats = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.repeat {{.*}} -> tensor<?xf32>
  %24 = relax.repeat %r {repeats = 2 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.tile {{.*}}{repeats = array<i64: 3, 1, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.tile {{.*}} -> tensor<3x?x8xf32, #relax.dims<[3, n, 8]>>
  %25 = relax.tile %x {repeats = array<i64: 3, 1, 2>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.tile {{.*}}{repeats = array<i64: 0>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.tile {{.*}} -> tensor<?x0xf32, #relax.dims<[n, 0]>>
  %26 = relax.tile %x {repeats = array<i64: 0>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.tile {{.*}}{repeats = array<i64: 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.tile {{.*}} -> tensor<*xf32>
  %27 = relax.tile %r {repeats = array<i64: 2>} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.pad {{.*}}{pad_width = array<i64: 0, 1, 2, 3>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.pad {{.*}} -> tensor<?x9xf32, #relax.dims<[n + 1, 9]>>
  %28 = relax.nn.pad %x {pad_width = array<i64: 0, 1, 2, 3>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.pad {{.*}}{pad_mode = "replicate", pad_width = array<i64: 0, 0, -1, 0>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.pad {{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %29 = relax.nn.pad %x {pad_mode = "replicate", pad_width = array<i64: 0, 0, -1, 0>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.pad {{.*}}{pad_width = array<i64: 0, 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.pad {{.*}} -> tensor<*xf32>
  %30 = relax.nn.pad %r {pad_width = array<i64: 0, 1>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}
