// Shapes as values: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @shapes
// INFER-LABEL: @shapes
relax.func @shapes(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %q: tensor<?x4xf32>, %z: tensor<0x2xf32>, %f: tensor<f32>, %r: tensor<*x!relax.unknown>) {
  // CHECK: relax.shape [n * 2, 4] : !relax.shape<rank 2>
  // INFER: relax.shape [n * 2, 4] : !relax.shape<[n * 2, 4]>
  %0 = relax.shape [n * 2, 4] : !relax.shape<rank 2>
  // CHECK: relax.shape_of %{{.*}} : {{.*}} -> !relax.shape<?>
  // INFER: relax.shape_of %{{.*}} : {{.*}} -> !relax.shape<[n, 4]>
  %1 = relax.shape_of %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> !relax.shape<?>
  // INFER: relax.shape_of %{{.*}} : {{.*}} -> !relax.shape<[?, 4]>
  %2 = relax.shape_of %q : tensor<?x4xf32> -> !relax.shape<?>
  // INFER: relax.shape_of %{{.*}} : {{.*}} -> !relax.shape<[0, 2]>
  %3 = relax.shape_of %z : tensor<0x2xf32> -> !relax.shape<?>
  // INFER: relax.shape_of %{{.*}} : {{.*}} -> !relax.shape<[]>
  %4 = relax.shape_of %f : tensor<f32> -> !relax.shape<?>
  // INFER: relax.shape_of %{{.*}} : {{.*}} -> !relax.shape<?>
  %5 = relax.shape_of %r : tensor<*x!relax.unknown> -> !relax.shape<?>
  relax.return
}

// CHECK-LABEL: @tensors
// INFER-LABEL: @tensors
relax.func @tensors(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<2xi64>, %u: tensor<?xi64, #relax.dims<[n]>>, %e: tensor<0xi64>, %s: !relax.shape<rank 3>, %t: !relax.shape<?>) {
  // CHECK: relax.tensor_to_shape %{{.*}} : tensor<2xi64> -> !relax.shape<?>
  // INFER: relax.tensor_to_shape %{{.*}} : tensor<2xi64> -> !relax.shape<rank 2>
  %0 = relax.tensor_to_shape %v : tensor<2xi64> -> !relax.shape<?>
  // INFER: relax.tensor_to_shape %{{.*}} -> !relax.shape<?>
  %1 = relax.tensor_to_shape %u : tensor<?xi64, #relax.dims<[n]>> -> !relax.shape<?>
  // INFER: relax.tensor_to_shape %{{.*}} -> !relax.shape<[]>
  %2 = relax.tensor_to_shape %e : tensor<0xi64> -> !relax.shape<?>
  // CHECK: relax.shape_to_tensor %{{.*}} : !relax.shape<rank 3> -> tensor<*xi64>
  // INFER: relax.shape_to_tensor %{{.*}} : !relax.shape<rank 3> -> tensor<3xi64>
  %3 = relax.shape_to_tensor %s : !relax.shape<rank 3> -> tensor<*xi64>
  // INFER: relax.shape_to_tensor %{{.*}} : !relax.shape<?> -> tensor<?xi64>
  %4 = relax.shape_to_tensor %t : !relax.shape<?> -> tensor<*xi64>
  // CHECK: relax.size %{{.*}} -> tensor<*x!relax.unknown>
  // INFER: relax.size %{{.*}} -> tensor<i64>
  %5 = relax.size %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> tensor<*x!relax.unknown>
  relax.return
}

// CHECK-LABEL: @fields
// INFER-LABEL: @fields
relax.func @fields(%t: tuple<tensor<?x4xf32, #relax.dims<[n, 4]>>, i64>) {
  // CHECK: relax.tuple_get_item %{{.*}}[0] : tuple<{{.*}}> -> tensor<*xf32>
  // INFER: relax.tuple_get_item %{{.*}}[0] : tuple<{{.*}}> -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<?x4xf32, #relax.dims<[n, 4]>>, i64> -> tensor<*xf32>
  relax.return
}
