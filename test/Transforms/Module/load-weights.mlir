// Weights in a file beside the module; test/Tools/weights.py has more.
// RUN: relax-opt %s --relax-load-weights | FileCheck %s
// RUN: relax-opt %s --relax-load-weights --relax-load-weights | FileCheck %s
// RUN: relax-opt %s --relax-load-weights=file=%S/Inputs/load-weights.safetensors | FileCheck %s
// RUN: relax-opt %s | FileCheck %s --check-prefix=KEPT
// RUN: %same-results=relax-load-weights
// RUN: relax-interp %s --function=sum --input=1x2xf32=1 --expected_output='1x2xf32=4 6'

// CHECK-NOT: relax.weights
// CHECK: module {
// KEPT: module attributes {relax.weights = "Inputs/load-weights.safetensors"}
module attributes {relax.weights = "Inputs/load-weights.safetensors"} {
  relax.func @sum(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
    %w = relax.constant dense_resource<w> : tensor<2x2xf32>
    %0 = relax.matmul %x, %w : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
  }
  // A resource with data of its own keeps it.
  relax.func @own() -> tensor<1xf32> {
    %0 = relax.constant dense_resource<own> : tensor<1xf32>
    relax.return %0 : tensor<1xf32>
  }
  // Plain bytes are elements of any type that has as many.
  relax.func private @dead() {
    %0 = relax.constant dense_resource<bytes> : tensor<4xf8E4M3>
    relax.return
  }
}

// CHECK: dialect_resources
// CHECK-DAG: own: "0x040000000000803F"
// CHECK-DAG: w: "0x{{[0-9]+}}0000000000803F000000400000404000008040"
// KEPT-NOT: w: "0x

{-# dialect_resources: { builtin: { own: "0x040000000000803F" } } #-}
