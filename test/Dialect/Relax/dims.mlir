// Dimensions and placement of tensors: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt | FileCheck %s
// RUN: relax-opt %s --verify-roundtrip -o /dev/null

// What is long has an alias.
// CHECK-DAG: #[[CUDA:vdevice.*]] = #relax.vdevice<"cuda", 0>
// CHECK-DAG: #[[VTCM:vdevice.*]] = #relax.vdevice<"hexagon", 1, "global.vtcm">
// CHECK-DAG: #[[LONG:dims.*]] = #relax.dims<[batch_size * sequence_length, number_of_heads]>
// CHECK-DAG: #[[ON_CUDA:dims.*]] = #relax.dims<[2, 4], vdevice = #[[CUDA]]>
// CHECK-DAG: #[[SCALAR:dims.*]] = #relax.dims<[], vdevice = #[[VTCM]]>
// CHECK-DAG: #[[UNKNOWN:dims.*]] = #relax.dims<[?], vdevice = #[[CUDA]]>

// CHECK: @symbols(tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x?xf32, #relax.dims<[n * 2 + 1, ?]>>)
func.func private @symbols(tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x?xf32, #relax.dims<[1 + 2 * n, ?]>>)

// CHECK: @long(tensor<?x?xf32, #[[LONG]]>)
func.func private @long(tensor<?x?xf32, #relax.dims<[batch_size * sequence_length, number_of_heads]>>)

// CHECK: @placed(tensor<2x4xf32, #[[ON_CUDA]]>, tensor<f32, #[[SCALAR]]>, tensor<?xf32, #[[UNKNOWN]]>)
func.func private @placed(tensor<2x4xf32, #relax.dims<[2, 4], vdevice = #relax.vdevice<"cuda", 0>>>,
  tensor<f32, #relax.dims<[], vdevice = #relax.vdevice<"hexagon", 1, "global.vtcm">>>,
  tensor<?xf32, #relax.dims<[?], vdevice = #relax.vdevice<"cuda", 0, "global">>>)

// CHECK: @unknown(tensor<?x4x!relax.unknown, #relax.dims<[n, 4]>>, tensor<*x!relax.unknown>)
func.func private @unknown(tensor<?x4x!relax.unknown, #relax.dims<[n, 4]>>, tensor<*x!relax.unknown>)

// Upstream's ops take such tensors.
// CHECK-LABEL: @upstream
func.func @upstream(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> index {
  // CHECK: tensor.cast %{{.*}} : tensor<?x4xf32, #relax.dims<[n, 4]>> to tensor<?x4xf32>
  %y = tensor.cast %x : tensor<?x4xf32, #relax.dims<[n, 4]>> to tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %z = arith.addf %x, %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  return %n : index
}
