// Ops that make tensors: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %d: tensor<f32>, %s: !relax.shape<[n, 4]>, %sr: !relax.shape<rank 2>) {
  // CHECK: relax.full {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.full {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.full %s, %d : (!relax.shape<[n, 4]>, tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.full {{.*}}{dtype = i32} : {{.*}} -> tensor<*xi32>
  // INFER: relax.full {{.*}} -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  %1 = relax.full %s, %d {dtype = i32} : (!relax.shape<[n, 4]>, tensor<f32>) -> tensor<*xi32>
  // CHECK: relax.full {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.full {{.*}} -> tensor<?x?xf32>
  %2 = relax.full %sr, %d : (!relax.shape<rank 2>, tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.full_like {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.full_like {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %3 = relax.full_like %x, %d : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.ones {{.*}}{dtype = f32} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ones {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.ones %s {dtype = f32} : (!relax.shape<[n, 4]>) -> tensor<*xf32>
  // CHECK: relax.ones_like {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.ones_like {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %5 = relax.ones_like %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ones_like {{.*}}{dtype = i1} : {{.*}} -> tensor<*xi1>
  // INFER: relax.ones_like {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %6 = relax.ones_like %x {dtype = i1} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi1>
  // CHECK: relax.zeros {{.*}}{dtype = f32} : {{.*}} -> tensor<*xf32>
  // INFER: relax.zeros {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.zeros %s {dtype = f32} : (!relax.shape<[n, 4]>) -> tensor<*xf32>
  // CHECK: relax.zeros_like {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.zeros_like {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %8 = relax.zeros_like %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.zeros_like {{.*}}{dtype = i1} : {{.*}} -> tensor<*xi1>
  // INFER: relax.zeros_like {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %9 = relax.zeros_like %x {dtype = i1} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi1>
  relax.return
}

// CHECK-LABEL: @numbers
// INFER-LABEL: @numbers
relax.func @numbers(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) {
  // CHECK: relax.arange {{.*}}{dtype = i64, end = #relax.expr<n>, start = #relax.expr<0>, step = #relax.expr<1>} : {{.*}} -> tensor<*xi64>
  // INFER: relax.arange {{.*}} -> tensor<?xi64, #relax.dims<[n]>>
  %0 = relax.arange {dtype = i64, end = #relax.expr<n>, start = #relax.expr<0>, step = #relax.expr<1>} : () -> tensor<*xi64>
  // CHECK: relax.arange {{.*}}{dtype = i64, end = #relax.expr<8>, start = #relax.expr<1>, step = #relax.expr<3>} : {{.*}} -> tensor<*xi64>
  // INFER: relax.arange {{.*}} -> tensor<3xi64>
  %1 = relax.arange {dtype = i64, end = #relax.expr<8>, start = #relax.expr<1>, step = #relax.expr<3>} : () -> tensor<*xi64>
  // CHECK: relax.arange {{.*}}{dtype = i64, end = #relax.expr<1>, start = #relax.expr<8>, step = #relax.expr<-3>} : {{.*}} -> tensor<*xi64>
  // INFER: relax.arange {{.*}} -> tensor<3xi64>
  %2 = relax.arange {dtype = i64, end = #relax.expr<1>, start = #relax.expr<8>, step = #relax.expr<-3>} : () -> tensor<*xi64>
  // CHECK: relax.arange {{.*}}{dtype = i64, end = #relax.expr<1>, start = #relax.expr<8>, step = #relax.expr<3>} : {{.*}} -> tensor<*xi64>
  // INFER: relax.arange {{.*}} -> tensor<0xi64>
  %3 = relax.arange {dtype = i64, end = #relax.expr<1>, start = #relax.expr<8>, step = #relax.expr<3>} : () -> tensor<*xi64>
  // CHECK: relax.arange {{.*}}{dtype = f32, end = 1.000000e+00 : f64, start = #relax.expr<0>, step = 3.000000e-01 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.arange {{.*}} -> tensor<4xf32>
  %4 = relax.arange {dtype = f32, end = 1.000000e+00 : f64, start = #relax.expr<0>, step = 3.000000e-01 : f64} : () -> tensor<*xf32>
  // CHECK: relax.arange {{.*}}{dtype = f32, end = 1.000000e+00 : f64, start = #relax.expr<n>, step = 3.000000e-01 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.arange {{.*}} -> tensor<?xf32>
  %5 = relax.arange {dtype = f32, end = 1.000000e+00 : f64, start = #relax.expr<n>, step = 3.000000e-01 : f64} : () -> tensor<*xf32>
  // CHECK: relax.eye {{.*}}{dtype = f32, n = #relax.expr<n>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.eye {{.*}} -> tensor<?x?xf32, #relax.dims<[n, n]>>
  %6 = relax.eye {dtype = f32, n = #relax.expr<n>} : () -> tensor<*xf32>
  // CHECK: relax.eye {{.*}}{dtype = f32, k = -1 : i64, m = #relax.expr<4>, n = #relax.expr<n>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.eye {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.eye {dtype = f32, k = -1 : i64, m = #relax.expr<4>, n = #relax.expr<n>} : () -> tensor<*xf32>
  // CHECK: relax.eye_like {{.*}}{dtype = i32} : {{.*}} -> tensor<*xi32>
  // INFER: relax.eye_like {{.*}} -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  %8 = relax.eye_like %x {dtype = i32} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi32>
  // CHECK: relax.tril {{.*}}{k = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.tril {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %9 = relax.tril %x {k = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.triu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.triu {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %10 = relax.triu %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.hamming_window {{.*}}{dtype = f32, periodic = false, window_size = 8 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.hamming_window {{.*}} -> tensor<8xf32>
  %11 = relax.hamming_window {dtype = f32, periodic = false, window_size = 8 : i64} : () -> tensor<*xf32>
  relax.return
}
