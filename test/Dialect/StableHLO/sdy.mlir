// Meshes and shardings of Shardy, in both forms.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["data"=2, "model"=2]> {stablehlo.mesh = {}}
// CHECK: sdy.mesh @turned = <["x"=2], device_ids=[1, 0]>
// CHECK: sdy.mesh @none = <[]>
sdy.mesh @mesh = <["data"=2, "model"=2]> {stablehlo.mesh = {}}
sdy.mesh @turned = <["x"=2], device_ids=[1, 0]>
sdy.mesh @none = <[]>
// CHECK: %arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}p1], replicated={"model"}>}
// CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"data", "model"}, {}p0]> : tensor<8x4xf32>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}p1], replicated={"model"}>}) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"data", "model"}, {}p0]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// How a call by name may be spread is kept as text.
// CHECK: stablehlo.custom_call @f(%{{.*}}) {{.*}}op_sharding_rule<([i, j])->([i]) {i=4, j=2}>
func.func @call(%x: tensor<4x2xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=4, j=2}>} : (tensor<4x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @parts
// CHECK: sdy.manual_computation(%arg0, %arg1) in_shardings = [<@mesh, [{"data"}, {?}]>, <@mesh, []>] out_shardings = [<@mesh, [{"data"}, {}]>] manual_axes = {"data"} (%arg2: tensor<4x4xf32>, %arg3: tensor<f32>) {
// CHECK-NEXT: sdy.return %arg2 : tensor<4x4xf32>
// CHECK-NEXT: } : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
func.func @parts(%x: tensor<8x4xf32>, %y: tensor<f32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"data"}, {?}]>, <@mesh, []>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%a: tensor<4x4xf32>, %b: tensor<f32>) {
    sdy.return %a : tensor<4x4xf32>
  } : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
