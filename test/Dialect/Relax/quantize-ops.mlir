// Between floats and integers on a scale: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: tensor<4xf32>, %z: tensor<4xi8>, %i: tensor<?x4xi8, #relax.dims<[n, 4]>>, %d: tensor<f32>, %e: tensor<i8>) {
  // CHECK: relax.quantize {{.*}}{out_dtype = i8} : {{.*}} -> tensor<*xi8>
  // INFER: relax.quantize {{.*}} -> tensor<?x4xi8, #relax.dims<[n, 4]>>
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<*xi8>
  // CHECK: relax.dequantize {{.*}}{axis = 0 : i64, out_dtype = f32} : {{.*}} -> tensor<*xf32>
  // INFER: relax.dequantize {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.dequantize %i, %d, %e {axis = 0 : i64, out_dtype = f32} : (tensor<?x4xi8, #relax.dims<[n, 4]>>, tensor<f32>, tensor<i8>) -> tensor<*xf32>
  // CHECK: relax.quantize {{.*}}{out_dtype = i8} : {{.*}} -> tensor<*xi8>
  // INFER: relax.quantize {{.*}} -> tensor<i8>
  %2 = relax.quantize %d, %d, %e {out_dtype = i8} : (tensor<f32>, tensor<f32>, tensor<i8>) -> tensor<*xi8>
  relax.return
}
