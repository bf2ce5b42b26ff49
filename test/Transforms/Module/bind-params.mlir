// RUN: relax-opt %s --relax-bind-params=file=%S/Inputs/load-weights.safetensors | FileCheck %s
// RUN: relax-opt %s --relax-bind-params=file=%S/Inputs/load-weights.safetensors --relax-bind-params=file=%S/Inputs/load-weights.safetensors | FileCheck %s
// RUN: relax-opt %s '--relax-bind-params=file=%S/Inputs/load-weights.safetensors function=dead' | FileCheck %s --check-prefix=DEAD
// RUN: relax-opt %s --relax-bind-params=file=%S/Inputs/load-weights.safetensors --emit-bytecode -o %t.mlirbc
// RUN: relax-interp %t.mlirbc --input=1x2xf32=1 --expected_output='1x2xf32=4 6' --expected_output=i64=7

// The weight goes; sizes that it has are known; what is an input stays one.
// CHECK: relax.func @main(%[[X:.*]]: tensor<?x2xf32, #relax.dims<[n, 2]>> {relax.name = "x"}) -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, i64) attributes {num_input = 1 : i64}
// CHECK: %[[W:.*]] = relax.constant dense_resource<w> : tensor<2x2xf32>
// CHECK: relax.matmul %[[X]], %[[W]]
// CHECK: relax.prim_value 7 : i64
relax.func @main(%x: tensor<?x?xf32, #relax.dims<[n, k]>> {relax.name = "x"}, %a: tensor<?x?xf32, #relax.dims<[k, m]>> {relax.name = "w"}) -> (tensor<?x?xf32, #relax.dims<[n, m]>>, i64) attributes {num_input = 1 : i64} {
  %0 = relax.matmul %x, %a : (tensor<?x?xf32, #relax.dims<[n, k]>>, tensor<?x?xf32, #relax.dims<[k, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.prim_value k + m + 3 : i64
  relax.return %0, %1 : tensor<?x?xf32, #relax.dims<[n, m]>>, i64
}

// CHECK: relax.func private @dead(%{{.*}}: tensor<4xui8>
// DEAD: relax.func private @dead() {
// DEAD: relax.constant dense_resource<bytes> : tensor<4xui8>
relax.func private @dead(%x: tensor<4xui8> {relax.name = "bytes"}) {
  relax.return
}

// CHECK-DAG: w: "0x{{[0-9]+}}0000000000803F000000400000404000008040"
