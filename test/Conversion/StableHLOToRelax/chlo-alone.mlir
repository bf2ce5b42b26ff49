// What JAX writes of `jax.jit(lax.erf_inv)`: no op of stablehlo.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=4xf32=0.5 --expected_output=4xf32=0.476936 --tolerance=1e-6
// RUN: sed s/f32/f64/g %s > %t.mlir
// RUN: not relax-compile %t.mlir -o %t.so 2>&1 | FileCheck %s
// CHECK: error: 'chlo.erf_inv' (1 op) cannot be converted to relax: expected floats of at most 32 bits, found f64
module @jit_erf_inv attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
